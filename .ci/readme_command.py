#!/usr/bin/env python3
"""Prints the shell block of README.md that follows the marker <!-- command: NAME -->."""
import re
import sys

name = sys.argv[1]
text = open("README.md", encoding="utf-8").read()
match = re.search(r"<!-- command: %s -->\s*```sh\n(.*?)```" % re.escape(name), text, re.S)
if not match:
    sys.exit(f"README.md has no command {name}")
print(match.group(1).strip())
