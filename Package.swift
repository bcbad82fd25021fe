// swift-tools-version: 6.3

import PackageDescription

/// The settings of every target, tests included: warnings are errors, and unsafe code says so.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name), "RitsurinTestSupport"] + dependencies,
    swiftSettings: settings)
}

let package = Package(
  name: "Ritsurin",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [
    .library(name: "Ritsurin", targets: ["Ritsurin"]),
    .library(name: "RitsurinExchange", targets: ["RitsurinExchange"]),
    .library(name: "RitsurinTesting", targets: ["RitsurinTesting"]),
    .executable(name: "rvault", targets: ["RitsurinCLI"]),
  ],
  traits: [
    .trait(
      name: "Vault",
      description:
        "The encrypted file vault. Needs libsodium; without it only the API and the in-memory store are built."
    ),
    .default(enabledTraits: ["Vault"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .target(name: "CRitsurinSystem"),
    library("RitsurinCrypto", ["CSodium"]),
    library("RitsurinFormat", []),
    library("RitsurinSystem", ["CRitsurinSystem"]),
    library("RitsurinVault", ["RitsurinCrypto", "RitsurinFormat", "RitsurinSystem"]),
    library(
      "Ritsurin",
      ["RitsurinSystem", .target(name: "RitsurinVault", condition: .when(traits: ["Vault"]))]),
    library("RitsurinExchange", ["Ritsurin"]),
    library("RitsurinTesting", ["Ritsurin", "RitsurinSystem"]),
    library("RitsurinCommand", ["Ritsurin", "RitsurinExchange", "RitsurinSystem"]),
    .executableTarget(
      name: "RitsurinCLI", dependencies: ["RitsurinCommand", "RitsurinSystem"], swiftSettings: settings),
    .target(
      name: "CRitsurinLimit", dependencies: ["CSodium"], exclude: ["tool"]),
    .executableTarget(
      name: "RitsurinBenchmarks", dependencies: ["Ritsurin", "RitsurinSystem", "CRitsurinLimit"],
      swiftSettings: settings),

    // What several test targets need. No product has it.
    .target(name: "RitsurinTestSupport", path: "Tests/RitsurinTestSupport", swiftSettings: settings),
    tests(of: "RitsurinCrypto", []),
    tests(of: "RitsurinFormat", []),
    tests(of: "RitsurinSystem", []),
    tests(of: "RitsurinVault", ["RitsurinCrypto", "RitsurinFormat", "RitsurinSystem"]),
    tests(of: "Ritsurin", ["RitsurinTesting", "RitsurinSystem", "RitsurinVault"]),
    tests(of: "RitsurinTesting", ["Ritsurin", "RitsurinSystem"]),
    tests(of: "RitsurinExchange", ["Ritsurin"]),
    .testTarget(
      name: "RitsurinDocumentTests", dependencies: ["Ritsurin", "RitsurinExchange", "RitsurinTesting"],
      swiftSettings: settings),
    tests(of: "RitsurinCommand", ["Ritsurin", "RitsurinExchange", "RitsurinSystem"]),
    .testTarget(
      name: "RitsurinCrashTests",
      dependencies: ["Ritsurin", "RitsurinVault", "RitsurinSystem", "RitsurinTestSupport"],
      swiftSettings: settings),

    // What fuzzers call, and a test that calls it with the inputs they left. No product has it.
    .target(
      name: "FuzzTargets", dependencies: ["Ritsurin", "RitsurinExchange", "RitsurinFormat"],
      path: "Tests/FuzzTargets", swiftSettings: settings),
    .testTarget(name: "FuzzReplayTests", dependencies: ["FuzzTargets"], swiftSettings: settings),
  ]
)

// libFuzzer brings its own `main`, so the fuzzer is built only where it is asked for: .ci/fuzz.
if Context.environment["RITSURIN_FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzer", dependencies: ["FuzzTargets"], path: "Tests/Fuzzer",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}

// In a release build what is tested is optimized. Optimizing the tests as well takes minutes and shows nothing more.
for target in package.targets where target.type == .test {
  target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
}

// A sanitizer needs only the tests that it runs, and compiling the others takes minutes: .ci/run.
if let kept = Context.environment["RITSURIN_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { target in target.type == .test && !kept.contains { $0 == target.name } }
}
