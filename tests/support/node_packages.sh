#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the npm packages that a package.json names: node_packages.sh PACKAGE_JSON DIRECTORY
# Does nothing, without network access, if the directory exists. It appears complete or not at all, so two runs may install at
# the same time. No script of a package is run. Exit: 0 installed; 77 not possible here, with the reason in DIRECTORY.why.
set -eu

wanted=$1 directory=$2
why=$directory.why

skip() {
  printf '%s\n' "$1" | tee "$why"
  exit 77
}

mkdir -p "$(dirname -- "$directory")"
command -v node >/dev/null 2>&1 || skip "there is no node here (package nodejs)"
if [ ! -d "$directory" ]; then
  command -v npm >/dev/null 2>&1 || skip "there is no npm here (package npm)"
  new=$(mktemp -d "$directory.XXXXXX")
  trap 'rm -rf "$new"' EXIT
  trap 'exit 143' HUP INT TERM
  cp "$wanted" "$new/package.json"
  # Two attempts of half a minute for a request, four minutes in all.
  (cd "$new" && timeout -k 10 240 npm install --ignore-scripts --no-audit --no-fund --no-package-lock --no-update-notifier \
    --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=30000 </dev/null >npm.log 2>&1) ||
    skip "npm could not install the packages: $(grep -v '^npm warn' "$new/npm.log" | head -n 3 | tr '\n' ' ')"
  # -T, or it would move into a directory that another run has just made; that one is as good.
  mv -T "$new" "$directory" 2>/dev/null || [ -d "$directory" ]
fi
rm -f "$why"
