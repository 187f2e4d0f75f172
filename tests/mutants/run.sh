#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sabotages the code one mutant at a time and demands that a test turns red for each: run.sh [--only NAME]… [--jobs N]
#   --list    the mutants of mutants.txt: name, file, test binary
#   --show NAME, --apply NAME OUT    for CTest: file, test binary and tests of one; its file as sabotaged, written to OUT
#   --check   that each still applies: its text is found as often as it says, and the tests it names exist (run by CTest)
# Works on a copy of the tree in build/mutants, with a build of its own that is kept for the next run. Prints a table
# `mutant | file | killed by`; exit 1 where a mutant survives, does not build or does not apply. README.md says how to add one.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)
list=$here/mutants.txt
copy=$root/build/mutants/tree
build=$copy/build/mutants
# The long tests need not be long to turn red; a storm needs time for what is rare.
export LC_ALL=C.UTF-8 ONCEOVER_RACE_ROUNDS=20 ONCEOVER_REPLAYS=1000 ONCEOVER_STORM_SECONDS=30

say() { printf '%s\n' "mutants: $*" >&2; }

# One word of work for all: `check` looks at every mutant in the tree at `top`, `list` prints them, `get` prints one as shell
# assignments' raw material (field, tab, value), `apply` writes the sabotaged text of one to `out`.
tool() {
  top=$1 verb=$2 wanted=${3:-} out=${4:-} awk '
function broken(text) { printf "mutants.txt: [%s] %s\n", name, text > "/dev/stderr"; ++problems }
function read_all(path,    line, text) {
  text = ""
  while ((getline line < path) > 0) text = text line "\n"
  close(path)
  return text
}
function times_in(text, part,    count, at) {
  count = 0
  while ((at = index(text, part)) > 0) { ++count; text = substr(text, at + length(part)) }
  return count
}
function replaced(text, part, by,    at, done) {
  done = ""
  while ((at = index(text, part)) > 0) { done = done substr(text, 1, at - 1) by; text = substr(text, at + length(part)) }
  return done text
}
# The folder that a test binary is made of: unit_key of tests/unit/key.
function folder(binary,    at) { at = index(binary, "_"); return "tests/" substr(binary, 1, at - 1) "/" substr(binary, at + 1) }
function tests_of(binary,    command, line, text, parts) {
  if (binary in known_tests) return known_tests[binary]
  text = " "
  command = "cat " top "/" folder(binary) "/*.cpp 2>/dev/null"
  while ((command | getline line) > 0) {
    if (line !~ /^(TYPED_)?(TEST|TEST_F|TEST_P|RC_GTEST_[A-Z_]*)\(/) continue
    sub(/^[A-Z_]*\(/, "", line)
    split(line, parts, /[ ,)]+/)
    text = text parts[1] "." parts[2] " "
  }
  close(command)
  return known_tests[binary] = text
}
# Ways/AnswerLost.OfAClaim/CutAfter is the case CutAfter of TEST_P(AnswerLost, OfAClaim).
function test_exists(pattern, binary) {
  sub(/\/[^\/.]*$/, "", pattern)
  sub(/^[^.]*\//, "", pattern)
  gsub(/\./, "\\.", pattern)
  gsub(/\*/, "[^ ]*", pattern)
  return tests_of(binary) ~ (" " pattern " ")
}
function finish(    text, i, count, patterns) {
  if (name == "") return
  ++mutants
  if (name in seen) broken("is there twice")
  seen[name] = 1
  if (file == "" || binary == "" || tests == "" || pairs == 0) { broken("needs file, -, + and killed-by"); return }
  if (verb == "list") { printf "%s\t%s\t%s\n", name, file, binary; return }
  if (wanted != "" && name != wanted) return
  if (verb == "get") { printf "%s\t%s\t%s\t%s\n", file, binary, tests, still; return }
  text = read_all(top "/" file)
  if (text == "") { broken("no such file: " file); return }
  for (i = 1; i <= pairs; ++i) {
    count = times_in(text, from[i])
    if (count != times) broken(sprintf("found %d times and not %d in %s: %s", count, times, file, from[i]))
    text = replaced(text, from[i], to[i])
  }
  if (verb == "apply") { printf "%s", text > out; return }
  count = split(tests (still == "" ? "" : ":" still), patterns, ":")
  for (i = 1; i <= count; ++i) if (!test_exists(patterns[i], binary)) broken("no such test in " binary ": " patterns[i])
}
BEGIN { top = ENVIRON["top"]; verb = ENVIRON["verb"]; wanted = ENVIRON["wanted"]; out = ENVIRON["out"] }
/^#/ || /^$/ { next }
/^\[.*\]$/ {
  finish()
  name = substr($0, 2, length($0) - 2)
  file = binary = tests = still = ""
  pairs = 0
  times = 1
  next
}
/^why / { next }
/^file / { file = substr($0, 6); next }
/^killed-by / { binary = $2; tests = $3; next }
/^still / { still = $2; next }
/^times / { times = $2; next }
/^- / { from[++pairs] = substr($0, 3); to[pairs] = ""; next }
/^\+ / { to[pairs] = substr($0, 3); next }
/^\+$/ { next }
{ broken("cannot be read: " $0) }
END {
  finish()
  if (mutants == 0) broken("no mutant")
  exit problems > 0
}' "$list"
}

usage() { say "usage: run.sh [--list | --check | --show NAME | --apply NAME OUT | [--only NAME]… [--jobs N]]"; exit 2; }

only='' jobs=2
while [ $# -gt 0 ]; do
  case $1 in
    --list) tool "$root" list; exit ;;
    --check) tool "$root" check && say "all $(tool "$root" list | wc -l) apply"; exit ;;
    --show) [ $# -eq 2 ] || usage; tool "$root" get "$2"; exit ;;
    --apply) [ $# -eq 3 ] || usage; tool "$root" apply "$2" "$3"; exit ;;
    --only) [ $# -ge 2 ] || usage; only="$only $2"; shift ;;
    --jobs) [ $# -ge 2 ] || usage; jobs=$2; shift ;;
    *) usage ;;
  esac
  shift
