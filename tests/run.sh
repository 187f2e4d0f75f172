#!/bin/sh
# All tests from a fresh checkout: sh tests/run.sh [arguments of ctest, such as -R unit_key]
# Installs what is missing (as root or with sudo), builds with the preset `ci`, runs every test.
# ctest's summary is the last thing printed and ctest's exit code is this one's. Needs no terminal, screen or network
# once the packages are there; root will do (private servers drop to another user by themselves).
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

sh "$root/packaging/install_packages.sh"
sh "$root/packaging/build.sh"

# Text comes out the same everywhere, and Qt and D-Bus find a runtime directory that is theirs alone.
export LC_ALL=C.UTF-8
XDG_RUNTIME_DIR=$(mktemp -d "${TMPDIR:-/tmp}/onceover-run.XXXXXX")
export XDG_RUNTIME_DIR
chmod 700 "$XDG_RUNTIME_DIR"
trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# A test that hangs ends after five minutes, unless it set its own bound; all of them together after forty.
stop=$(date -d '+40 minutes' +%H:%M:%S 2>/dev/null || :)

cd "$root"
code=0
# One more than processors, since tests wait for servers longer than they compute; no more than memory holds servers.
at_once=$(($(nproc 2>/dev/null || echo 1) + 1))
[ "$at_once" -le 4 ] || at_once=4
ctest --preset ci --output-on-failure --no-tests=error --parallel "$at_once" --timeout 300 ${stop:+--stop-time "$stop"} "$@" </dev/null || code=$?
exit "$code"
