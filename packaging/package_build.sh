#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds what the packages contain, with the preset `package`: sh packaging/package_build.sh [target…]
# Installs missing packages first (as root or with sudo, with a message). A second build compiles only what changed.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"

sh packaging/install_packages.sh build speed

# Debian's own hardening flags, for this release and this processor, with paths below this directory only. Without -g: a package carries no
# debug symbols.
DEB_BUILD_MAINT_OPTIONS=hardening=+all
DEB_CXXFLAGS_MAINT_STRIP=-g
export DEB_BUILD_MAINT_OPTIONS DEB_CXXFLAGS_MAINT_STRIP
CXXFLAGS="$(dpkg-buildflags --get CXXFLAGS) $(dpkg-buildflags --get CPPFLAGS)"
LDFLAGS=$(dpkg-buildflags --get LDFLAGS)
export CXXFLAGS LDFLAGS

# Qt's resources and __DATE__ have the time of the source.
SOURCE_DATE_EPOCH=$(sh packaging/source_date.sh)
export SOURCE_DATE_EPOCH

# CMake reads flags from the environment only at its first configuration.
rm -f build/package/CMakeCache.txt
ONCEOVER_PRESET=package exec sh packaging/build.sh "$@"
