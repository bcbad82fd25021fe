"""The header and the slots: signed lines of text."""

import re
import unicodedata
from dataclasses import dataclass

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from primitives import Refused, from_base64, from_hex, integer, key_id, open_box, other_forms, stretch, subkey, to_base64

MAX_TEXT = 1 << 20
SLOT_FILE = re.compile(r"[0-9a-f]{8}\.slot")
HEADER_ORDER = ("ritsurin-vault", "id", "created", "names", "epoch", "key", "identity", "keys", "retired", "signature")
SLOT_ORDER = ("ritsurin-slot", "vault", "id", "key", "created", "label", "kind", "kdf", "recipient", "wrapped", "signature")
# Additional lines, which readers may pass over, where they are written.
SLOT_ADDITIONS = {"purpose": ("tests",), "role": ("owner", "member")}
SLOT_WRITTEN = SLOT_ORDER[:6] + tuple(SLOT_ADDITIONS) + SLOT_ORDER[6:]
CREATED = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


def parse_lines(data, first):
    """The (name, value) pairs of signed lines whose first name is `first`. The signature is not verified here."""
    match = re.match(rb"%s ([1-9][0-9]*)\n" % first.encode(), data)
    version = match and integer(match[1].decode())
    if version and version > 1:
        raise Refused("newerFormat", f"version {version}")
    if len(data) > MAX_TEXT:
        raise Refused("damaged", "longer than 1 MiB")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise Refused("damaged", "not UTF-8") from None
    if any(unicodedata.category(c) == "Cc" for c in text if c != "\n"):
        raise Refused("damaged", "control character")
    if not text.endswith("\n"):
        raise Refused("damaged", "no LF at the end")
    pairs = []
    for line in text[:-1].split("\n"):
        match = re.fullmatch(r"([a-z0-9-]{1,32}) (.*)", line, re.DOTALL)
        if not match:
            raise Refused("damaged", "a line that is no name and value")
        pairs.append((match[1], match[2]))
    if pairs[0] != (first, "1"):
        raise Refused("damaged", f"the first line is not {first} 1")
    if pairs[-1][0] != "signature":
        raise Refused("damaged", "the last line is no signature")
    return pairs


def verify(data, public):
    """Whether the last line of `data` (99 bytes) signs everything before it."""
    signature = from_base64(data[-89:-1].decode("ascii", "replace"), 64)
    if signature is None or data[-99:-89] != b"signature ":
        return False
    try:
        sodium.crypto_sign_open(signature + data[:-99], public)
        return True
    except CryptoError:
        return False


def sign(lines, seed):
    """Joins `lines` (texts without LF) and adds the signature."""
    body = "".join(line + "\n" for line in lines).encode()
    public, secret = sodium.crypto_sign_seed_keypair(seed)
    signature = sodium.crypto_sign(body, secret)[:64]
    return body + f"signature {to_base64(signature)}\n".encode()


def once(pairs, known, optional=(), repeated=()):
    """The values of the known names, each of which stands once; unknown names are passed over."""
    values = {name: [] for name in repeated}
    for name, value in pairs:
        if name in repeated:
            values[name].append(value)
        elif name in known:
            if name in values:
                raise Refused("damaged", f"{name} stands twice")
            values[name] = value
    for name in known:
        if name not in values and name not in optional:
            raise Refused("damaged", f"{name} is missing")
    return values


def need(value, name):
    if value is None:
        raise Refused("damaged", name)
    return value


def is_canonical(pairs, order, additions=None):
    """Whether lines stand in the written order and no unknown one is there; additional lines stand once, with a known value."""
    positions = [order.index(name) if name in order else -1 for name, _ in pairs]
    if -1 in positions or positions != sorted(positions):
        return False
    added = [(name, value) for name, value in pairs if name in (additions or {})]
    return len(dict(added)) == len(added) and all(value in additions[name] for name, value in added)


@dataclass
class Retired:
    key_id: bytes
    is_open: bool
    wrapped: bytes


@dataclass
class Header:
    id: bytes
    created: str
    readable: bool
    epoch: int
    key: bytes
    identity: bytes
    keys: bytes
    retired: list
    canonical: bool = True

    def open_name_key(self, master):
        opened = open_box(subkey(master, 1), b"ritsurin-keys-v1" + self.id, self.keys)
        return need(opened, "keys does not open")

    def open_retired(self, master):
        """{key id: (old master key, is open)}; an entry that does not open to its own key id is absent."""
        found = {}
        for entry in self.retired:
            aad = b"ritsurin-retired-v1" + self.id + entry.key_id
            old = open_box(subkey(master, 2), aad, entry.wrapped)
            if old is not None and key_id(old) == entry.key_id:
                found[entry.key_id] = (old, entry.is_open)
        return found


