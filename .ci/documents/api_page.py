"""Docs/PublicAPI.md, made from the symbol graphs."""
import re

from . import pages, symbols

PATH = pages.ROOT / "Docs" / "PublicAPI.md"
# What a symbol gets that was not on the page before: the version that comes next.
NEXT_VERSION = "0.1.0"
WHAT = {
    "Ritsurin": "The library: `import Ritsurin`.",
    "RitsurinExchange": "Importing and exporting: `import RitsurinExchange`.",
    "RitsurinTesting": "For tests: `import RitsurinTesting`.",
}
INTRODUCTION = """# Public API

<!-- Made by .ci/check_api.py --write from the symbol graphs of the products. -->

Every public symbol of the products, with the first sentence of what it promises and the version since which it is there. What a call throws, what it costs and where it is
specified stands in its documentation comment. Whatever is not on this page is not public, and may change at any time.
"""


def text(graphs):
    since = _known_versions()
    lines = [INTRODUCTION]
    for module, found in graphs.items():
        lines += [f"## {module}", "", WHAT[module], ""]
        found = symbols.public_symbols(found)
        members = {}
        for symbol in found:
            members.setdefault(_owner(symbol), []).append(symbol)
        types = {".".join(s["pathComponents"]) for s in found if _is_type(s)}
        for symbol in sorted((s for s in found if _is_type(s)), key=_path):
            name = ".".join(symbol["pathComponents"])
            lines += [f"### {name}", "", f"`{_declaration(symbol)}` — {_promise(symbol)}", ""]
            rows = [s for s in members.get(name, []) if not _is_type(s)]
            lines += _table(name, rows, since)
        for owner in sorted(members):
            rows = [s for s in members[owner] if not _is_type(s)]
            if owner not in types and rows:
                title = f"Extensions of {owner}" if owner else "Functions"
                lines += [f"### {title}", ""] + _table(title, rows, since)
    return "\n".join(lines).rstrip("\n") + "\n"


def check(graphs, report):
    count = 0
    for module, graph in graphs.items():
        for symbol in symbols.public_symbols(graph):
            count += 1
            if not symbols.summary(symbol):
                report(module, 1, f"{'.'.join(symbol['pathComponents'])} is public and has no documentation")
    if not PATH.exists() or PATH.read_text(encoding="utf-8") != text(graphs):
        report("Docs/PublicAPI.md", 1, "is not what the symbol graphs say; run .ci/check_api.py --write")
    return count


def write(graphs):
    PATH.write_text(text(graphs), encoding="utf-8")


def _known_versions():
    """The version of each row that is on the page, by its heading and declaration."""
    versions, heading = {}, ""
    for line in PATH.read_text(encoding="utf-8").split("\n") if PATH.exists() else []:
        if line.startswith("#"):
            heading = line.lstrip("# ")
        match = re.match(r"^\| `(.*)` \| .* \| ([0-9.]+) \|$", line)
        if match:
            versions[(heading, match.group(1))] = match.group(2)
    return versions


def _table(heading, rows, since):
    if not rows:
        return []
    lines = ["| symbol | promise | since |", "| --- | --- | --- |"]
    for symbol in sorted(rows, key=lambda s: (_order(s), _declaration(s))):
        declaration = _declaration(symbol).replace("|", "\\|")
        version = since.get((heading, declaration), NEXT_VERSION)
        lines.append(f"| `{declaration}` | {_promise(symbol)} | {version} |")
    return lines + [""]


def _order(symbol):
    kinds = ["swift.init", "swift.enum.case", "swift.type.property", "swift.property", "swift.type.method"]
    kind = symbol["kind"]["identifier"]
    return kinds.index(kind) if kind in kinds else len(kinds)


def _is_type(symbol):
    kind = symbol["kind"]["identifier"]
    return kind in ("swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.actor", "swift.typealias")


def _path(symbol):
    return [part.lower() for part in symbol["pathComponents"]]


def _owner(symbol):
    return ".".join(symbol["pathComponents"][:-1])


def _declaration(symbol):
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    text = re.sub(r"@\w+(\([^)]*\))? ", "", text)
    return re.sub(r"\s+", " ", text).strip()


def _promise(symbol):
    text = symbols.summary(symbol)
    text = re.sub(r"``([^`]*/)?([^`/]+)``", r"`\2`", text)
    return text.replace("|", "\\|").replace("<", "&lt;") if "`" not in text else text.replace("|", "\\|")
