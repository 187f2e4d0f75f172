#!/bin/sh
# Installs the packages of dist/ in a clean Debian, starts both programs as an ordinary user, removes them, and looks for
# remaining files. Run as root: sh packaging/deb_test.sh CHROOT
#
# CHROOT is a directory with a minimal Debian; if it does not exist, debootstrap makes it, from this machine's own mirror.
# Nothing is written into it: a layer above takes all writes and is removed with the script, as are all mounts and processes.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
say() { printf '%s\n' "deb_test.sh: $*"; }
die() { say "FAILED: $*" >&2; exit 1; }

if [ "${2:-}" != inside ]; then
  chroot=${1:?name the directory of a minimal Debian}
  [ "$(id -u)" -eq 0 ] || die "this needs root: it mounts and changes its root directory"
  ls "$root"/dist/oncectl_*.deb "$root"/dist/onceover_*.deb >/dev/null || die "there are no packages in dist: sh packaging/deb.sh"
  if [ ! -x "$chroot/bin/sh" ]; then
    # shellcheck disable=SC2016 # apt fills these in
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
    say "making a minimal Debian in $chroot"
    debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$chroot" "$mirror"
  fi
  exec unshare --mount --pid --fork sh "$0" "$(CDPATH='' cd -- "$chroot" && pwd)" inside
fi

base=$1
layer=$(mktemp -d "${TMPDIR:-/tmp}/onceover-deb.XXXXXX")
trap 'umount --recursive --lazy "$layer" 2>/dev/null; rm -rf "$layer"' EXIT
mount -t tmpfs -o mode=755 onceover-deb "$layer"
mkdir "$layer/upper" "$layer/work" "$layer/root"
mount -t overlay -o "lowerdir=$base,upperdir=$layer/upper,workdir=$layer/work" onceover-deb "$layer/root"
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
cp "$root"/dist/*.deb "$box/tmp/dist/"

# in_box COMMAND…: as root there; as_user SCRIPT: as an ordinary user.
in_box() { chroot "$box" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@" </dev/null; }
as_user() { in_box setpriv --reuid=tester --regid=tester --init-groups env HOME=/home/tester USER=tester sh -euc "$1"; }
apt() { in_box apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends "$@" >"$layer/apt.log" 2>&1 || { cat "$layer/apt.log"; die "apt-get $*"; }; }
must() { "$@" || die "$*"; }

apt update
in_box useradd --create-home --shell /bin/sh tester

say "--- a server: only oncectl"
in_box sh -c 'cd /tmp/dist && exec apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends install ./oncectl_*.deb' >"$layer/apt.log" 2>&1 || { cat "$layer/apt.log"; die "oncectl does not install"; }
grep -E '^Need to get|^After this' "$layer/apt.log" || :
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
in_box sh -c 'cd /tmp/dist && exec apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends install ./onceover_*.deb' >"$layer/apt.log" 2>&1 || { cat "$layer/apt.log"; die "onceover does not install"; }
grep -E '^Need to get|^After this' "$layer/apt.log" || :
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
