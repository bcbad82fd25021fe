"""Everything in a vault that is not as the format has a finished writer leave it."""

import os
import stat

from item_format import sealed_lengths, sidecar
from primitives import Refused, digest

COMPANIONS = {
    ".gitattributes": (b"* -text -merge", b"*.sealed -text merge=rvault diff=rvault"),
    ".gitignore": (b".lock", b".commit", b".tmp-*", b"*.meta", b"device/"),
}


def check(vault):
    """[(kind, path, text)] of everything that is not as the format has a finished writer leave it, and [notes]."""
    found = [(answer, path, "") for path, answer in vault.problems.items()]
    notes = []
    found += _check_header(vault)
    found += _check_modes(vault)
    for name, lines in COMPANIONS.items():
        data = vault.read(name)
        present = [] if data is None else [line.removesuffix(b"\r") for line in data.split(b"\n")]
        for line in lines:
            if line not in present:
                found.append(("companion", name, f"lacks the line {line.decode()}"))
    lock = vault.read(".lock")
    if lock != b"\0":
        held = "missing" if lock is None else f"holds {lock[:8].hex() or 'nothing'} instead of one byte 0"
        found.append(("lock", ".lock", held))
    for path in vault.tree.sidecars:
        sealed = vault.read(path.removesuffix("meta") + "sealed")
        if sealed is None:
            continue                               # reported as a sidecar without item
        try:
            if vault.read(path) != sidecar(sealed):
                found.append(("sidecar", path, "is not prefix and digest of its item"))
        except Refused as refused:
            found.append(("sidecar", path, f"its item has no prefix: {refused}"))
    nonces = {}
    for path in vault.tree.sealed:
        data = vault.read(path)
        try:
            sealed_lengths(data or b"")
        except Refused:
            continue
        other = nonces.setdefault(data[48:72], (path, digest(data)))
        if other[1] != digest(data):
            found.append(("nonce", path, f"the nonce of {other[0]} with other bytes"))
    for item in vault.items:
        if item.attributes.encode() != item.plain:
            found.append(("attributes", item.path, "would be written otherwise"))
    lacking = sum(item.path.removesuffix("sealed") + "meta" not in vault.tree.sidecars for item in vault.items)
    if lacking:
        notes.append(f"{lacking} items without sidecar (allowed: sidecars are not in git)")
    return sorted(found, key=lambda v: (v[0], os.fsencode(v[1]), v[2])), notes


def _check_header(vault):
    copy = vault.read("vault.header.backup")
    if vault.read("vault.header") != copy:
        yield "copy", "vault.header.backup", "missing" if copy is None else "differs from vault.header"
    if not vault.header.canonical:
        yield "canonical", "vault.header", "lines are unknown or in another order than written"
    for name, slot in vault.slots.items():
        if not slot.canonical:
            yield "canonical", f"slots/{name}", "lines are unknown or in another order than written"


def _check_modes(vault):
    for path, is_directory in [("", True)] + vault.tree.visited:
        mode = stat.S_IMODE(os.stat(os.path.join(vault.root, path)).st_mode)
        if mode != (0o700 if is_directory else 0o600):
            yield "mode", path or ".", f"{mode:04o}"
