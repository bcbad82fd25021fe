import RitsurinSystem

extension Run {
  func measureProcesses() throws {
    let programs = try Programs(in: directory)
    let fixture = try fixture(items: 1_000)
    let arguments = [fixture.path, fixture.keyFile, Fixture.service, fixture.keys[7]]
    let get = ["get", "--vault", arguments[0], "--key-file", arguments[1], arguments[2], arguments[3]]
    let samples = options.samples(200)
    let inStatic = try Interleaved.measure(
      samples: samples, ours: { _ in try Process.require([programs.staticTool] + get) },
      limit: { _ in try Process.require([programs.limitTool] + arguments) })
    add("rvault get, static, whole process", "1,000 × 64 B", inStatic, against: "C tool", target: 1.5)
    if let age = try Age(in: directory) {
      let pair = try Interleaved.measure(
        samples: samples, ours: { _ in try Process.require([programs.staticTool] + get) },
        limit: { _ in try Process.require(age.decryption) })
      add("rvault get, static, whole process", "1,000 × 64 B", pair, against: "age -d", target: 1)
    } else {
      report.notes.append("age is not installed, so it was not compared.")
    }
    let inDynamic = try Interleaved.measure(
      samples: samples, ours: { _ in try Process.require([programs.dynamicTool] + get) },
      limit: { _ in try Process.require([programs.empty]) })
    add(
      "rvault get, dynamic, whole process", "1,000 × 64 B", inDynamic, against: "empty Swift program",
      target: 1.5)
  }
}

/// The programs that are compared, built where they are missing or old.
struct Programs {
  let staticTool: String
  let dynamicTool: String
  let limitTool: String
  let empty: String

  init(in directory: String) throws {
    guard (try? FileSystem().status(path: "Package.swift")) != nil else {
      throw Failure("run it in the directory of Package.swift, so that it can build the programs it compares")
    }
    StandardError.print("building rvault (dynamic and static) and the C tool")
    try Process.require(["swift", "build", "-c", "release", "--product", "rvault"])
    // By the README's command.
    try Process.require(["bash", ".ci/static_tool.sh", "build"])
    dynamicTool = try Self.install(".build/release/rvault", as: "rvault", in: directory)
    staticTool = try Self.install(".build/static/release/rvault", as: "rvault-static", in: directory)
    let source = "Sources/CRitsurinLimit/"
    let files = ["files", "opening", "items", "reading", "tool/main"].map { source + $0 + ".c" }
    try Process.require(
      [
        "cc", "-std=gnu11", "-O2", "-I", source + "include", "-I", source, "-o",
        directory + "/limit-get.built",
      ]
        + files + ["-lsodium"], quiet: false)
    limitTool = try Self.install(directory + "/limit-get.built", as: "limit-get", in: directory)
    try Self.buildEmpty(directory, like: dynamicTool)
    empty = try Self.install(directory + "/empty.built", as: "empty", in: directory)
  }

  /// Copies a program, as whoever installs one does, and gives the copy's path.
  ///
  /// Linkers write through mapped memory, which leaves a program in the kernel's cache in single pages: it then
  /// starts slower than out of a cache that `write` has filled.
  private static func install(_ program: String, as name: String, in directory: String) throws -> String {
    try Process.require(["install", "-m", "755", program, directory + "/" + name], quiet: false)
    return directory + "/" + name
  }

  /// A program that does nothing, with the libraries that the dynamic tool asks for.
  private static func buildEmpty(_ directory: String, like tool: String) throws {
    let list = directory + "/needed"
    try Process.require(["readelf", "-d", tool], output: list)
    let text = String(decoding: try FileSystem().readFile(path: list, limit: 1 << 20), as: UTF8.self)
    var libraries: [String] = []
    for line in text.split(separator: "\n") where line.contains("(NEEDED)") {
      guard let name = line.split(separator: "[").last?.split(separator: "]").first else { continue }
      if !name.hasPrefix("ld-linux") { libraries += ["-Xlinker", "-l:\(name)"] }
    }
    let file = directory + "/empty.swift"
    try FileSystem().writeNewPrivateFile(unsafe Array("// Nothing.\n".utf8).span.bytes, path: file)
    try Process.require(
      ["swiftc", "-O", file, "-o", directory + "/empty.built", "-Xlinker", "--no-as-needed"] + libraries,
      quiet: false)
  }
}

/// `age -d` of a value as large, where it is installed.
struct Age {
  let decryption: [String]

  init?(in directory: String) throws {
    let (key, plain, sealed) = (directory + "/age.key", directory + "/age.plain", directory + "/age.sealed")
    guard try Process.run(["sh", "-c", "command -v age age-keygen"]) == 0 else { return nil }
    try Process.require(["age-keygen", "-o", key])
    try FileSystem().writeNewPrivateFile(
      unsafe [UInt8](repeating: 7, count: 64).span.bytes, path: plain)
    try Process.require(["age", "-e", "-i", key, "-o", sealed, plain])
    decryption = ["age", "-d", "-i", key, sealed]
  }
}
