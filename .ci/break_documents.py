#!/usr/bin/env python3
"""Puts one mistake after another into a copy of the documents, and sees that the checks find each.

    break_documents.py RVAULT
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]

# What is wrong, the page, the right text, the wrong one, and what the checks must say of it.
MISTAKES = [
    ("nothing", "README.md", "Features", "Features", None),
    ("a Swift block", "README.md", 'keychain["token"] = "secret"', 'keychain["token"] = 1', "compiled nowhere"),
    ("a manifest", "README.md", ".upToNextMinor(from:", ".upToNextMinor(form:", "no part of a manifest"),
    ("a command", "README.md", "$ rvault list\n", "$ rvault lists\n", "has no command lists"),
    ("a command of another program", "README.md", "git init -q dotfiles", "git init -q --no-such", "exits with 129"),
    ("shown output", "README.md", "$ rvault get com.example.app api-token\ncorrect horse", "$ rvault get com.example.app api-token\ncorrect house", "prints"),
    ("a shown status", "Docs/Usage.md", "$ echo $?\n4", "$ echo $?\n5", "prints"),
    ("a shell block without output", "Docs/Usage.md", "install .build/release/rvault", "install .build/debug/rvault", "exits with 1"),
    ("a link", "README.md", "(Docs/FAQ.md)", "(Docs/FAQS.md)", "dead link"),
    ("an anchor", "README.md", "Usage.md#installing-the-tool", "Usage.md#installing-the-tools", "dead anchor"),
    ("an option", "README.md", "--names readable", "--named readable", "no option --named"),
    ("an option of another command", "Docs/Usage.md", "rvault list --json", "rvault list --label", "takes no --label"),
    ("an exit status", "README.md", "(exit status 3)", "(exit status 2)", "no exit status 2"),
    ("the page of the tool", "Docs/Tool.md", "| `--json` |", "| `--jason` |", "not what the help says"),
    ("a report of the prompt", "Docs/AgentPrompt.md", "- Risks:", "- Hazards:", "where the prompt asks"),
    ("a line of a report", "Fixtures/AgentSamples/Fits/REPORT.md", "`Package.swift:8`", "`Package.swift:80`", "which has fewer"),
    ("a Japanese heading", "Docs/README.ja.md", "## Features", "### Features", "heading of level"),
    ("a heading left out", "Docs/README.ja.md", "### Async\n", "", "README.ja.md"),
    ("Japanese code", "Docs/README.ja.md", 'forKey: "salt"', 'forKey: "sale"', "block"),
    ("a Japanese table", "Docs/README.ja.md", "| service, key |", "| service, key | |", "table row"),
    ("a Japanese comment in code", "Docs/README.ja.md", "swift test\n", "swift test  # すべて\n", None),
]


def copy(directory):
    """A copy of what is under version control, with a page that stands in for the Japanese one."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    for name in (name.decode() for name in names if name):
        if name.startswith(("Fixtures/Golden", "Tests/SecondReader")) or not (ROOT / name).is_file():
            continue
        target = directory / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    english = (directory / "README.md").read_text(encoding="utf-8")
    japanese = english.replace("](Docs/", "](").replace("](LICENSE)", "](../LICENSE)")
    japanese = japanese.replace("English | [日本語](README.ja.md)", "[English](../README.md) | 日本語")
    japanese = japanese.replace("](Docs)", "](.)")
    (directory / "Docs" / "README.ja.md").write_text(japanese, encoding="utf-8")


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    failures = 0
    with tempfile.TemporaryDirectory(prefix="broken-documents-") as name:
        directory = pathlib.Path(name)
        copy(directory)
        for what, page, right, wrong, words in MISTAKES:
            path = directory / page
            text = path.read_text(encoding="utf-8")
            if right not in text:
                print(f"{page} has no {right!r} to break")
                failures += 1
                continue
            path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
            command = [sys.executable, ".ci/check_documents.py", "--tool", str(tool)]
            # Shell blocks take their time, and run only where they are what is wrong.
            runs = words is None or "exits" in words or "prints" in words
            command += ["--page", page if runs else "none"]
            command += [] if what == "a manifest" else ["--without-manifests"]
            result = subprocess.run(command, cwd=directory, capture_output=True, text=True)
            path.write_text(text, encoding="utf-8")
            is_right = result.returncode == 0 if words is None else result.returncode == 1 and words in result.stdout
            if not is_right:
                failures += 1
                print(f"{what}: not as it should be\n{result.stdout}{result.stderr}")
    if failures:
        sys.exit(1)
    print(f"each of {len(MISTAKES) - 2} mistakes in documents is found")


main()
