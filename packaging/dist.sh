#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds everything that is released, with one compilation: sh packaging/dist.sh [DIR]   without DIR, dist
# Result in DIR: Debian and RPM packages, the archive (.tar.xz, .run), the image, the bill of materials (.spdx.json) and SHA256SUMS. With
# ONCEOVER_SIGNING_KEY, the gpg key of the builder, also an apt repository (apt/) and SHA256SUMS.asc. Installs missing packages first (as
# root or with sudo, with a message). What an earlier run left in DIR is deleted.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
say() { printf '%s\n' "onceover: $*" >&2; }
umask 022

mkdir -p "${1:-dist}"
out=$(CDPATH='' cd -- "${1:-dist}" && pwd)
if [ "$out" != "$root/dist" ] && [ ! -e "$out/SHA256SUMS" ] && [ -n "$(ls -A "$out")" ]; then
  say "$out has other files, which would be deleted. Nothing was built. Name an empty directory."
  exit 2
fi

sh packaging/install_packages.sh build run package speed
# The time of the last commit: git is there only now.
SOURCE_DATE_EPOCH=$(sh packaging/source_date.sh)
export SOURCE_DATE_EPOCH
sh packaging/package_build.sh
# All that is there now would be in the checksums of this release.
find "$out" -mindepth 1 -delete
for kind in DEB RPM; do sh packaging/pack.sh "$kind" build/package "$out"; done
for one in archive image; do
  if [ -e "packaging/$one.sh" ]; then sh "packaging/$one.sh" "$out"; fi
done
python3 packaging/sbom.py "$out"
sh packaging/lint.sh "$out" >&2
if [ -n "${ONCEOVER_SIGNING_KEY:-}" ]; then sh packaging/apt_repo.sh "$out"; fi

cd "$out"
find . -type f ! -name 'SHA256SUMS*' -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum >SHA256SUMS
if [ -n "${ONCEOVER_SIGNING_KEY:-}" ]; then
  gpg --batch --yes --local-user "$ONCEOVER_SIGNING_KEY" --armor --detach-sign --output SHA256SUMS.asc SHA256SUMS
fi
say "done: $(wc -l <SHA256SUMS) files, $(du -sh . | cut -f 1). Check them: (cd $out && sha256sum -c SHA256SUMS)"
