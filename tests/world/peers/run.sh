#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Our relay, store and inbox beside those of others, on one server in one run. WORLD_ROUNDS: turns of each way, 5. WORLD_PEERS: some of
# "events claims jobs". table.py makes the table of the manual.
. tests/world/lib.sh
. tests/world/kafka/broker.sh
here=tests/world/peers pg=${ONCEOVER_POSTGRES:-/usr/lib/postgresql/15/bin} port=${ONCEOVER_WORLD_PORT:-6581}
needs java javac mvn node npm go python3 psql "$pg/initdb" "$bin/oncectl"
kafka=${kafka_versions%% *}

# once NAME COMMAND…: appears complete, or is tried again by the next run.
once() {
  name=$1
  shift
  [ -e "$fetched/$name.ready" ] || { "$@" >&2 && touch "$fetched/$name.ready"; } || { not_available "$name" 'it cannot be fetched or built: see the log'; exit 0; }
}
python_() { python3 -m venv "$fetched/peers-python" && timeout 400 "$fetched/peers-python/bin/pip" -q install $peers_python; }
# npm does not serve @idempot/core everywhere; of it the store uses only the class of one error.
node_() (
  mkdir -p "$fetched/peers-node/core" && cd "$fetched/peers-node" &&
    echo '{"private":true,"overrides":{"@idempot/core":"file:./core"}}' >package.json &&
    echo '{"name":"@idempot/core","version":"1.3.0","type":"module","exports":"./index.js"}' >core/package.json &&
    echo 'export class IdempotencyKeyExistsError extends Error {}' >core/index.js &&
    timeout 300 npm install --no-audit --no-fund $peers_node "@idempot/postgres-store@$idempot"
)
go_() (
  mkdir -p "$fetched/peers-go" && cp "$here/jobs.go" "$fetched/peers-go/main.go" && cd "$fetched/peers-go" && printf 'module world\n' >go.mod &&
    go get "github.com/riverqueue/river@v$river" "github.com/riverqueue/river/riverdriver/riverpgxv5@v$river" && go mod tidy && go build -o jobs .
)
once peers-python python_
once peers-node node_
# Built anew where it has changed.
cmp -s "$here/jobs.go" "$fetched/peers-go/main.go" || rm -f "$fetched/peers-go.ready"
once peers-go go_
maven "kafka-$kafka" "org.apache.kafka:kafka_2.13:$kafka" "org.apache.kafka:kafka-tools:$kafka" &&
  maven "slf4j-simple-$slf4j_simple" "org.slf4j:slf4j-simple:$slf4j_simple" && mkdir -p "$fetched/connect" &&
  maven "connect/debezium-$debezium" "io.debezium:debezium-connector-postgres:$debezium" && maven peers-spring $peers_spring ||
  { not_available 'the peers' 'Maven did not bring Kafka, Debezium or Spring'; exit 0; }
mkdir "$work/classes" && javac -proc:none -parameters -cp "$fetched/peers-spring/*" -d "$work/classes" "$here/Externalized.java" >&2 || exit 1

# As on a server that is used: commits wait for the disk. Vacuum and checkpoints come between the turns.
server postgres "$pg" "$port" -c fsync=on -c synchronous_commit=on -c wal_level=logical -c max_connections=200 -c shared_buffers=512MB -c autovacuum=off \
  -c max_wal_size=20GB -c checkpoint_timeout=1d -c wal_sender_timeout=0 -c shared_preload_libraries=pg_stat_statements || exit 1
one_node "$kafka" 19291 || { differs "Kafka $kafka starts" "see $work/broker.log, or another has its port"; exit 0; }
export WORLD_FOLDER="$work" WORLD_PORT="$port" WORLD_DSN="$dsn" WORLD_BROKERS=127.0.0.1:19291 ONCEOVER_BIN="$bin" WORLD_NODE="$fetched/peers-node" WORLD_GO="$fetched/peers-go/jobs" \
  WORLD_KAFKA_CLASSES="$fetched/kafka-$kafka/*:$fetched/slf4j-simple-$slf4j_simple/*" WORLD_SPRING_CLASSES="$work/classes:$fetched/peers-spring/*" \
  WORLD_PLUGINS="$fetched/connect" WORLD_EXAMPLES="$root/resources/examples" \
  WORLD_VERSIONS="Debezium $debezium, $(echo $peers_spring $peers_python $peers_node River $river)"
for each in ${WORLD_PEERS:-events claims jobs}; do
  timeout 1200 "$fetched/peers-python/bin/python" -B "$here/$each.py" || differs "$each: the comparison ends" 'it did not'
done
