"""Writes a fresh vault whose every byte follows from a seed. For tests only: its keys can be guessed."""

import hashlib
import json
import os

from nacl import bindings as sodium

import random_items
from item_format import Keys, Master, sidecar
from primitives import Names, key_id, make_box, other_forms, stretch, subkey, to_base64, write_key_file
from signed_lines import Header, sign
from vault_check import COMPANIONS
from vault_reader import dump_json, item_json, load_key_file, load_passphrase

CREATED = "2026-01-01T00:00:00Z"
OPSLIMIT, MEMLIMIT = 1, 8 << 20                    # quick: the passphrase protects nothing here


def write(path, data):
    """A new file of mode 0600 whatever the umask."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(fd, "wb") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(data)


def make_directory(path):
    """Directories of mode 0700 whatever the umask, parents included."""
    if not os.path.isdir(path):
        if os.path.dirname(path):
            make_directory(os.path.dirname(path))
        os.mkdir(path, 0o700)
        os.chmod(path, 0o700)


def secret_from(path, name, rng):
    """The secret in a key file that is made first if it is not there."""
    secret = rng.randbytes(32)                     # drawn either way, so that the rest follows from the seed alone
    if path is None:
        return None
    if not os.path.lexists(path):
        write(path, write_key_file(secret, name))
    return load_key_file(path, name)


def make(root, seed, count, readable=False, passphrase_file=None, key_file=None, identity_file=None, device_key_file=None):
    """Writes the vault and returns what a reader should dump."""
    if os.path.lexists(root) and (not os.path.isdir(root) or os.listdir(root)):
        raise FileExistsError(f"{root} is there and not an empty directory")
    rng = random_items.generator(seed)
    master, signing_seed, name_key, vault_id = (rng.randbytes(n) for n in (32, 32, 32, 16))
    key_secret = secret_from(key_file, "key", rng)
    identity_secret = secret_from(identity_file, "identity", rng)
    device_key = secret_from(device_key_file, "device", rng)
    public = sodium.crypto_sign_seed_keypair(signing_seed)[0]
    header = Header(vault_id, CREATED, readable, 1, key_id(master), public, b"", [])
    payload = b"\x01" + master + signing_seed

    make_directory(root)
    os.chmod(root, 0o700)
    make_directory(os.path.join(root, "slots"))
    if passphrase_file:
        _passphrase_slot(root, header, rng, signing_seed, payload, load_passphrase(passphrase_file))
    if key_secret:
        _slot(root, header, signing_seed, rng.randbytes(4), "key file", "keyfile", [],
              lambda aad: make_box(key_secret, aad, payload, rng.randbytes(24)))
    if identity_secret:
        recipient = sodium.crypto_scalarmult_base(identity_secret)
        _slot(root, header, signing_seed, rng.randbytes(4), "", "recipient", [f"recipient {to_base64(recipient)}"],
              lambda aad: _sealed_box(payload, recipient, rng.randbytes(32)))
    for name, lines in COMPANIONS.items():
        write(os.path.join(root, name), b"".join(line + b"\n" for line in lines))

    keys_box = make_box(subkey(master, 1), b"ritsurin-keys-v1" + vault_id, name_key, rng.randbytes(24))
    header_bytes = sign(["ritsurin-vault 1", f"id {vault_id.hex()}", f"created {CREATED}",
                         f"names {'readable' if readable else 'opaque'}", "epoch 1", f"key {header.key.hex()}",
                         f"identity {to_base64(public)}", f"keys {to_base64(keys_box)}"], signing_seed)
    write(os.path.join(root, "vault.header"), header_bytes)
    write(os.path.join(root, "vault.header.backup"), header_bytes)

    keys = Keys(vault_id, Names(name_key, readable), {header.key: Master(master, "current")}, device_key)
    expected = []
    for attributes, value in random_items.items(rng, count, with_device=device_key is not None):
        path = keys.path(attributes)
        data = keys.seal_item(attributes, value, rng.randbytes(24))
        full = os.path.join(root, path)
        make_directory(os.path.dirname(full))
        write(full, data)
        write(full.removesuffix("sealed") + "meta", sidecar(data))
        expected.append(item_json(path, attributes, value))
    write(os.path.join(root, ".lock"), b"\0")
    return dump_json(header, expected, {})


def _slot(root, header, seed, id_, label, kind, more, wrap):
    aad = b"ritsurin-wrap-v1" + header.id + id_ + header.key
    lines = ["ritsurin-slot 1", f"vault {header.id.hex()}", f"id {id_.hex()}", f"key {header.key.hex()}", f"created {CREATED}",
             f"label {label}", f"kind {kind}", *more, f"wrapped {to_base64(wrap(aad))}"]
    write(os.path.join(root, "slots", f"{id_.hex()}.slot"), sign(lines, seed))


def _passphrase_slot(root, header, rng, seed, payload, passphrase):
    if not passphrase:
        raise ValueError("the passphrase is empty")
    # Wrapped under another Unicode form where there is one: an opener has to try the forms.
    passphrase = (other_forms(passphrase) or [passphrase])[0]
    id_, salt = rng.randbytes(4), rng.randbytes(16)
    kek = stretch(passphrase, OPSLIMIT, MEMLIMIT, salt)
    _slot(root, header, seed, id_, "Passphrase 🔑", "passphrase", [f"kdf argon2id13 {OPSLIMIT} {MEMLIMIT} {to_base64(salt)}"],
          lambda aad: make_box(kek, aad, payload, rng.randbytes(24)))


def _sealed_box(message, recipient, ephemeral):
    """crypto_box_seal with a given ephemeral key, which the library draws itself."""
    public = sodium.crypto_scalarmult_base(ephemeral)
    nonce = hashlib.blake2b(public + recipient, digest_size=24).digest()
    return public + sodium.crypto_box(message, nonce, recipient, ephemeral)


def write_expected(path, dump):
    with open(path, "w", encoding="ascii") as file:
        json.dump(dump, file, indent=1)
        file.write("\n")
