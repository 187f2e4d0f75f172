#!/bin/sh
# One command from a checkout to a running Onceover with live traffic: sh packaging/try.sh [arguments of try]
# Installs what is missing (as root or with sudo), builds, starts a private store that vanishes with the program.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

sh "$root/packaging/install_packages.sh" build run speed
# What a pipe reads is the program's output alone.
sh "$root/packaging/build.sh" bin/onceover bin/oncectl >&2

if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
  echo "onceover: starting the console with a private store (build/ci/bin/onceover --try)" >&2
  exec "$root/build/ci/bin/onceover" --try "$@"
fi
echo "onceover: no display here (DISPLAY and WAYLAND_DISPLAY are empty), so without the console: build/ci/bin/oncectl try" >&2
exec "$root/build/ci/bin/oncectl" try "$@"
