"""Every command, option and exit status that a document names is one of the tool's."""
import re

from . import pages, pending

CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*)")
# Pages about something else than using the tool, which speak of other programs' options.
FOREIGN_PAGES = ("Docs/Contributing.md", "Docs/Performance.md", "Docs/Reliability.md", "Docs/Decisions/")
# Options of other programs that stand alone in prose.
FOREIGN_OPTIONS = {"--export-keychain", "--console-pty"}
STATUS = re.compile(r"\bexit(?:s|ed)?(?: status(?:es)?)?\b", re.I)


def check(all_pages, table, report):
    for page in all_pages:
        for number, command in _commands(page):
            _check_command(page, number, command, table, report)
        if page.name.startswith(FOREIGN_PAGES) or page.name == "Docs/Tool.md":
            continue
        for number, line in page.prose:
            for code in CODE.findall(line):
                if code.startswith("--"):
                    _check_option(page, number, code, table, report)
        _check_statuses(page, table, report)


def _commands(page):
    """Every command line of the tool in code: (line number, words after `rvault`)."""
    texts = [(number, code) for number, line in page.prose for code in CODE.findall(line)]
    for block in page.blocks:
        if block.language in ("sh", "console"):
            joined = "\n".join(block.lines).replace("\\\n", "  ")
            texts += [
                (block.number + offset, re.sub(r"(^|\s)#.*$", "", line))
                for offset, line in enumerate(joined.split("\n"), 1)
                if block.language == "sh" or line.startswith("$ ")
            ]
    for number, text in texts:
        for match in re.finditer(r"(?:^|[\s(/|$\"])rvault((?: +[^|;&<>()\n]+)?)", text):
            yield number, match.group(1).split()


def _check_command(page, number, words, table, report):
    words = [word.strip("\"'") for word in words if word != "help"]
    verb = None
    takes_value = False
    for word in words:
        if takes_value:
            takes_value = False
        elif word == "--":
            break
        elif word.startswith("--"):
            takes_value = "=" not in word and word not in _flags(table)
        elif re.fullmatch(r"[a-z]+", word):
            verb = word
            break
        else:
            return
    if verb in pending.VERBS and verb not in table.verbs:
        return
    if verb is not None and verb not in table.verbs:
        report(page, number, f"the tool has no command {verb}")
        return
    known = table.options(verb)
    for word in words:
        if word == "--":
            break
        if word.startswith("--") and word.split("=")[0] not in known:
            report(page, number, f"rvault {verb or ''} takes no {word}")


def _flags(table):
    rows = list(table.global_options)
    for verb in table.verbs.values():
        rows += verb.rows("Options")
    return {spelling for spelling, _ in rows if " " not in spelling}


def _check_option(page, number, code, table, report):
    for option in OPTION.findall(code.split("=")[0]):
        if option not in table.options() and option not in FOREIGN_OPTIONS:
            report(page, number, f"the tool has no option {option}")


def _check_statuses(page, table, report):
    """Numbers in a sentence about exit statuses are statuses of the tool."""
    known = {status for status, _ in table.statuses}
    paragraph, start = "", 1
    for number, line in page.prose + [(0, "")]:
        if line.strip():
            start = start if paragraph else number
            paragraph += " " + line
            continue
        for sentence in re.split(r"(?<=[.:])\s", paragraph):
            if STATUS.search(sentence):
                for found in re.findall(r"(?<![\w.,/-])(\d{1,3})(?![\w/-]|\.\d|,\d)", CODE.sub("", sentence)):
                    if found not in known:
                        report(page, start, f"the tool has no exit status {found}: {sentence.strip()}")
        paragraph = ""
