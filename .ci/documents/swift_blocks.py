"""Every Swift block stands, line for line, in a file that is compiled, and run, by the tests.

A block's lines are looked for next to each other, apart from indentation, empty lines and imports, which the
file must have. Blocks of a manifest are put into one and read by `swift package dump-package`.
"""
import pathlib
import re
import subprocess
import tempfile

from . import pages

# Where the blocks of a page stand, if not in Tests/RitsurinDocumentTests/<page>Tests.swift alone.
FILES = {
    "Docs/KeychainAccessMigration.md": [
        "Tests/RitsurinTests/MigrationGuideTests.swift",
        "Tests/RitsurinDocumentTests/KeychainAccessMigrationTests.swift",
    ],
    "Docs/Testing.md": ["Fixtures/SampleConsumer"],
    # Needs Apple's Security framework: only its syntax is checked on other systems.
    "Docs/ExportingFromApple.md": ["Docs/ExportKeychain.swift"],
}
TESTS = "Tests/RitsurinDocumentTests"
MANIFEST = re.compile(r"^\.(package|product|target|testTarget|executableTarget)\(")


def check(all_pages, report, with_manifests=True):
    count, manifests = 0, []
    for page in all_pages:
        if pages.is_translation(page):
            continue
        sources = None
        for block in page.blocks:
            if block.language != "swift":
                continue
            count += 1
            lines = _significant(block.lines)
            if lines and MANIFEST.match(lines[0]):
                manifests.append((page, block))
                continue
            sources = _sources(page) if sources is None else sources
            if not any(_stands_in(lines, source) for source in sources):
                first = next((line for line in lines if not line.startswith("import ")), "nothing")
                report(page, block.number, f"this Swift block is compiled nowhere: {first}")
    if with_manifests:
        for page, block in manifests:
            _check_manifest(page, block, report)
    return count


def _sources(page):
    names = [TESTS] if page.name.startswith("Sources/") else FILES.get(page.name)
    if names is None:
        stem = pathlib.Path(page.name).stem
        stem = "Readme" if stem == "README" else stem
        names = [f"{TESTS}/{stem}Tests.swift"]
    files = []
    for name in names:
        path = pages.ROOT / name
        files += sorted(path.rglob("*.swift")) if path.is_dir() else [path] * path.exists()
    return [_significant(file.read_text(encoding="utf-8").split("\n")) for file in files]


def _significant(lines):
    return [line.strip() for line in lines if line.strip()]


def _stands_in(lines, source):
    imports = [line for line in lines if line.startswith("import ")]
    code = [line for line in lines if not line.startswith("import ")]
    if not code or not all(line in source for line in imports):
        return False
    source = [line for line in source if not line.startswith("import ")]
    return any(source[start : start + len(code)] == code for start in range(len(source)))


def _check_manifest(page, block, report):
    """Reads the block as part of a manifest; nothing is fetched for that."""
    lines = "\n".join(block.lines).strip().rstrip(",")
    package = '.package(url: "https://example.com/ritsurin.git", from: "0.1.0")'
    inside = f"dependencies: [{lines}], targets: []"
    if lines.startswith(".product("):
        inside = f'dependencies: [{package}], targets: [.target(name: "App", dependencies: [{lines}])]'
    elif not lines.startswith(".package("):
        app = "" if 'name: "App"' in lines else '.target(name: "App"), '
        inside = f"dependencies: [{package}], targets: [{app}{lines}]"
    # 6.1 is the first version that knows the traits of a dependency.
    text = f'// swift-tools-version: 6.1\nimport PackageDescription\nlet package = Package(name: "App", {inside})\n'
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, "Package.swift").write_text(text, encoding="utf-8")
        command = ["swift", "package", "dump-package", "--package-path", directory]
        result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        report(page, block.number, f"no part of a manifest: {result.stderr.strip()}")
