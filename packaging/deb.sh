#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the Debian packages: sh packaging/deb.sh [DIR]
# Result in DIR, without it in dist: oncectl_….deb, onceover_….deb and libonceover-dev_….deb.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
out=${1:-dist}

sh packaging/package_build.sh
sh packaging/pack.sh DEB build/package "$out"
