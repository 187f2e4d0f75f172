#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Kafka's own broker: our tests of Kafka on it, in each pinned version.
. tests/world/lib.sh
. tests/world/kafka/broker.sh
needs java mvn python3 "$bin/integration_outbox" "$bin/integration_inbox" "$bin/integration_service" "$bin/integration_writers"

# The packages that the reader in Node needs, where its test looks for them; without them it says so.
wanted=tests/integration/writers/package.json
sh tests/support/node_packages.sh "$wanted" "${bin%/bin}/node/$(sha256sum "$wanted" | cut -c 1-16)" >&2 || :

for version in $kafka_versions; do
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
