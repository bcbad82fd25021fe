#if os(Linux) && Vault
  import Foundation
  import RitsurinSystem
  import Testing

  /// The programs that real stores are made with; their tests are skipped where these are not installed.
  enum StoreProgram {
    static func areInstalled(_ names: String...) -> Bool {
      names.allSatisfy { name in
        ["/usr/local/bin/", "/usr/bin/", "/bin/"].contains {
          FileManager.default.isExecutableFile(atPath: $0 + name)
        }
      }
    }
  }

  /// Stores made by the programs that people have, imported by the built program.
  @Suite(.enabled(if: BuiltProgram.path != nil, "rvault is not built"), .serialized)
  struct RealStoreTests {
    private let place: TemporaryPlace

    init() throws { place = try TemporaryPlace() }

    /// Runs a shell script in which `$R` is the program, in a home of its own; gives status and both outputs.
    ///
    /// Not with Foundation's `Process`, which waits for daemons that outlive the script.
    private func shell(_ script: String) throws -> (status: Int32, output: String, error: String) {
      let environment = [
        "R": BuiltProgram.path ?? "", "HOME": place.path, "GNUPGHOME": place.path + "/g",
        "PATH": "/usr/local/bin:/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8",
        "RITSURIN_SENTINEL": "must not reach a child",
      ]
      let outcome = try ChildProgram(
        "/bin/bash", arguments: ["-c", script], environment: environment, outputLimit: 1 << 20
      ).run()
      return (
        outcome.status, String(decoding: outcome.output, as: UTF8.self),
        String(decoding: outcome.error, as: UTF8.self)
      )
    }

    private let makeStore = """
      mkdir -m 700 "$GNUPGHOME"; trap 'gpgconf --kill all' EXIT
      gpg --batch --quiet --pinentry-mode loopback --passphrase '' --quick-gen-key t@example.com default default never 2>/dev/null
      { pass init t@example.com
      printf 'pw one\\nlogin: al\\n' | pass insert -m web/example.com/alice
      printf 'root pw' | pass insert -m rootentry; } >/dev/null

      """

    @Test(
      .enabled(
        if: StoreProgram.areInstalled("pass", "gpg"), "pass and gnupg are not installed: apt-get install pass"
      ))
    func importPass() throws {
      let ended = try shell(
        makeStore + """
          "$R" import --from pass && "$R" get web/example.com alice && "$R" get '' rootentry && "$R" import --from pass
          """)
      #expect(ended.status == 0 && ended.output == "pw oneroot pw")
      #expect(ended.error.contains("2 imported") && ended.error.contains("2 unchanged"))
    }

    @Test(
      .enabled(
        if: StoreProgram.areInstalled("pass", "gpg"), "pass and gnupg are not installed: apt-get install pass"
      ))
    func goOnAfterAnInterruption() throws {
      let ended = try shell(
        makeStore + """
          "$R" import --from pass --resume && printf new | pass insert -m web/later >/dev/null
          mkdir "$HOME/bin"; cat >"$HOME/bin/gpg" <<'EOF'
          #!/bin/sh
          env | grep -c RITSURIN >>"$HOME/leaks"
          echo x >>"$HOME/calls"
          exec /usr/bin/gpg "$@"
          EOF
          chmod +x "$HOME/bin/gpg"
          PATH="$HOME/bin:$PATH" "$R" import --from pass --resume
          echo "$? $(wc -l <"$HOME/calls") $(cat "$HOME/leaks")"; "$R" get web later
          """)
      #expect(ended.output == "0 1 0\nnew")
    }

    @Test(
      .enabled(
        if: StoreProgram.areInstalled("pass", "gpg"), "pass and gnupg are not installed: apt-get install pass"
      ))
    func writeNothingWhereAnEntryIsBroken() throws {
      let ended = try shell(
        makeStore + """
          echo junk >"$HOME/.password-store/bad.gpg"; "$R" init 2>/dev/null; "$R" import --from pass; echo $?; "$R" list
          """)
      #expect(ended.output == "1\n" && ended.error.contains("bad: "))
      #expect(!ended.error.contains("pw one"))
    }

    @Test(
      .enabled(
        if: StoreProgram.areInstalled("age", "age-keygen"), "age is not installed: apt-get install age"))
    func importPassage() throws {
      let ended = try shell(
        """
        mkdir -p "$HOME/.passage/store/a"; age-keygen -o "$HOME/.passage/identities" 2>/dev/null
        age-keygen -o "$HOME/other" 2>/dev/null
        seal() { age -r "$(age-keygen -y "$1")" >"$HOME/.passage/store/$2.age"; }
        printf 'agepw\\nx: y\\n' | seal "$HOME/.passage/identities" a/b
        printf '\\377\\000' | seal "$HOME/.passage/identities" bin
        printf no | seal "$HOME/other" a/other
        "$R" import --from pass --value all; echo $?; "$R" get a b; "$R" get '' bin | od -An -tx1
        """)
      #expect(ended.output == "9\nagepw\nx: y\n ff 00\n")
      #expect(ended.error.contains("a/other: age: error: no identity matched"))
    }

    @Test(
      .enabled(
        if: StoreProgram.areInstalled("gnome-keyring-daemon", "secret-tool", "gdbus", "dbus-run-session"),
        "a keyring is not installed: apt-get install gnome-keyring libsecret-tools libglib2.0-bin dbus"))
    func importTheDesktopsKeyring() throws {
      let ended = try shell(
        """
        cat >"$HOME/session" <<'EOF'
        printf '\\n' >"$HOME/password"
        gnome-keyring-daemon --unlock --foreground --components=secrets <"$HOME/password" >/dev/null 2>&1 &
        trap "kill $!" EXIT
        gdbus wait --session --timeout 120 org.freedesktop.secrets
        printf 's3cret = x' | secret-tool store --label Python service svc username alice application keyring
        printf 'line1\\nline2\\n' | secret-tool store --label 'multi line' name aws key TOKEN
        printf '\\377\\000' | secret-tool store --label "it's \\"q\\" \\\\ ü" service bin username b
        "$R" import --from secret-service; echo $?
        "$R" get svc alice; echo; "$R" get aws TOKEN; "$R" get bin b | od -An -tx1; "$R" show bin b | grep label
        secret-tool search --all name aws >"$HOME/dump" 2>&1
        "$R" import --dry-run "$HOME/dump"; echo $?
        EOF
        timeout 300 dbus-run-session -- bash "$HOME/session" 2>"$HOME/said" </dev/null; cat "$HOME/said" >&2
        """)
      #expect(
        ended.output
          == "0\ns3cret = x\nline1\nline2\n ff 00\nlabel: it's \"q\" \\ ü\nunchanged\taws\tTOKEN\t\n0\n")
      #expect(!ended.error.contains("s3cret"))
    }
  }
#endif
