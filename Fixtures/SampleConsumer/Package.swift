// swift-tools-version: 6.3

// An app as others write it: it sees only the products of Ritsurin, and is built and tested on its own.
import PackageDescription

let package = Package(
  name: "SampleConsumer",
  platforms: [.iOS(.v16), .macOS(.v13)],
  dependencies: [
    .package(name: "Ritsurin", path: "../..")
  ],
  targets: [
    .target(name: "SampleApp", dependencies: [.product(name: "Ritsurin", package: "Ritsurin")]),
    .testTarget(
      name: "SampleAppTests",
      dependencies: ["SampleApp", .product(name: "RitsurinTesting", package: "Ritsurin")],
      resources: [.copy("Fixtures")]),
  ]
)
