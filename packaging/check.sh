#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that manual pages, completion and the manual's list of commands agree with the programs' --help, and that desktop entry, metainfo
# and unit are valid.
# Usage: sh packaging/check.sh DIR   with the directory of the built programs. Prints the differences; exit 1 if there are any.
# Skips a tool that is not installed (desktop-file-validate, appstreamcli, systemd-analyze, groff, zsh, fish), with a message.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
bin=$(CDPATH='' cd -- "${1:?which directory has the programs?}" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/onceover-check.XXXXXX")
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8
failures=0

# same WHAT FILE FILE: compares two lists, one item a line.
same() {
  sort "$2" >"$work/a"
  sort "$3" >"$work/b"
  if ! [ -s "$work/a" ]; then
    printf 'check.sh: %s: --help has nothing to compare\n' "$1"
  elif diff "$work/a" "$work/b" >"$work/diff"; then
    return 0
  else
    printf 'check.sh: %s (< only in --help, > only there)\n' "$1"
    grep '^[<>]' "$work/diff"
  fi
  failures=$((failures + 1))
}

# "command --option" for each option in the help of `program command`, then for its subcommands.
help_options() {
  program=$1
  shift
  # The help must work without a screen.
  env -u DISPLAY -u WAYLAND_DISPLAY "$bin/$program" "$@" --help </dev/null >"$work/help"
  # Every command has --help, which is listed once, among the options of the program itself.
  awk -v command="$*" '/^  (-[a-zA-Z],)?--/ { sub(/^  (-[a-zA-Z],)?/, ""); if ($1 != "--help" || command == "") print command " " $1 }' "$work/help"
  # An alias follows a comma: it is not listed elsewhere.
  for below in $(awk '/^Subcommands:/ { on = 1; next } /^[^ ]|^$/ { on = 0 } on && /^  [a-z]/ { sub(",", "", $1); print $1 }' "$work/help"); do
    help_options "$program" "$@" "$below"
  done
}

# The same for a manual page: options are below ".Ss command" or, for the program itself, below ".Sh OPTIONS".
manual_options() {
  awk '
    $1 == ".Sh" { command = ""; on = $2 == "OPTIONS" || $2 == "COMMANDS" }
    $1 == ".Ss" { command = ""; for (i = 2; i <= NF && $i != "Ar" && $i != "Op"; ++i) command = command (i > 2 ? " " : "") $i }
    on && $1 == ".It" && $2 == "Fl" && $3 == "Fl" { print command " --" $4 }
  ' "$1"
}

# What <Tab> offers after the words, each with its preceding words: complete PROGRAM TYPED [command…]
complete() {
  bash -c '
    source "$0/$1"
    program=$1 typed=$2
    shift 2
    COMP_WORDS=("$program" "$@" "$typed") COMP_CWORD=$(($# + 1))
    "_$program"
    for one in "${COMPREPLY[@]}"; do printf "%s\n" "$* $one"; done
  ' "$work/export" "$@"
}

check_program() {
  help_options "$1" >"$work/in-help"
  manual_options "$work/export/$1.1" >"$work/in-manual"
  same "options of $1 in $1.1" "$work/in-help" "$work/in-manual"
}

# What the build makes from the tree of commands, and what is written by hand.
"$bin/oncectl" help-export "$here" "$work/export"
cp "$here/completion/onceover" "$here/man/onceover.1" "$work/export"
mkdir -p "$work/renamed/man"
cp -r "$here/completion" "$work/renamed"
sed 's/^.Ss stuck$/.Ss stick/' "$here/man/oncectl.1.in" >"$work/renamed/man/oncectl.1.in"
if "$bin/oncectl" help-export "$work/renamed" "$work/lost" 2>/dev/null; then
  printf 'check.sh: text of oncectl.1.in for a command that does not exist was left out, and nothing said so\n'
  failures=$((failures + 1))
fi
bash -n "$work/export/oncectl"
bash -n "$work/export/onceover"
check_program oncectl
# An option of the program itself, except --version, may follow any command; so completion also offers it there.
sed -n 's/^ --/--/p' "$work/in-help" | grep -vx -e --version >"$work/common"
sed 's/ --.*//' "$work/in-help" | sort -u >"$work/commands"
"$bin/oncectl" --help | awk '/^Subcommands:/ { on = 1; next } /^$/ { on = 0 } on { sub(",", "", $1); print $1 }' >"$work/first"
# Commands without their own options are in no line above.
for first in $(cat "$work/first"); do
  "$bin/oncectl" "$first" --help | awk -v first="$first" '/^Subcommands:/ { on = any = 1; next } /^$/ { on = 0 } on { print first " " $1 } END { if (!any) print first }'
done | cat - "$work/commands" | sort -u >"$work/paths"
: >"$work/offered"
while IFS= read -r path; do
  # shellcheck disable=SC2086 # a command is one or two words
  complete oncectl -- $path >"$work/of-command"
  # shellcheck disable=SC2094 # different files
  while IFS= read -r option; do
    if grep -qxF -e "$path $option" "$work/of-command"; then continue; fi
    printf 'check.sh: completion does not offer %s after oncectl %s\n' "$option" "$path"
    failures=$((failures + 1))
  done <"$work/common"
  if [ -z "$path" ]; then
    cat "$work/of-command"
  else
    sed "s/^\($path\) /\1\t/" "$work/of-command" | awk -F '\t' 'NR == FNR { common[$0]; next } !($2 in common) { print $1 " " $2 }' "$work/common" -
  fi >>"$work/offered"
done <"$work/paths"
same "options of oncectl in its completion for bash" "$work/in-help" "$work/offered"

for first in '' $(sed -n 's/ .*//p' "$work/paths" | sort -u); do
  # shellcheck disable=SC2086 # none, or one word
  complete oncectl '' $first
done | sed 's/^ //' | sort >"$work/offered"
{ cat "$work/first"; grep ' ' "$work/paths"; } >"$work/wanted"
same "commands of oncectl in its completion for bash" "$work/wanted" "$work/offered"
awk '$1 == ".Ss" { command = $2; for (i = 3; i <= NF && $i != "Ar" && $i != "Op"; ++i) command = command " " $i; print command }' "$work/export/oncectl.1" >"$work/offered"
sed '/^$/d' "$work/paths" >"$work/wanted"
same "commands of oncectl in oncectl.1" "$work/wanted" "$work/offered"
sed -n 's/^| `oncectl \([a-z -]*\)` .*/\1/p' "$work/export/commands.md" >"$work/offered"
same "commands of oncectl in the export for commands.md" "$work/wanted" "$work/offered"
grep '^| `oncectl ' "$here/../resources/manual/commands.md" >"$work/offered"
same "lines of oncectl help-export, and of resources/manual/commands.md" "$work/export/commands.md" "$work/offered"

"$bin/oncectl" --help | sed -n '/^Exit codes:/,/^check uses/p' | grep -oE ' [0-9]+  ' | tr -d ' ' >"$work/wanted"
sed -n '/^.Sh EXIT STATUS/,/^.Sh EXAMPLES/s/^.It \([0-9]*\)$/\1/p' "$work/export/oncectl.1" >"$work/offered"
same "exit codes of oncectl, and in oncectl.1" "$work/wanted" "$work/offered"
sed -n '/^## Exit codes/,$s/^| \([0-9]*\) |.*/\1/p' "$here/../resources/manual/commands.md" >"$work/offered"
same "exit codes of oncectl, and in resources/manual/commands.md" "$work/wanted" "$work/offered"

# Options that texts of the program name are options of it, but for secret-tool's.
sed 's/.* //' "$work/in-help" | sort -u >"$work/known"
find "$here/../app/oncectl" "$here/../core" -name '*.cpp' -exec grep -ohE '"[^"]*"' {} + | grep -oE '(^|[^-a-zA-Z])--[a-z][a-z-]*[a-z]' | grep -o -e '--.*' |
  grep -vx -e --label | sort -u | comm -13 "$work/known" - >"$work/unknown"
if [ -s "$work/unknown" ]; then
  printf 'check.sh: messages of oncectl name options that it does not have:\n'
  cat "$work/unknown"
  failures=$((failures + 1))
fi

# What <Tab> offers for the value after the words: values WANTED WORD…
values() {
  # shellcheck disable=SC2086 # one word a line
  printf '%s\n' $1 >"$work/wanted"
  shift
  (cd "$work/export" && complete oncectl '' "$@") | sed 's/.* //' >"$work/offered"
  same "values after oncectl $*, and what completion offers" "$work/wanted" "$work/offered"
}
values 'in_progress released succeeded failed unknown' keys list --state
values 'operation_owner_age operation host tenant age' stuck --by
values 'waiting dead behind' outbox list --state
values 'waiting done skipped unsettled failed' plan items p --state
values 'md csv json' plan --json report --format
values 'succeed fail release extend requeue discard' --dsn list write
values 'csv jsonl md' keys --service list export --format =
values '_oncectl commands.md oncectl oncectl.1 oncectl.fish onceover onceover.1' keys export
values 'none fixed exponential full_jitter equal_jitter decorrelated_jitter' calculator lint --backoff

# The same in the other shells, where they are installed.
if command -v zsh >/dev/null 2>&1; then
  zsh -f -c '
    source =(sed "\$d" "$1")
    while IFS= read -r command; do
      _oncectl_tree "$command"
      for one in $specs; do [[ $one != (|\*)--* ]] || print -r -- "$command ${${one#\*}%%(=|)\[*}"; done
    done <"$2"
  ' zsh "$work/export/_oncectl" "$work/paths" >"$work/offered"
  same "options of oncectl in its completion for zsh" "$work/in-help" "$work/offered"
else
  printf 'check.sh: zsh is not installed: skipped\n'
fi
if command -v fish >/dev/null 2>&1; then
  HOME=$work fish -N -c '
    source $argv[1]
    while read -l command
        for one in (complete -C "oncectl $command --" | string replace -r "\t.*" "")
            echo "$command $one"
        end
    end <$argv[2]
  ' "$work/export/oncectl.fish" "$work/paths" >"$work/of-fish"
  while IFS= read -r path; do
    while IFS= read -r option; do printf '%s %s\n' "$path" "$option"; done <"$work/common"
    [ -n "$path" ] || echo ' --version'
  done <"$work/paths" | cat - "$work/in-help" | sort -u >"$work/wanted"
  same "options of oncectl in its completion for fish" "$work/wanted" "$work/of-fish"
else
  printf 'check.sh: fish is not installed: skipped\n'
fi

if [ -x "$bin/onceover" ]; then
  check_program onceover
  complete onceover -- >"$work/offered"
  same "options of onceover in completion/onceover" "$work/in-help" "$work/offered"
fi

# One version everywhere, and one commit for both programs.
version=$("$bin/oncectl" --version)
if ! printf '%s\n' "$version" | grep -qxE 'oncectl [0-9]+\.[0-9]+\.[0-9]+ \(commit ([0-9a-f]{8}|unknown)\)'; then
  printf 'check.sh: oncectl --version prints: %s\n' "$version"
  failures=$((failures + 1))
fi
if [ -x "$bin/onceover" ]; then
  printf '%s\n' "${version#* }" >"$work/wanted"
  env -u DISPLAY -u WAYLAND_DISPLAY "$bin/onceover" --version </dev/null | sed 's/^onceover //' >"$work/offered"
  same "version of oncectl, and of onceover" "$work/wanted" "$work/offered"
fi
version=${version#* }
printf '%s\n' "${version%% *}" >"$work/wanted"
sed -n '1s/.*(\([^-]*\)-.*/\1/p' "$here/deb/changelog" >"$work/offered"
same "version of oncectl, and of deb/changelog" "$work/wanted" "$work/offered"
sed -n 's/.*<release version="\([^"]*\)".*/\1/p' "$here/onceover.metainfo.xml" | head -n 1 >"$work/offered"
same "version of oncectl, and of onceover.metainfo.xml" "$work/wanted" "$work/offered"
grep -oh 'oncectl:[0-9][0-9.]*[0-9]' "$here/../resources/examples/kubernetes/deployment.yaml" "$here/../resources/manual/container.md" |
  sed 's/.*://' | sort -u >"$work/offered"
same "version of oncectl, and of the image in examples and manual" "$work/wanted" "$work/offered"

# valid TOOL COMMAND…: runs it where the tool is installed.
valid() {
  tool=$1
  if ! command -v "$tool" >/dev/null 2>&1; then
    printf 'check.sh: %s is not installed: skipped\n' "$tool"
    return
  fi
  if "$@" >"$work/said" 2>&1 && ! [ -s "$work/said" ]; then return; fi
  case $tool in appstreamcli) if grep -q 'Validation was successful' "$work/said"; then return; fi ;; esac
  printf 'check.sh: %s\n' "$*"
  cat "$work/said"
  failures=$((failures + 1))
}

valid desktop-file-validate "$here/onceover.desktop"
valid appstreamcli validate --no-net "$here/onceover.metainfo.xml"
sed -e 's|@CMAKE_INSTALL_FULL_SYSCONFDIR@|/etc|' -e "s|@CMAKE_INSTALL_FULL_BINDIR@|$bin|" "$here/systemd/oncectl-sweep.service.in" >"$work/oncectl-sweep.service"
valid systemd-analyze --man=no verify "$work/oncectl-sweep.service"
# systemd's exposure level: 0 is none, 10 is full.
if systemd-analyze security --offline=yes --threshold=20 --no-pager "$work/oncectl-sweep.service" >"$work/said" 2>&1; then :; elif grep -q 'exposure level' "$work/said"; then
  printf 'check.sh: the unit is open to more than 2.0\n'
  grep '✗' "$work/said"
  failures=$((failures + 1))
fi
for page in "$here/man/oncectl-sweep.8" "$work/export"/*.1; do valid groff -mandoc -Tutf8 -ww -z "$page"; done

[ "$failures" -eq 0 ]
