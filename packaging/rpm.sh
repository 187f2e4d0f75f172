#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the RPM packages: sh packaging/rpm.sh [DIR]
# Result in DIR, without it in dist: oncectl-….rpm, onceover-….rpm and onceover-devel-….rpm, which need the libraries of the system that
# built them (packaging/rpm/README.md).
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
out=${1:-dist}

sh packaging/install_packages.sh package
sh packaging/package_build.sh
sh packaging/pack.sh RPM build/package "$out"
