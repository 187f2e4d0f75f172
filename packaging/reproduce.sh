#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Shows that two builds of one commit are the same, byte by byte.
# Usage: sh packaging/reproduce.sh                 all packages, built from nothing in two directories; takes two whole builds
#        sh packaging/reproduce.sh --target NAME   one program, such as bin/oncectl, built so
#        sh packaging/reproduce.sh --pack BUILD    the packages of one build, packed twice; compiles nothing
# What is compared is the last commit, not uncommitted changes, except with --pack. Prints one line for each file; exit 1 if one differs.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
say() { printf '%s\n' "reproduce.sh: $*" >&2; }
work=$(mktemp -d "${TMPDIR:-/tmp}/onceover-reproduce.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 143' HUP INT TERM
SOURCE_DATE_EPOCH=$(sh "$root/packaging/source_date.sh")
# A compiler cache would copy the first result.
CCACHE_DISABLE=1
export SOURCE_DATE_EPOCH CCACHE_DISABLE

# compare DIR DIR: each file of the first with that of the second.
compare() {
  failures=0 compared=0
  for one in "$1"/*; do
    name=${one##*/}
    compared=$((compared + 1))
    if cmp -s "$one" "$2/$name"; then
      printf 'same    %s  %s\n' "$(sha256sum <"$one" | cut -c 1-16)" "$name"
    else
      printf 'DIFFERS %s\n' "$name"
      failures=$((failures + 1))
    fi
  done
  [ "$(ls "$1")" = "$(ls "$2")" ] || { say "the two builds have different files"; failures=$((failures + 1)); }
  say "$compared compared, $failures differences"
  [ "$failures" -eq 0 ] && [ "$compared" -gt 0 ]
}

mkdir "$work/first" "$work/second"
case ${1:-} in
  --pack)
    build=${2:?which build directory?}
    for one in first second; do
      for kind in DEB RPM; do sh "$root/packaging/pack.sh" "$kind" "$build" "$work/$one" >/dev/null; done
    done
    ;;
  --target | '')
    target=${2:-}
    # Names of different lengths, files made in a different order and at another time, another umask.
    for one in first second; do
      place=$work/a
      [ "$one" = first ] || place=$work/another/place
      git clone -q "$root" "$place"
      say "building in $place"
      (
        cd "$place"
        umask "$([ "$one" = first ] && echo 022 || echo 077)"
        sh packaging/package_build.sh ${target:+"$target"} >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; exit 1; }
        if [ -n "$target" ]; then
          cp "build/package/$target" "$work/$one/"
        else
          for kind in DEB RPM; do sh packaging/pack.sh "$kind" build/package "$work/$one" >/dev/null; done
        fi
      )
    done
    ;;
  *)
    sed -n 's/^# \(Usage.*\)/\1/p' "$0" >&2
    exit 2
    ;;
esac
compare "$work/first" "$work/second"
