"""The commands, options and exit statuses of the tool, as its own help tells them."""
import re
import subprocess


class Table:
    """What `rvault --help` and `rvault help COMMAND` say."""

    def __init__(self, rvault):
        self.overview = _Help(_run(rvault, ["--help"]))
        self.verbs = {name: _Help(_run(rvault, [name, "--help"])) for name, _ in self.overview.rows("Commands")}
        self.global_options = self.overview.rows("Options of every command, before or after its name")
        self.statuses = self.overview.rows("Exit status")

    def options(self, verb=None):
        """The spellings that a command takes; of the whole tool without one."""
        rows = list(self.global_options)
        for name in [verb] if verb else self.verbs:
            rows += self.verbs[name].rows("Options")
        return {spelling.split()[0] for spelling, _ in rows} | {"--", "-h"}


class _Help:
    """One help text: paragraphs, and sections of rows."""

    def __init__(self, text):
        self.usage = text.split("\n", 1)[0].removeprefix("usage: ")
        self.paragraphs = []
        self._sections = {}
        for part in text.split("\n\n")[1:]:
            title, _, rest = part.partition("\n")
            rows = [re.match(r"^  (\S.*?)  +(\S.*)$", line) for line in rest.splitlines()]
            if title.endswith(":") and rows and all(rows):
                self._sections[title[:-1]] = [match.groups() for match in rows]
            elif title.endswith(":") and rows and all(line.startswith("  ") for line in rest.splitlines()):
                self._sections[title[:-1]] = [match.groups() for match in rows if match]
            else:
                self.paragraphs.append(part.strip())

    def rows(self, title):
        return self._sections.get(title, [])


def _run(rvault, arguments):
    return subprocess.run([rvault] + arguments, capture_output=True, text=True, check=True).stdout
