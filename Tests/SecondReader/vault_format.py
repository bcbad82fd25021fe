"""The vault format, version 1: bytes to values and back. No files are touched here.

Written from the format's description alone, so that it can disagree with the Swift implementation.
Every reader answers with a value or raises `Refused`, whose `answer` is the format's own word for what is wrong.
"""

import base64
import hashlib
import re
import struct
import unicodedata
from dataclasses import dataclass, field

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

MAGIC = bytes.fromhex("895254530d0a1a0a")
PREFIX = 72                          # the fixed part of a .sealed file
TAG = 16
MAX_TEXT = 1 << 20                   # header and slots
MAX_VALUE = 64 << 20
MAX_ATTRIBUTES = 65_536

ITEM_COMPONENT = r"(?:[a-z0-9._-]{1,40}~)?[a-z2-7]{26}"
ITEM_PATH = re.compile(rf"(?:items|device/[a-z2-7]{{26}})/{ITEM_COMPONENT}/{ITEM_COMPONENT}/{ITEM_COMPONENT}")
TEMPORARY = re.compile(r"\.tmp-[0-9a-f]{16}")
SLOT_FILE = re.compile(r"[0-9a-f]{8}\.slot")

DEVICE_CLASSES = ("aku", "cku", "dku", "akpu")
PORTABLE_CLASSES = ("ak", "ck", "dk")
AFTER_FIRST_UNLOCK = ("ck", "cku", "dk", "dku")     # sealed under root(4), all others under root(5)


class Refused(Exception):
    """Something is not what the format says. `answer` is the word for it, the text says where."""

    def __init__(self, answer, text=""):
        super().__init__(f"{answer}: {text}" if text else answer)
        self.answer = answer


# --- primitives ---------------------------------------------------------------------------------

def keyed_hash(key, size, message):
    """H(key, n, msg) of the format."""
    return hashlib.blake2b(message, digest_size=size, key=key).digest()


def digest(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def check4(data):
    return hashlib.blake2b(data, digest_size=16).digest()[:4]


def subkey(master, number):
    """crypto_kdf_derive_from_key with the context "ritsurin": BLAKE2b with the number as salt and the context as person."""
    return hashlib.blake2b(b"", digest_size=32, key=master, salt=struct.pack("<QQ", number, 0),
                           person=b"ritsurin" + bytes(8)).digest()


def key_id(master):
    return subkey(master, 6)[:4]


def seal(key, nonce, aad, message):
    return sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(message, aad, nonce, key)


def unseal(key, nonce, aad, sealed):
    """The opened bytes, or None."""
    try:
        return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, aad, nonce, key)
    except CryptoError:
        return None


def make_box(key, aad, message, nonce):
    return nonce + seal(key, nonce, aad, message)


def open_box(key, aad, box):
    return unseal(key, box[:24], aad, box[24:])


def pad(data, block):
    """sodium_pad: 0x80, then zeros up to the next multiple of `block`; always at least one byte."""
    return data + b"\x80" + bytes(-(len(data) + 1) % block)


def unpad(data, block):
    """sodium_unpad, or None. Only the last block may hold padding, so there is one padded form of each text."""
    stripped = data.rstrip(b"\0")
    if not stripped.endswith(b"\x80") or len(data) - len(stripped) >= block:
        return None
    return stripped[:-1]


def base32(data):
    return base64.b32encode(data).decode().lower().rstrip("=")


def to_base64(data):
    return base64.b64encode(data).decode()


def from_base64(text, size=None):
    """The bytes of a base64 text that re-encodes to itself, of `size` bytes if given; None for any other text."""
    try:
        data = base64.b64decode(text.encode(), validate=True)
    except ValueError:
        return None
    return data if to_base64(data) == text and size in (None, len(data)) else None


def from_hex(text, size):
    return bytes.fromhex(text) if re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", text) else None


