// SPDX-License-Identifier: Apache-2.0
// Spring Modulith's externalization to Kafka. A command on standard input, [write, FROM, COUNT, RATE, THREADS], publishes
// events in a transaction each; the answer has the times of their commits.
package world;

import java.util.*;
import java.util.concurrent.*;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

@SpringBootApplication
@EnableAsync
public class Externalized {
  @org.springframework.modulith.events.Externalized("modulith::#{key()}")
  public record Paid(long n, String key, String pad) {}

  @Component
  public static class Shop {
    private final ApplicationEventPublisher events;
    public Shop(ApplicationEventPublisher events) { this.events = events; }
    @Transactional
    public void pay(long n) { events.publishEvent(new Paid(n, "order-" + n % 4000, "x".repeat(150))); }
  }
  public static void main(String[] args) throws Exception {
    var app = SpringApplication.run(Externalized.class, "--spring.datasource.url=" + System.getenv("WORLD_JDBC"), "--spring.main.banner-mode=off",
        "--spring.datasource.hikari.maximum-pool-size=64", "--spring.task.execution.pool.core-size=64", "--logging.level.root=warn",
        "--spring.modulith.events.jdbc.schema-initialization.enabled=true", "--spring.modulith.events.completion-mode=" + System.getenv("WORLD_COMPLETION"),
        "--spring.kafka.bootstrap-servers=" + System.getenv("WORLD_BROKERS"), "--spring.kafka.producer.acks=all", "--logging.file.name=" + System.getenv("WORLD_LOG"),
        "--logging.threshold.console=off", "--spring.kafka.producer.value-serializer=org.apache.kafka.common.serialization.ByteArraySerializer");
    var shop = app.getBean(Shop.class);
    System.out.println("\"ready\"");
    for (var in = new Scanner(System.in); in.hasNextLine(); ) {
      var words = in.nextLine().replaceAll("[\\[\\]\",]", "").split(" ");
      long from = Long.parseLong(words[1]), count = Long.parseLong(words[2]), each = (long) (1e9 / Double.parseDouble(words[3])), begin = System.nanoTime();
      var times = new ConcurrentSkipListMap<Long, Long>();
      var writers = Executors.newFixedThreadPool(Integer.parseInt(words[4]));
      for (long i = 0; i < count; i++) {
        long n = from + i, due = begin + i * each;
        writers.submit(() -> {
          try {
            for (long left; (left = due - System.nanoTime()) > 0; ) TimeUnit.NANOSECONDS.sleep(left);
            shop.pay(n);
            times.put(n, System.nanoTime());
          } catch (Exception error) { error.printStackTrace(); }
        });
      }
      writers.shutdown();
      writers.awaitTermination(120, TimeUnit.SECONDS);
      System.out.println(times.values());
    }
  }
}
