#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the time of the source, for SOURCE_DATE_EPOCH: the variable itself if it is set, else the last commit's, else the last entry's of
# packaging/deb/changelog. Every file in a package has this time, so that two builds of one source are the same.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then
  echo "$SOURCE_DATE_EPOCH"
elif time=$(git -C "$root" log -1 --format=%ct 2>/dev/null) && [ -n "$time" ]; then
  echo "$time"
else
  date -d "$(sed -n 's/^ -- .*>  //p' "$root/packaging/deb/changelog" | head -n 1)" +%s
fi
