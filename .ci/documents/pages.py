"""The documents as headings, code blocks and prose."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMENT = re.compile(r"^ *<!-- (.*) -->$")
FENCE = re.compile(r"^( *)```(\w*)$")


class Block:
    """A fenced code block, with the comments that stand directly above it."""

    def __init__(self, language, number, directives):
        self.language = language
        self.number = number
        self.lines = []
        self._directives = directives

    def directive(self, name):
        """What stands after `NAME:` in a comment above the block; None where there is no such comment."""
        return next(iter(self.directives(name)), None)

    def directives(self, name):
        """What stands after `NAME:` in each comment above the block."""
        return [text[len(name) + 1 :].strip() for text in self._directives if text.split(":")[0] == name]


class Heading:
    """A heading: its level, text and line."""

    def __init__(self, level, text, number):
        self.level = level
        self.text = text
        self.number = number


class Page:
    """One Markdown file."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.name = self.path.relative_to(ROOT).as_posix()
        self.blocks = []
        self.headings = []
        # (line number, text) of everything outside of code blocks and comments.
        self.prose = []
        self._read(self.path.read_text(encoding="utf-8").split("\n"))

    def _read(self, lines):
        block, indent, directives = None, 0, []
        for number, line in enumerate(lines, 1):
            fence = FENCE.match(line)
            if block is not None:
                if fence and not fence.group(2):
                    block = None
                else:
                    block.lines.append(line[indent:] if line[:indent].isspace() else line)
                continue
            if fence:
                indent = len(fence.group(1))
                block = Block(fence.group(2), number, directives)
                self.blocks.append(block)
                directives = []
                continue
            comment = COMMENT.match(line)
            if comment:
                directives.append(comment.group(1))
                continue
            directives = []
            heading = re.match(r"^(#+)\s+(.*)$", line)
            if heading:
                self.headings.append(Heading(len(heading.group(1)), heading.group(2), number))
            self.prose.append((number, line))

    def anchors(self):
        """The anchors that a web view makes of the headings."""
        found, counts = set(), {}
        for heading in self.headings:
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.text.replace("`", ""))
            slug = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")
            count = counts.get(slug, 0)
            counts[slug] = count + 1
            found.add(slug if count == 0 else f"{slug}-{count}")
        return found


def all_pages():
    """README, every page under Docs, and the articles of the DocC catalogue."""
    paths = [ROOT / "README.md"] + sorted((ROOT / "Docs").rglob("*.md")) + sorted((ROOT / "Sources").rglob("*.md"))
    return [Page(path) for path in paths]


def is_translation(page):
    return page.name.endswith(".ja.md")
