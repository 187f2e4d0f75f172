// SPDX-License-Identifier: Apache-2.0
// A member of a group of another maker, until its input ends: java Member BROKERS GROUP TOPIC. Prints what it commits: PARTITION OFFSET.
import java.time.Duration;
import java.util.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

class Member {
  public static void main(String[] args) throws Exception {
    var settings = Map.<String, Object>of("bootstrap.servers", args[0], "group.id", args[1], "enable.auto.commit", "false", "auto.offset.reset",
        "earliest", "partition.assignment.strategy", RangeAssignor.class.getName(), "isolation.level", "read_committed");
    try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.subscribe(List.of(args[2]));
      while (System.in.available() == 0) {
        var records = consumer.poll(Duration.ofMillis(200));
        if (records.isEmpty()) continue;
        consumer.commitSync();
        for (var record : records) System.out.println(record.partition() + " " + record.offset());
      }
    }
  }
}
