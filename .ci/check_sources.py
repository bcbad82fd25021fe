#!/usr/bin/env python3
"""Checks the import rules of Docs/Architecture.md, and words that must not stand in the sources."""
import pathlib
import re
import sys

problems = []


def rules():
    text = pathlib.Path("Docs/Architecture.md").read_text(encoding="utf-8")
    table = text.split("<!-- imports:begin -->")[1].split("<!-- imports:end -->")[0]
    found = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 2 and cells[0] not in ("module", "---"):
            found[cells[0]] = {name.strip() for name in cells[1].split(",") if name.strip()}
    return found


ALLOWED = rules()
IMPORT = re.compile(r"^\s*(?:@\S+\s+)*(?:public |package |internal |private )?import (?:struct |enum |func )?(\w+)")
PUBLIC = {"Ritsurin", "RitsurinExchange", "RitsurinTesting"}


def report(path, number, message):
    problems.append(f"{path}:{number}: {message}")


for path in sorted(pathlib.Path("Sources").rglob("*.swift")):
    module = path.parts[1]
    lines = path.read_text(encoding="utf-8").splitlines()
    if module not in ALLOWED:
        report(path, 1, f"the module {module} has no row in Docs/Architecture.md")
        continue
    in_essentials_else = False
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        if "canImport(FoundationEssentials)" in code or "canImport(Darwin)" in code:
            in_essentials_else = True
        match = IMPORT.match(code)
        if match:
            name = match.group(1)
            if name not in ALLOWED[module] and name != "Swift":
                report(path, number, f"{module} must not import {name}")
            if name == "Foundation" and not in_essentials_else:
                report(path, number, "plain Foundation outside #if canImport")
        if re.search(r"\btry!|\bfatalError\(|\bas!|\bpreconditionFailure\(", code):
            report(path, number, "a trap")
        if module == "RitsurinFormat" and path.name != "ValidText.swift" and "RawSpan" not in path.name:
            if re.search(r"\bunsafe\b", code):
                report(path, number, "unsafe code in RitsurinFormat")
        if module not in PUBLIC and re.match(r"\s*(public|open) (?!import)", code):
            report(path, number, f"a public symbol in {module}")
        if "FileManager" in code and module != "RitsurinTesting":
            report(path, number, "FileManager outside RitsurinTesting")
    if len(lines) > 300:
        report(path, len(lines), "more than 300 lines")

for path in sorted(pathlib.Path("Tests").rglob("*.swift")):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if "@testable" in line:
            report(path, number, "@testable does not build in release")

print("\n".join(problems) or "sources: import rules and words are in order")
sys.exit(1 if problems else 0)
