// swift-tools-version: 6.2
import PackageDescription

// Run by Scripts/test-tsan.sh: a program whose races ThreadSanitizer must, or must not, report.
let package = Package(
  name: "Sanitized",
  dependencies: [.package(name: "Gridlock", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Sanitized", dependencies: [.product(name: "Gridlock", package: "Gridlock")])
  ]
)
