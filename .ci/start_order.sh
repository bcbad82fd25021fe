#!/usr/bin/env bash
# Writes .ci/start.order: what a get by the static tool calls of Swift's runtime, the C library and libsodium, by symbol.
# The README's static command lays these functions together. To be run after a change of the toolchain; names that are
# no longer there are passed over. The tool's own functions are left out: they move with every change, and gain little.
# Needs the static tool as built by the README's command, and valgrind. Where that does not know openat2, the tool goes
# its way without it, and the list is a little longer.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
# valgrind does not read all of Swift's debug information.
objcopy --strip-debug .build/static/release/rvault "$place/rvault"
at=(--vault "$place/vault")
"$place/rvault" init "${at[@]}" --new-key-file "$place/key"
printf '%064d' 7 | "$place/rvault" set "${at[@]}" --key-file "$place/key" com.example.app api-token
valgrind --quiet --tool=callgrind --demangle=no --callgrind-out-file="$place/calls" \
  "$place/rvault" get "${at[@]}" --key-file "$place/key" com.example.app api-token >/dev/null 2>"$place/warnings"
# A number after ' tells apart the levels of a recursion.
sed -n "s/^c\{0,1\}fn=([0-9]*) \([^ ']*\).*/\1/p" "$place/calls" | grep -v -e Ritsurin -e ritsurin -e '^0x' -e '^(' | LC_ALL=C sort -u >.ci/start.order
wc -l .ci/start.order
