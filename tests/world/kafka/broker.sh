# SPDX-License-Identifier: Apache-2.0
# A broker in KRaft mode, one node. Sourced by parts that need Kafka.

# one_node VERSION [PORT]: for clients at 127.0.0.1:PORT (19091), without data of an earlier one. Not where another broker has the port.
one_node() {
  broker_port=${2:-19091}
  ! listens "$broker_port" || return 1
  rm -rf "$work/data"
  cat >"$work/server.properties" <<END
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$((broker_port + 100))
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:$broker_port,CONTROLLER://127.0.0.1:$((broker_port + 100))
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
  until_listens "$broker_port"
}
