"""The reports on the sample projects have the prompt's headings and name files and lines that exist; the prompt reads pages that do."""
import re

from . import pages

SAMPLES = pages.ROOT / "Fixtures" / "AgentSamples"


def check(all_pages, report):
    page = next(page for page in all_pages if page.name == "Docs/AgentPrompt.md")
    prompt = "\n".join(page.blocks[0].lines)
    for name in re.findall(r"\b((?:Docs/)?\w+\.md)\b", prompt):
        if not (pages.ROOT / name).exists():
            report(page, page.blocks[0].number, f"the prompt reads {name}, which is not there")
    wanted = re.findall(r"^- ([A-Z][\w ]+):", prompt, re.M)
    for path in sorted(SAMPLES.glob("*/REPORT.md")):
        sample = pages.Page(path)
        found = [heading.text for heading in sample.headings if heading.level == 2]
        if found != wanted:
            report(sample, 1, f"has the headings {found}, where the prompt asks for {wanted}")
        for number, line in sample.prose:
            for name, place in re.findall(r"`((?:Sources|Tests)/[^`]+?|Package\.swift)(?::(\d+))?`", line):
                file = path.parent / name
                if not file.exists():
                    report(sample, number, f"names {name}, which is not there")
                elif place and not 1 <= int(place) <= len(file.read_text(encoding="utf-8").splitlines()):
                    report(sample, number, f"names line {place} of {name}, which has fewer")
