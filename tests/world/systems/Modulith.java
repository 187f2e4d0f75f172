// SPDX-License-Identifier: Apache-2.0
// Spring Modulith's event publication registry: java world.Modulith setup | put NAME... | work. The worker publishes what put has written into a file.
// The protocol is in trial.py.
package world;

import java.nio.file.*;
import java.util.*;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

@SpringBootApplication
@EnableAsync
public class Modulith {
  public record Paid(String name) {}

  @Component
  public static class Payer {
    static void say(String what, String name) throws Exception {
      Files.writeString(Path.of(System.getenv("WORLD_EFFECTS")), what + " " + name + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    @ApplicationModuleListener
    public void on(Paid paid) throws Exception {
      String name = paid.name();
      say("began", name);
      while (name.startsWith("hang") && Files.exists(Path.of(System.getenv("WORLD_HANG")))) Thread.sleep(100);
      if (name.startsWith("bad")) throw new IllegalStateException("card refused");
      say("done", name);
    }
  }
  @Component
  public static class Shop {
    private final ApplicationEventPublisher events;
    public Shop(ApplicationEventPublisher events) { this.events = events; }
    @Transactional
    public void pay(String name) { events.publishEvent(new Paid(name)); }
  }
  public static void main(String[] args) throws Exception {
    Path spool = Path.of(System.getenv("WORLD_EFFECTS") + ".requests"), seen = Path.of(spool + ".seen");
    if (args[0].equals("put")) {
      Files.write(spool, Arrays.asList(args).subList(1, args.length), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return;
    }
    var app = SpringApplication.run(Modulith.class, "--spring.datasource.url=" + System.getenv("WORLD_JDBC"), "--spring.main.keep-alive=true",
        "--spring.modulith.events.jdbc.schema-initialization.enabled=true", "--spring.modulith.events.republish-outstanding-events-on-restart=true");
    if (args[0].equals("setup")) System.exit(0);
    while (true) {
      var names = Files.exists(spool) ? Files.readAllLines(spool) : List.<String>of();
      int from = Files.exists(seen) ? Integer.parseInt(Files.readString(seen)) : 0;
      for (String name : names.subList(from, names.size())) app.getBean(Shop.class).pay(name);
      Files.writeString(seen, "" + names.size());
      Thread.sleep(200);
    }
  }
}
