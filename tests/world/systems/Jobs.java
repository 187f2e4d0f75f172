// SPDX-License-Identifier: Apache-2.0
// db-scheduler: java Jobs.java setup | put NAME... | work. The protocol is in trial.py.
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.nio.file.*;
import java.time.*;

public class Jobs {
  static void say(String what, String name) throws Exception {
    Files.writeString(Path.of(System.getenv("WORLD_EFFECTS")), what + " " + name + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
  static void pay(String name) throws Exception {
    say("began", name);
    while (name.startsWith("hang") && Files.exists(Path.of(System.getenv("WORLD_HANG")))) Thread.sleep(100);
    if (name.startsWith("bad")) throw new IllegalStateException("card refused");
    say("done", name);
  }
  public static void main(String[] args) throws Exception {
    var data = new org.postgresql.ds.PGSimpleDataSource();
    data.setUrl(System.getenv("WORLD_JDBC"));
    if (args[0].equals("setup")) {
      // The DDL that its documentation asks the user to run is not in the jar; this is its reduced form.
      try (var session = data.getConnection(); var words = session.createStatement()) {
        words.execute("CREATE TABLE scheduled_tasks (task_name text NOT NULL, task_instance text NOT NULL, task_data bytea,"
            + " execution_time timestamptz NOT NULL, picked boolean NOT NULL, picked_by text, last_success timestamptz,"
            + " last_failure timestamptz, consecutive_failures int, last_heartbeat timestamptz, version bigint NOT NULL,"
            + " priority smallint, state text, PRIMARY KEY (task_name, task_instance))");
      }
      return;
    }
    OneTimeTask<Void> task = Tasks.oneTime("pay").execute((instance, context) -> {
      try { pay(instance.getId()); } catch (Exception e) { throw new RuntimeException(e); }
    });
    var scheduler = Scheduler.create(data, task).threads(6).pollingInterval(Duration.ofMillis(300)).heartbeatInterval(Duration.ofSeconds(1)).build();
    if (args[0].equals("put")) for (int i = 1; i < args.length; i++) scheduler.schedule(task.instance(args[i]), Instant.now());
    else { scheduler.start(); Thread.sleep(Long.MAX_VALUE); }
  }
}
