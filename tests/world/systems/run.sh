#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Applications of others that keep jobs, events or keys in PostgreSQL: driven by their own code, killed at work, detected, listed, written.
# sh run.sh [SYSTEM...]; what is fetched and built, and the results, are in $ONCEOVER_WORLD. The table of the manual is made by table.py.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../../.." && pwd)
: "${ONCEOVER_WORLD:?set it to a folder outside the repository}"
export ONCEOVER_BIN="${ONCEOVER_BIN:-$root/build/ci/bin}" LC_ALL=C.UTF-8
got=$ONCEOVER_WORLD/fetched/systems work=$ONCEOVER_WORLD/systems/work
. "$here/versions"
say() { printf '%s\t%s\t%s\n' "$1" "$2" "$3"; }
pg=${ONCEOVER_POSTGRES:-/usr/lib/postgresql/15/bin} port=${ONCEOVER_WORLD_PORT:-6541}
for program in node npm python3 go java javac mvn psql "$pg/initdb" "$ONCEOVER_BIN/oncectl"; do
  command -v "$program" >/dev/null || { say 'not available' 'the part systems' "there is no $program here"; say ended systems ''; exit 0; }
done
rm -rf "$work" && mkdir -p "$work" "$got" || exit 1
as_postgres() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }

data=$(as_postgres mktemp -d "${TMPDIR:-/tmp}/world.XXXXXX") || exit 1
finish() { as_postgres "$pg/pg_ctl" -D "$data/data" -m immediate stop >&2; rm -rf "$data"; }
trap finish EXIT
trap 'exit 143' INT TERM HUP
as_postgres "$pg/initdb" -D "$data/data" -A trust -U postgres --no-sync >&2 &&
  as_postgres "$pg/pg_ctl" -D "$data/data" -w -l "$data/log" -o "-p $port -c listen_addresses=127.0.0.1 -k $data -c fsync=off" start >&2 || exit 1

# once NAME COMMAND...: appears complete, or is tried again by the next run.
once() {
  name=$1
  shift
  [ -e "$got/$name.ready" ] || { "$@" >&2 && touch "$got/$name.ready"; } || say 'not available' "$name" 'it cannot be fetched or built: see the log'
}
node_() { mkdir -p "$got/node" && echo '{"private":true}' >"$got/node/package.json" && (cd "$got/node" && timeout 300 npm install $node_packages); }
python_() { python3 -m venv "$got/python" && timeout 400 "$got/python/bin/pip" -q install $python_packages; }
river_() {
  mkdir -p "$got/river" && cp "$here/river/main.go" "$got/river/" && cd "$got/river" && printf 'module world\n' >go.mod &&
    go get "github.com/riverqueue/river@v$river" "github.com/riverqueue/river/riverdriver/riverpgxv5@v$river" && go mod tidy && go build -o river .
  code=$?
  cd "$root"
  return $code
}
jars() {  # jars NAME COORDINATE...
  into=$got/$1
  shift
  mkdir -p "$into" && {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>world</groupId>'
    echo '<artifactId>world</artifactId><version>1</version><dependencies>'
    for each; do
      echo "<dependency><groupId>${each%%:*}</groupId><artifactId>$(echo "$each" | cut -d: -f2)</artifactId><version>${each##*:}</version></dependency>"
    done
    echo '</dependencies></project>'
  } >"$into/pom.xml" && timeout 400 mvn -q -B -f "$into/pom.xml" dependency:copy-dependencies -DoutputDirectory="$into" -DincludeScope=runtime
}
jvm_() { jars jvm $jvm_packages && javac -cp "$got/jvm/*" -d "$got/jvm" "$here/Jobs.java" "$here/Runr.java"; }
spring_() { jars spring $spring_packages && javac -parameters -cp "$got/spring/*" -d "$got/spring" "$here/Modulith.java"; }
once node node_
once python python_
once river river_
once jvm jvm_
once spring spring_
export WORLD_NODE="$got/node"

[ $# -gt 0 ] || set -- pg-boss graphile-worker procrastinate pgqueuer saq chancy dbos fastidempotent river db-scheduler jobrunr spring-modulith
for system; do
  psql -XAtq "postgresql://postgres@127.0.0.1:$port/postgres" -c "CREATE DATABASE \"$system\"" >&2 || continue
  case $system in
    pg-boss | graphile-worker) set -- node "$here/node.mjs" "$system" ;;
    fastidempotent) set -- "$got/python/bin/python" "$here/keys.py" ;;
    river) set -- "$got/river/river" ;;
    db-scheduler) set -- java -cp "$got/jvm:$got/jvm/*" Jobs ;;
    jobrunr) set -- java -cp "$got/jvm:$got/jvm/*" Runr ;;
    spring-modulith) set -- java -cp "$got/spring:$got/spring/*" world.Modulith ;;
    *) set -- "$got/python/bin/python" "$here/queues.py" "$system" ;;
  esac
  timeout 240 python3 "$here/trial.py" "$system" "postgresql://postgres@127.0.0.1:$port/$system" "$work/$system" "$@" ||
    say differs "$system: the trial ends" 'it did not'
done
say ended systems ''
