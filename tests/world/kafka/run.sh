#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Kafka's own broker: our tests of Kafka on it, in each pinned version; then, with the newest, what only real brokers show.
# WORLD_KAFKA names the trials of the latter; "tests" are the former. WORLD_KAFKA_VERSIONS names other versions, the newest first.
. tests/world/lib.sh
. tests/world/kafka/broker.sh
kafka_versions=${WORLD_KAFKA_VERSIONS:-$kafka_versions}
wanted_trials=${WORLD_KAFKA:-tests secured cluster acknowledgements consumers restored keys}
pg=${ONCEOVER_POSTGRES:-/usr/lib/postgresql/15/bin} port=${ONCEOVER_WORLD_PORT:-6542}
needs java javac mvn python3 openssl psql "$pg/initdb" "$bin/oncectl" "$bin/integration_outbox" "$bin/integration_inbox" "$bin/integration_service" "$bin/integration_writers"

# The packages that the reader in Node needs, where its test looks for them; without them it says so.
wanted=tests/integration/writers/package.json
sh tests/support/node_packages.sh "$wanted" "${bin%/bin}/node/$(sha256sum "$wanted" | cut -c 1-16)" >&2 || :

case " $wanted_trials " in *' tests '*) ;; *) tested= ;; esac
for version in ${tested-$kafka_versions}; do
  maven "kafka-$version" "org.apache.kafka:kafka_2.13:$version" "org.apache.kafka:kafka-tools:$version" ||
    { not_available "Kafka $version" 'Maven did not bring it'; continue; }
  one_node "$version" || { differs "Kafka $version starts" "see $work/broker.log"; continue; }
  for tests in 'outbox *Kafka*' 'inbox *Kafka*' 'service *Consume*' 'writers *Kafka*'; do
    room=${tests%% *}
    log=$work/$version-$room.log
    KAFKA_BOOTSTRAP=127.0.0.1:19091 timeout 600 "$bin/integration_$room" --gtest_filter="${tests#* }" >"$log" 2>&1
    code=$?
    of_tests "$code" "Kafka $version: the tests of integration_$room" "$log"
  done
  stop broker
done

version=${kafka_versions%% *}
maven "kafka-$version" "org.apache.kafka:kafka_2.13:$version" "org.apache.kafka:kafka-tools:$version" || exit 0
maven "slf4j-simple-$slf4j_simple" "org.slf4j:slf4j-simple:$slf4j_simple" || { not_available 'the logs of the brokers' 'Maven did not bring slf4j-simple'; exit 0; }
# The tests' own librdkafka is Debian's. The newest is beside it.
newer=$fetched/librdkafka
[ -x "$newer/bin/pip" ] || python3 -m venv "$newer" || exit 1
"$newer/bin/pip" -q install "$librdkafka" >&2 && cd "$newer"/lib/python3*/site-packages/confluent_kafka.libs && ln -sf librdkafka-*.so.1 librdkafka.so.1 ||
  { not_available 'the newest librdkafka' 'PyPI did not bring it'; exit 0; }
newer=$PWD
cd "$root" || exit 1
javac -cp "$fetched/kafka-$version/*" -d "$work" tests/world/kafka/*.java >&2 && server postgres "$pg" "$port" || exit 1
for trial in $wanted_trials; do
  [ "$trial" != tests ] || continue  # they are above
  mkdir "$work/$trial" && psql -XAtq "$dsn" -c "CREATE DATABASE $trial" || exit 1
  PYTHONDONTWRITEBYTECODE=1 WORLD_LIBRDKAFKA=$newer WORLD_VERSION=$version WORLD_DSN=${dsn%/*}/$trial WORLD_FOLDER=$work/$trial \
    ONCEOVER_BIN=$bin WORLD_POSTGRES=$pg \
    WORLD_CLASSES="$fetched/kafka-$version/*:$fetched/slf4j-simple-$slf4j_simple/*:$work" \
    timeout --foreground -k 30 1200 python3 "tests/world/kafka/$trial.py" || differs "Kafka $version: the trial $trial ends" "it ended with $?"
done
