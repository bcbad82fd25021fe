import RitsurinSystem
import Testing

struct StandardPathsTests {
  @Test func takesTheVariables() throws {
    let paths = StandardPaths(environment: [
      "HOME": "/home/u", "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config/", "XDG_STATE_HOME": "/s//",
    ])
    #expect(try paths.dataHome() == "/data")
    #expect(try paths.configHome() == "/config")
    #expect(try paths.stateHome() == "/s")
  }

  @Test func needsNoHomeWhereTheVariableStands() throws {
    #expect(try StandardPaths(environment: ["XDG_DATA_HOME": "/data"]).dataHome() == "/data")
  }

  #if !canImport(Darwin)
    @Test(arguments: [nil, "", "relative", "./x", "~/x"])
    func ignoresAVariableThatIsUnsetEmptyOrRelative(value: String?) throws {
      var environment = ["HOME": "/home/u"]
      environment["XDG_DATA_HOME"] = value
      environment["XDG_CONFIG_HOME"] = value
      environment["XDG_STATE_HOME"] = value
      let paths = StandardPaths(environment: environment)
      #expect(try paths.dataHome() == "/home/u/.local/share")
      #expect(try paths.configHome() == "/home/u/.config")
      #expect(try paths.stateHome() == "/home/u/.local/state")
    }

    @Test(arguments: [("/home/u/", "/home/u/.config"), ("/", "/.config"), ("//", "/.config")])
    func joinsWithoutDoubledSlashes(home: String, path: String) throws {
      #expect(try StandardPaths(environment: ["HOME": home]).configHome() == path)
    }
  #endif

  @Test func guessesNothingWithoutAHome() {
    #expect(throws: StandardPathError.noHome) { try StandardPaths(environment: [:]).dataHome() }
    #expect(throws: StandardPathError.noHome) {
      try StandardPaths(environment: ["XDG_CONFIG_HOME": "relative"]).configHome()
    }
    #expect(throws: StandardPathError.emptyVariable("HOME")) {
      try StandardPaths(environment: ["HOME": ""]).stateHome()
    }
    #expect(throws: StandardPathError.notAbsolute("HOME")) {
      try StandardPaths(environment: ["HOME": "home"]).dataHome()
    }
  }
}
