# SPDX-License-Identifier: Apache-2.0
# A broker in KRaft mode, one node, for clients at 127.0.0.1:19091. Sourced by parts that need Kafka.

# one_node VERSION: without data of an earlier one.
one_node() {
  rm -rf "$work/data"
  cat >"$work/server.properties" <<END
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:19191
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:19091,CONTROLLER://127.0.0.1:19191
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
log.dirs=$work/data
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.num.partitions=4
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
END
  classes=$fetched/kafka-$1/*
  java -Xmx128m -cp "$classes" kafka.tools.StorageTool format -t AAAAAAAAQACAAAAAAAAAAQ -c "$work/server.properties" >"$work/format.log" 2>&1 || return 1
  start broker java -Xmx512m -Xms64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$classes" kafka.Kafka "$work/server.properties"
  until_listens 19091
}

# of_tests CODE WHAT LOG: of a binary of GoogleTest.
of_tests() {
  passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$3")
  skipped=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' "$3")
  failed=$(sed -n 's/^\[  FAILED  \] \([A-Za-z]*\.[A-Za-z0-9_]*\)$/\1/p' "$3" | sort -u | tr '\n' ' ')
  if [ "$1" -eq 0 ] && [ "${passed:-0}" -gt 0 ]; then
    held "$2" "$passed passed${skipped:+, $skipped skipped}"
  elif [ "$1" -eq 0 ]; then
    not_available "$2" "all skipped: $(sed -n '/: Skipped$/{n;p;q;}' "$3")"
  else
    differs "$2" "${passed:-0} passed, failed: ${failed:-it ended with $1}"
  fi
}
