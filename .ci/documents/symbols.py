"""The public symbols of the products, from the modules that the debug build left."""
import json
import pathlib
import shutil
import subprocess

from . import pages

MODULES = ("Ritsurin", "RitsurinExchange", "RitsurinTesting")
DIRECTORY = pages.ROOT / ".build" / "symbol-graphs"


def extract():
    """Writes the symbol graphs anew, one directory for each module, and reads them."""
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    built = pathlib.Path(_output(["swift", "build", "--show-bin-path"]))
    information = json.loads(_output(["swift", "-print-target-info"]))
    extractor = _tool("swift-symbolgraph-extract")
    command = [extractor, "-target", information["target"]["triple"], "-I", str(built / "Modules")]
    command += ["-I", str(pages.ROOT / "Sources" / "CSodium")]
    command += ["-Xcc", f"-fmodule-map-file={built}/CRitsurinSystem.build/module.modulemap"]
    command += ["-minimum-access-level", "public", "-skip-synthesized-members"]
    graphs = {}
    for module in MODULES:
        directory = DIRECTORY / module
        directory.mkdir(parents=True)
        subprocess.run(command + ["-module-name", module, "-output-dir", str(directory)], check=True)
        # What extends types of other modules, as test traits do, stands in files of its own.
        graphs[module] = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(directory.iterdir())]
    return graphs


def public_symbols(graphs):
    """Every public symbol of a module; what the compiler makes of a property wrapper or macro is left out."""
    found = [symbol for graph in graphs for symbol in graph["symbols"]]
    return [symbol for symbol in found if not symbol["pathComponents"][-1].startswith("$")]


def summary(symbol):
    """The first paragraph of a symbol's documentation in one line; empty where there is none."""
    lines = []
    for line in symbol.get("docComment", {}).get("lines", []):
        if not line["text"].strip():
            break
        lines.append(line["text"].strip())
    return " ".join(lines)


def _tool(name):
    """A program of the toolchain, which need not be on the path."""
    compiler = pathlib.Path(shutil.which("swiftc")).resolve()
    beside = compiler.parent / name
    return str(beside) if beside.exists() else name


def docc():
    return _tool("docc")


def _output(command):
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=pages.ROOT).stdout.strip()
