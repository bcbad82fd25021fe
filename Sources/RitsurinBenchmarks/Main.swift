import RitsurinSystem

@main
enum Main {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if let vault = options.childVault {
        try MemoryChild.run(vault: vault, keyFile: options.childKeyFile)
        return
      }
      if let (directory, count) = options.childImport {
        try MemoryChild.importMany(in: directory, count: count)
        return
      }
      if let (operation, count) = options.repeated {
        try Run(options).repeatOurs(operation, count: count)
        return
      }
      let report = try Run(options).measure()
      print(options.isJSON ? report.json : report.table)
    } catch let failure as Failure {
      StandardError.print("RitsurinBenchmarks: \(failure.message)")
      exitProcess(1)
    } catch {
      StandardError.print("RitsurinBenchmarks: \(error)")
      exitProcess(1)
    }
  }
}

/// Why a run ended early.
struct Failure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
