"""Words, primitives, credentials and names of the vault format, version 1.

Like all of the format here it is written from the format's description alone, so that it can disagree with the Swift
implementation. A reader answers with a value, or raises `Refused` with the word for what is wrong.
"""

import base64
import hashlib
import re
import struct
import unicodedata
from dataclasses import dataclass

from nacl import bindings as sodium
from nacl.exceptions import CryptoError


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
