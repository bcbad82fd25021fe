#!/usr/bin/env bash
# The tool as a static executable, built by the README's command, makes a vault and reads it in an empty environment.
# "build" only builds; without an argument what was built is tried.
set -euo pipefail
# In a place of its own: other flags in the same one would compile everything anew.
if [ "${1:-}" = build ]; then
  static_command=$(python3 .ci/readme_command.py static)
  printf '%s\n' "$static_command"
  bash -euo pipefail -c "$static_command"
  exit
fi
static=$PWD/.build/static/release/rvault
# It names no interpreter, so nothing is loaded beside it.
if readelf -l "$static" | grep -q INTERP; then echo "rvault is not static" >&2; exit 1; fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
at=(--vault "$place/vault")
cd "$place"
env -i "$static" init "${at[@]}" --new-key-file "$place/key"
printf 'correct horse' | env -i "$static" set "${at[@]}" --key-file "$place/key" com.example.app api-token
got=$(env -i "$static" get "${at[@]}" --key-file "$place/key" com.example.app api-token)
[ "$got" = "correct horse" ] || { echo "the static rvault gave: $got" >&2; exit 1; }
