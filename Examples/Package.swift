// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "GridlockExamples",
  platforms: [.macOS("26.0")],
  products: [.executable(name: "gridlock-examples", targets: ["GridlockExamples"])],
  dependencies: [
    // Your package would say: .package(url: "…/gridlock", from: "…")
    .package(name: "Gridlock", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "GridlockExamples",
      dependencies: [.product(name: "Gridlock", package: "Gridlock")]),
    .testTarget(
      name: "GridlockExamplesTests",
      dependencies: [
        "GridlockExamples", .product(name: "GridlockTesting", package: "Gridlock"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
