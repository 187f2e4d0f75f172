#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Debezium on the outbox, with the configuration that the manual gives, to Kafka's own broker.
. tests/world/lib.sh
. tests/world/kafka/broker.sh
pg=${ONCEOVER_POSTGRES:-/usr/lib/postgresql/15/bin} port=${ONCEOVER_WORLD_PORT:-6541}
needs java javac mvn python3 psql "$pg/initdb" "$bin/oncectl"
kafka=${kafka_versions%% *}
maven "kafka-$kafka" "org.apache.kafka:kafka_2.13:$kafka" "org.apache.kafka:kafka-tools:$kafka" || { not_available "Kafka $kafka" 'Maven did not bring it'; exit 0; }
maven "slf4j-simple-$slf4j_simple" "org.slf4j:slf4j-simple:$slf4j_simple" || { not_available "the log of Connect" 'Maven did not bring slf4j-simple'; exit 0; }
mkdir -p "$fetched/connect"
maven "connect/debezium-$debezium" "io.debezium:debezium-connector-postgres:$debezium" || { not_available "Debezium $debezium" 'Maven did not bring it'; exit 0; }
server postgres "$pg" "$port" -c wal_level=logical || exit 1
one_node "$kafka" || { differs "Kafka $kafka starts" "see $work/broker.log"; exit 0; }
javac -cp "$fetched/kafka-$kafka/*" -d "$work" tests/world/kafka/Reader.java >&2 || exit 1
WORLD_CLASSES=$fetched/kafka-$kafka/*:$fetched/slf4j-simple-$slf4j_simple/* ONCEOVER_BIN=$bin PYTHONDONTWRITEBYTECODE=1 timeout 1800 python3 tests/world/debezium/trial.py "Debezium $debezium" "$dsn" \
  127.0.0.1:19091 "$fetched/connect" "$work" || differs "Debezium $debezium: the trial ends" 'it did not'
