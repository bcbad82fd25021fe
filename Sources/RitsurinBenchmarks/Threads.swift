#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Threads of their own: a pool decides by itself, and by what else the machine does, how many it uses.
enum Threads {
  private final class Work: Sendable {
    let number: Int
    let body: @Sendable (Int) -> Void

    init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.number = number
      self.body = body
    }
  }

  /// Runs `body` once on each of so many threads, with its number, and waits for all.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) throws(Failure) {
    var threads: [pthread_t] = []
    for number in 0..<count {
      var thread = pthread_t()
      let work = unsafe Unmanaged.passRetained(Work(number, body))
      let code = unsafe pthread_create(
        &thread, nil,
        { (work) in
          if let work = unsafe work {
            let work = unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
            work.body(work.number)
          }
          return nil
        }, work.toOpaque())
      if code == 0 {
        threads.append(thread)
      } else {
        unsafe work.release()
      }
    }
    for thread in threads { pthread_join(thread, nil) }
    guard threads.count == count else { throw Failure("a thread could not be started") }
  }
}
