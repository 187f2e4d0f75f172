#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Applications of others that keep jobs, events or keys in PostgreSQL: driven by their own code, killed at work, detected, listed, written.
# WORLD_SYSTEMS names some of them. The table of the manual is made by table.py.
. tests/world/lib.sh
here=tests/world/systems pg=${ONCEOVER_POSTGRES:-/usr/lib/postgresql/15/bin} port=${ONCEOVER_WORLD_PORT:-6541}
needs node npm python3 go java javac mvn psql "$pg/initdb" "$bin/oncectl"
export ONCEOVER_BIN="$bin"

server postgres "$pg" "$port" || exit 1

# once NAME COMMAND…: appears complete, or is tried again by the next run.
once() {
  name=$1
  shift
  [ -e "$fetched/$name.ready" ] || { "$@" >&2 && touch "$fetched/$name.ready"; } || not_available "$name" 'it cannot be fetched or built: see the log'
}
node_() { mkdir -p "$fetched/node" && echo '{"private":true}' >"$fetched/node/package.json" && (cd "$fetched/node" && timeout 300 npm install $node_packages); }
python_() { python3 -m venv "$fetched/python" && timeout 400 "$fetched/python/bin/pip" -q install $python_packages; }
river_() (
  mkdir -p "$fetched/river" && cp "$here/river/main.go" "$fetched/river/" && cd "$fetched/river" && printf 'module world\n' >go.mod &&
    go get "github.com/riverqueue/river@v$river" "github.com/riverqueue/river/riverdriver/riverpgxv5@v$river" && go mod tidy && go build -o river .
)
jvm_() { maven jvm $jvm_packages && mkdir -p "$fetched/jvm-classes" && javac -cp "$fetched/jvm/*" -d "$fetched/jvm-classes" "$here/Jobs.java" "$here/Runr.java"; }
spring_() {
  maven spring $spring_packages && mkdir -p "$fetched/spring-classes" &&
    javac -parameters -cp "$fetched/spring/*" -d "$fetched/spring-classes" "$here/Modulith.java"
}
for each in node python river jvm spring; do once "$each" "${each}_"; done
export WORLD_NODE="$fetched/node"

for system in ${WORLD_SYSTEMS:-pg-boss graphile-worker procrastinate pgqueuer saq chancy dbos fastidempotent river db-scheduler jobrunr spring-modulith}; do
  psql -XAtq "$dsn" -c "CREATE DATABASE \"$system\"" >&2 ||
    { differs "$system: its database is made" 'it was not'; continue; }
  case $system in
    pg-boss | graphile-worker) set -- node "$here/node.mjs" "$system" ;;
    fastidempotent) set -- "$fetched/python/bin/python" "$here/keys.py" ;;
    river) set -- "$fetched/river/river" ;;
    db-scheduler) set -- java -cp "$fetched/jvm-classes:$fetched/jvm/*" Jobs ;;
    jobrunr) set -- java -cp "$fetched/jvm-classes:$fetched/jvm/*" Runr ;;
    spring-modulith) set -- java -cp "$fetched/spring-classes:$fetched/spring/*" world.Modulith ;;
    *) set -- "$fetched/python/bin/python" "$here/queues.py" "$system" ;;
  esac
  timeout 300 python3 "$here/trial.py" "$system" "postgresql://postgres@127.0.0.1:$port/$system" "$work/$system" "$@" ||
    differs "$system: the trial ends" 'it did not'
done
