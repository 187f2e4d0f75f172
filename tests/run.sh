#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
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
in_memory=''
trap 'rm -rf "$XDG_RUNTIME_DIR" ${in_memory:+"$in_memory"}' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Private servers make a database for nearly every test. In memory this takes a third of the time, where there is room for it: a file
# system of 4 GB that programs may be started from, and 6 GB of free memory.
has_room_in_memory() {
  [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] || return 1
  kb_there=$(df -Pk /dev/shm | awk 'NR == 2 {print $4}')
  kb_free=$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo)
  bytes_limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || :)
  case $bytes_limit in
    '' | *[!0-9]*) ;;
    *) if [ $((bytes_limit / 1024)) -lt "${kb_free:-0}" ]; then kb_free=$((bytes_limit / 1024)); fi ;;
  esac
  [ "${kb_there:-0}" -ge 4194304 ] && [ "${kb_free:-0}" -ge 6291456 ] || return 1
  in_memory=$(mktemp -d /dev/shm/onceover-tests.XXXXXX) || return 1
  chmod 1777 "$in_memory"  # as /tmp: root's servers run as another user
  printf '#!/bin/sh\n' >"$in_memory/probe" && chmod 755 "$in_memory/probe" && "$in_memory/probe" 2>/dev/null
}
# The cluster of the first server is kept there for all others of this run.
if has_room_in_memory; then export TMPDIR="$in_memory" ONCEOVER_CLUSTERS="$in_memory/clusters"; fi

# A hanging test ends after five minutes, unless it has its own limit; all tests together after an hour.
stop=$(date -d '+60 minutes' +%H:%M:%S 2>/dev/null || :)

cd "$root"
code=0
# Two more than the processors, since tests mostly wait for servers; at most four, since each server needs memory.
at_once=$(($(nproc 2>/dev/null || echo 1) + 2))
[ "$at_once" -le 4 ] || at_once=4
ctest --preset ci --output-on-failure --no-tests=error --parallel "$at_once" --timeout 300 ${stop:+--stop-time "$stop"} "$@" </dev/null || code=$?
exit "$code"
