#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Packs what is built: sh packaging/pack.sh DEB|RPM BUILD DIR
# BUILD is a build directory with the prefix /usr; DIR gets the packages. Compiles nothing. deb.sh and rpm.sh build first and call this.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
kind=${1:?DEB or RPM?}
build=${2:?which build directory?}
out=${3:?which directory for the packages?}
say() { printf '%s\n' "onceover: $*" >&2; }

SOURCE_DATE_EPOCH=$(sh "$root/packaging/source_date.sh")
export SOURCE_DATE_EPOCH
# Files in a package have the same permissions for every builder.
umask 022
mkdir -p "$out"
work=$(mktemp -d "${TMPDIR:-/tmp}/onceover-pack.XXXXXX")
trap 'rm -rf "$work"' EXIT

# pack COMPONENTS: cpack's messages are shown only if it fails.
pack() {
  if ! cpack --config "$build/CPackConfig.cmake" -G "$kind" -D "CPACK_COMPONENTS_ALL=$1" -B "$work" >"$work/log" 2>&1; then
    cat "$work/log" >&2
    say "cpack could not pack $1; its messages are above"
    exit 1
  fi
}

say "packing ($kind)"
cmake -S "$root" -B "$build" "-DONCEOVER_PACKAGES=$kind" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
if [ "$kind" = RPM ]; then
  for component in oncectl onceover devel; do pack "$component"; done
else
  pack 'oncectl;onceover;devel'
fi
suffix=$(echo "$kind" | tr '[:upper:]' '[:lower:]')
rm -f "$out"/oncectl[_-]*."$suffix" "$out"/onceover[_-]*."$suffix" "$out"/libonceover-dev_*."$suffix"
for package in "$work"/*."$suffix"; do
  mv "$package" "$out/"
  printf '%s\n' "$out/${package##*/}"
done
