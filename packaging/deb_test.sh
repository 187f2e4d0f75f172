#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the packages of dist/ in a clean Debian, starts both programs as an ordinary user, removes them, looks for remaining
# files, and upgrades them from an earlier version. Run as root: sh packaging/deb_test.sh CHROOT   with the directory of a minimal
# Debian, or of none yet (box.sh)
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/box.sh"

# The whole package, as it is downloaded.
must [ "$(stat -c %s "$root"/dist/oncectl_*.deb)" -lt 5000000 ]

say "--- a server: only oncectl"
install_deb oncectl
in_box dpkg --verify oncectl
if in_box dpkg-query -W -f '${Package}\n' | grep -i qt; then die "a server gets Qt"; fi
must as_user 'oncectl --version'
must [ "$(stat -c '%a %u' "$box/etc/onceover/sweep.env")" = '600 0' ]
must [ "$(stat -c '%a %u' "$box/etc/onceover/sweep.toml")" = '644 0' ]
in_box getent passwd oncectl
code=0
as_user 'oncectl sweep --check-config --config /etc/onceover/sweep.toml' 2>"$layer/said" || code=$?
must [ "$code" -eq 2 ] # its gateway has no description yet
must grep -q 'sweep.toml:.*gateway' "$layer/said"
code=0
as_user 'oncectl sweep' || code=$?
must [ "$code" -eq 2 ] # no gateway was named
as_user 'oncectl try' 2>"$layer/said" && die "oncectl try works without PostgreSQL?"
cat "$layer/said"
must grep -q postgresql "$layer/said"

say "--- systemd's view of the unit"
apt install systemd man-db
must in_box systemd-analyze verify /usr/lib/systemd/system/oncectl-sweep.service
in_box systemd-analyze security --offline=yes --no-pager --threshold=20 /usr/lib/systemd/system/oncectl-sweep.service >"$layer/said" || die "the unit is open to more than 2.0"
tail -n 1 "$layer/said"
must [ "$(in_box systemctl --root=/ is-enabled oncectl-sweep.service)" = disabled ]

say "--- oncectl with a private store"
apt install postgresql
must as_user 'oncectl try --history 1000'
# The unit's command, on a store with live traffic in which keys get stuck.
must as_user '
  cd
  oncectl --json try --serve --history 1000 >store.json 2>store.log &
  store=$!
  trap "kill $store; wait $store || :" EXIT
  for i in $(seq 120); do [ -s store.json ] && break; sleep 0.5; done
  dsn=$(sed -n "s/.*\"dsn\":\"\([^\"]*\)\".*/\1/p" store.json)
  ONCEOVER_GATEWAY=$(sed -n "s/.*\"gateway\":\"\([^\"]*\)\".*/\1/p" store.json)
  export ONCEOVER_GATEWAY
  oncectl --dsn "$dsn" sweep --follow --every 500ms >swept.txt 2>sweep.log &
  sweeper=$!
  for i in $(seq 120); do oncectl --dsn "$dsn" audit --action settle >audit.txt 2>/dev/null && grep -q "succeeded\|failed" audit.txt && break; sleep 0.5; done
  kill -TERM $sweeper
  wait $sweeper
  cat swept.txt
  grep -q "succeeded\|failed" audit.txt
'

say "--- a desktop: onceover"
install_deb onceover
in_box dpkg --verify onceover
must as_user 'onceover --version'
must as_user 'cd && mkdir -m 700 run && XDG_RUNTIME_DIR=$HOME/run onceover --try --screenshots pictures && ls pictures | wc -l'
must [ "$(find "$box/home/tester/pictures" -name '*.png' -size +8k | wc -l)" -ge 10 ]

say "--- a window on a screen, by the platform plugin a desktop uses"
apt install xvfb xauth xdotool
must as_user '
  cd
  export XDG_RUNTIME_DIR=$HOME/run QT_QPA_PLATFORM=xcb
  xvfb-run -a -s "-screen 0 1400x900x24" sh -c '"'"'
    onceover --try & console=$!
    xdotool search --sync --onlyvisible --class onceover >/dev/null
    xdotool search --onlyvisible --class onceover getwindowname
    kill $console
    wait $console || :
  '"'"'
'

must [ -s "$box/home/tester/.local/share/onceover/workspace.sqlite" ] # the SQLite plugin is there

say "--- other files"
for page in 'oncectl 1' 'onceover 1' 'oncectl-sweep 8'; do must in_box man -w "${page#* }" "${page% *}"; done
for program in oncectl onceover; do
  must in_box bash -c "source /usr/share/bash-completion/completions/$program && complete -p $program"
