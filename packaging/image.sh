#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the container image of the service from Debian packages: sh packaging/image.sh DIR
# DIR holds the Debian package oncectl (sh packaging/deb.sh). Result, in DIR: oncectl-VERSION-linux-ARCHITECTURE.oci.tar, an OCI layout,
# which `podman load` takes. resources/manual/container.md describes its use.
# Installs missing packages first (as root or with sudo, with a message). The file is the same, byte by byte, for the same packages and
# the same time of the source (source_date.sh).
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
out=$(CDPATH='' cd -- "${1:?which directory has the package?}" && pwd)
say() { printf '%s\n' "image.sh: $*" >&2; }
die() { say "$*"; exit 1; }

sh "$here/install_packages.sh" package
umask 022
export LC_ALL=C.UTF-8 TZ=UTC0
SOURCE_DATE_EPOCH=$(sh "$here/source_date.sh")
export SOURCE_DATE_EPOCH
created=$(date -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)

work=$(mktemp -d "${TMPDIR:-/tmp}/onceover-image.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 143' HUP INT TERM

set -- "$out"/oncectl_*.deb
[ -f "$1" ] || die "there is no package of oncectl in $out, so nothing was made. Build it: sh packaging/deb.sh"
[ $# -eq 1 ] || die "there are several packages of oncectl in $out, so nothing was made. Leave one."
package=$1
version=$(dpkg-deb -f "$package" Version)
version=${version%-*}
architecture=$(dpkg-deb -f "$package" Architecture)
needed=$(dpkg-deb -f "$package" Depends | sed -e 's/([^)]*)//g' -e 's/|[^,]*//g' -e 's/ //g')

# This machine's own mirrors of Debian, security updates included.
# shellcheck disable=SC2016 # apt fills these in
apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' | sort -u >"$work/sources.list"
[ -s "$work/sources.list" ] || die "apt has no package lists of Debian, so nothing was made. Run: apt-get update"

# Debian without a package manager. curl is the health check where there is no kubelet; cat and install come with Debian.
# The account has a number of its own, so that a container can be checked for it. dpkg's list remains, for scanners.
# shellcheck disable=SC2016 # mmdebstrap's shell fills in $1
mmdebstrap --quiet --variant=essential --format=tar --include="ca-certificates,curl,$needed" \
  --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt='path-include=/usr/share/doc/oncectl/*' \
  --essential-hook='echo oncectl:x:65532: >>"$1/etc/group"' \
  --essential-hook='echo oncectl:x:65532:65532:Onceover:/nonexistent:/usr/sbin/nologin >>"$1/etc/passwd"' \
  --customize-hook="cp '$package' \"\$1/oncectl.deb\" && chroot \"\$1\" dpkg --install /oncectl.deb && rm \"\$1/oncectl.deb\"" \
  --customize-hook='find "$1/etc/apt" "$1/var/lib/apt" "$1/var/cache" "$1/var/log" ! -type d ! -name 00mmdebstrap -delete' \
  --customize-hook='rm -rf "$1"/etc/dpkg/dpkg.cfg.d/* "$1"/etc/hostname "$1"/etc/resolv.conf "$1"/usr/lib/systemd "$1"/etc/systemd "$1"/etc/onceover/sweep.env' \
  --customize-hook='find "$1/usr" -xdev -type f -perm /6000 -exec chmod ug-s {} +' \
  "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$work/root.tar" "$work/sources.list" >&2

# The name that `podman load` gives it.
image=$work/layout:oncectl:$version
umoci init --layout "$work/layout"
umoci new --image "$image"
umoci raw add-layer --image "$image" --history.created "$created" --history.created_by 'packaging/image.sh' "$work/root.tar"
umoci config --image "$image" --no-history --created "$created" --os linux --architecture "$architecture" \
  --config.user 65532:65532 --config.workingdir / --config.exposedports 9464 \
  --config.entrypoint /usr/bin/oncectl --config.cmd --json --config.cmd sweep --config.cmd --follow --config.cmd --config \
  --config.cmd /etc/onceover/sweep.toml --config.stopsignal SIGTERM --config.env PATH=/usr/bin:/bin --config.env LC_ALL=C.UTF-8 \
  --config.label org.opencontainers.image.title=oncectl --config.label "org.opencontainers.image.version=$version" \
  --config.label 'org.opencontainers.image.licenses=Apache-2.0'
umoci gc --layout "$work/layout"

name=oncectl-$version-linux-$architecture.oci.tar
tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mtime="@$SOURCE_DATE_EPOCH" -C "$work/layout" -cf "$work/$name" blobs index.json oci-layout
mv "$work/$name" "$out/$name"
printf '%s\n' "$out/$name"
