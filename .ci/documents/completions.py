"""The manual page has no mistake that a formatter finds, and completions complete what the help lists."""
import os
import shutil
import subprocess
import tempfile

BASH = """
source "$1"; shift
COMP_WORDS=(rvault "$@") COMP_CWORD=$#
_rvault
printf '%s\\n' "${COMPREPLY[@]}"
"""


def check(tool, table, report):
    _check_manual(tool, report)
    with tempfile.TemporaryDirectory() as directory:
        for shell in ("bash", "zsh", "fish"):
            path = f"{directory}/{shell}"
            with open(path, "w", encoding="utf-8") as file:
                file.write(_output([tool, "completions", shell]))
            if shutil.which(shell):
                result = subprocess.run([shell, "-n", path], capture_output=True, text=True)
                if result.returncode != 0 or result.stderr:
                    report(f"rvault completions {shell}", 1, result.stderr.strip())
        _check_bash(f"{directory}/bash", table, report)
        if shutil.which("fish"):
            _check_fish(f"{directory}/fish", directory, table, report)


def _check_manual(tool, report):
    page = _output([tool, "manual"])
    if shutil.which("mandoc"):
        command = ["mandoc", "-T", "lint", "-W", "warning"]
    elif shutil.which("groff"):
        command = ["groff", "-man", "-ww", "-z"]
    else:
        return
    result = subprocess.run(command, input=page, capture_output=True, text=True)
    if result.returncode != 0 or result.stdout or result.stderr:
        report("rvault manual", 1, (result.stdout + result.stderr).strip())


def _check_bash(path, table, report):
    """Asks the completions as bash does."""
    wanted = {(): set(table.verbs) | {"help"} | {row[0].split()[0] for row in table.global_options} - {"--"}}
    for verb in table.verbs:
        wanted[(verb, "--")] = {option for option in table.options(verb) if len(option) > 2}
    wanted[("git",)] = {"install", "merge-driver", "diff-driver"}
    wanted[("conflicts",)] = {"list", "resolve"}
    wanted[("doctor",)] = {"probe"}
    wanted[("completions",)] = {"bash", "zsh", "fish"}
    wanted[("conflicts", "resolve", "x", "--keep")] = {"current", "copy"}
    wanted[("import", "--on-conflict", "=")] = {"fail", "skip", "replace", "newest"}
    wanted[("export", "--names")] = {"opaque", "readable"}
    for words, expected in wanted.items():
        given = list(words) if words[-1:] == ("--",) else list(words) + [""]
        found = set(_output(["bash", "-c", BASH, "bash", path] + given).split("\n")) - {""}
        if found != expected:
            report("rvault completions bash", 1, f"{given} completes {found ^ expected} wrongly")


def _check_fish(path, home, table, report):
    """Asks the completions as fish does, which wants a home."""
    wanted = {f"{verb} --": {option for option in table.options(verb) if len(option) > 2} for verb in table.verbs}
    wanted[""] = set(table.verbs)
    lines = "".join(f"complete -C 'rvault {words}'; echo\n" for words in wanted)
    answers = _output(["fish", "--no-config", "-c", f"source {path}\n{lines}"], HOME=home).split("\n\n")
    for (words, expected), answer in zip(wanted.items(), answers):
        found = {line.split("\t")[0] for line in answer.split("\n")} - {""}
        if found != expected:
            report("rvault completions fish", 1, f"'{words}' completes {found ^ expected} wrongly")


def _output(command, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