done
for file in applications/onceover.desktop metainfo/onceover.metainfo.xml icons/hicolor/scalable/apps/onceover.svg icons/hicolor/48x48/apps/onceover.png \
  zsh/vendor-completions/_oncectl fish/vendor_completions.d/oncectl.fish; do
  must [ -s "$box/usr/share/$file" ]
done

say "--- removed"
in_box dpkg -L oncectl onceover | sort -u >"$layer/files"
apt remove oncectl onceover
while IFS= read -r file; do
  case $file in /etc/onceover/sweep.*) continue ;; esac
  if [ -f "$box$file" ]; then die "$file stayed"; fi
done <"$layer/files"
for file in sweep.env sweep.toml; do must [ -f "$box/etc/onceover/$file" ]; done # the configuration survives a removal
# nothing_stays WHAT: after a purge. The account remains, since files may still belong to its number; a user's own files remain, too.
nothing_stays() {
  stayed=$(in_box find / -xdev \( -path /home -o -path /proc -o -path /tmp -o -path /var/cache -o -path /var/log \) -prune -o \( -name '*onceover*' -o -name '*oncectl*' \) -print)
  [ -z "$stayed" ] || die "$1 leaves these files: $stayed"
  if in_box dpkg-query -W oncectl onceover 2>/dev/null | grep .; then die "dpkg still lists them after $1"; fi
}
apt purge oncectl onceover
nothing_stays "a purge"

say "--- upgraded"
# The same packages as an earlier version, which shipped other configuration.
in_box sh -euc '
  mkdir /tmp/older
  for package in oncectl onceover; do
    tree=/tmp/older/$package
    dpkg-deb --raw-extract /tmp/dist/"$package"_*.deb "$tree"
    sed -i -e "s/^Version: .*/Version: 0.0.1-1/" -e "s/oncectl (= [^)]*)/oncectl (= 0.0.1-1)/" "$tree/DEBIAN/control"
    if [ -d "$tree/etc/onceover" ]; then sed -i "1i # of an earlier version" "$tree"/etc/onceover/sweep.toml "$tree"/etc/onceover/sweep.env; fi
    dpkg-deb --root-owner-group -Znone --build "$tree" /tmp/older/ >/dev/null
  done
'
arch=$(in_box dpkg --print-architecture)
apt install "/tmp/older/oncectl_0.0.1-1_$arch.deb" "/tmp/older/onceover_0.0.1-1_$arch.deb"
must grep -q 'of an earlier version' "$box/etc/onceover/sweep.toml"
# An administrator changes one of the two files, and enables the service.
printf '# mine\nACME_TOKEN=secret\n' >>"$box/etc/onceover/sweep.env"
cp "$box/etc/onceover/sweep.env" "$layer/mine"
in_box systemctl --root=/ enable oncectl-sweep.service 2>/dev/null
in_box sh -c 'cd /tmp/dist && exec apt-get -q -y -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold --no-install-recommends install ./oncectl_*.deb ./onceover_*.deb' \
  >"$layer/apt.log" 2>&1 || { cat "$layer/apt.log"; die "an upgrade fails"; }
must [ "$(in_box dpkg-query -W -f '${Version}' oncectl)" = "$(in_box dpkg-query -W -f '${Version}' onceover)" ]
must [ "$(in_box dpkg-query -W -f '${Version}' oncectl)" != 0.0.1-1 ]
must cmp "$box/etc/onceover/sweep.env" "$layer/mine" # changed: kept, with its rights, and the new one beside it
must [ "$(stat -c '%a %u' "$box/etc/onceover/sweep.env")" = '600 0' ]
must [ "$(stat -c '%a %u' "$box/etc/onceover/sweep.env.dpkg-dist")" = '600 0' ]
if grep -q 'of an earlier version' "$box/etc/onceover/sweep.toml"; then die "sweep.toml was not changed by hand, and is still the earlier one"; fi
must [ "$(in_box systemctl --root=/ is-enabled oncectl-sweep.service)" = enabled ] # as it was
must as_user 'oncectl --version && onceover --version'
must [ "$(in_box dpkg-query -W -f '${Depends}' onceover | grep -o 'oncectl (= [^)]*)')" = "oncectl (= $(in_box dpkg-query -W -f '${Version}' oncectl))" ]
apt purge oncectl onceover
nothing_stays "a purge after an upgrade"
if in_box ps -u tester -o args= 2>/dev/null | grep .; then die "something still runs"; fi
say "installed, started, removed, upgraded: all well"
