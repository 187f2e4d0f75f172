#!/bin/sh
# Builds the Debian packages: sh packaging/deb.sh
# Result: dist/oncectl_<version>_<architecture>.deb and dist/onceover_<version>_<architecture>.deb. Installs missing packages
# first (as root or with sudo, with a message).
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"

say() { printf '%s\n' "onceover: $*" >&2; }

sh packaging/install_packages.sh build speed

# Debian's own hardening flags, for this release and this processor. Without -g: a package carries no debug symbols.
DEB_BUILD_MAINT_OPTIONS=hardening=+all
DEB_CXXFLAGS_MAINT_STRIP=-g
export DEB_BUILD_MAINT_OPTIONS DEB_CXXFLAGS_MAINT_STRIP
CXXFLAGS="$(dpkg-buildflags --get CXXFLAGS) $(dpkg-buildflags --get CPPFLAGS)"
LDFLAGS=$(dpkg-buildflags --get LDFLAGS)
export CXXFLAGS LDFLAGS

# Files in a package have the same permissions for every builder.
umask 022

# CMake reads flags from the environment only at its first configuration.
rm -f build/package/CMakeCache.txt
ONCEOVER_PRESET=package sh packaging/build.sh

rm -rf dist
say "packing"
cpack --config build/package/CPackConfig.cmake -G DEB -B dist >&2
rm -rf dist/_CPack_Packages
for package in dist/*.deb; do
  printf '%s\n' "$package"
done
