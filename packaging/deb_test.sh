#!/bin/sh
# Installs the packages of dist/ in a clean Debian, starts both programs as an ordinary user, removes them, and looks for
# remaining files. Run as root: sh packaging/deb_test.sh CHROOT   with the directory of a minimal Debian, or of none yet (box.sh)
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
for file in applications/onceover.desktop metainfo/onceover.metainfo.xml icons/hicolor/scalable/apps/onceover.svg icons/hicolor/48x48/apps/onceover.png; do
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
apt purge oncectl onceover
# The account remains, since files may still belong to its number; a user's own files remain, too.
stayed=$(in_box find / -xdev \( -path /home -o -path /proc -o -path /tmp -o -path /var/cache -o -path /var/log \) -prune -o \( -name '*onceover*' -o -name '*oncectl*' \) -print)
[ -z "$stayed" ] || die "a purge leaves these files: $stayed"
if in_box dpkg-query -W oncectl onceover 2>/dev/null | grep .; then die "dpkg still lists them"; fi
if in_box ps -u tester -o args= 2>/dev/null | grep .; then die "something still runs"; fi
say "installed, started, removed: all well"
