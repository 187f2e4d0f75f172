#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes an apt repository of the packages of dist/ with a key of its own, and installs from it in a clean Debian; then shows that apt
# refuses the repository without the key, and after a change. Run as root: sh packaging/apt_test.sh CHROOT   (box.sh)
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/box.sh"

GNUPGHOME=$layer/gnupg
export GNUPGHOME
mkdir -m 700 "$GNUPGHOME"
gpg --batch --quiet --passphrase '' --quick-generate-key 'Onceover test <test@onceover.example>' default default never
say "--- without a key there is no repository"
code=0
env -u ONCEOVER_SIGNING_KEY sh "$root/packaging/apt_repo.sh" "$box/tmp/dist" || code=$?
must [ "$code" -eq 2 ]
must [ ! -e "$box/tmp/dist/apt" ]

export ONCEOVER_SIGNING_KEY=test@onceover.example
sh "$root/packaging/apt_repo.sh" "$box/tmp/dist"
gpgconf --kill all
mv "$box/tmp/dist/apt" "$box/srv/apt"
echo 'deb [signed-by=/usr/share/keyrings/onceover.gpg] file:///srv/apt stable main' >"$box/etc/apt/sources.list.d/onceover.list"
# only ours, so that no other list hides an error of it
update_ours() { in_box apt-get -q update -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=/etc/apt/ours --error-on=any; }
mkdir "$box/etc/apt/ours"
cp "$box/etc/apt/sources.list.d/onceover.list" "$box/etc/apt/ours/"

say "--- a repository whose key is unknown"
update_ours >"$layer/said" 2>&1 && die "apt accepts a repository without its key"
must grep -q NO_PUBKEY "$layer/said"

say "--- with its key"
cp "$box/srv/apt/onceover.gpg" "$box/usr/share/keyrings/onceover.gpg"
apt update
apt install oncectl libonceover-dev onceover
must as_user 'oncectl --version'
in_box apt-cache policy oncectl | grep -q 'file:/srv/apt' || die "oncectl is not from the repository"

say "--- a package that was changed"
apt purge oncectl onceover
apt clean
printf 'x' >>"$(ls "$box"/srv/apt/pool/main/o/onceover/oncectl_*.deb)"
in_box apt-get -q -y install oncectl >"$layer/said" 2>&1 && die "apt installs a changed package"
must grep -qi 'hash sum mismatch\|unexpected size' "$layer/said"

say "--- a list that was changed"
sed -i 's/^Description: .*/Description: changed/' "$box/srv/apt/dists/stable/InRelease"
update_ours >"$layer/said" 2>&1 && die "apt accepts a changed list"
must grep -q 'BADSIG\|invalid' "$layer/said"
say "signed, installed, refused where it was changed: all well"