def integer(text):
    """A non-negative integer below 2^63 without sign or leading zeros, or None."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,18}", text):
        return None
    number = int(text)
    return number if number < 1 << 63 else None


# --- key files and passphrases --------------------------------------------------------------------

def parse_key_file(data, name):
    """The 32 bytes of a key file, or None. `name` is "key", "identity" or "device"."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    found = []
    for line in data.split(b"\n"):
        line = line.removesuffix(b"\r").strip(b" \t")
        if line and not line.startswith(b"#"):
            found.append(line)
    if len(found) != 1:
        return None
    match = re.fullmatch(rb"ritsurin-%s-1:([A-Za-z0-9_-]{43}):([0-9a-f]{8})" % name.encode(), found[0])
    if not match:
        return None
    secret = base64.urlsafe_b64decode(match[1] + b"=")
    canonical = base64.urlsafe_b64encode(secret).rstrip(b"=") == match[1]
    return secret if canonical and check4(secret).hex().encode() == match[2] else None


def write_key_file(secret, name):
    text = base64.urlsafe_b64encode(secret).decode().rstrip("=")
    return f"# Test only: made from a seed\nritsurin-{name}-1:{text}:{check4(secret).hex()}\n".encode()


def other_forms(passphrase):
    """What is tried after the passphrase as given (bytes): its NFC form, then its NFD form, where they differ."""
    if passphrase.isascii():
        return []
    try:
        text = passphrase.decode()
    except UnicodeDecodeError:
        return []
    forms = []
    for form in ("NFC", "NFD"):
        other = unicodedata.normalize(form, text).encode()
        if other != passphrase and other not in forms:
            forms.append(other)
    return forms


def stretch(passphrase, opslimit, memlimit, salt):
    return sodium.crypto_pwhash_alg(32, passphrase, salt, opslimit, memlimit, sodium.crypto_pwhash_ALG_ARGON2ID13)


# --- names ---------------------------------------------------------------------------------------

def slug(text):
    lowered = bytes(b + 32 if 65 <= b <= 90 else b for b in text.encode())
    cut = re.sub(rb"[^a-z0-9._-]+", b"-", lowered)[:40]
    return cut.strip(b"-.").decode()


@dataclass
class Names:
    """Digests and paths of items."""
    name_key: bytes
    readable: bool

    def _hash(self, number, size, message):
        return keyed_hash(keyed_hash(self.name_key, 32, number), size, message)

    def service(self, service):
        return self._hash(b"\x01", 16, service.encode())

    def group(self, group):
        return self._hash(b"\x02", 16, (group or "").encode())

    def item(self, service, group, synchronizable, account):
        message = self.service(service) + (b"\x01" if synchronizable else b"\x00") + account.encode()
        return self._hash(b"\x03" + self.group(group), 16, message)

    def device(self, device_key):
        return base32(self._hash(b"\x04", 16, device_key))

    def _component(self, digest16, text):
        prefix = slug(text) if self.readable else ""
        return (prefix + "~" if prefix else "") + base32(digest16)

    def path(self, service, group, synchronizable, account):
        """<S>/<G>/<I>, without tree and ending."""
        return "/".join((self._component(self.service(service), service),
                         self._component(self.group(group), "default" if group is None else group),
                         self._component(self.item(service, group, synchronizable, account), account)))


# --- signed lines ----------------------------------------------------------------------------------

HEADER_ORDER = ("ritsurin-vault", "id", "created", "names", "epoch", "key", "identity", "keys", "retired", "signature")
SLOT_ORDER = ("ritsurin-slot", "vault", "id", "key", "created", "label", "kind", "kdf", "recipient", "wrapped", "signature")
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


def is_canonical(pairs, order):
    """Whether lines stand in the written order and no unknown one is there."""
    positions = [order.index(name) if name in order else -1 for name, _ in pairs]
    return -1 not in positions and positions == sorted(positions)


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
    return Slot(id_, key, values["label"], kind, kdf, wrapped, is_canonical(pairs, SLOT_ORDER))


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


# --- items -------------------------------------------------------------------------------------------

TEXT_CODES = {b"acct": "key", b"svce": "service", b"agrp": "accessGroup",
              b"labl": "label", b"icmt": "comment", b"desc": "kind"}
NUMBER_CODES = {b"cdat": ("<q", "created"), b"mdat": ("<q", "modified"), b"crtr": ("<I", "creator"), b"type": ("<I", "type")}
FLAG_CODES = {b"sync": "synchronizable", b"invi": "invisible", b"nega": "negative"}
REQUIRED = (b"acct", b"cdat", b"mdat", b"pdmn", b"svce", b"sync")


