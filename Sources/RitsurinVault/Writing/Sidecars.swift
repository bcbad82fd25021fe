internal import RitsurinFormat
internal import RitsurinSystem

/// Keeps the metadata sidecars beside their items.
///
/// A sidecar is advice: nothing waits for it, and nothing that already succeeded fails for it.
struct Sidecars {
  let placer: FilePlacer

  /// Writes the sidecar of a sealed file that was just published.
  ///
  /// Where it cannot be written, an older one that no longer agrees is harmless: it does not count.
  func write(for sealed: [UInt8], at itemPlace: ResolvedPlace) {
    guard let place = sidecarPlace(of: itemPlace) else { return }
    guard let envelope = try? ItemLayout(parsing: unsafe sealed.span.bytes, fileCount: sealed.count) else {
      return
    }
    let bytes = ItemSealer.sidecar(of: sealed, prefixCount: envelope.prefixCount)
    guard let prepared = try? placer.prepare(bytes, at: place, durably: false) else { return }
    try? placer.publish(prepared, replacing: true)
  }

  /// Removes the sidecar of an item that was removed.
  func remove(besides itemPlace: ResolvedPlace) {
    guard let place = sidecarPlace(of: itemPlace) else { return }
    _ = try? placer.remove(place)
  }

  private func sidecarPlace(of place: ResolvedPlace) -> ResolvedPlace? {
    let ending = ".sealed".utf8
    let name = place.name.utf8
    guard name.count > ending.count, name.suffix(ending.count).elementsEqual(ending) else { return nil }
    return ResolvedPlace(
      directory: place.directory, name: String(Substring(name.dropLast(ending.count))) + ".meta")
  }
}
