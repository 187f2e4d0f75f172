#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The tables of rooms in CONTRIBUTING.md name each folder of core, ui and app, and no other; paths that texts name exist.
set -u
cd "${1:-$(dirname "$0")/..}" || exit 2
failed=0
wrong() { printf '%s\n' "$*"; failed=1; }

for layer in core ui; do
  rows=$(sed -n "/^| room in \`$layer\/\` /,/^\$/p" CONTRIBUTING.md | sed -n 's/^| `\([a-z_]*\)` |.*/\1/p' | LC_ALL=C sort)
  folders=$(find "$layer" -mindepth 1 -maxdepth 1 -type d -exec basename {} \; | LC_ALL=C sort)
  [ -n "$rows" ] || wrong "CONTRIBUTING.md has no table of the rooms in $layer/"
  for room in $rows; do [ -d "$layer/$room" ] || wrong "CONTRIBUTING.md: there is no room $layer/$room"; done
  for room in $folders; do printf '%s\n' "$rows" | grep -qx "$room" || wrong "CONTRIBUTING.md has no row for the room $layer/$room"; done
done
for room in $(sed -n 's/^\([a-z_]*\):.*/\1/p' core/rooms.txt); do [ -d "core/$room" ] || wrong "core/rooms.txt: there is no room core/$room"; done
for program in app/*/; do grep -q "^| \`${program%/}\` |" CONTRIBUTING.md || wrong "CONTRIBUTING.md has no row for ${program%/}"; done

grep -noE '`(core|ui|app|tests|packaging)/[A-Za-z0-9_./-]+`' README.md CONTRIBUTING.md SECURITY.md tests/README.md core/README.md resources/manual/*.md |
  tr -d '`' | while IFS=: read -r file line path; do
  [ -e "$path" ] || [ -e "$path.h" ] || [ -e "$path.cpp" ] || printf '%s\n' "$file:$line: there is no $path"
done >"${TMPDIR:-/tmp}/rooms.$$"
[ ! -s "${TMPDIR:-/tmp}/rooms.$$" ] || { cat "${TMPDIR:-/tmp}/rooms.$$"; failed=1; }
rm -f "${TMPDIR:-/tmp}/rooms.$$"
exit "$failed"
