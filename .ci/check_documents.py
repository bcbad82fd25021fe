#!/usr/bin/env python3
"""Checks that README and Docs say what is so.

    check_documents.py              links, translations, Swift blocks
    check_documents.py --tool PATH  also commands, options, statuses, shell blocks, pages made from the tool
    check_documents.py --write --tool PATH  first makes those pages anew
"""
import argparse
import os
import pathlib
import sys

from documents import agent_prompt, completions, links, pages, pending, shell_blocks, swift_blocks
from documents import tool_page, tool_table, tool_words, translations

problems = []


def report(page, number, message):
    problems.append(f"{getattr(page, 'name', page)}:{number}: {message}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="the built rvault")
    parser.add_argument("--write", action="store_true", help="make the pages that are made from the tool")
    parser.add_argument("--page", help="run the shell blocks of this page only")
    arguments = parser.parse_args()
    os.chdir(pages.ROOT)
    tool = pathlib.Path(arguments.tool).resolve() if arguments.tool else None
    table = tool_table.Table(tool) if tool else None
    if table and arguments.write:
        tool_page.write(table)
    found = pages.all_pages()
    links.check(found, report)
    agent_prompt.check(found, report)
    compared = translations.check(found, report)
    blocks = swift_blocks.check(found, report)
    said = f"{len(found)} pages, {blocks} Swift blocks, {compared} translations"
    if table:
        tool_page.check(table, report)
        tool_words.check(found, table, report)
        completions.check(tool, table, report)
        chosen = [page for page in found if arguments.page in (None, page.name)]
        count, skipped = shell_blocks.check(chosen, tool, report)
        said += f", {count} shell blocks"
        for line in skipped:
            print(f"not run: {line}")
    for name in sorted(pending.PAGES):
        if (pages.ROOT / name).exists():
            print(f"note: {name} is there and need not be pending any more")
    for verb in sorted(pending.VERBS):
        if table and verb in table.verbs:
            print(f"note: rvault {verb} is there and need not be pending any more")
    print("\n".join(problems) or f"documents: {said} are in order")
    return 1 if problems else 0


sys.exit(main())
