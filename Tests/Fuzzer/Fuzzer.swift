import FuzzTargets

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The target that `RITSURIN_FUZZ_TARGET` names.
private let target: FuzzTarget = {
  guard let name = unsafe getenv("RITSURIN_FUZZ_TARGET"),
    let target = unsafe FuzzTarget(rawValue: String(cString: name))
  else { fatalError("RITSURIN_FUZZ_TARGET is none of \(FuzzTarget.allCases.map(\.rawValue))") }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let broken = target.run(bytes) { fatalError(broken) }
  return 0
}
