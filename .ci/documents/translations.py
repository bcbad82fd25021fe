"""A Japanese page has the headings, code, tables, lists and links of the English one."""
import re

from . import links, pages

PAIRS = [("README.md", "Docs/README.ja.md"), ("Docs/Usage.md", "Docs/Usage.ja.md")]


def check(all_pages, report):
    by_name = {page.name: page for page in all_pages}
    compared = 0
    for english, japanese in PAIRS:
        if japanese not in by_name:
            continue
        _compare(by_name[english], by_name[japanese], report)
        compared += 1
    for page in all_pages:
        if pages.is_translation(page) and page.name not in [japanese for _, japanese in PAIRS]:
            report(page, 1, "a translation of which nobody knows the original")
    return compared


def _compare(english, japanese, report):
    first, second = _shape(english), _shape(japanese)
    for (kind, line, wanted), (other_kind, other_line, found) in zip(first, second):
        if (kind, wanted) != (other_kind, found):
            report(
                japanese, other_line,
                f"{other_kind} {found!r} stands where {english.name}:{line} has {kind} {wanted!r}")
            return
    if len(first) != len(second):
        longer, page = (first, english) if len(first) > len(second) else (second, japanese)
        kind, line, text = longer[min(len(first), len(second))]
        report(page, line, f"{kind} {text!r} has no counterpart in the other language")


def _shape(page):
    """What both languages must have in the same order: (kind, line, text)."""
    parts = [("heading of level", heading.number, heading.level) for heading in page.headings]
    for block in page.blocks:
        parts.append(("block", block.number, (block.language, tuple(_code(block)))))
    for number, line in page.prose:
        if re.match(r"^\s*\|", line):
            parts.append(("table row of cells", number, len(re.findall(r"(?<!\\)\|", line)) - 1))
        elif match := re.match(r"^(\s*)(?:[-*]|\d+\.) ", line):
            parts.append(("list item at indentation", number, len(match.group(1))))
        targets = sorted(_target(page, m.group(1) or m.group(2)) for m in links.LINK.finditer(line))
        parts += [("link to", number, target) for target in targets]
    # Links of one line may come in another order in another language, so within a line they are sorted.
    return sorted(parts, key=lambda part: part[1])


def _target(page, target):
    if re.match(r"[a-z]+:", target):
        return target
    file, _, _ = target.partition("#")
    path = (page.path.parent / file).resolve() if file else page.path.resolve()
    name = path.relative_to(pages.ROOT).as_posix()
    pair = next((english for english, japanese in PAIRS if name in (english, japanese)), name)
    return pair


def _code(block):
    """The lines of a block without comments, which may be translated."""
    mark = {"swift": r"(^|\s)//.*$", "sh": r"(^|\s)#.*$", "console": r"(^|\s)# .*$"}.get(block.language)
    lines = [re.sub(mark, "", line) if mark else line for line in block.lines]
    return [line.rstrip() for line in lines]
