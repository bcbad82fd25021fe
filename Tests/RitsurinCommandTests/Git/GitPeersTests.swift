#if os(Linux) && Vault
  import Foundation
  import Ritsurin
  import RitsurinSystem
  import RitsurinTestSupport
  import Testing

  /// Several peers that pull from each other, and readers while git is at work.
  @Suite(.enabled(if: GitPlace.isReady, "git or rvault is not there"), .timeLimit(.minutes(20)))
  struct GitPeersTests {
    /// Three peers change, delete and pull in an order that the seed gives, each committing what a pull left.
    @Test(arguments: LongTests.areWanted ? Array(1...100) : [3, 5])
    func converge(seed: UInt64) throws {
      var random = SeededGenerator(seed: seed)
      let place = try GitPlace()
      let first = try place.makePeer("p0")
      let keys = ["a", "b"]
      for key in keys { try first.change("0", key) }
      let peers = [first, try place.clone(first, as: "p1"), try place.clone(first, as: "p2")]
      // Every state that somebody wrote and nobody replaced or deleted knowingly.
      var written: [String: Set<String>] = [:]
      var story: [String] = []
      for step in 0..<(LongTests.areWanted ? 30 : 12) {
        let number = Int.random(in: 0..<3, using: &random)
        let peer = peers[number]
        let key = keys[Int.random(in: 0..<keys.count, using: &random)]
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          let isThere = try peer.get(key) != nil
          let replaced = isThere ? [try peer.state(key)] : []
          try peer.change("\(number) at \(step)", key)
          written[key, default: []].subtract(replaced)
          written[key, default: []].insert(try peer.state(key))
          story.append("\(number) writes \(try peer.state(key)) over \(replaced)")
        case 2:
          guard try peer.get(key) != nil else { continue }
          written[key, default: []].remove(try peer.state(key))
          story.append("\(number) deletes \(try peer.state(key))")
          try peer.keychain.removeItem(forKey: key)
          try peer.commit("deleted")
        default:
          let source = (number + Int.random(in: 1..<3, using: &random)) % 3
          story.append("\(number) merges \(source)")
          try merge(peers[source], into: peer)
          story.append(
            "  \(keys.map { (try? peer.state($0)) ?? "no \($0)" }) and \(try peer.copies().sorted())")
        }
      }
      for _ in 0..<2 {
        for target in 0..<3 {
          for source in 0..<3 where source != target { try merge(peers[source], into: peers[target]) }
        }
      }
      let trees = try peers.map { try $0.tree() }
      #expect(Set(trees).count == 1, "seed \(seed)")
      for peer in peers { #expect(try peer.git("status", "--porcelain").text.isEmpty) }
      let kept = try first.copies()
      for key in keys {
        for state in written[key] ?? [] {
          #expect(
            kept.contains(state) || (try? first.state(key)) == state, "seed \(seed) lost \(state): \(story)")
        }
      }
    }

    private func merge(_ source: GitPeer, into target: GitPeer) throws {
      let outcome = try target.pull(source)
      // An edit against a deletion is what git asks about, and `git add` answers in favour of the edit.
      let isAsked = try target.git("ls-files", "-u").text.isEmpty == false
      #expect(outcome.status == (isAsked ? 1 : 0), "\(outcome.error)")
      try target.commit("kept")
    }

    /// A reader that asks for an item which both of two branches have, while git goes to and fro between them.
    @Test func readWhileBranchesFlip() throws {
      let place = try GitPlace()
      let peer = try place.makePeer("one")
      try peer.change(String(repeating: "a", count: 20_000))
      try peer.change("same", "other")
      try peer.git("checkout", "-q", "-b", "side")
      try peer.change(String(repeating: "b", count: 30_000))
      let seen = Locked<(isDone: Bool, readings: Int, wrong: Set<String>)>((false, 0, []))
      let end = DispatchSemaphore(value: 0)
      // A thread of its own: those of tasks may all be busy with other tests.
      Thread {
        while !seen.withLock({ $0.isDone }) {
          do throws(RKeychainError) {
            let value = try peer.keychain.string(forKey: "k")
            let isWhole = [20_000, 30_000].contains(value?.utf8.count)
            let readings = seen.withLock { state in
              if !isWhole { state.wrong.insert("absent or torn") }
              state.readings += 1
              return state.readings
            }
            guard readings % 8 == 1 else { continue }
            let keys = try peer.keychain.allKeys()
            if keys.sorted() != ["k", "other"] { seen.withLock { _ = $0.wrong.insert("listed \(keys)") } }
          } catch {
            // Git is given two seconds, and a listing needs a moment without it; to find none is an answer of its
            // own, which is neither absence nor damage.
            if error.errno != EBUSY { seen.withLock { _ = $0.wrong.insert("\(error)") } }
          }
        }
        end.signal()
      }.start()
      var flips = 0
      while flips < (LongTests.areWanted ? 2_000 : 60)
        || seen.withLock({ $0.readings }) < 20 && flips < 5_000
      {
        try peer.git("checkout", "-q", flips % 2 == 0 ? "main" : "side")
        flips += 1
      }
      seen.withLock { $0.isDone = true }
      end.wait()
      let (_, readings, wrong) = seen.withLock { $0 }
      #expect(wrong.isEmpty, "\(wrong)")
      #expect(readings >= 20)
    }
  }
#endif
