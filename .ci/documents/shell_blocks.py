"""Every shell block runs in a scratch home, and what it shows is what comes.

The blocks of a page run in their order, in one home and one directory. Comments above a block:

    <!-- not run: REASON -->     the block needs what a scratch home does not have
    <!-- before: COMMAND -->     run first, unseen
    <!-- with: COMMAND -->       likewise, in the block's own shell: for variables that somebody else sets
    <!-- stand-ins: NAME ... --> programs that do nothing and succeed
    <!-- fresh home -->          forget what earlier blocks did

A block `sh` holds commands, which must succeed. A block `console` holds commands after `$ ` and what they
print; a command must succeed unless the next one is `echo $?`. `…` stands for any part of a line, and alone
on a line for any lines.
"""
import os
import pathlib
import re
import subprocess
import tempfile

from . import pages

SEPARATOR = "\x1e"
LANGUAGES = ("sh", "console")
COMMAND = re.compile(r"^(\$ |(rvault|swift|git|python3|apt-get|brew) )")


class Home:
    """A home directory, a working directory in it, and programs."""

    def __init__(self, rvault):
        self._directory = tempfile.TemporaryDirectory(prefix="documents-")
        self.root = pathlib.Path(self._directory.name)
        self.work = self.root / "work"
        for name in ("work", "bin", "tmp"):
            (self.root / name).mkdir(mode=0o700)
        (self.root / "bin" / "rvault").symlink_to(rvault)
        release = self.work / ".build" / "release"
        release.mkdir(parents=True)
        (release / "rvault").symlink_to(rvault)
        (self.root / ".gitconfig").write_text(
            "[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n"
            "[advice]\n\tdetachedHead = false\n[protocol \"file\"]\n\tallow = always\n")

    def add_stand_in(self, name):
        path = self.root / "bin" / name
        path.write_text("#!/bin/sh\nexit 0\n")
        path.chmod(0o755)

    def run(self, script, merge=True):
        environment = {
            "HOME": str(self.root), "PATH": f"{self.root}/bin:{os.environ['PATH']}", "TMPDIR": f"{self.root}/tmp",
            "LANG": "C.UTF-8", "TZ": "UTC", "GIT_CONFIG_NOSYSTEM": "1", "GNUPGHOME": f"{self.root}/.gnupg",
            "ROOT": str(pages.ROOT), "USER": "me",
        }
        return subprocess.run(
            ["bash", "-c", "umask 022\n" + script], cwd=self.work, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT if merge else subprocess.PIPE, text=True, errors="replace", timeout=120)

    def close(self):
        # gpg leaves an agent behind that belongs to this home.
        if (self.root / ".gnupg").exists():
            self.run("gpgconf --kill all")
        self._directory.cleanup()


def check(all_pages, rvault, report):
    count, skipped = 0, []
    for page in all_pages:
        if pages.is_translation(page):
            continue
        home = None
        for block in page.blocks:
            if block.language == "" and any(COMMAND.match(line) for line in block.lines):
                report(page, block.number, "commands stand in a block sh or console, which is run, or says why not")
            if block.language not in LANGUAGES:
                continue
            reason = block.directive("not run")
            if reason is not None:
                skipped.append(f"{page.name}:{block.number}: {reason}")
                continue
            if home is not None and block.directives("fresh home"):
                home.close()
                home = None
            home = home or Home(rvault)
            count += 1
            _run(page, block, home, report)
        if home is not None:
            home.close()
    return count, skipped


def _run(page, block, home, report):
    for name in (block.directive("stand-ins") or "").split():
        home.add_stand_in(name)
    for command in block.directives("before"):
        result = home.run("set -euo pipefail\n" + command)
        if result.returncode != 0:
            report(page, block.number, f"what stands before the block failed: {result.stdout.strip()}")
            return
    given = "".join(command + "\n" for command in block.directives("with"))
    if block.language == "sh":
        result = home.run("set -euo pipefail\n" + given + "\n".join(block.lines))
        if result.returncode != 0:
            report(page, block.number, f"exits with {result.returncode}: {result.stdout.strip()}")
        return
    steps = _steps(block, page, report)
    script = "set -o pipefail\n" + given + "__status=0\n"
    for command, _, _ in steps:
        script += f"(exit $__status)\n{command}\n__status=$?\nprintf '\\036%s\\036' \"$__status\"\n"
    parts = home.run(script).stdout.split(SEPARATOR)
    for position, (command, expected, number) in enumerate(steps):
        if 2 * position + 1 >= len(parts):
            report(page, number, "the shell ended before this command")
            return
        output, status = parts[2 * position], parts[2 * position + 1]
        is_asked = position + 1 < len(steps) and steps[position + 1][0] == "echo $?"
        if status != "0" and not is_asked:
            report(page, number, f"`{command}` exits with {status}: {output.strip()}")
        lines = output.split("\n")
        if lines[-1] == "":
            lines.pop()
        if not _matches(expected, lines):
            report(page, number, f"`{command}` prints\n    " + "\n    ".join(lines))


def _steps(block, page, report):
    steps = []
    for offset, line in enumerate(block.lines, 1):
        if line.startswith("$ "):
            steps.append((line[2:], [], block.number + offset))
        elif steps and line.startswith("> "):
            command, expected, number = steps[-1]
            steps[-1] = (command + "\n" + line[2:], expected, number)
        elif steps:
            steps[-1][1].append(line)
        else:
            report(page, block.number, "a console block begins with a command")
    return steps


def _matches(expected, lines):
    pattern = ""
    for line in expected:
        if line.strip() == "…":
            pattern += "(?:.*\n)*"
        else:
            pattern += ".*".join(re.escape(part) for part in line.split("…")) + "\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in lines)) is not None
