import Foundation
import RitsurinSystem
import RitsurinTestSupport
import Testing

/// What the model of the disk takes for possible, shown with real calls.
@Suite struct DiskModelTests {
  private let place: ScratchDirectory
  private let recorder = CallRecorder()
  private let files: FileSystem
  private let root: FileDescriptor

  init() throws {
    place = try ScratchDirectory(isInMemory: true)
    files = FileSystem(observer: recorder)
    root = try files.openDirectory(place.path)
  }

  private func write(_ bytes: [UInt8], isDurable: Bool) throws -> String {
    let (file, name) = try files.createTemporary(in: root)
    try files.write(unsafe bytes.span.bytes, to: file)
    if isDurable { try files.synchronize(file) }
    try file.close()
    return name
  }

  /// What the names can be after a power loss: nil for nothing, else the bytes.
  private func states(of names: String...) -> Set<[[UInt8]?]> {
    var model = DiskModel(of: DiskTree(), at: place.path)
    for record in recorder.recording.records { model.apply(record) }
    return Set(model.afterPowerLoss(limit: 1_000, seed: 1).map { tree in names.map { tree.bytes($0) } })
  }

  @Test func bytesWithoutFsyncAreMissingEmptyZeroOrTorn() throws {
    let name = try write([1, 2], isDurable: false)
    try files.synchronize(root)
    #expect(states(of: name) == [[[]], [[0, 0]], [[1]], [[1, 0]], [[1, 2]]])
  }

  @Test func namesWithoutFsyncMayBeMissing() throws {
    let name = try write([1], isDurable: true)
    #expect(states(of: name) == [[nil], [[1]]])
    try files.synchronize(root)
    #expect(states(of: name) == [[[1]]])
  }

  /// The careless way, which a store must not go.
  @Test func renameWithoutFsyncMayLeaveANameWithoutBytes() throws {
    let old = try write([7], isDurable: true)
    try files.rename(old, to: "k", in: root)
    try files.synchronize(root)
    let new = try write([1, 2], isDurable: false)
    try files.rename(new, to: "k", in: root)
    let states = states(of: "k")
    #expect(states.isSuperset(of: [[[7]], [[]], [[0, 0]], [[1]], [[1, 2]]]))
    #expect(!states.contains([nil]))
  }

  @Test func renameOfADurableFileLeavesOneNameOrTheOther() throws {
    let name = try write([1], isDurable: true)
    try files.synchronize(root)
    _ = try files.place(name, as: "k", in: root)
    #expect(states(of: name, "k") == [[[1], nil], [[1], [1]], [nil, [1]]])
  }

  @Test func removalsComeInAnyOrder() throws {
    let (first, second) = (try write([1], isDurable: true), try write([2], isDurable: true))
    try files.synchronize(root)
    _ = try files.remove(first, in: root)
    _ = try files.remove(second, in: root)
    #expect(states(of: first, second) == [[[1], [2]], [[1], nil], [nil, [2]], [nil, nil]])
  }

  @Test func waitingForAllMakesEverythingCertain() throws {
    let name = try write([1], isDurable: false)
    try files.synchronizeFileSystem(of: root)
    #expect(states(of: name) == [[[1]]])
  }

  @Test func theModelHoldsWhatTheDiskHolds() throws {
    let run = try CrashRun(CrashOperation.history)
    var model = DiskModel(of: run.start, at: run.disk)
    for record in run.recording.records { model.apply(record) }
    let visible = Dictionary(grouping: model.visible.entries.keys) { model.visible.bytes($0) }
    let real = Dictionary(grouping: run.end.entries.keys) { run.end.bytes($0) }
    #expect(visible.mapValues { $0.sorted() } == real.mapValues { $0.sorted() })
  }
}
