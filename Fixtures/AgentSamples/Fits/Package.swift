// swift-tools-version: 6.0

// A made-up project for Docs/AgentPrompt.md. It is read, not built.
import PackageDescription

let package = Package(
  name: "shipit",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(url: "https://github.com/kishikawakatsumi/KeychainAccess.git", from: "4.2.2")
  ],
  targets: [
    .executableTarget(
      name: "shipit",
      dependencies: [
        .product(name: "KeychainAccess", package: "KeychainAccess", condition: .when(platforms: [.macOS]))
      ]),
    .testTarget(name: "ShipitTests", dependencies: ["shipit"]),
  ]
)
