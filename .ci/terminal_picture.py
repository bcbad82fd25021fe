#!/usr/bin/env python3
"""Draws Docs/Images/terminal.svg: the tool at work in a scratch home.

    terminal_picture.py RVAULT           runs the commands and compares the picture with what came
    terminal_picture.py --write RVAULT   draws it anew
"""
import html
import pathlib
import sys

from documents import pages, shell_blocks

PICTURE = pages.ROOT / "Docs" / "Images" / "terminal.svg"
# What is run first, unseen: it makes the vault, and says where it is, which differs.
BEFORE = "rvault init 2>/dev/null"
COMMANDS = [
    "printf 'correct horse' | rvault set com.example.app api-token --label 'API token'",
    "printf 'tr0ub4dor' | rvault set com.example.app session --accessibility whenUnlocked",
    "rvault list",
    "rvault get com.example.app api-token && echo",
    "rvault get com.example.app no-such-key; echo $?",
    "rvault check",
]
WIDTH, LINE, LEFT, TOP = 860, 21, 18, 52


def lines(rvault):
    home = shell_blocks.Home(pathlib.Path(rvault).resolve())
    try:
        home.run(BEFORE)
        for command in COMMANDS:
            yield "command", command
            for line in home.run(command).stdout.splitlines():
                yield "error" if line.startswith("rvault: ") else "output", line.expandtabs()
    finally:
        home.close()


def draw(found):
    height = TOP + LINE * (len(found) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'role="img" aria-label="rvault at work in a terminal">',
        "<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
        "white-space:pre;fill:#d5d8de}.prompt{fill:#7fc77f}.command{fill:#fff}.error{fill:#f0a2a2}</style>",
        f'<rect width="{WIDTH}" height="{height}" rx="9" fill="#1f2430"/>',
        '<circle cx="20" cy="20" r="6" fill="#f2665c"/><circle cx="40" cy="20" r="6" fill="#f4bd4f"/>'
        '<circle cx="60" cy="20" r="6" fill="#61c455"/>',
    ]
    for position, (kind, line) in enumerate(found):
        y = TOP + LINE * position
        text = html.escape(line, quote=False)
        if kind == "command":
            text = f'<tspan class="prompt">$ </tspan><tspan class="command">{text}</tspan>'
        parts.append(f'<text x="{LEFT}" y="{y}" class="{kind}" xml:space="preserve">{text}</text>')
    return "\n".join(parts + ["</svg>", ""])


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    picture = draw(list(lines(arguments[0])))
    if "--write" in sys.argv:
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_text(picture, encoding="utf-8")
    if not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != picture:
        sys.exit("Docs/Images/terminal.svg is not what the tool shows; run .ci/terminal_picture.py --write RVAULT")
    print("the picture of the terminal is what the tool shows")


main()
