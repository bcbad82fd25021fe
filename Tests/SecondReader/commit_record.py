"""Reads the redo record `.commit`, says what each line would still do, and can finish it."""

import os
import re

from item_format import ITEM_PATH, TEMPORARY, sidecar
from primitives import Refused, digest
from vault_reader import read

LINE = re.compile(r"\+ (?P<new>[0-9a-f]{64}) (?P<temporary>[^ ]+) (?P<target>[^ ]+)|- (?P<old>[0-9a-f]{64}) (?P<path>[^ ]+)")


class Line:
    def __init__(self, text):
        match = LINE.fullmatch(text)
        if not match:
            raise Refused("invalid record", f"line {text!r}")
        self.text, self.places = text, match["new"] is not None
        self.digest = match["new"] or match["old"]
        self.temporary, self.path = match["temporary"], match["target"] or match["path"]
        if not self.path.endswith(".sealed") or not ITEM_PATH.fullmatch(self.path[:-7]):
            raise Refused("invalid record", f"path {self.path!r}")
        if self.places:
            directory, _, name = self.temporary.rpartition("/")
            if directory != self.path.rpartition("/")[0] or not TEMPORARY.fullmatch(name):
                raise Refused("invalid record", f"temporary file {self.temporary!r}")


def parse_record(data):
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError:
        raise Refused("invalid record", "not ASCII") from None
    lines = text.split("\n")
    if len(lines) < 3 or lines[0] != "ritsurin-commit-1" or lines[-1] != "":
        raise Refused("invalid record", "first line or end")
    body = "".join(line + "\n" for line in lines[:-2]).encode()
    if lines[-2] != f". {digest(body).hex()}":
        raise Refused("invalid record", "last line is not the digest of those before")
    record = [Line(line) for line in lines[1:-2]]
    targets = [line.path for line in record if line.places]
    if len(set(targets)) != len(targets):
        raise Refused("invalid record", "a path is a target twice")
    return record


def _digest(root, path):
    """Hex digest of the regular file there; "absent", or "other" for what is neither."""
    full = os.path.join(root, path)
    data = read(full)
    if data is not None:
        return digest(data).hex()
    return "other" if os.path.lexists(full) else "absent"


def state(root, record, line):
    """"done", "possible" or "neither"."""
    here = _digest(root, line.path)
    if line.places:
        if here == line.digest:
            return "done"
        replaceable = ["absent"] + [l.digest for l in record if not l.places and l.path == line.path]
        ready = _digest(root, line.temporary) == line.digest
        return "possible" if ready and here in replaceable else "neither"
    placed = next((l for l in record if l.places and l.path == line.path), None)
    if placed:                                     # says only what the + of the same path may replace
        return state(root, record, placed)
    if here == "absent":
        return "done"
    return "possible" if here == line.digest else "neither"


def explain(root):
    """The record as JSON, or {"record": None} where there is none."""
    path = os.path.join(root, ".commit")
    if not os.path.lexists(path):
        return {"record": None}
    data = read(path)
    try:
        if data is None:
            raise Refused("invalid record", "no regular file")
        record = parse_record(data)
    except Refused as refused:
        return {"record": "invalid", "why": str(refused)}
    return {"record": "valid", "lines": [
        {"does": "place" if line.places else "remove", "path": line.path, "digest": line.digest,
         **({"temporary": line.temporary} if line.places else {}), "state": state(root, record, line)} for line in record]}


def finish(root):
    """Does what the next writer does with a found record, without fsync: for tests on copies."""
    path = os.path.join(root, ".commit")
    with open(path, "rb") as file:
        record = parse_record(file.read())
    places = [line for line in record if line.places]
    for line in places:
        if state(root, record, line) == "possible":
            os.rename(os.path.join(root, line.temporary), os.path.join(root, line.path))
            _follow(root, line.path)
    if all(_digest(root, line.path) == line.digest for line in places):
        targets = {line.path for line in places}
        for line in record:
            if not line.places and line.path not in targets and state(root, record, line) == "possible":
                os.unlink(os.path.join(root, line.path))
                _follow(root, line.path)
    os.unlink(path)


def _follow(root, path):
    """Rewrites or removes the sidecar of the item at `path`."""
    meta = os.path.join(root, path[:-6] + "meta")
    data = read(os.path.join(root, path))
    if data is None:
        if os.path.lexists(meta):
            os.unlink(meta)
        return
    temporary = os.path.join(os.path.dirname(meta), ".tmp-" + os.urandom(8).hex())
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(sidecar(data))
    os.rename(temporary, meta)
