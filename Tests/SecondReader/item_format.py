"""The .sealed files: lengths, attributes, keys, and the order in which a reader checks."""

import re
import struct
from dataclasses import dataclass, field

from primitives import Refused, digest, keyed_hash, pad, seal, subkey, unpad, unseal

MAGIC = bytes.fromhex("895254530d0a1a0a")
PREFIX = 72                          # the fixed part of a .sealed file
TAG = 16
MAX_VALUE = 64 << 20
MAX_ATTRIBUTES = 65_536

ITEM_COMPONENT = r"(?:[a-z0-9._-]{1,40}~)?[a-z2-7]{26}"
ITEM_PATH = re.compile(rf"(?:items|device/[a-z2-7]{{26}})/{ITEM_COMPONENT}/{ITEM_COMPONENT}/{ITEM_COMPONENT}")
TEMPORARY = re.compile(r"\.tmp-[0-9a-f]{16}")

DEVICE_CLASSES = ("aku", "cku", "dku", "akpu")
PORTABLE_CLASSES = ("ak", "ck", "dk")
AFTER_FIRST_UNLOCK = ("ck", "cku", "dk", "dku")     # sealed under root(4), all others under root(5)
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
