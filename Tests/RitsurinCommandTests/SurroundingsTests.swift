#if os(Linux) && Vault
  import Foundation
  import RitsurinSystem
  import Testing

  /// The built program under locales, umasks and limits of its process.
  @Suite(.enabled(if: BuiltProgram.path != nil)) struct SurroundingsTests {
    private let place: TemporaryPlace

    init() throws { place = try TemporaryPlace() }

    /// Runs a shell script in which `$R` is the program, and gives what it writes.
    private func shell(_ script: String) throws -> String {
      let result = try ChildProgram(
        "/bin/bash", arguments: ["-c", script],
        environment: [
          "R": BuiltProgram.path ?? "", "HOME": place.path, "SWIFT_BACKTRACE": "enable=no",
          "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ], outputLimit: 1 << 20
      ).run()
      return String(decoding: result.output, as: UTF8.self)
    }

    @Test func sayTheSameInEveryLocale() throws {
      let said = try shell(
        """
        "$R" init >/dev/null 2>&1
        for k in I i $'\\u0130' $'\\u0131' Z a $'\\u00e9' $'e\\u0301' $'\\u65e5\\u672c'; do printf "v-$k" | "$R" set S "$k"; done
        for l in C tr_TR.UTF-8 ja_JP.UTF-8 C.UTF-8; do
          echo "== $(for c in "list" "list --json" "check" "check --json" "get S I" "get S none" "list S" "show S i" "--help" "bogus"; do
            env LC_ALL=$l LANG=$l LANGUAGE=$l "$R" $c 2>&1; echo "status $?"; done | sha256sum)"
        done
        """)
      let sums = said.split(separator: "\n")
      #expect(sums.count == 4 && Set(sums).count == 1 && sums[0].hasPrefix("== "))
      let keys = try shell("\"$R\" list | cut -f2").split(separator: "\n").map { Array($0.utf8) }
      #expect(keys.count == 9)
      #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test(arguments: ["000", "022", "077", "777"]) func makePrivateFilesUnderEveryMask(mask: String) throws {
      let odd = try shell(
        """
        umask \(mask)
        export XDG_CONFIG_HOME="$HOME/made/config"
        "$R" init >/dev/null 2>&1; printf v | "$R" set s k; printf w | "$R" set s k; printf w | "$R" set s l --group g
        "$R" rm s k; "$R" check --repair >/dev/null; "$R" export --plaintext --output "$HOME/made/out" 2>/dev/null
        [ "$("$R" get s l)" = w ] || echo unread
        find "$HOME"/* "$HOME"/.local -mindepth 1 \\( -type d ! -perm 700 -o -type f ! -perm 600 \\) ! -name '.lock' -printf '%m %P\n'
        """)
      #expect(odd == "")
    }

    /// From three descriptors, with which nothing works, to as many as it takes.
    @Test func sayThatDescriptorsHaveRunOut() throws {
      let said = try shell(
        """
        "$R" init >/dev/null 2>&1; printf v | "$R" set s k; printf v | "$R" set s l --group g
        for n in 3 4 5 6 7 8 9 10 12 16; do
          limit="prlimit --nofile=$n"
          $limit "$R" get s k >"$HOME/out" 2>/dev/null </dev/null; echo "get $? $(cat "$HOME/out")"
          $limit "$R" get s none >/dev/null 2>&1 </dev/null; echo "none $?"
          $limit "$R" list 2>/dev/null </dev/null | wc -l | sed 's/^/list /'
          printf w >"$HOME/in"; $limit "$R" set s k <"$HOME/in" >/dev/null 2>&1; echo "set $?"
          echo "then $("$R" get s k)"; printf v | "$R" set s k
        done
        """)
      let lines = said.split(separator: "\n")
      #expect(lines.count == 50)
      var denied = 0
      for line in lines {
        switch line.split(separator: " ").first {
        case "get": #expect(line == "get 0 v" || line.hasPrefix("get 8") || Self.isNoStart(line))
        // Only who could look may say that there is nothing.
        case "none": #expect(line == "none 3" || line == "none 8" || Self.isNoStart(line))
        case "list": #expect(line == "list 2" || line == "list 0")
        case "set": #expect(line == "set 0" || line == "set 8" || Self.isNoStart(line))
        default: #expect(line == "then v" || line == "then w")
        }
        if line.hasSuffix(" 8") || line.hasPrefix("get 8") { denied += 1 }
      }
      #expect(denied > 0 && lines.suffix(5).contains("none 3") && lines.contains("get 0 v"))
      #expect(try shell("\"$R\" check | tail -n 1") == "2 items, 2 opened, 0 findings\n")
    }

    /// Whether the loader found no descriptor for the program's libraries.
    private static func isNoStart(_ line: Substring) -> Bool {
      line.contains(" 127") || line.contains(" 126")
    }
  }
#endif
