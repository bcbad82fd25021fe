#!/usr/bin/env python3
"""A second implementation of the vault format, for cross-checks. README.md beside this file says how to run it.

Exit codes: 0 as it should be, 1 differences, violations or failures (listed), 2 not done (said on stderr).
"""

import argparse
import itertools
import json
import os
import sys

sys.dont_write_bytecode = True                     # leave nothing in the source tree

try:
    import nacl.bindings  # noqa: F401
except ImportError:
    sys.exit("second_reader: PyNaCl is missing: pip install pynacl")

import commit_record
import comparison
import json_lines
import selftest
import vault_writer
from primitives import Refused
from vault_check import check
from vault_reader import Vault, load_key_file, load_passphrase


def open_vault(arguments):
    if arguments.key_file:
        credential = ("keyfile", load_key_file(arguments.key_file, "key"))
    elif arguments.identity:
        credential = ("recipient", load_key_file(arguments.identity, "identity"))
    else:
        credential = ("passphrase", load_passphrase(arguments.passphrase_file))
    device_key = load_key_file(arguments.device_key, "device") if arguments.device_key else None
    return Vault(arguments.vault, credential, device_key)


def print_json(content):
    # ASCII only: the output does not depend on the locale, and a file name that is no UTF-8 still has a form.
    print(json.dumps(content, indent=1))


def dump(arguments):
    print_json(open_vault(arguments).dump())
    return 0


def run_check(arguments):
    vault = open_vault(arguments)
    violations, notes = check(vault)
    kept = [violation for violation in violations if violation[0] not in arguments.allow]
    for kind, path, text in kept:
        print(f"{kind}: {ascii(path)[1:-1]}" + (f": {text}" if text else ""))
    for note in notes:
        print(f"note: {note}")
    allowed = f" ({len(violations) - len(kept)} allowed)" if len(kept) != len(violations) else ""
    print(f"{len(vault.items)} items, {len(kept)} violations{allowed}")
    return 1 if kept else 0


def make(arguments):
    if not (arguments.key_file or arguments.passphrase_file or arguments.identity):
        raise Refused("no credential", "give at least one of --key-file, --passphrase-file, --identity")
    expected = vault_writer.make(arguments.vault, arguments.seed, arguments.items, arguments.names == "readable",
                                 arguments.passphrase_file, arguments.key_file, arguments.identity, arguments.device_key)
    vault_writer.write_expected(arguments.vault.rstrip(os.sep) + ".expected.json", expected)
    return 0


def random_jsonl(arguments):
    for line in json_lines.random_lines(arguments.seed, arguments.items):
        sys.stdout.buffer.write(line)
    return 0


def compare(arguments):
    (left, left_problems), (right, right_problems) = (comparison.load(path) for path in (arguments.first, arguments.second))
    found = comparison.differences(left, right, arguments.ignore)
    if left_problems is not None and right_problems is not None and "problems" not in arguments.ignore:
        found = itertools.chain(found, comparison.problem_differences(left_problems, right_problems))
    found = list(found)
    for line in found[:arguments.limit]:
        print(line)
    if len(found) > arguments.limit:
        print(f"... and {len(found) - arguments.limit} more")
    print(f"{len(left)} and {len(right)} items, {len(found)} differences")
    return 1 if found else 0


def commit(arguments):
    explained = commit_record.explain(arguments.vault)
    print_json(explained)
    sound = explained["record"] is None or (
        explained["record"] == "valid" and all(line["state"] != "neither" for line in explained["lines"]))
    if arguments.finish and explained["record"] == "valid":
        commit_record.finish(arguments.vault)
    return 0 if sound else 1


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)

    def verb(name, run, text):
        added = verbs.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    for name, run, text in (("dump", dump, "print all items, and every problem, as JSON"),
                            ("check", run_check, "list everything that a finished writer would not leave")):
        reader = verb(name, run, text)
        reader.add_argument("vault")
        credential = reader.add_mutually_exclusive_group(required=True)
        credential.add_argument("--key-file")
        credential.add_argument("--passphrase-file", help="one line end at its end is not part of the passphrase")
        credential.add_argument("--identity", help="an X25519 identity file")
        reader.add_argument("--device-key", help="without it every device/ directory is foreign")
    reader.add_argument("--allow", action="append", default=[], metavar="KIND",
                        help="do not count violations of this kind (the word before the colon); repeatable")

    maker = verb("make", make, "write a fresh vault, and VAULT.expected.json in dump's form, from a seed")
    maker.add_argument("vault")
    maker.add_argument("--names", choices=("opaque", "readable"), default="opaque")
    maker.add_argument("--passphrase-file")
    for option in ("--key-file", "--identity", "--device-key"):
        maker.add_argument(option, help="made from the seed if it is not there")

    lines = verb("random-jsonl", random_jsonl, "print random items as JSON Lines for an importer")
    for seeded in (maker, lines):
        seeded.add_argument("--seed", type=int, required=True)
        seeded.add_argument("--items", type=int, required=True)

    comparer = verb("compare", compare, "compare two dumps, expected.json or JSON Lines files, item by item")
    comparer.add_argument("first")
    comparer.add_argument("second")
    comparer.add_argument("--limit", type=int, default=20, help="lines printed (20)")
    comparer.add_argument("--ignore", action="append", default=[], metavar="FIELD", help="repeatable; also: problems")

    record = verb("commit", commit, "explain each line of .commit: done, possible or neither")
    record.add_argument("vault")
    record.add_argument("--finish", action="store_true", help="then finish it as the next writer would (not durable)")

    tester = verb("selftest", lambda a: selftest.run(a.golden), "check this implementation against the golden fixtures")
    tester.add_argument("golden")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    try:
        return arguments.run(arguments)
    except Refused as refused:
        print(f"second_reader: {refused}", file=sys.stderr)
    except (OSError, ValueError, KeyError) as error:
        print(f"second_reader: {type(error).__name__}: {error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