done

tool "$root" check
names=$(tool "$root" list | cut -f 1)
if [ -n "$only" ]; then
  for name in $only; do printf '%s\n' "$names" | grep -qxF -e "$name" || { say "no mutant is called $name"; exit 2; }; done
  names=$only
fi

# The copy follows the tree. What differs is written anew, so that it is younger than anything built from a mutant before it.
follow() {
  mkdir -p "$copy"
  (cd "$root" && find . \( -path ./build -o -path ./.git -o -path ./dist -o -name .cache \) -prune -o -type f -print) |
  while IFS= read -r path; do
    cmp -s "$root/$path" "$copy/$path" && continue
    mkdir -p "$copy/$(dirname "$path")"
    cp "$root/$path" "$copy/$path"
  done
  (cd "$copy" && find . -path ./build -prune -o -type f -print) |
  while IFS= read -r path; do [ -e "$root/$path" ] || rm "$copy/$path"; done
}

log=$root/build/mutants/log
mkdir -p "$log"
run_dir=$(mktemp -d "${TMPDIR:-/tmp}/onceover-mutants.XXXXXX")
trap 'rm -rf "$run_dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

make() { cmake --build "$build" --parallel "$jobs" --target "$@" </dev/null; }

# Runs tests of one binary as CTest would; the log has gtest's own lines.
tested() { # binary, filter, log
  GTEST_FILTER=$2 ctest --test-dir "$build" --verbose --timeout 300 --no-tests=error --tests-regex "^$1\$" >"$3" 2>&1 </dev/null
}
# The first test that was red; where the program ended within one, that one.
first_red() {
  sed -n 's/^[0-9]*: //; s/^\[  FAILED  \] \([^ ,]*\).*/\1/p' "$1" | head -n 1 | grep . ||
    sed -n 's/^[0-9]*: //; s/^\[ RUN      \] \([^ ]*\).*/\1 (the program ended in it)/p' "$1" | tail -n 1
}

say "copying the tree"
follow
binaries=$(for name in $names; do tool "$root" get "$name" | cut -f 2; done | sort -u)
# Windows are built where a test of one is named.
console=OFF
case " $(printf '%s' "$binaries" | tr '\n' ' ')" in *' ui_'*) console=ON ;; esac
launcher=''
if command -v ccache >/dev/null 2>&1; then launcher=ccache; fi
# As little optimisation as there is: a mutant costs one compilation.
cmake -S "$copy" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 "-DONCEOVER_CONSOLE=$console" \
  "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" </dev/null >"$log/configure.log" 2>&1 || { cat "$log/configure.log" >&2; exit 1; }

say "building the unmutated tests:" "$(printf '%s' "$binaries" | tr '\n' ' ')"
# shellcheck disable=SC2086 # one word each
make $binaries >"$log/build.log" 2>&1 || { tail -n 40 "$log/build.log" >&2; say "the unmutated tree does not build"; exit 1; }
red=0
for binary in $binaries; do
  filter=$(for name in $names; do
    tool "$root" get "$name" | awk -F '\t' -v binary="$binary" '$2 == binary {print $3; if ($4 != "") print $4}'
  done | tr : '\n' | sort -u | paste -s -d : -)
  tested "$binary" "$filter" "$log/$binary.log" && continue
  say "the unmutated $binary is red: $(first_red "$log/$binary.log"); see $log/$binary.log"
  red=1
done
[ "$red" -eq 0 ] || exit 1

printf '%s | %s | %s\n' mutant file 'killed by'
alive=0 all=0
for name in $names; do
  all=$((all + 1))
  IFS='	' read -r file binary tests still <<END
$(tool "$root" get "$name")
END
  tool "$root" apply "$name" "$copy/$file"
  dead=no
  if ! make "$binary" >"$log/$name.log" 2>&1; then
    verdict='DOES NOT BUILD'
  elif tested "$binary" "$tests" "$log/$name.log"; then
    verdict=SURVIVED
    # Where another test of the binary kills it, the list names the wrong one.
    tested "$binary" '*' "$log/$name.log" || verdict="SURVIVED $tests, but not $(first_red "$log/$name.log")"
  elif [ -n "$still" ] && ! tested "$binary" "$still" "$log/$name.still.log"; then
    verdict="NO SABOTAGE: $still, which it should leave green, is red too"
  else
    verdict=$(first_red "$log/$name.log")
    if [ -n "$verdict" ]; then dead=yes; else verdict='NO TEST RAN'; fi
  fi
  cp "$root/$file" "$copy/$file"
  if [ "$dead" = no ]; then
    alive=$((alive + 1))
    say "$name: see $log/$name.log"
  fi
  printf '%s | %s | %s\n' "$name" "$file" "$verdict"
done
say "$((all - alive)) of $all killed"
[ "$alive" -eq 0 ]
