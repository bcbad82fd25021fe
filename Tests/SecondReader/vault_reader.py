"""Reads whole vaults: what each file is, what is served, what is wrong. Expects that nobody writes meanwhile."""

import os
import re
import stat

from item_format import ITEM_PATH, TEMPORARY, Keys, Master
from primitives import Names, Refused, parse_key_file, to_base64
from signed_lines import SLOT_FILE, open_slots, parse_header, parse_slot

RESERVED = ("drop", "history", "grants")           # ignored by the format
ROOT_FILES = ("vault.header", "vault.header.backup", ".gitattributes", ".gitignore", ".lock", ".commit")
DEEPEST = 16                                       # foreign directories are not followed for ever


def read(path):
    """The bytes of a regular file; None for anything else, FIFOs and absent files included."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with os.fdopen(fd, "rb") as file:
        return file.read() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None


def load_passphrase(path):
    """The bytes of the file without the one line end that an editor or `echo` puts there. Nothing else is trimmed."""
    with open(path, "rb") as file:
        data = file.read()
    return data[:-2] if data.endswith(b"\r\n") else data.removesuffix(b"\n")


def load_key_file(path, name):
    with open(path, "rb") as file:
        secret = parse_key_file(file.read(), name)
    if secret is None:
        raise Refused(f"not a {name} file", path)
    return secret


class Tree:
    """Every path below the root of a vault, relative to it, and what each may be."""

    def __init__(self, root, own_device=None):
        self.root = root
        self.sealed, self.sidecars, self.slots, self.problems = [], [], [], {}
        self.visited = []                          # (path, is directory) of all that belongs to the vault, for modes
        self._real_root = os.path.realpath(root)
        for name in self._names(""):
            if name in ("items", "device", "slots") and self._is_directory(name):
                self.visited.append((name, True))
                if name == "slots":
                    self._slots()
                elif name == "items":
                    self._walk("items", 1)
                else:
                    self._devices(own_device)
            elif name in ROOT_FILES and self._is_file(name):
                self.visited.append((name, False))
            elif TEMPORARY.fullmatch(name):
                self._left_over(name)
            elif name != ".git" and name not in RESERVED:
                self.problems[name] = "foreign"

    def _full(self, path):
        return os.path.join(self.root, path)

    def _names(self, path):
        return sorted(os.listdir(self._full(path)), key=os.fsencode)

    def _inside(self, path):
        """Links count only where they stay inside the vault."""
        full = self._full(path)
        if not os.path.islink(full):
            return True
        return os.path.realpath(full).startswith(self._real_root + os.sep)

    def _is_directory(self, path):
        return self._inside(path) and os.path.isdir(self._full(path))

    def _is_file(self, path):
        return self._inside(path) and os.path.isfile(self._full(path))

    def _left_over(self, path):
        self.problems[path] = "left over"
        self.visited.append((path, False))

    def _slots(self):
        for name in self._names("slots"):
            path = f"slots/{name}"
            if TEMPORARY.fullmatch(name):
                self._left_over(path)
            elif SLOT_FILE.fullmatch(name) and self._is_file(path):
                self.slots.append(name)
                self.visited.append((path, False))
            else:
                self.problems[path] = "foreign"

    def _devices(self, own_device):
        for name in self._names("device"):
            path = f"device/{name}"
            if not re.fullmatch(r"[a-z2-7]{26}", name) or not self._is_directory(path):
                self.problems[path] = "foreign"
            elif name != own_device:
                self.problems[path] = "foreign device"
            else:
                self.visited.append((path, True))
                self._walk(path, 1)

    def _walk(self, directory, depth):
        for name in self._names(directory):
            path = f"{directory}/{name}"
            stem, dot, ending = path.rpartition(".")
            if self._is_directory(path) and depth < DEEPEST:
                self.visited.append((path, True))
                self._walk(path, depth + 1)
            elif TEMPORARY.fullmatch(name):
                self._left_over(path)
            elif not self._is_file(path):
                self.problems[path] = "foreign"
            elif ending == "sealed":
                self.sealed.append(path)           # outside the grammar too: it may be a misplaced copy
                self.visited.append((path, False))
            elif ending == "meta" and ITEM_PATH.fullmatch(stem):
                self.sidecars.append(path)
                self.visited.append((path, False))
                if not self._is_file(stem + ".sealed"):
                    self.problems[path] = "sidecar without item"
            else:
                self.problems[path] = "foreign"


class Item:
    def __init__(self, path, attributes, value, plain, nonce):
        self.path, self.attributes, self.value, self.plain, self.nonce = path, attributes, value, plain, nonce

    def as_json(self):
        return item_json(self.path, self.attributes, self.value)


def item_json(path, attributes, value):
    a = attributes
    return {
        "tree": path.split("/")[0], "path": path, "service": a.service, "key": a.key, "accessGroup": a.accessGroup,
        "synchronizable": a.synchronizable, "accessibility": a.accessibility, "valueBase64": to_base64(value),
        "created": a.created, "modified": a.modified, "label": a.label, "comment": a.comment, "kind": a.kind,
        "genericBase64": None if a.generic is None else to_base64(a.generic), "creator": a.creator, "type": a.type,
        "invisible": a.invisible, "negative": a.negative,
        "other": {code.decode(): to_base64(data) for code, data in sorted(a.other.items())},
    }


def sort_key(item):
    """By bytes, so that no Unicode library has a say."""
    return ((item["accessGroup"] or "").encode(), item["service"].encode(), item["key"].encode(),
            item["synchronizable"], item["tree"])


def dump_json(header, items, problems):
    return {
        "vault": {"id": header.id.hex(), "names": "readable" if header.readable else "opaque", "epoch": header.epoch,
                  "keyId": header.key.hex()},
        "items": sorted(items, key=sort_key),
        "problems": dict(sorted(problems.items(), key=lambda pair: os.fsencode(pair[0]))),
    }


class Vault:
    """A vault opened with one credential: (kind, bytes), kind as in a slot file."""

    def __init__(self, root, credential, device_key=None):
        self.root = root
        self.problems = {}
        self.header = self._read_header()
        slots = self._read_slots()
        self.role, master = open_slots(list(slots.values()), self.header, credential)
        self.slots = slots
        masters = {self.header.key: Master(master, "current")}
        for id_, (old, is_open) in self.header.open_retired(master).items():
            masters[id_] = Master(old, "open" if is_open else "closed")
        names = Names(self.header.open_name_key(master), self.header.readable)
        self.keys = Keys(self.header.id, names, masters, device_key)
        self.tree = Tree(root, self.keys.own_device)
        self.problems.update(self.tree.problems)
        if ".commit" in os.listdir(root):
            self.problems[".commit"] = "unfinished record"
        self.items = self._read_items()

    def read(self, path):
        return read(os.path.join(self.root, path))

    def _read_header(self):
        """vault.header, or its copy where it is missing or damaged; a newer format never falls back."""
        refusals = []
        for name in ("vault.header", "vault.header.backup"):
            data = self.read(name)
            try:
                if data is None:
                    raise Refused("missing", name)
                header = parse_header(data)
                self.header_bytes = data
                return header
            except Refused as refused:
                if refused.answer == "newerFormat":
                    raise
                refusals.append(str(refused))
                self.problems[name] = refused.answer
        raise Refused("no valid header", "; ".join(refusals))

    def _read_slots(self):
        """The slots that may open, by file name, in byte order; why each of the others is skipped goes to the problems."""
        found = {}
        directory = os.path.join(self.root, "slots")
        names = sorted(os.listdir(directory)) if os.path.isdir(directory) else []
        for name in [n for n in names if SLOT_FILE.fullmatch(n)][:1024]:
            data = self.read(f"slots/{name}")
            if data is None:
                continue                           # no regular file: the tree reports it as foreign
            try:
                found[name] = parse_slot(name, data, self.header)
            except Refused as refused:
                self.problems[f"slots/{name}"] = refused.answer
        return found

    def _read_items(self):
        served = {}
        # device/ stands before items/: where both hold an identity the device copy is served.
        for path in sorted(self.tree.sealed, key=os.fsencode):
            data = self.read(path)
            if data is None:
                self.problems[path] = "unreadable"
                continue
            try:
                attributes, value, plain = self.keys.open_item(data, path)
            except Refused as refused:
                # Under a name outside the grammar only what opens is a misplaced copy; the rest is foreign.
                opens = ITEM_PATH.fullmatch(path.removesuffix(".sealed")) or refused.answer == "misplaced"
                self.problems[path] = refused.answer if opens else "foreign"
                continue
            if attributes.identity in served:
                self.problems[path] = "also in the other tree"
            else:
                served[attributes.identity] = Item(path, attributes, value, plain, data[48:72])
        return list(served.values())

    def dump(self):
        return dump_json(self.header, [item.as_json() for item in self.items], self.problems)
