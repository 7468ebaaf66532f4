// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "GridlockBenchmarks",
  platforms: [.macOS("26.0")],
  products: [.executable(name: "gridlock-bench", targets: ["GridlockBenchmarks"])],
  traits: [
    .trait(name: "Instrumentation", description: "Measure locks that record in release builds.")
  ],
  dependencies: [
    .package(
      name: "Gridlock", path: "..",
      traits: [.trait(name: "Instrumentation", condition: .when(traits: ["Instrumentation"]))])
  ],
  targets: [
    .target(name: "CRivals"),
    .executableTarget(
      name: "GridlockBenchmarks",
      dependencies: ["CRivals", .product(name: "Gridlock", package: "Gridlock")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
