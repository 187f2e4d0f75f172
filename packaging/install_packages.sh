#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the missing packages of packaging/packages.txt. Usage: sh packaging/install_packages.sh [kind…]
# Without a kind, all kinds. Prints what it installs, and how, before it starts. If nothing is missing it needs neither
# rights nor network. Exit: 0 all installed; 1 the installation failed; 2 you must install by hand.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
list=$here/packages.txt
kinds=" ${*:-build run test speed} "

say() { printf '%s\n' "onceover: $*" >&2; }

is_installed() {
  # One line for each architecture: any is enough.
  dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

# "kind name purpose" of every wanted package.
wanted() {
  while read -r kind name purpose; do
    case $kind in '' | '#'*) continue ;; esac
    case $kinds in *" $kind "*) printf '%s %s %s\n' "$kind" "$name" "$purpose" ;; esac
  done <"$list"
}

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
  say "this machine has no apt, so nothing was installed. Onceover needs these (names are Debian 12's):"
  wanted | while read -r kind name purpose; do
    [ "$kind" = speed ] && purpose="$purpose (optional)"
    printf '  %-24s %s\n' "$name" "$purpose" >&2
  done
  say "install the corresponding packages and build by hand: cmake --preset ci && cmake --build --preset ci"
  exit 2
fi

required='' optional=''
while read -r kind name _; do
  [ -n "$name" ] || continue
  is_installed "$name" && continue
  if [ "$kind" = speed ]; then optional="$optional $name"; else required="$required $name"; fi
done <<EOF
$(wanted)
EOF

# Optional packages are no reason to ask for rights.
[ -n "$required" ] || exit 0

apt='apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0'
by_hand="apt-get update && apt-get install --no-install-recommends$required"
if [ "$(id -u)" -eq 0 ]; then
  as_root='env'
  how='as root'
elif command -v sudo >/dev/null 2>&1 && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
  as_root='sudo env'
  how='with sudo'
else
  say "packages are missing and this user may not install them (not root, and sudo cannot be asked). As root, run:"
  printf '\n  %s\n\n' "$by_hand" >&2
  exit 2
fi

say "installing $how, with apt-get:$required${optional:+ (and, if available, for speed:$optional)}"
# shellcheck disable=SC2086 # words are meant to split: a command and a list of packages
as_apt() { $as_root DEBIAN_FRONTEND=noninteractive $apt "$@" </dev/null >&2; }

as_apt update || say "apt-get update failed; trying with the existing package lists"
for name in $optional; do
  if apt-cache show "$name" >/dev/null 2>&1; then required="$required $name"; fi
done
# shellcheck disable=SC2086 # a list of packages
if ! as_apt install --no-install-recommends $required; then
  say "apt-get could not install everything; its messages are above. Nothing was built. By hand, as root:"
  printf '\n  %s\n\n' "$by_hand" >&2
  exit 1
fi
