"""Docs/Tool.md, made from the tool's help."""
from . import pages

PATH = pages.ROOT / "Docs" / "Tool.md"


def text(table):
    lines = [
        "# The tool", "", "<!-- Made by .ci/check_documents.py --write from the tool's own help. -->", "",
        "Every command, option and exit status of `rvault`. The same table makes `rvault help`, the manual page",
        "(`rvault manual`) and the completions (`rvault completions bash`, `zsh` and `fish`).", "",
        "```text", f"{table.overview.usage}", "```", "",
    ]
    lines += [_prose(table.overview.paragraphs[-1]), ""]
    lines += ["## Options of every command", ""] + _rows("option", table.global_options)
    for name, verb in table.verbs.items():
        summary, *details = verb.paragraphs
        summary, _, rest = summary.partition("\n")
        lines += [f"## {name}", "", _prose(summary), ""]
        lines += ["```text", *_usage(verb.usage), "```", ""]
        for paragraph in [rest] * bool(rest) + details:
            lines += [_prose(paragraph), ""]
        if verb.rows("Options"):
            lines += _rows("option", verb.rows("Options"))
    lines += ["## Exit status", ""] + _rows("status", table.statuses)
    return "\n".join(lines).rstrip("\n") + "\n"


def check(table, report):
    found = PATH.read_text(encoding="utf-8") if PATH.exists() else ""
    if found != text(table):
        report("Docs/Tool.md", 1, "is not what the help says; run .ci/check_documents.py --write")


def write(table):
    PATH.write_text(text(table), encoding="utf-8")


def _usage(usage):
    """The usage on lines of a page's width."""
    lines, line = [], ""
    depth, words = 0, []
    for word in usage.split(" "):
        if depth:
            words[-1] += " " + word
        else:
            words.append(word)
        depth += word.count("[") - word.count("]")
    for word in words:
        if line and len(line) + len(word) > 100:
            lines.append(line)
            line = "   "
        line += (" " if line else "") + word
    return lines + [line]


def _prose(text):
    return text.replace("<", "&lt;").replace("*", "\\*").replace("\n", "\n")


def _rows(title, rows):
    lines = [f"| {title} | meaning |", "| --- | --- |"]
    for name, meaning in rows:
        lines.append(f"| `{_cell(name)}` | {_cell(_prose(meaning))} |")
    return lines + [""]


def _cell(text):
    return text.replace("|", "\\|")
