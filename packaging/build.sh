#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Configures and builds with the preset `ci` (unity build, only core optimised; programs in build/ci/bin).
# Usage: sh packaging/build.sh [target…]   without a target, everything. The packages must be installed.
# ONCEOVER_PRESET names another preset of CMakePresets.json.
set -eu

preset=${ONCEOVER_PRESET:-ci}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"

say() { printf '%s\n' "onceover: $*" >&2; }

# One compiler for each processor, but no more than fit in memory: a unity translation unit with Qt and its templates
# peaks near 1.5 GB, and a compiler that is killed for memory prints no useful error.
kb_per_job=1572864
jobs=$(nproc 2>/dev/null || echo 1)
kb_free=$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo 2>/dev/null || :)
# A container may have less than the machine shows; "max": no limit.
bytes_limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || :)
case $bytes_limit in
  '' | *[!0-9]*) ;;
  *) if [ -z "$kb_free" ] || [ $((bytes_limit / 1024)) -lt "$kb_free" ]; then kb_free=$((bytes_limit / 1024)); fi ;;
esac
if [ -n "$kb_free" ] && [ $((kb_free / kb_per_job)) -lt "$jobs" ]; then jobs=$((kb_free / kb_per_job)); fi
[ "$jobs" -ge 1 ] || jobs=1

# Set on every run: a kept CMake cache may name a ccache that no longer exists. ccache needs a directory that it can write.
launcher=''
if command -v ccache >/dev/null 2>&1 && [ -w "${CCACHE_DIR:-${HOME:-/nonexistent}}" ]; then launcher=ccache; fi
# ccache keeps what uses a precompiled header only when it is told that macros and times in that header do not matter.
export CCACHE_SLOPPINESS=pch_defines,time_macros

# The cache of a copied or moved tree names the old place, and CMake refuses it: start afresh.
fresh=''
cache=build/$preset/CMakeCache.txt
if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then fresh=--fresh; fi

say "configuring (preset $preset)"
# shellcheck disable=SC2086 # empty, or one word
if ! cmake --preset "$preset" $fresh "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" </dev/null; then
  say "CMake could not configure; its messages are above. Are all packages of packaging/packages.txt installed?"
  exit 1
fi

[ $# -eq 0 ] || set -- --target "$@"
say "building with $jobs at a time${launcher:+, through ccache}; the first build takes minutes"
if ! cmake --build --preset "$preset" --parallel "$jobs" "$@" </dev/null; then
  say "the build failed; the compiler's messages are above"
  exit 1
fi
