#!/usr/bin/env python3
"""Checks that every public symbol is documented, that Docs/PublicAPI.md lists them, and that the DocC catalogue builds.

    check_api.py           checks
    check_api.py --write   first makes Docs/PublicAPI.md anew

It reads the modules of the debug build; a warning of DocC is an error.
"""
import shutil
import subprocess
import sys

from documents import api_page, pages, symbols

problems = []


def report(page, number, message):
    problems.append(f"{page}:{number}: {message}")


def convert():
    """Builds the documentation of all products together, offline, so that links between them are followed too."""
    output = pages.ROOT / ".build" / "documentation"
    shutil.rmtree(output, ignore_errors=True)
    catalogue = pages.ROOT / "Sources" / "Ritsurin" / "Ritsurin.docc"
    result = subprocess.run(
        [symbols.docc(), "convert", str(catalogue), "--additional-symbol-graph-dir", str(symbols.DIRECTORY),
         "--fallback-display-name", "Ritsurin", "--fallback-bundle-identifier", "ritsurin", "--output-path", str(output),
         "--warnings-as-errors", "--analyze"],
        capture_output=True, text=True)
    if result.returncode != 0 or "warning:" in result.stdout + result.stderr:
        report("Ritsurin.docc", 1, (result.stdout + result.stderr).strip())


def main():
    graphs = symbols.extract()
    if "--write" in sys.argv:
        api_page.write(graphs)
    count = api_page.check(graphs, report)
    convert()
    print("\n".join(problems) or f"public API: {count} symbols documented and listed; the catalogue builds")
    return 1 if problems else 0


sys.exit(main())
