#!/bin/sh
# All tests from a fresh checkout: sh tests/run.sh [arguments of ctest, such as -R unit_key]
# Installs missing packages (as root or with sudo), builds with the preset `ci`, runs every test.
# ctest's summary is printed last, and its exit code is returned. With all packages installed it needs no terminal, screen
# or network; root is fine (private servers switch to another user).
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

sh "$root/packaging/install_packages.sh"
sh "$root/packaging/build.sh"

# The same text everywhere, and a private runtime directory for Qt and D-Bus.
export LC_ALL=C.UTF-8
XDG_RUNTIME_DIR=$(mktemp -d "${TMPDIR:-/tmp}/onceover-run.XXXXXX")
export XDG_RUNTIME_DIR
chmod 700 "$XDG_RUNTIME_DIR"
trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# A hanging test ends after five minutes, unless it has its own limit; all tests together after forty.
stop=$(date -d '+40 minutes' +%H:%M:%S 2>/dev/null || :)

cd "$root"
code=0
# One more than the processors, since tests mostly wait for servers; at most four, since each server needs memory.
at_once=$(($(nproc 2>/dev/null || echo 1) + 1))
[ "$at_once" -le 4 ] || at_once=4
ctest --preset ci --output-on-failure --no-tests=error --parallel "$at_once" --timeout 300 ${stop:+--stop-time "$stop"} "$@" </dev/null || code=$?
exit "$code"
