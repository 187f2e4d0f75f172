#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the archive that brings its own libraries, for one user and without root: sh packaging/archive.sh DIR
# DIR holds the Debian packages (sh packaging/deb.sh); their programs are in the archive. Results, in DIR, with the same contents:
#   onceover-VERSION-linux-MACHINE.tar.xz   packaging/archive/README.in describes it
#   onceover-VERSION-linux-MACHINE.run      unpacks and installs itself
# Installs missing packages first (as root or with sudo, with a message). The files are the same, byte by byte, for the same packages in
# DIR, the same Debian and the same time of the source (source_date.sh).
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
out=$(CDPATH='' cd -- "${1:?which directory has the packages?}" && pwd)
say() { printf '%s\n' "archive.sh: $*" >&2; }
die() { say "$*"; exit 1; }

sh "$here/install_packages.sh" run package
umask 022
export LC_ALL=C.UTF-8 TZ=UTC0
SOURCE_DATE_EPOCH=$(sh "$here/source_date.sh")
machine=$(uname -m)
libraries=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)

work=$(mktemp -d "${TMPDIR:-/tmp}/onceover-archive.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 143' HUP INT TERM

mkdir "$work/packages"
for one in oncectl onceover; do
  set -- "$out/${one}_"*.deb
  [ -f "$1" ] || die "there is no package of $one in $out, so nothing was made. Build it: sh packaging/deb.sh"
  [ $# -eq 1 ] || die "there are several packages of $one in $out, so nothing was made. Leave one."
  dpkg-deb -x "$1" "$work/packages"
  version=$(dpkg-deb -f "$1" Version)
done
version=${version%-*}
name=onceover-$version-linux-$machine
root=$work/$name
mkdir "$root"
mv "$work/packages/usr/share" "$root/share"
mv "$work/packages/usr/bin" "$root/libexec"
# An archive has no service and needs no notes for lintian.
mv "$work/packages/etc/onceover/sweep.toml" "$work/packages/etc/onceover/sweep.env" "$root/share/doc/oncectl/examples"
chmod 644 "$root/share/doc/oncectl/examples/sweep.env"
rm -rf "$root/share/lintian" "$root/share/man/man8"

# Plugins and what is loaded by name at run time; nothing depends on these files. No GL integration: the console draws without GL, so a
# graphics driver, which needs libraries as new as the system's, is never loaded. libsecret is the way to the keychain.
plugins='platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqwayland-generic.so wayland-shell-integration/libxdg-shell.so
  wayland-decoration-client/libbradient.so platforminputcontexts/libcomposeplatforminputcontextplugin.so
  platforminputcontexts/libibusplatforminputcontextplugin.so sqldrivers/libqsqlite.so iconengines/libqsvgicon.so imageformats/libqsvg.so
  tls/libqopensslbackend.so'
: >"$work/files"
for one in $plugins; do
  mkdir -p "$root/lib/plugins/${one%/*}"
  cp "$libraries/qt6/plugins/$one" "$root/lib/plugins/$one"
  printf '%s\t%s\n' "lib/plugins/$one" "$libraries/qt6/plugins/$one" >>"$work/files"
done

# Everything that they link, except glibc, which must be the system's: it belongs to the kernel's loader and to name services.
cd "$root"
ldd libexec/* lib/plugins/*/*.so "$libraries/libsecret-1.so.0" >"$work/linked"
if grep 'not found' "$work/linked"; then die "libraries are missing on this machine, so nothing was made."; fi
{
  awk '$2 == "=>" {print $1}' "$work/linked"
  echo libsecret-1.so.0
} | sort -u | grep -vE '^(libc|libm|libdl|librt|libpthread|libresolv|libutil|libnsl)\.so\.' >"$work/names"
while IFS= read -r one; do
  cp -L "$libraries/$one" "lib/$one"
  printf '%s\t%s\n' "lib/$one" "$(readlink -f "$libraries/$one")" >>"$work/files"
done <"$work/names"
chmod 644 lib/*.so* lib/plugins/*/*.so

# A system may have neither fonts nor keyboard tables.
mkdir -p share/fonts/dejavu share/X11
for one in DejaVuSans DejaVuSans-Bold DejaVuSansMono DejaVuSansMono-Bold; do
  cp "/usr/share/fonts/truetype/dejavu/$one.ttf" share/fonts/dejavu/
  printf '%s\t%s\n' "share/fonts/dejavu/$one.ttf" "/usr/share/fonts/truetype/dejavu/$one.ttf" >>"$work/files"
done
cp "$here/archive/fonts.conf" share/fonts/
cp -RL /usr/share/X11/xkb share/X11/xkb
printf '%s\t%s\n' share/X11/xkb /usr/share/X11/xkb/rules/evdev >>"$work/files"

# The programs find the libraries before all others, whatever LD_LIBRARY_PATH is; the libraries remain Debian's files. With RUNPATH, what
# a library links would be looked up elsewhere.
# shellcheck disable=SC2016 # the loader fills it in
patchelf --force-rpath --set-rpath '$ORIGIN/../lib' libexec/onceover libexec/oncectl
if readelf -d lib/*.so* lib/plugins/*/*.so | grep -E '\((RPATH|RUNPATH)\)'; then die "a library has a search path of its own, so nothing was made."; fi
cp "$here/archive/qt.conf" libexec/

glibc=$(objdump -T libexec/onceover libexec/oncectl lib/*.so* lib/plugins/*/*.so | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
glibc=${glibc#GLIBC_}
fill() { sed -e "s|@VERSION@|$version|g" -e "s|@MACHINE@|$machine|g" -e "s|@GLIBC@|$glibc|g" "$here/archive/$1.in" >"$2"; }
mkdir bin
fill start bin/onceover
chmod 755 bin/onceover
ln -s onceover bin/oncectl
fill README README
install -m 755 "$here/archive/install" "$here/archive/uninstall" .

# Where each file comes from, under which licence: file, package, version, source package, its version.
notes=share/doc/onceover/libraries
mkdir -p "$notes/copyright" "$notes/licences"
cp -L /usr/share/common-licenses/* "$notes/licences/"
# A package may own the file by its path before /usr was merged.
cut -f 2 "$work/files" | sed 's|^/usr||' | sed 's|^|*|' | xargs dpkg-query -S | sed 's/: /\t/' >"$work/owners"
# shellcheck disable=SC2016 # dpkg-query fills these in
cut -f 1 "$work/owners" | sort -u | xargs dpkg-query -W -f '${binary:Package}\t${Version}\t${source:Package}\t${source:Version}\n' >"$work/versions"
awk -F '\t' -v OFS='\t' '
  FILENAME == ARGV[1] { sub(/^\/usr/, "", $2); owner[$2] = $1; next }
  FILENAME == ARGV[2] { about[$1] = $2 OFS $3 OFS $4; next }
  { sub(/^\/usr/, "", $2); one = owner[$2] }
  one in about { print $1, one, about[one] }
' "$work/owners" "$work/versions" "$work/files" | sed 's/:[a-z0-9]*\t/\t/' | sort >"$notes/files.tsv"
[ "$(wc -l <"$notes/files.tsv")" -eq "$(wc -l <"$work/files")" ] || die "the package of some library is unknown, so nothing was made."
cut -f 2 "$notes/files.tsv" | sort -u | while IFS= read -r one; do cp -L "/usr/share/doc/$one/copyright" "$notes/copyright/$one"; done

# The same bytes for every builder.
cd "$work"
find "$name" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
say "packing $(du -sh --apparent-size "$name" | cut -f 1) of files"
as_anyone='--sort=name --owner=0 --group=0 --numeric-owner --format=gnu'
# shellcheck disable=SC2086 # several words
tar $as_anyone -cf - "$name" | xz -9 --threads=1 >"$name.tar.xz"

mkdir self
ln "$name.tar.xz" self/onceover.tar.xz
install -m 755 "$here/archive/setup" /usr/bin/xz self/
cp -L "$libraries/liblzma.so.5" self/
touch -d "@$SOURCE_DATE_EPOCH" self/* self
# Relative paths, since makeself records its command line.
makeself --quiet --nocomp --nox11 --sha256 --nomd5 --nocrc --tar-quietly \
  --packaging-date "$(date -d "@$SOURCE_DATE_EPOCH" -R)" --tar-extra "$as_anyone" self "$name.run" "Onceover $version" ./setup >&2
chmod 755 "$name.run"
for one in "$name.tar.xz" "$name.run"; do
  mv "$one" "$out/$one"
  printf '%s\n' "$out/$one"
done
