#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One command from a checkout to a running Onceover with live traffic: sh packaging/try.sh [arguments of try]
# Installs missing packages (as root or with sudo), builds, and starts a private store that is removed with the program.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

sh "$root/packaging/install_packages.sh" build run speed
# Only the program that is started is built, so that it starts sooner. A pipe gets only the program's output.
if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
  sh "$root/packaging/build.sh" bin/onceover >&2
  echo "onceover: starting the console with a private store (build/ci/bin/onceover --try)" >&2
  exec "$root/build/ci/bin/onceover" --try "$@"
fi
sh "$root/packaging/build.sh" bin/oncectl >&2
echo "onceover: no display here (DISPLAY and WAYLAND_DISPLAY are empty), so it runs without the console: build/ci/bin/oncectl try" >&2
exec "$root/build/ci/bin/oncectl" try "$@"
