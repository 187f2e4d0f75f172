#!/bin/sh
# Configures and builds with the preset `ci` (optimised but for test binaries' own sources, unity build; programs in build/ci/bin).
# Usage: sh packaging/build.sh [target…]   without a target, everything. The packages must be there already.
# ONCEOVER_PRESET names another preset of CMakePresets.json.
set -eu

preset=${ONCEOVER_PRESET:-ci}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"

say() { printf '%s\n' "onceover: $*" >&2; }

# As many compilers as processors, but no more than memory holds: a unity translation unit with Qt and its templates
# peaks near 1.5 GB, and a compiler killed for memory says nothing a reader would understand.
kb_per_job=1572864
jobs=$(nproc 2>/dev/null || echo 1)
kb_free=$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo 2>/dev/null || :)
# A container may own less than the machine shows; "max" where it does not.
bytes_limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || :)
case $bytes_limit in
  '' | *[!0-9]*) ;;
  *) if [ -z "$kb_free" ] || [ $((bytes_limit / 1024)) -lt "$kb_free" ]; then kb_free=$((bytes_limit / 1024)); fi ;;
esac
if [ -n "$kb_free" ] && [ $((kb_free / kb_per_job)) -lt "$jobs" ]; then jobs=$((kb_free / kb_per_job)); fi
[ "$jobs" -ge 1 ] || jobs=1

# Set on every run: a cache kept from a time with ccache would name a launcher that is gone. ccache needs a home to keep things in.
launcher=''
if command -v ccache >/dev/null 2>&1 && [ -w "${CCACHE_DIR:-${HOME:-/nonexistent}}" ]; then launcher=ccache; fi

# A tree that was copied or moved carries a cache that names its old place; CMake refuses it, so it starts afresh.
fresh=''
cache=build/$preset/CMakeCache.txt
if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then fresh=--fresh; fi

say "configuring (preset $preset)"
# shellcheck disable=SC2086 # empty, or one word
if ! cmake --preset "$preset" $fresh "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" </dev/null; then
  say "CMake could not configure; its own words are above. Are all packages of packaging/packages.txt there?"
  exit 1
fi

[ $# -eq 0 ] || set -- --target "$@"
say "building with $jobs at a time${launcher:+, through ccache}; the first build takes minutes"
if ! cmake --build --preset "$preset" --parallel "$jobs" "$@" </dev/null; then
  say "the build failed; the compiler's words are above"
  exit 1
fi
