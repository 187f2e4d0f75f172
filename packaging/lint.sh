#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the packages with lintian and rpmlint: sh packaging/lint.sh [DIR]   without DIR, dist
# An error or a warning of either fails. What is accepted, each with its reason: packaging/deb/*/lintian-overrides, packaging/rpm/rpmlint.toml.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
dir=${1:-$root/dist}
failures=0

set -- "$dir"/*.deb
if [ -e "$1" ]; then
  # --allow-root: packages are often built in a container.
  lintian --allow-root --fail-on error,warning "$@" || failures=$((failures + 1))
fi
set -- "$dir"/*.rpm
if [ -e "$1" ]; then
  report=$(rpmlint --config "$root/packaging/rpm/rpmlint.toml" "$@") || :
  printf '%s\n' "$report"
  printf '%s\n' "$report" | grep -q ' 0 errors, 0 warnings' || failures=$((failures + 1))
fi
[ "$failures" -eq 0 ]
