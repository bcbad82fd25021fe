// swift-tools-version: 6.0

// A made-up project for Docs/AgentPrompt.md. It is read, not built.
import PackageDescription

let package = Package(
  name: "Banking",
  platforms: [.iOS(.v17)],
  products: [.library(name: "Banking", targets: ["Banking"])],
  targets: [.target(name: "Banking")]
)
