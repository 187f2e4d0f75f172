#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs the image of dist/ (sh packaging/image.sh dist) as the example for Kubernetes does: without rights, on a file system that cannot be
# written, on a private store with live traffic. Run as root: sh packaging/image_test.sh [chroot]
# With runc where it works here; else, or with `chroot`, its files in a changed root, by the same user. Needs PostgreSQL's server.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
say() { printf '%s\n' "image_test.sh: $*"; }
die() { say "FAILED: $*" >&2; exit 1; }
must() { "$@" || die "$*"; }
[ "$(id -u)" -eq 0 ] || die "this needs root: it starts containers"
# No mount outlives the script, and what listens is reached from nowhere else.
[ "${2:-}" = inside ] || exec unshare --mount --net sh "$0" "${1:-runc}" inside
ip link set lo up

work=$(mktemp -d "${TMPDIR:-/tmp}/onceover-image.XXXXXX")
chmod 755 "$work"
trap 'stop_all; umount /etc/passwd 2>/dev/null || :; rm -rf "$work"' EXIT
trap 'exit 143' HUP INT TERM
store='' service=''
stop_all() {
  for one in $service $store; do kill "$one" 2>/dev/null && wait "$one" || :; done
}

packed=$(echo "$root"/dist/oncectl-*.oci.tar)
[ -f "$packed" ] || die "there is no image in dist: sh packaging/image.sh dist"
say "$(basename "$packed"): $(stat -c %s "$packed") bytes"
mkdir "$work/layout"
tar -C "$work/layout" -xf "$packed"
version=${packed#*/oncectl-}
version=${version%-linux-*}
umoci unpack --image "$work/layout:oncectl:$version" "$work/bundle"
files=$work/bundle/rootfs

say "--- what is in it"
for one in usr/bin/apt-get usr/bin/dpkg-deb.new etc/apt/sources.list etc/onceover/sweep.env usr/lib/systemd; do must [ ! -e "$files/$one" ]; done
set_id=$(find "$files" -xdev -type f -perm /6000)
[ -z "$set_id" ] || die "these files change the user: $set_id"
must [ -s "$files/var/lib/dpkg/status" ] # for scanners
must [ -s "$files/etc/ssl/certs/ca-certificates.crt" ]
du -sh "$files" | cut -f 1

# start COMMAND…: in the image's files, read-only, as its user, with the network of this script. It takes the place of the shell.
# $mounts has lines "from to ro|rw".
mounts=''
by_runc() {
  place=$(mktemp -d "$work/run.XXXXXX")
  MOUNTS=$mounts python3 - "$work/bundle/config.json" "$place/config.json" "$files" "$@" <<'END'
import json, os, sys
source, target, files, *words = sys.argv[1:]
config = json.load(open(source))
process = config["process"]
process.update(args=words, terminal=False, noNewPrivileges=True)
process["capabilities"] = {kind: [] for kind in ("bounding", "effective", "inheritable", "permitted", "ambient")}
config["root"] = {"path": files, "readonly": True}
config["linux"]["namespaces"] = [one for one in config["linux"]["namespaces"] if one["type"] not in ("network", "user")]
for line in os.environ["MOUNTS"].splitlines():
    place, to, how = line.split()
    config["mounts"].append({"source": place, "destination": to, "type": "bind", "options": ["bind", how, "nosuid", "nodev"]})
json.dump(config, open(target, "w"))
END
  exec runc --root "$work/state" run --bundle "$place" "onceover-$$-${place##*.}"
}
by_chroot() {
  place=$(mktemp -d "$work/run.XXXXXX")
  # shellcheck disable=SC2016 # the inner shell fills these in
  exec unshare --mount sh -euc '
    printf %s "$3" | while read -r from to how; do mkdir -p "$1$to"; done
    mount --bind "$1" "$2"
    mount -o remount,bind,ro "$2"
    mount -t proc proc "$2/proc"
    mount --rbind /dev "$2/dev"
    printf %s "$3" | while read -r from to how; do
      mount --bind "$from" "$2$to"
      mount -o "remount,bind,$how" "$2$to"
    done
    box=$2
    shift 3
    exec chroot "$box" env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 \
      setpriv --reuid=65532 --regid=65532 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"
  ' sh "$files" "$place" "$mounts" "$@"
}
start() { "by_$runtime" "$@"; }
in_image() { (start "$@"); }
add_mount() {
  mounts="$mounts$1 $2 $3
"
}

runtime=$1
if [ "$runtime" = runc ] && ! in_image true >"$work/said" 2>&1; then
  cat "$work/said"
  say "runc does not work here: a changed root takes its place"
  runtime=chroot
fi
say "--- by $runtime: user, rights and file system"
must [ "$(in_image id -u)" = 65532 ]
if in_image touch /tmp/file 2>"$work/said"; then die "the file system can be written"; fi
must grep -q 'Read-only file system' "$work/said"
must [ "$(in_image sh -c 'grep -h -e NoNewPrivs -e CapBnd /proc/self/status | cut -f 2 | tr "\n" " "')" = '0000000000000000 1 ' ]
oncectl=$(python3 -c 'import json, sys; print(*json.load(open(sys.argv[1]))["process"]["args"])' "$work/bundle/config.json")
must [ "$oncectl" = '/usr/bin/oncectl --json sweep --follow --config /etc/onceover/sweep.toml' ]
must [ "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["process"]["user"])' "$work/bundle/config.json")" = "{'uid': 65532, 'gid': 65532}" ]
must in_image oncectl --version
code=0
in_image oncectl relay --follow >"$work/said" 2>&1 || code=$?
must [ "$code" -eq 2 ] # no relay was named

say "--- the example for Kubernetes"
python3 "$root/packaging/kubernetes/lay.py" "$root/resources/examples/kubernetes" "$work/pod"
mkdir -m 700 "$work/pod/run"
chown 65532:65532 "$work/pod/run"
# lines FILE: its lines become the arguments of what follows.
with_words() {
  file=$1
  shift
  while IFS= read -r word; do set -- "$@" "$word"; done <"$file"
  "$@"
}
add_mount "$work/pod/config" /etc/onceover ro
if in_image oncectl sweep --check-config --config /etc/onceover/sweep.toml 2>"$work/said"; then die "it works without the Secret?"; fi
add_mount "$work/pod/secrets" /secrets ro
add_mount "$work/pod/run" /run/onceover rw
with_words "$work/pod/init.words" must in_image
must [ "$(stat -c '%a %u' "$work/pod/run/pgpass")" = '600 65532' ]
must in_image oncectl sweep --check-config --config /etc/onceover/sweep.toml

say "--- the service, on a private store"
mkdir "$work/package"
dpkg-deb -x "$(echo "$root"/dist/oncectl_*.deb)" "$work/package"
# By the same user, whose socket no one else reaches. initdb needs a name for it, which this machine gets only here.
cp /etc/passwd "$work/passwd"
echo 'oncectl:x:65532:65532::/nonexistent:/usr/sbin/nologin' >>"$work/passwd"
mount --bind "$work/passwd" /etc/passwd
mkdir -m 700 "$work/store"
chown 65532:65532 "$work/store"
become_user() { exec setpriv --reuid=65532 --regid=65532 --clear-groups env -i PATH="$PATH" HOME="$work/store" TMPDIR="$work/store" LC_ALL=C.UTF-8 "$@"; }
become_user "$work/package/usr/bin/oncectl" --json try --serve --history 1000 >"$work/store.json" 2>"$work/store.log" &
store=$!
# waits_for WHAT COMMAND…: until it succeeds, for a minute.
waits_for() {
  what=$1 tries=0
  shift
  until "$@" >"$work/said" 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 120 ] || { cat "$work/said" "$work"/*.log; die "$what"; }
    sleep 0.5
  done
}
waits_for 'the store does not start' test -s "$work/store.json"
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$work/store.json"; }
dsn=$(field dsn)
# What the example leaves to its reader: where the store and the gateway are.
sed -i "s|^dsn = .*|dsn = \"$dsn\"|" "$work/pod/config/..data/sweep.toml"
must grep -qF "$dsn" "$work/pod/config/sweep.toml"
cat "$(field gateway)" >"$work/pod/config/..data/gateway.toml"
add_mount "$work/store" "$work/store" ro
with_words "$work/pod/service.words" start oncectl >"$work/service.json" 2>"$work/service.log" &
service=$!
waits_for 'the service is not healthy' in_image curl -fsS http://127.0.0.1:9464/healthz
cat "$work/said"
settled() { (become_user "$work/package/usr/bin/oncectl" --dsn "$dsn" audit --action settle) | grep -q 'succeeded\|failed'; }
waits_for 'it settles nothing' settled
grep VmRSS "/proc/$(pgrep -u 65532 -f 'oncectl --json sweep' | head -n 1)/status"

say "--- the store is lost: not healthy, but alive; then it ends as asked"
kill "$store"
wait "$store" || :
store=''
is_unhealthy() { [ "$(in_image curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:9464/healthz)" = 503 ]; }
waits_for 'it is healthy without its store' is_unhealthy
in_image curl -s http://127.0.0.1:9464/healthz
echo
must in_image curl -fsS -o /dev/null http://127.0.0.1:9464/metrics
kill -TERM "$service"
code=0
wait "$service" || code=$?
service=''
must [ "$code" -eq 0 ]
say "by $runtime: all well"
