#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes an apt repository of the Debian packages: sh packaging/apt_repo.sh [DIR]   without DIR, dist
# Reads DIR/*.deb; result: DIR/apt, which any web server or file:// can serve. Signed with the key ONCEOVER_SIGNING_KEY of gpg (a
# fingerprint or an address), whose public part is DIR/apt/onceover.gpg. Without the variable nothing is made.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
dir=${1:-$root/dist}
say() { printf '%s\n' "onceover: $*" >&2; }
key=${ONCEOVER_SIGNING_KEY:-}
if [ -z "$key" ]; then
  say "ONCEOVER_SIGNING_KEY is empty, so no apt repository was made. Set it to the gpg key that signs your packages."
  exit 2
fi
if ! gpg --batch --list-secret-keys "$key" >/dev/null 2>&1; then
  say "gpg has no secret key $key, so no apt repository was made. Import the key, or name another one in ONCEOVER_SIGNING_KEY."
  exit 1
fi
SOURCE_DATE_EPOCH=$(sh "$root/packaging/source_date.sh")
export SOURCE_DATE_EPOCH LC_ALL=C

repo=$dir/apt
arch=$(dpkg-deb -f "$(ls "$dir"/oncectl_*.deb)" Architecture)
index=dists/stable/main/binary-$arch
rm -rf "$repo"
mkdir -p "$repo/pool/main/o/onceover" "$repo/$index"
cp "$dir"/*.deb "$repo/pool/main/o/onceover/"
cd "$repo"
apt-ftparchive packages pool >"$index/Packages"
gzip -9nk "$index/Packages"
apt-ftparchive -o APT::FTPArchive::Release::Origin=Onceover -o APT::FTPArchive::Release::Label=Onceover \
  -o APT::FTPArchive::Release::Suite=stable -o APT::FTPArchive::Release::Codename=stable \
  -o APT::FTPArchive::Release::Components=main -o "APT::FTPArchive::Release::Architectures=$arch" \
  -o APT::FTPArchive::Release::Description='Onceover: idempotency keys in PostgreSQL' release dists/stable >Release
# apt-ftparchive writes the time of its run.
sed -i "s/^Date: .*/Date: $(date -u -R -d "@$SOURCE_DATE_EPOCH" | sed 's/+0000/UTC/')/" Release
mv Release dists/stable/Release
gpg --batch --yes --local-user "$key" --armor --detach-sign --output dists/stable/Release.gpg dists/stable/Release
gpg --batch --yes --local-user "$key" --clearsign --output dists/stable/InRelease dists/stable/Release
gpg --batch --yes --export "$key" >onceover.gpg
printf '%s\n' "$repo"