@dataclass
class Attributes:
    service: str
    key: str                         # the account
    accessibility: str
    created: int                     # microseconds since 1970 UTC
    modified: int
    synchronizable: bool = False
    accessGroup: str | None = None
    label: str | None = None
    comment: str | None = None
    kind: str | None = None
    generic: bytes | None = None
    creator: int | None = None
    type: int | None = None
    invisible: bool | None = None
    negative: bool | None = None
    other: dict = field(default_factory=dict)      # unknown codes: bytes

    @property
    def identity(self):
        return (self.service, self.accessGroup, self.synchronizable, self.key)

    @property
    def needs_newer_tool(self):
        return any(65 <= code[0] <= 90 for code in self.other)

    def encode(self):
        blocks = {b"pdmn": self.accessibility.encode()}
        for code, name in TEXT_CODES.items():
            if getattr(self, name) is not None:
                blocks[code] = getattr(self, name).encode()
        for code, (form, name) in NUMBER_CODES.items():
            if getattr(self, name) is not None:
                blocks[code] = struct.pack(form, getattr(self, name))
        for code, name in FLAG_CODES.items():
            if getattr(self, name) is not None:
                blocks[code] = bytes([getattr(self, name)])
        if self.generic is not None:
            blocks[b"gena"] = self.generic
        blocks.update(self.other)
        return b"".join(code + struct.pack("<I", len(data)) + data for code, data in sorted(blocks.items()))


def parse_attributes(data):
    blocks, offset, last = {}, 0, b""
    while offset < len(data):
        if len(data) - offset < 8:
            raise Refused("damaged", "half an attribute")
        code, size = data[offset:offset + 4], struct.unpack_from("<I", data, offset + 4)[0]
        if not code.isascii() or not code.isalnum():
            raise Refused("damaged", "code of an attribute")
        if code <= last:
            raise Refused("damaged", "codes do not ascend")
        if size > len(data) - offset - 8:
            raise Refused("damaged", "an attribute ends beyond the end")
        blocks[code] = data[offset + 8:offset + 8 + size]
        offset, last = offset + 8 + size, code
    for code in REQUIRED:
        if code not in blocks:
            raise Refused("damaged", f"{code.decode()} is missing")
    fields, other = {}, {}
    for code, value in blocks.items():
        if code in TEXT_CODES:
            try:
                fields[TEXT_CODES[code]] = value.decode()
            except UnicodeDecodeError:
                raise Refused("damaged", f"{code.decode()} is not UTF-8") from None
            if code == b"agrp" and not value:
                raise Refused("damaged", "empty group")
        elif code in NUMBER_CODES:
            form, name = NUMBER_CODES[code]
            if len(value) != struct.calcsize(form):
                raise Refused("damaged", f"size of {code.decode()}")
            fields[name] = struct.unpack(form, value)[0]
        elif code in FLAG_CODES:
            if value not in (b"\0", b"\1"):
                raise Refused("damaged", f"{code.decode()} is neither 0 nor 1")
            fields[FLAG_CODES[code]] = value == b"\1"
        elif code == b"pdmn":
            if value.decode("latin-1") not in PORTABLE_CLASSES + DEVICE_CLASSES:
                raise Refused("damaged", "unknown accessibility")
            fields["accessibility"] = value.decode()
        elif code == b"gena":
            fields["generic"] = value
        else:
            other[code] = value
    return Attributes(**fields, other=other)


def sealed_lengths(data):
    """(kind, a, p) after all checks that need no key. `Refused` in the order in which a reader checks."""
    if data[:8] != MAGIC:
        if MAGIC.startswith(data):
            raise Refused("truncated", "a part of the magic")
        raise Refused("lineEndings" if data[:4] == MAGIC[:4] else "notAnItem")
    if len(data) < PREFIX:
        raise Refused("truncated", "shorter than the fixed part")
    version, kind, tree, zero = data[8:12]
    attributes, value = struct.unpack_from("<II", data, 16)
    if version != 1:
        raise Refused("newerVersion" if version else "damaged", f"version {version}")
    if kind == 0:
        raise Refused("damaged", "kind 0")
    if tree > 1 or zero != 0:
        raise Refused("damaged", "tree or byte 11")
    if not 64 <= attributes <= MAX_ATTRIBUTES or attributes % 64:
        raise Refused("damaged", "length of the attributes")
    if kind == 1 and (not 32 <= value <= MAX_VALUE + 32 or value % 32):
        raise Refused("damaged", "length of the value")
    length = 88 + attributes + (TAG + value if kind == 1 else 0)
    if len(data) < length:
        raise Refused("truncated", "shorter than the lengths say")
    if kind == 1 and len(data) > length:
        raise Refused("damaged", "longer than the lengths say")
    return kind, attributes, value


