#!/usr/bin/env bash
# What `rvault get` and `rvault set` ask the system for, seen from outside. Needs RVAULT.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work/home" XDG_DATA_HOME= XDG_CONFIG_HOME= XDG_STATE_HOME=
mkdir "$HOME"
fail() { echo "system calls: $*" >&2; sed -n '1,400p' "$work/trace" | grep -E 'sealed|items|rename|fsync|flock|\.lock|\.tmp' >&2; exit 1; }

printf secret | "$RVAULT" set service key 2>/dev/null
if ! strace -f -o "$work/trace" true 2>/dev/null; then
  echo "system calls: skipped, this system does not let strace work" >&2
  exit 0
fi

strace -f -s 200 -o "$work/trace" "$RVAULT" get service key >/dev/null
opened=$(grep -E 'open(at2?)?\(.*\.sealed' "$work/trace" | grep -vcE '= -1 ENOENT' || true)
[ "$opened" = 1 ] || fail "get opened $opened item files"
root=$(grep -nE 'openat\(.*default\.vault"' "$work/trace" | tail -1 | cut -d: -f1)
listed=$(tail -n +"$root" "$work/trace" | grep -E 'getdents|open.*O_DIRECTORY' | grep -cE 'items' || true)
[ "$listed" = 0 ] || fail "get listed a directory of items"

printf other | strace -f -s 200 -y -o "$work/trace" "$RVAULT" set service key
order=$(grep -oE 'flock\([0-9]+<[^>]*>, LOCK_EX|pwrite64\([0-9]+<[^>]*/\.lock>, "\\[01]"|openat\([^)]*\.tmp-[^)]*O_CREAT|fsync\([0-9]+<[^>]*>|renameat2?\([^)]*' "$work/trace" |
  sed -E 's/[0-9]+<[^>]*\/([^/>]*)>/<\1>/g; s/\.tmp-[0-9a-f]{16}/.tmp/g' | awk '
    /flock/ { print "lock" } /\.lock>, "\\1"/ { print "mark 1" } /\.lock>, "\\0"/ { print "mark 0" }
    /openat.*O_CREAT/ { print "temporary" } /fsync\(<\.tmp>/ { print "fsync file" } /fsync/ && !/\.tmp>/ { print "fsync directory" }
    /renameat.*\.sealed/ { print "rename item" } /renameat.*\.meta/ { print "rename sidecar" }')
expected=$'lock\nmark 1\ntemporary\nfsync file\nrename item\nfsync directory\ntemporary\nrename sidecar\nmark 0'
[ "$order" = "$expected" ] || fail "set did: $(tr '\n' ',' <<<"$order")"
echo "system calls: get and set are as the format says"
