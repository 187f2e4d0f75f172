#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds a program in Go with its packages: go_client.sh SOURCE_DIRECTORY PROGRAM
# Does nothing, without network access, if the program is there and not older than its sources. Exit: 0 built; 77 not possible here, with the reason in PROGRAM.why.
set -eu

source=$1 program=$2

skip() {
  printf '%s\n' "$1" | tee "$program.why"
  exit 77
}

mkdir -p "$(dirname -- "$program")"
if [ ! -x "$program" ] || [ -n "$(find -L "$source" -newer "$program" -name '*.go')" ]; then
  command -v go >/dev/null 2>&1 || skip "there is no go here (package golang-go)"
  new=$(mktemp -d "$program.XXXXXX")
  trap 'rm -rf "$new"' EXIT
  trap 'exit 143' HUP INT TERM
  cp "$source"/*.go "$source/go.mod" "$new"
  (cd "$new" && timeout -k 10 240 sh -c 'go build -mod=mod -o client .' </dev/null >go.log 2>&1) ||
    skip "the program in Go could not be built: $(tail -n 3 "$new/go.log" | tr '\n' ' ')"
  mv "$new/client" "$program"
fi
rm -f "$program.why"
