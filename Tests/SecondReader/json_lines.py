"""The native exchange form: "keychain-items" JSON Lines, version 1. Written for importers, read for comparisons."""

import datetime
import json

import random_items
from primitives import to_base64

NAMES = {"ak": "whenUnlocked", "ck": "afterFirstUnlock", "dk": "always", "akpu": "whenPasscodeSetThisDeviceOnly",
         "aku": "whenUnlockedThisDeviceOnly", "cku": "afterFirstUnlockThisDeviceOnly", "dku": "alwaysThisDeviceOnly"}
CODES = {name: code for code, name in NAMES.items()}
EPOCH = datetime.datetime(1970, 1, 1)


def to_rfc3339(microseconds, digits):
    moment = EPOCH + datetime.timedelta(microseconds=microseconds)
    fraction = f"{moment.microsecond:06d}000"[:digits]
    return moment.strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0") + ("." + fraction if fraction else "") + "Z"


def from_rfc3339(text):
    whole, _, fraction = text.removesuffix("Z").partition(".")
    moment = datetime.datetime.strptime(whole, "%Y-%m-%dT%H:%M:%S")
    return (moment - EPOCH) // datetime.timedelta(microseconds=1) + int((fraction + "000000")[:6])


def as_text(value):
    """The value as text where that form is allowed, else None."""
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return None
    return None if "\x00" in text else text


def random_lines(seed, count):
    """The lines, as bytes with their LF."""
    rng = random_items.generator(seed)
    yield _line({"format": "keychain-items", "version": 1, "generator": "second reader", "exported": "2026-01-01T00:00:00Z"})
    for attributes, value in random_items.items(rng, count):
        item = {"service": attributes.service, "account": attributes.key}
        if attributes.accessGroup is not None:
            item["accessGroup"] = attributes.accessGroup
        if attributes.synchronizable or rng.random() < 0.3:
            item["synchronizable"] = attributes.synchronizable
        item["accessibility"] = NAMES[attributes.accessibility]
        for name in ("label", "comment", "kind"):
            if getattr(attributes, name) is not None:
                item[name] = getattr(attributes, name)
        for name in ("created", "modified"):
            if rng.random() < 0.9:
                microseconds = getattr(attributes, name)
                # As few digits as the date needs, or more.
                fewest = next(d for d in range(7) if microseconds % 10 ** (6 - d) == 0)
                item[name] = to_rfc3339(microseconds, rng.randrange(fewest, 10))
        text = as_text(value)
        if text is None or rng.random() < 0.2:
            item["valueBase64"] = to_base64(value)
        else:
            item["value"] = text
        yield _line(item, escaped=rng.random() < 0.5)
    yield _line({"end": True, "count": count})


def _line(fields, escaped=False):
    return json.dumps(fields, ensure_ascii=escaped, separators=(",", ":")).encode() + b"\n"


def is_json_lines(data):
    """Whether the first line is a header; without one nothing tells these lines from other JSON."""
    try:
        first = json.loads(data.partition(b"\n")[0])
    except ValueError:
        return False
    return isinstance(first, dict) and first.get("format") == "keychain-items"


def read_items(data):
    """Items in dump's form. What the lines cannot say, or do not, is left out, so that it is not compared."""
    items, ended = [], None
    for number, line in enumerate(data.removesuffix(b"\n").split(b"\n"), 1):
        fields = json.loads(line)
        if number == 1:
            continue
        if "end" in fields:
            ended = fields["count"]
            continue
        if ended is not None:
            raise ValueError(f"line {number}: an item after the trailer")
        item = {"service": fields["service"], "key": fields["account"], "accessGroup": fields.get("accessGroup"),
                "synchronizable": fields.get("synchronizable", False)}
        if "accessibility" in fields:
            item["accessibility"] = CODES[fields["accessibility"]]
        for name in ("label", "comment", "kind"):
            item[name] = fields.get(name)
        for name in ("created", "modified"):
            if name in fields:
                item[name] = from_rfc3339(fields[name])
        item["valueBase64"] = fields["valueBase64"] if "valueBase64" in fields else to_base64(fields["value"].encode())
        items.append(item)
    if ended != len(items):
        raise ValueError(f"the trailer says {ended} items, there are {len(items)}")
    return items