def parse_header(data):
    pairs = parse_lines(data, "ritsurin-vault")
    values = once(pairs, HEADER_ORDER, repeated=("retired",))
    identity = need(from_base64(values["identity"], 32), "identity")
    if not verify(data, identity):
        raise Refused("damaged", "signature")
    if values["names"] not in ("opaque", "readable"):
        raise Refused("damaged", "names")
    if not CREATED.fullmatch(values["created"]):
        raise Refused("damaged", "created")
    epoch = integer(values["epoch"])
    if not epoch:
        raise Refused("damaged", "epoch")
    key = need(from_hex(values["key"], 4), "key")
    retired = []
    for value in values["retired"]:
        fields = value.split(" ")
        if len(fields) != 3 or fields[1] not in ("open", "closed"):
            raise Refused("damaged", "retired")
        retired.append(Retired(need(from_hex(fields[0], 4), "retired"), fields[1] == "open",
                               need(from_base64(fields[2], 72), "retired")))
    ids = [key] + [entry.key_id for entry in retired]
    if len(set(ids)) != len(ids):
        raise Refused("damaged", "a key id stands twice")
    return Header(id=need(from_hex(values["id"], 16), "id"), created=values["created"], readable=values["names"] == "readable",
                  epoch=epoch, key=key, identity=identity, keys=need(from_base64(values["keys"], 72), "keys"),
                  retired=retired, canonical=is_canonical(pairs, HEADER_ORDER))


@dataclass
class Slot:
    id: bytes
    key: bytes
    label: str
    kind: str
    kdf: tuple
    wrapped: bytes
    canonical: bool = True

    def open(self, header, credential):
        """("owner" | "member", M), or None where the slot does not open to a right payload.

        `credential` is (kind, bytes), the kind of the slot: a passphrase, a key file's secret or an X25519 secret key.
        """
        if self.kind == "recipient":
            public = sodium.crypto_scalarmult_base(credential[1])
            try:
                payload = sodium.crypto_box_seal_open(self.wrapped, public, credential[1])
            except CryptoError:
                return None
        else:
            kek = stretch(credential[1], *self.kdf) if self.kind == "passphrase" else credential[1]
            payload = open_box(kek, b"ritsurin-wrap-v1" + header.id + self.id + self.key, self.wrapped)
        if payload is None or len(payload) != 65 or payload[0] not in (1, 3):
            return None
        master, proof = payload[1:33], payload[33:]
        identity = sodium.crypto_sign_seed_keypair(proof)[0] if payload[0] == 1 else proof
        if identity != header.identity or key_id(master) != self.key or self.key != header.key:
            return None
        return ("owner" if payload[0] == 1 else "member"), master


def parse_kdf(value):
    """(opslimit, memlimit, salt) within the bounds, or None."""
    fields = value.split(" ")
    if len(fields) != 4 or fields[0] != "argon2id13":
        return None
    opslimit, memlimit, salt = integer(fields[1]), integer(fields[2]), from_base64(fields[3], 16)
    if opslimit is None or memlimit is None or salt is None:
        return None
    fits = (1 <= opslimit <= 64 and 8 << 10 <= memlimit <= 4 << 30 and memlimit % 1024 == 0
            and opslimit * memlimit <= 16 << 30)
    return (opslimit, memlimit, salt) if fits else None


def parse_slot(file, data, header):
    """The slot in the file named `file`. `Refused` with the reason why an opener skips it."""
    if not SLOT_FILE.fullmatch(file):
        raise Refused("foreign", file)
    try:
        pairs = parse_lines(data, "ritsurin-slot")
        values = once(pairs, SLOT_ORDER, optional=("kdf", "recipient"))
        vault, id_, key = (need(from_hex(values[name], size), name) for name, size in (("vault", 16), ("id", 4), ("key", 4)))
        if not CREATED.fullmatch(values["created"]):
            raise Refused("damaged", "created")
    except Refused as refused:
        raise Refused(refused.answer if refused.answer == "newerFormat" else "malformed slot", str(refused)) from None
    if vault != header.id:
        raise Refused("slot of another vault")
    if not verify(data, header.identity):
        raise Refused("wrongly signed slot")
    if id_.hex() != file[:8]:
        raise Refused("malformed slot", "id and file name differ")
    if key != header.key:
        raise Refused("stale key")
    kind = values["kind"]
    if kind not in ("passphrase", "keyfile", "recipient"):
        raise Refused("slot of unknown kind", kind)
    if ("kdf" in values) != (kind == "passphrase") or ("recipient" in values) != (kind == "recipient"):
        raise Refused("malformed slot", "kdf or recipient")
    kdf = parse_kdf(values["kdf"]) if kind == "passphrase" else ()
    if kdf is None:
        raise Refused("malformed slot", "kdf")
    if kind == "recipient" and from_base64(values["recipient"], 32) is None:
        raise Refused("malformed slot", "recipient")
    wrapped = from_base64(values["wrapped"], 113 if kind == "recipient" else 105)
    if wrapped is None:
        raise Refused("malformed slot", "wrapped")
    return Slot(id_, key, values["label"], kind, kdf, wrapped, is_canonical(pairs, SLOT_WRITTEN, SLOT_ADDITIONS))


def open_slots(slots, header, credential):
    """The first of `slots` that opens decides. `Refused("wrongCredential")` where none does."""
    kind, secret = credential
    mine = [slot for slot in slots if slot.kind == kind][:64]
    secrets = [secret]
    if kind == "passphrase":
        secrets = [secret] + other_forms(secret) if secret else []
    for form in secrets:
        for slot in mine:
            opened = slot.open(header, (kind, form))
            if opened:
                return opened
    raise Refused("wrongCredential")
