// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "GridlockTorture",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "Gridlock", path: "..")],
  targets: [
    .executableTarget(
      name: "Torture",
      dependencies: [
        .product(name: "Gridlock", package: "Gridlock"),
        // So that one build makes the command too, which reads the tortured process from outside.
        .product(name: "gridlock", package: "Gridlock"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
