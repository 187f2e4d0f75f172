# SPDX-License-Identifier: Apache-2.0
# A clean Debian in which a test installs packages. Sourced by the tests in this folder, which set `root` first and take one argument:
# a directory with a minimal Debian; if it does not exist, debootstrap makes it, from this machine's own mirror. Root only.
#
# Nothing is written into that directory: a layer above takes all writes and is removed with the script, as are all mounts and processes.
# After this, `box` is the changed root, /tmp/dist there has the packages of dist/, and tester is an ordinary user.
# shellcheck shell=sh
# shellcheck disable=SC2154 # root, from the script
say() { printf '%s\n' "$(basename "$0"): $*"; }
die() { say "FAILED: $*" >&2; exit 1; }

if [ "${2:-}" != inside ]; then
  chroot=${1:?name the directory of a minimal Debian}
  [ "$(id -u)" -eq 0 ] || die "this needs root: it mounts and changes its root directory"
  ls "$root"/dist/oncectl_*.deb >/dev/null || die "there are no packages in dist: sh packaging/dist.sh"
  if [ ! -x "$chroot/bin/sh" ]; then
    # shellcheck disable=SC2016 # apt fills these in
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
    say "making a minimal Debian in $chroot"
    debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$chroot" "$mirror"
  fi
  exec unshare --mount --pid --fork sh "$0" "$(CDPATH='' cd -- "$chroot" && pwd)" inside
fi

base=$1
layer=$(mktemp -d "${TMPDIR:-/tmp}/onceover-box.XXXXXX")
# Never into what is still mounted there: /dev is this machine's.
trap 'umount --recursive --lazy "$layer" || :; rm -rf --one-file-system "$layer"' EXIT
mount -t tmpfs -o mode=755 onceover-box "$layer"
mkdir "$layer/upper" "$layer/work" "$layer/root"
mount -t overlay -o "lowerdir=$base,upperdir=$layer/upper,workdir=$layer/work" onceover-box "$layer/root"
box=$layer/root
mount -t proc proc "$box/proc"
mount --rbind /dev "$box/dev"
mount -t tmpfs -o mode=1777 tmpfs "$box/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$box/tmp"

# apt there uses this machine's settings.
for one in resolv.conf hosts; do if [ -e "/etc/$one" ]; then cp -L "/etc/$one" "$box/etc/$one"; fi; done
rm -rf "$box/etc/apt/sources.list" "$box/etc/apt/sources.list.d"
mkdir "$box/etc/apt/sources.list.d"
if [ -e /etc/apt/sources.list ]; then cp /etc/apt/sources.list "$box/etc/apt/"; fi
for one in /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
  if [ -e "$one" ]; then cp "$one" "$box/etc/apt/sources.list.d/"; fi
done
apt-config dump | grep -iE '^Acquire::(http|https|Check|ForceIPv|Retries)' >"$box/etc/apt/apt.conf.d/99machine" || :
# No service starts: only PostgreSQL's programs are needed.
printf '#!/bin/sh\nexit 101\n' >"$box/usr/sbin/policy-rc.d"
chmod 755 "$box/usr/sbin/policy-rc.d"
mkdir "$box/tmp/dist"
for one in "$root"/dist/*.deb "$root"/dist/*.rpm; do if [ -e "$one" ]; then cp "$one" "$box/tmp/dist/"; fi; done

# in_box COMMAND…: as root there; as_user SCRIPT: as an ordinary user.
in_box() { chroot "$box" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@" </dev/null; }
as_user() { in_box setpriv --reuid=tester --regid=tester --init-groups env HOME=/home/tester USER=tester sh -euc "$1"; }
apt() { in_box apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends "$@" >"$layer/apt.log" 2>&1 || { cat "$layer/apt.log"; die "apt-get $*"; }; }
must() { "$@" || die "$*"; }
# install_deb NAME…: packages of /tmp/dist, with what apt downloads for them.
install_deb() {
  files=''
  for name in "$@"; do files="$files /tmp/dist/$(basename "$box"/tmp/dist/"$name"_*.deb)"; done
  # shellcheck disable=SC2086 # a list of files
  apt install $files
  grep -E '^Need to get|^After this' "$layer/apt.log" || :
}

apt update
in_box useradd --create-home --shell /bin/sh tester
