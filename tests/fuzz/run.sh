#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the libFuzzer targets (preset fuzz: clang++) and runs them one after another.
# Usage: sh tests/fuzz/run.sh [seconds a target] [target…]      600 seconds, all targets
# Exit code 1: a target found something, and its input is in build/fuzz/findings/<target>/. New interesting inputs go to
# build/fuzz/corpus/<target>/, where the next run starts; tests/fuzz/corpus is only read.
set -eu

seconds=${1:-600}
[ $# -eq 0 ] || shift
case $seconds in
  '' | *[!0-9]* | 0) echo "usage: sh tests/fuzz/run.sh [seconds] [target…]" >&2; exit 2 ;;
esac
[ $# -gt 0 ] || set -- header canonical_json problem gateway_answer config bundle client_log

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)
cd "$root"

cmake --preset fuzz </dev/null
cmake --build --preset fuzz --parallel 2 </dev/null

# Memory and time of one input are limited: a parser that needs a gigabyte or ten seconds for a page is a finding.
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
failed=''
for target in "$@"; do
  case $target in
    header) words=header max_len=1024 ;;
    config) words=config max_len=4096 ;;
    *) words=json max_len=4096 ;;
  esac
  new=build/fuzz/corpus/$target
  found=build/fuzz/findings/$target
  mkdir -p "$new" "$found"
  echo "fuzz_$target: $seconds s"
  if ! nice -n 10 "build/fuzz/bin/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512 \
    -max_len="$max_len" -dict="$here/words/$words" -artifact_prefix="$found/" -print_final_stats=1 -close_fd_mask=0 -verbosity=0 \
    "$new" "$here/corpus/$target" </dev/null; then
    failed="$failed $target"
  fi
done
[ -z "$failed" ] || { echo "found something:$failed (build/fuzz/findings)" >&2; exit 1; }
echo "nothing found"
