"""Compares two sets of items by identity. Reads dumps, the fixtures' expected.json and JSON Lines."""

import json

import json_lines

OPTIONAL = ("label", "comment", "kind", "genericBase64", "creator", "type", "invisible", "negative")
FIELDS = ("tree", "path", "accessibility", "valueBase64", "created", "modified") + OPTIONAL + ("other",)


def normalize(item):
    """A dump's item from a dump or a fixture, where absent means unset."""
    item = dict(item)
    if "description" in item:
        item["kind"] = item.pop("description")
    for name in OPTIONAL:
        item.setdefault(name, None)
    item["other"] = item.get("other") or {}
    return item


def load(path):
    """(items, problems or None) of a file."""
    with open(path, "rb") as file:
        data = file.read()
    if json_lines.is_json_lines(data):
        return json_lines.read_items(data), None
    content = json.loads(data)
    items = content["items"] + content.get("deviceItems", [])
    return [normalize(item) for item in items], content.get("problems")


def identity(item):
    return (item["service"], item["accessGroup"], item["synchronizable"], item["key"])


def differences(left, right, ignored=()):
    """One line for each difference. A field that only one side knows is not compared."""
    for side, items in (("first", left), ("second", right)):
        seen = set()
        for item in items:
            if identity(item) in seen:
                yield f"twice in the {side}: {ascii(identity(item))}"
            seen.add(identity(item))
    first, second = ({identity(item): item for item in items} for items in (left, right))
    order = sorted(first.keys() | second.keys(), key=lambda i: (i[0], i[1] or "", i[2], i[3]))
    for key in order:
        a, b = first.get(key), second.get(key)
        if a is None or b is None:
            yield f"only in the {'second' if a is None else 'first'}: {ascii(key)}"
            continue
        for name in FIELDS:
            if name not in ignored and name in a and name in b and a[name] != b[name]:
                yield f"{ascii(key)}: {name}: {short(a[name])} / {short(b[name])}"


def problem_differences(left, right):
    for path in sorted(left.keys() | right.keys()):
        if left.get(path) != right.get(path):
            yield f"problem {ascii(path)}: {left.get(path)} / {right.get(path)}"


def short(value):
    shown = ascii(value)
    return shown if len(shown) <= 120 else f"{shown[:100]}... ({len(shown)} characters)"
