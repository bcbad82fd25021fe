/// What shells complete, made from the tables of commands and options.
enum Completions {
  /// The shells that there are completions for.
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  /// The script for a shell.
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static func options(of verb: Verb) -> [Option] { verb.options + Option.global }

  // MARK: bash

  private static var bash: String {
    let verbs = Verb.all.map(\.name).joined(separator: " ")
    let global = Option.global.map(\.spelling).joined(separator: " ")
    let cases = Verb.all.map { verb in
      "    \(verb.name)) words=\"\(options(of: verb).map(\.spelling).joined(separator: " "))\" ;;"
    }
    let values = Option.allCases.compactMap { option -> String? in
      guard let name = option.valueName else { return nil }
      let reply =
        switch name {
        case "DIR": "compgen -d -- \"$current\""
        case "FILE": "compgen -f -- \"$current\""
        default: "compgen -W \"\(option.choices.joined(separator: " "))\" -- \"$current\""
        }
      return "    \(option.spelling)) mapfile -t COMPREPLY < <(\(reply)); return ;;"
    }
    let actions = Verb.all.filter { !$0.actions.isEmpty }.map { verb in
      "    \(verb.name)) actions=\"\(verb.actions.joined(separator: " "))\" ;;"
    }
    return """
      # bash completion for rvault, made by: rvault completions bash
      _rvault() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb= words actions= word
        COMPREPLY=()
        # Bash takes --option=value apart at the sign.
        if [[ $current == = ]]; then previous=${COMP_WORDS[COMP_CWORD-1]} current=
        elif [[ $previous == = && COMP_CWORD -gt 1 ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        case $previous in
      \(values.joined(separator: "\n"))
        esac
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          if [[ -n $verb ]]; then
            # What the command does is said once.
            case " $actions " in *" $word "*) actions=; break ;; esac
            continue
          fi
          case " \(verbs) " in *" $word "*) verb=$word ;; esac
          case $verb in
      \(actions.joined(separator: "\n"))
          esac
        done
        case $verb in
          "") words="\(verbs) help \(global)" ;;
      \(cases.joined(separator: "\n"))
        esac
        if [[ -z $verb || $current == -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        elif [[ -n $actions ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$actions" -- "$current")
        else
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
        fi
      }
      complete -o filenames -F _rvault rvault

      """
  }

  // MARK: zsh

  private static var zsh: String {
    let verbs = Verb.all.map { verb in "    '\(verb.name):\(zshText(verb.summary))'" }
    let cases = Verb.all.map { verb in
      let specifications = options(of: verb).map { "        \(zshSpecification($0))" }
      return "    \(verb.name))\n      _arguments \\\n" + specifications.joined(separator: " \\\n")
        + (verb.actions.isEmpty ? "" : " \\\n        '1:action:(\(verb.actions.joined(separator: " ")))'")
        + " \\\n        '*:file:_files'\n      ;;"
    }
    return """
      #compdef rvault
      # zsh completion for rvault, made by: rvault completions zsh
      _rvault() {
        local context state line
        local -a commands
        commands=(
      \(verbs.joined(separator: "\n"))
        )
        _arguments -C \\
      \(Option.global.map { "    " + zshSpecification($0) }.joined(separator: " \\\n")) \\
          '1:command:->command' '*::argument:->argument'
        case $state in
          command) _describe command commands ;;
          argument)
            case $words[1] in
      \(cases.joined(separator: "\n"))
            esac ;;
        esac
      }
      _rvault "$@"

      """
  }

  private static func zshSpecification(_ option: Option) -> String {
    let repeats = Option.repeatable.contains(option) ? "*" : ""
    let head = "'\(repeats)\(option.spelling)\(option.valueName == nil ? "" : "=")[\(zshText(option.help))]"
    guard let name = option.valueName else { return head + "'" }
    let action =
      switch name {
      case "DIR": "_files -/"
      case "FILE": "_files"
      default: option.choices.isEmpty ? " " : "(\(option.choices.joined(separator: " ")))"
      }
    return head + ":\(option.choices.isEmpty ? name.lowercased() : "value"):\(action)'"
  }

  /// Text within single quotes, brackets and colons of a zsh specification.
  private static func zshText(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "'": escaped += "'\\''"
      case "[", "]", ":", "\\": escaped += "\\\(character)"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  // MARK: fish

  private static var fish: String {
    let global = Option.global.map { fishLine($0, condition: nil) }
    let verbs = Verb.all.map { verb in
      "complete -c rvault -n __fish_use_subcommand -f -a \(verb.name) -d \(fishText(verb.summary))"
    }
    let options = Verb.all.flatMap { verb in
      verb.options.map { fishLine($0, condition: "__fish_seen_subcommand_from \(verb.name)") }
    }
    let actions = Verb.all.filter { !$0.actions.isEmpty }.map { verb in
      let words = verb.actions.joined(separator: " ")
      return "complete -c rvault -n '__fish_seen_subcommand_from \(verb.name); "
        + "and not __fish_seen_subcommand_from \(words)' -f -a '\(words)'"
    }
    return
      (["# fish completion for rvault, made by: rvault completions fish"] + global + verbs + actions + options)
      .joined(separator: "\n") + "\n"
  }

  private static func fishLine(_ option: Option, condition: String?) -> String {
    var words = ["complete -c rvault"]
    if let condition { words.append("-n '\(condition)'") }
    words.append("-l \(option.rawValue)")
    switch option.valueName {
    case nil: break
    case "FILE": words.append("-r -F")
    case "DIR": words.append("-x -a '(__fish_complete_directories)'")
    default: words.append(option.choices.isEmpty ? "-x" : "-x -a '\(option.choices.joined(separator: " "))'")
    }
    words.append("-d \(fishText(option.help))")
    return words.joined(separator: " ")
  }

  private static func fishText(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if character == "'" || character == "\\" { escaped += "\\" }
      escaped.append(character)
    }
    return "'\(escaped)'"
  }
}
