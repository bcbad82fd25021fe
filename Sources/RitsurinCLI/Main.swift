import RitsurinCommand
import RitsurinSystem

@main
enum Main {
  static func main() {
    let streams = ProcessStreams(readDescriptor: InheritedDescriptor.readAll)
    InheritedDescriptor.exit(Tool.run(.ofThisProcess(streams: streams)))
  }
}
