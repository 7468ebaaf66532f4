// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Gridlock",
  platforms: [.macOS("26.0")],
  products: [
    .library(name: "Gridlock", targets: ["Gridlock"]),
    .library(name: "GridlockShadowing", targets: ["GridlockShadowing"]),
    .library(name: "GridlockAnalysis", targets: ["GridlockAnalysis"]),
    .library(name: "GridlockTesting", targets: ["GridlockTesting"]),
    .library(name: "GridlockXCTest", targets: ["GridlockXCTest"]),
    .executable(name: "gridlock", targets: ["GridlockCommand"]),
    .plugin(name: "GridlockPlugin", targets: ["GridlockPlugin"]),
  ],
  traits: [
    .trait(
      name: "Instrumentation",
      description: "Record in release builds too. Debug builds always record."),
    .trait(
      name: "PthreadBackend",
      description: "Park threads on pthread condition variables instead of futexes."),
  ],
  targets: [
    .target(
      name: "CGridlock",
      cSettings: [
        .define("GL_PARK_PTHREAD", .when(traits: ["PthreadBackend"])),
        // Every lock and unlock goes through this, and debug builds are what Gridlock is for.
        // Dependencies may say so since tools version 6.2: see Scripts/test-dependency.sh.
        .unsafeFlags(["-O2"], .when(configuration: .debug)),
      ]),
    .target(
      name: "GridlockEvents", dependencies: ["CGridlock"], swiftSettings: swiftSettings),
    .target(
      name: "GridlockLocks", dependencies: ["CGridlock", "GridlockEvents"],
      swiftSettings: swiftSettings),
    .target(
      name: "GridlockAnalysis", dependencies: ["GridlockEvents"], swiftSettings: swiftSettings),
    .target(
      name: "GridlockScenarios", dependencies: ["GridlockAnalysis", "GridlockEvents"],
      swiftSettings: swiftSettings),
    .target(
      name: "GridlockReporting", dependencies: ["GridlockAnalysis", "GridlockEvents"],
      swiftSettings: swiftSettings),
    .target(
      name: "Gridlock",
      dependencies: [
        "CGridlock", "GridlockEvents", "GridlockLocks", "GridlockAnalysis", "GridlockReporting",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "GridlockPlaying",
      dependencies: [
        "CGridlock", "GridlockEvents", "GridlockLocks", "GridlockAnalysis", "GridlockReporting",
        "Gridlock", "GridlockScenarios",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "GridlockShadowing", dependencies: ["Gridlock"], swiftSettings: swiftSettings),
    .target(
      name: "GridlockTesting",
      dependencies: [
        "Gridlock", "GridlockAnalysis", "GridlockEvents", "GridlockLocks", "GridlockPlaying",
        "GridlockReporting", "GridlockScenarios",
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "GridlockXCTest", dependencies: ["Gridlock", "GridlockAnalysis", "GridlockReporting"],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "GridlockCommand",
      dependencies: [
        "Gridlock", "GridlockPlaying", "GridlockScenarios", "GridlockReporting",
        "GridlockAnalysis", "GridlockEvents", "GridlockLocks",
      ],
      swiftSettings: swiftSettings),
    .plugin(
      name: "GridlockPlugin",
      capability: .command(
        intent: .custom(verb: "gridlock", description: "Run the command gridlock."))),
    .testTarget(
      name: "GridlockAnalysisTests", dependencies: ["GridlockAnalysis"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "GridlockScenariosTests",
      dependencies: ["GridlockAnalysis", "GridlockEvents", "GridlockScenarios"],
      resources: [.copy("Scenarios")],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "GridlockReportingTests", dependencies: ["GridlockReporting"],
      resources: [.copy("Renderings")],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "GridlockLocksTests",
      dependencies: ["CGridlock", "GridlockEvents", "GridlockLocks", "LockSpecification"],
      swiftSettings: swiftSettings),
    // What a lock may do, and a program that holds recordings against it.
    .target(
      name: "LockSpecification", dependencies: ["GridlockEvents"],
      path: "Tests/Fixtures/LockSpecification", swiftSettings: swiftSettings),
    .executableTarget(
      name: "TraceCheck",
      dependencies: ["Gridlock", "GridlockEvents", "GridlockReporting", "LockSpecification"],
      path: "Tests/Fixtures/TraceCheck", swiftSettings: swiftSettings),
    .testTarget(
      name: "GridlockTests",
      dependencies: [
        "CGridlock", "GridlockEvents", "GridlockLocks", "GridlockAnalysis", "Gridlock",
        "GridlockShadowing", "SwappedModule", "SwappedStrictModule", "SwappedFile",
      ],
      swiftSettings: swiftSettings),
    // What a fuzzer drives, and the same under the package's own tests.
    .target(
      name: "GridlockFuzzing",
      dependencies: [
        "CGridlock", "GridlockEvents", "GridlockAnalysis", "GridlockScenarios",
        "GridlockReporting", "Gridlock",
      ],
      path: "Tests/Fixtures/GridlockFuzzing", swiftSettings: swiftSettings),
    .testTarget(
      name: "GridlockFuzzTests",
      dependencies: [
        "CGridlock", "GridlockEvents", "GridlockAnalysis", "GridlockLocks", "GridlockReporting",
        "Gridlock", "GridlockFuzzing",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "GridlockPlayingTests",
      dependencies: [
        "GridlockEvents", "GridlockAnalysis", "GridlockReporting", "Gridlock", "GridlockScenarios",
        "GridlockPlaying", "GridlockTesting",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "GridlockTestingTests", dependencies: ["Gridlock", "GridlockTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "GridlockXCTestTests", dependencies: ["Gridlock", "GridlockXCTest"],
      swiftSettings: swiftSettings),
    // A program for tests to watch from outside.
    .executableTarget(
      name: "LiveFixture",
      dependencies: [
        "CGridlock", "GridlockEvents", "GridlockLocks", "Gridlock", "GridlockAnalysis",
      ],
      path: "Tests/Fixtures/LiveFixture", swiftSettings: swiftSettings),
    // Modules as users have them, one for each form of the swap.
    .target(
      name: "SwappedModule", dependencies: ["Gridlock"], path: "Tests/Fixtures/SwappedModule"),
    .target(
      name: "SwappedStrictModule", dependencies: ["Gridlock"],
      path: "Tests/Fixtures/SwappedStrictModule", swiftSettings: swiftSettings),
    .target(
      name: "SwappedFile", dependencies: ["GridlockShadowing"],
      path: "Tests/Fixtures/SwappedFile"),
  ],
  swiftLanguageModes: [.v6]
)