def sidecar(data):
    """What the .meta of these .sealed bytes holds."""
    _, attributes, _ = sealed_lengths(data)
    return data[:88 + attributes] + digest(data)


@dataclass
class Master:
    key: bytes
    state: str                       # current, open or closed


class Keys:
    """Everything an opened vault knows: enough to seal, open and place items."""

    def __init__(self, vault_id, names, masters, device_key=None):
        self.vault_id = vault_id
        self.names = names
        self.masters = masters       # {key id: Master}
        self.device_key = device_key

    @property
    def own_device(self):
        return None if self.device_key is None else self.names.device(self.device_key)

    def _root(self, master, number, in_device):
        root = subkey(master, number)
        return keyed_hash(root, 32, b"\x7f" + self.device_key) if in_device else root

    def meta_key(self, master, in_device, group):
        return keyed_hash(self._root(master, 3, in_device), 32, b"\x01" + group)

    def secret_key(self, master, in_device, group, accessibility):
        number = 4 if accessibility in AFTER_FIRST_UNLOCK else 5
        return keyed_hash(self._root(master, number, in_device), 32, b"\x01" + group)

    def path(self, attributes):
        """The one path of an item, with its ending. It needs the device key for the ThisDeviceOnly classes."""
        tree = f"device/{self.own_device}" if attributes.accessibility in DEVICE_CLASSES else "items"
        return f"{tree}/{self.names.path(*attributes.identity)}.sealed"

    def seal_item(self, attributes, value, nonce):
        """The bytes of a .sealed file under the current master key."""
        in_device = attributes.accessibility in DEVICE_CLASSES
        key, master = next((k, m.key) for k, m in self.masters.items() if m.state == "current")
        plain, padded = pad(attributes.encode(), 64), pad(value, 32)
        group = self.names.group(attributes.accessGroup)
        data = (MAGIC + bytes([1, 1, in_device, 0]) + key + struct.pack("<II", len(plain), len(padded))
                + self.vault_id[:8] + group + nonce)
        data += seal(self.meta_key(master, in_device, group), nonce, data, plain)
        return data + seal(self.secret_key(master, in_device, group, attributes.accessibility), nonce, data, padded)

    def open_item(self, data, path):
        """(attributes, value, plain attribute bytes) of the file at `path`, in the reader's order of checks."""
        kind, size, _ = sealed_lengths(data)
        if data[24:32] != self.vault_id[:8]:
            raise Refused("otherVault")
        master = self.masters.get(data[12:16])
        if master is None:
            raise Refused("unknownKey", data[12:16].hex())
        in_device = path.startswith("device/")
        if data[10] != in_device:
            raise Refused("misplaced", "tree byte")
        group, nonce, end = data[32:48], data[48:72], 88 + size
        opened = unseal(self.meta_key(master.key, in_device, group), nonce, data[:PREFIX], data[PREFIX:end])
        plain = opened and unpad(opened, 64)
        if plain is None:
            raise Refused("damaged", "attributes do not open")
        attributes = parse_attributes(plain)
        if self.names.group(attributes.accessGroup) != group:
            raise Refused("damaged", "sealed for another group")
        # An item of a ThisDeviceOnly class under items/ is misplaced with or without a device key at hand.
        if (attributes.accessibility in DEVICE_CLASSES) != in_device or self.path(attributes) != path:
            raise Refused("misplaced", "another item's path")
        if master.state == "closed" and not in_device:
            raise Refused("retiredKey", data[12:16].hex())
        if kind != 1 or attributes.needs_newer_tool:
            raise Refused("needsNewerTool")
        key = self.secret_key(master.key, in_device, group, attributes.accessibility)
        padded = unseal(key, nonce, data[:end], data[end:])
        value = None if padded is None else unpad(padded, 32)
        if value is None:
            raise Refused("damaged", "value does not open")
        return attributes, value, plain
