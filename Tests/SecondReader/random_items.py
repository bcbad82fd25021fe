"""Items from a seed: the same seed gives the same items. The awkward ones are frequent on purpose."""

import random
import unicodedata

from item_format import DEVICE_CLASSES, PORTABLE_CLASSES, Attributes

ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-",
    " /\\:*?\"<>|~%$#&'`",
    "éñüÅøßçİıſKΩ" + unicodedata.normalize("NFD", "éñüÅọ̈"),        # composed, decomposed, case traps
    "שלוםعربي\u202e\u200f\u2067",                                    # right to left, with its controls
    "한글漢字かなガ゙각",
    "🔑👩\u200d👩\u200d👧🇯🇵\ufe0f\u20e3",                            # surrogate pairs, joiners, flags
    "\x00\x01\t\n\r\x1b\x7f\x85\u2028\u2029",
    "\ufeff\u00a0\u200b\u00ad\ufffd\ufffe\uffff\U0010ffff",
)
TEXTS = ("", ".", "..", "default", "com.example.app", "CON", "a~b", "\ufeff", "\x00", "é", "e\u0301",
         "-", "~", "0x41", "null", "true")
LIMIT = 1 << 53                                                       # microseconds; what a Double still counts exactly
DAY = 86_400_000_000


def text(rng, longest=24):
    shape = rng.random()
    if shape < 0.15:
        return rng.choice(TEXTS)
    if shape < 0.17:
        return rng.choice("aé鍵🔑") * rng.randrange(300, 1500)
    if shape < 0.55:
        return "".join(rng.choices(ALPHABETS[0], k=rng.randrange(1, longest)))
    alphabets = rng.sample(ALPHABETS, rng.randrange(1, 4))
    return "".join(rng.choice(rng.choice(alphabets)) for _ in range(rng.randrange(1, longest)))


def value(rng):
    shape = rng.random()
    if shape < 0.4:
        return text(rng, 60).encode()
    if shape < 0.5:
        return rng.randbytes(rng.choice((0, 1, 31, 32, 33, 63, 64, 65)))
    if shape < 0.6:
        return text(rng).encode() + rng.choice((b"\n", b"\r\n", b" ", b"\x80", b"\x80\0\0", b"\0" * 40))
    return rng.randbytes(rng.randrange(0, 2001))


def date(rng, whole=1):
    """Microseconds since 1970, a multiple of `whole`."""
    shape = rng.random()
    if shape < 0.1:
        edge = rng.choice((-LIMIT, -DAY, -1_000_001, -1, 0, 1, 999_999, LIMIT))
    elif shape < 0.6:
        edge = rng.randrange(1_000_000_000_000_000, 2_000_000_000_000_000)
    else:
        edge = rng.randrange(-LIMIT, LIMIT + 1)
    return edge - edge % whole


def other_identities(rng, identity):
    """Identities that a careless reader takes for `identity`."""
    service, group, synchronizable, account = identity
    yield service, group, not synchronizable, account
    yield service, "default" if group is None else None, synchronizable, account
    for form in ("NFC", "NFD"):
        yield unicodedata.normalize(form, service), group, synchronizable, unicodedata.normalize(form, account)
    yield service.swapcase(), group, synchronizable, account
    yield service, group, synchronizable, "\ufeff" + account
    yield service, group, synchronizable, account + "\x00"
    yield account, group, synchronizable, service


def identities(rng, count):
    """`count` different (service, group, synchronizable, account); services and groups repeat, as they do in life."""
    services = [text(rng) for _ in range(max(2, count // 4))]
    groups = [None, None] + [text(rng) or "g" for _ in range(3)]
    found = {}
    while len(found) < count:
        if found and rng.random() < 0.25:
            candidates = list(other_identities(rng, rng.choice(list(found))))
            found[rng.choice(candidates)] = True
        else:
            found[rng.choice(services), rng.choice(groups), rng.random() < 0.3, text(rng)] = True
    return list(found)


def maybe(rng, make, chance=0.4):
    return make() if rng.random() < chance else None


def items(rng, count, with_device=False):
    """`count` pairs of attributes and value."""
    classes = PORTABLE_CLASSES + (DEVICE_CLASSES if with_device else ())
    for service, group, synchronizable, account in identities(rng, count):
        other = {}
        for code in (b"0abc", b"aBCD", b"zzzz"):   # no critical ones: those may not be served
            if rng.random() < 0.1:
                other[code] = rng.randbytes(rng.randrange(0, 40))
        yield Attributes(
            service=service, key=account, accessGroup=group, synchronizable=synchronizable, accessibility=rng.choice(classes),
            created=date(rng), modified=date(rng), label=maybe(rng, lambda: text(rng)), comment=maybe(rng, lambda: text(rng, 80)),
            kind=maybe(rng, lambda: text(rng)), generic=maybe(rng, lambda: rng.randbytes(rng.randrange(0, 64)), 0.2),
            creator=maybe(rng, lambda: rng.getrandbits(32), 0.2), type=maybe(rng, lambda: rng.getrandbits(32), 0.2),
            invisible=maybe(rng, lambda: rng.random() < 0.5, 0.2), negative=maybe(rng, lambda: rng.random() < 0.5, 0.2),
            other=other), value(rng)


def generator(seed):
    # A string seeds through SHA-512, which no Python version has changed.
    return random.Random(f"second reader {seed}")
