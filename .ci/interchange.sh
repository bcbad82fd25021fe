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

# A rekey of ours, one that the other began and ours finished, and a second one: items as before, and nothing amiss.
for names in opaque readable; do
  "$RVAULT" rekey --vault "$work/$names.vault" --key-file "$work/$names.key" 2>/dev/null
  $reader check "$work/$names.vault" --key-file "$work/$names.key"
  $reader dump "$work/$names.vault" --key-file "$work/$names.key" >"$work/rekeyed.json"
  $reader compare "$work/in.jsonl" "$work/rekeyed.json"
done
# Slots added for an owner and a member, one of them removed, and a rekey that keeps the other.
for names in opaque readable; do
  vault="$work/$names.vault" key="$work/$names.key"
  as_owner() { "$RVAULT" --vault "$vault" --key-file "$key" "$@" 2>/dev/null; }
  gone=$(as_owner slots add --new-key-file "$work/$names.gone.key" --label gone)
  as_owner slots add --new-key-file "$work/$names.member.key" --member --label 'a member' >/dev/null
  as_owner slots add --recipient "$(printf '9%.0s' {1..32} | base64)" >/dev/null
  for credential in "$key" "$work/$names.gone.key" "$work/$names.member.key"; do
    $reader check "$vault" --key-file "$credential"
  done
  as_owner slots remove "$gone"
  if $reader check "$vault" --key-file "$work/$names.gone.key" >/dev/null 2>&1; then exit 1; fi
  as_owner rekey --keep-key-file "$work/$names.member.key"
  for credential in "$key" "$work/$names.member.key"; do
    $reader check "$vault" --key-file "$credential"
    $reader dump "$vault" --key-file "$credential" >"$work/rekeyed.json"
    $reader compare "$work/in.jsonl" "$work/rekeyed.json"
  done
done
cp -R Fixtures/Golden/rekeying.vault "$work/golden.vault"
for name in golden.key golden.identity golden.device; do cp "Fixtures/Golden/$name" "$work/"; done
chmod -R go-rwx "$work"
mkdir -p "$HOME/.local/state/ritsurin" && cp -p "$work/golden.device" "$HOME/.local/state/ritsurin/device.key"
chmod -R go-rwx "$HOME"
"$PYTHON" -c 'import json,sys; sys.stdout.write(json.load(open("Fixtures/Golden/expected.json"))["passphrase"])' >"$work/golden.pass"
chmod 600 "$work/golden.pass"
golden() { $reader dump "$work/golden.vault" "$@" --device-key "$work/golden.device"; }
golden --key-file "$work/golden.key" >"$work/golden.before.json"
unsound="--allow misplaced --allow retiredKey --allow unknownKey --allow companion"
"$RVAULT" rekey --finish --vault "$work/golden.vault" --key-file "$work/golden.key" 2>/dev/null
golden --key-file "$work/golden.key" >"$work/golden.after.json"
$reader compare "$work/golden.before.json" "$work/golden.after.json" --ignore problems
$reader check "$work/golden.vault" --key-file "$work/golden.key" --device-key "$work/golden.device" $unsound
"$RVAULT" rekey --vault "$work/golden.vault" --key-file "$work/golden.key" --keep-passphrase-file "$work/golden.pass" 2>/dev/null
for credential in "--key-file $work/golden.key" "--passphrase-file $work/golden.pass" "--identity $work/golden.identity"; do
  golden $credential >"$work/golden.after.json"
  $reader compare "$work/golden.before.json" "$work/golden.after.json" --ignore problems
done
$reader check "$work/golden.vault" --key-file "$work/golden.key" --device-key "$work/golden.device" $unsound
echo "interchange: both implementations read each other exactly"
