// SPDX-License-Identifier: Apache-2.0
// Writes what it reads, and prints the partition and the offset of each message: java Writer BROKERS TOPIC [SETTING=VALUE…]
// A line is KEY VALUE in hexadecimal digits, - for what is empty, and optionally a partition; or begin, commit, abort of a transaction.
import java.util.*;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.serialization.ByteArraySerializer;

class Writer {
  static byte[] bytes(String hex) { return hex.equals("-") ? new byte[0] : HexFormat.of().parseHex(hex); }

  public static void main(String[] args) throws Exception {
    var settings = new HashMap<String, Object>(Map.of("bootstrap.servers", args[0], "acks", "all"));
    for (int i = 2; i < args.length; i++) settings.put(args[i].split("=", 2)[0], args[i].split("=", 2)[1]);
    var sent = new ArrayList<Future<RecordMetadata>>();
    try (var producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      if (settings.containsKey("transactional.id")) producer.initTransactions();
      for (var lines = new Scanner(System.in); lines.hasNextLine();) {
        var words = lines.nextLine().split(" ");
        switch (words[0]) {
          case "begin" -> producer.beginTransaction();
          case "commit" -> producer.commitTransaction();
          case "abort" -> {
            producer.flush();
            producer.abortTransaction();
          }
          default -> {
            var partition = words.length > 2 ? Integer.valueOf(words[2]) : null;
            var record = new ProducerRecord<>(args[1], partition, bytes(words[0]), bytes(words[1]));
            record.headers().add("id", bytes(words[1]));
            sent.add(producer.send(record));
          }
        }
      }
      producer.flush();
      for (var each : sent) System.out.println(each.get().partition() + " " + each.get().offset());
    }
  }
}
