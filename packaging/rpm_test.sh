#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the RPM packages of dist/ with `rpm --root` in a clean Debian, starts the programs, removes the packages, and looks for remaining
# files. Run as root: sh packaging/rpm_test.sh CHROOT   (box.sh)
#
# --nodeps, since Debian has no RPM packages of the libraries. What this does not show: dnf, and the names of dependencies on Fedora.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/box.sh"

# at_root ARGUMENTS…: rpm, with the box as its root.
at_root() { rpm --root "$box" --dbpath /var/lib/rpm "$@"; }

say "--- the libraries, as Debian packages"
install_deb oncectl onceover
in_box sh -c 'apt-get -q -y purge oncectl onceover && deluser --quiet oncectl' >"$layer/apt.log" 2>&1 || { cat "$layer/apt.log"; die "the Debian packages cannot be removed"; }
if in_box sh -c 'command -v oncectl'; then die "oncectl is still there"; fi

say "--- oncectl"
at_root --initdb
at_root -i --nodeps "$root"/dist/oncectl-*.rpm
# Sizes, digests, permissions and owners are as packed.
must at_root -V --nodeps oncectl
must as_user 'oncectl --version'
must in_box getent passwd oncectl
must [ "$(stat -c '%a %u' "$box/etc/onceover/sweep.env")" = '600 0' ]
# c: configuration, n: a changed one stays even where the package's own has changed
flags=$(at_root -q --qf '[%{FILENAMES} %{FILEFLAGS:fflags}\n]' oncectl)
for file in sweep.env sweep.toml; do must [ "$(echo "$flags" | sed -n "s,^/etc/onceover/$file ,,p")" = cn ]; done
must [ -s "$box/usr/share/licenses/oncectl/Apache-2.0.txt" ]
must in_box gzip -t /usr/share/man/man1/oncectl.1.gz
for file in bash-completion/completions/oncectl zsh/site-functions/_oncectl fish/vendor_completions.d/oncectl.fish; do
  must [ -s "$box/usr/share/$file" ]
done

say "--- a changed configuration is kept by an upgrade"
echo '# changed' >>"$box/etc/onceover/sweep.toml"
at_root -U --nodeps --replacepkgs "$root"/dist/oncectl-*.rpm
must grep -qx '# changed' "$box/etc/onceover/sweep.toml"

say "--- onceover"
at_root -i --nodeps "$root"/dist/onceover-[0-9]*.rpm
must at_root -V --nodeps onceover
must at_root -q --whatrequires oncectl
apt install postgresql fonts-dejavu-core
must as_user 'cd && mkdir -m 700 run && XDG_RUNTIME_DIR=$HOME/run onceover --try --screenshots pictures && ls pictures | wc -l'
must [ "$(find "$box/home/tester/pictures" -name '*.png' -size +8k | wc -l)" -ge 10 ]

say "--- onceover-devel"
at_root -i --nodeps "$root"/dist/onceover-devel-*.rpm
must at_root -V --nodeps onceover-devel
must grep -q 'lib64' "$box/usr/lib64/pkgconfig/onceover.pc"
must [ -s "$box/usr/lib64/cmake/Onceover/OnceoverConfig.cmake" ]

say "--- removed"
if at_root -e oncectl 2>"$layer/said"; then die "oncectl was removed under the console"; fi
must grep -q 'needed by.*onceover' "$layer/said"
at_root -e onceover-devel onceover oncectl
stayed=$(in_box find / -xdev \( -path /home -o -path /proc -o -path /tmp -o -path /var/cache -o -path /var/log \) -prune -o \( -name '*onceover*' -o -name '*oncectl*' \) -print)
# rpm keeps a changed configuration under another name.
must [ "$stayed" = /etc/onceover ]
must [ "$(ls "$box/etc/onceover")" = sweep.toml.rpmsave ]
say "installed, started, removed: all well"
