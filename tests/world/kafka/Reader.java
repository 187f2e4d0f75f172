// SPDX-License-Identifier: Apache-2.0
// All messages of a topic, one a line, without values that a terminal would change: java Reader BROKERS TOPIC
import java.util.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

class Reader {
  static String hex(byte[] bytes) { return bytes == null ? "null" : '"' + HexFormat.of().formatHex(bytes) + '"'; }

  public static void main(String[] args) {
    var settings = Map.<String, Object>of("bootstrap.servers", args[0]);
    try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      var partitions = consumer.partitionsFor(args[1]).stream().map(p -> new TopicPartition(args[1], p.partition())).toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (var record : consumer.poll(java.time.Duration.ofSeconds(1))) {
          var headers = new StringJoiner(",");
          for (Header header : record.headers()) headers.add("[" + hex(header.key().getBytes()) + "," + hex(header.value()) + "]");
          System.out.printf("{\"partition\":%d,\"offset\":%d,\"key\":%s,\"value\":%s,\"headers\":[%s]}%n", record.partition(),
              record.offset(), hex(record.key()), hex(record.value()), headers);
        }
      }
    }
  }
}
