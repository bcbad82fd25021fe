"""Every relative link and every anchor leads somewhere."""
import re

from . import pages, pending

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"")


def check(all_pages, report):
    by_path = {page.path.resolve(): page for page in all_pages}
    for page in all_pages:
        for number, line in page.prose:
            for match in LINK.finditer(re.sub(r"`[^`]*`", "``", line)):
                target = match.group(1) or match.group(2)
                if not re.match(r"[a-z]+:", target):
                    _check(page, number, target, by_path, report)


def _check(page, number, target, by_path, report):
    file, _, anchor = target.partition("#")
    path = (page.path.parent / file).resolve() if file else page.path.resolve()
    if not path.exists():
        if not path.is_relative_to(pages.ROOT) or path.relative_to(pages.ROOT).as_posix() not in pending.PAGES:
            report(page, number, f"dead link {target}")
    elif anchor and path in by_path and anchor not in by_path[path].anchors():
        report(page, number, f"dead anchor {target}")
