#!/usr/bin/env bash
# Vaults written here are read by the second reader, and the other way round. Needs RVAULT and PYTHON.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work/home" XDG_DATA_HOME= XDG_CONFIG_HOME= XDG_STATE_HOME=
mkdir "$HOME"
reader="$PYTHON Tests/SecondReader/second_reader.py"
count=${INTERCHANGE_ITEMS:-1000}

for names in opaque readable; do
  vault="$work/$names.vault" key="$work/$names.key"
  $reader random-jsonl --seed 11 --items "$count" >"$work/in.jsonl"
  "$RVAULT" init --vault "$vault" --names "$names" --new-key-file "$key" 2>/dev/null
  "$RVAULT" import "$work/in.jsonl" --vault "$vault" --key-file "$key" 2>/dev/null
  $reader check "$vault" --key-file "$key"
  $reader dump "$vault" --key-file "$key" >"$work/out.json"
  $reader compare "$work/in.jsonl" "$work/out.json"
  "$RVAULT" export --plaintext --vault "$vault" --key-file "$key" >"$work/out.jsonl" 2>/dev/null
  $reader compare "$work/out.jsonl" "$work/out.json"

  $reader make "$work/theirs-$names.vault" --seed 5 --items 300 --names "$names" --key-file "$work/theirs.key"
  chmod 600 "$work/theirs.key"
  "$RVAULT" export --plaintext --vault "$work/theirs-$names.vault" --key-file "$work/theirs.key" >"$work/theirs.jsonl" 2>/dev/null
  $reader compare "$work/theirs.jsonl" "$work/theirs-$names.vault.expected.json"
  rm "$work/theirs.key"
done
echo "interchange: both implementations read each other exactly"
