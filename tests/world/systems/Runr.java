// SPDX-License-Identifier: Apache-2.0
// JobRunr: java Runr setup | put NAME... | work. The protocol is in trial.py.
import java.nio.file.*;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.BackgroundJobRequest;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.storage.sql.common.DefaultSqlStorageProvider;

public class Runr {
  public record Pay(String name) implements JobRequest {
    public Class<Payer> getJobRequestHandler() { return Payer.class; }
  }
  public static class Payer implements JobRequestHandler<Pay> {
    public void run(Pay request) throws Exception { pay(request.name()); }
  }
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
    var storage = new PostgresStorageProvider(data);
    var configuration = JobRunr.configure().useStorageProvider(storage);
    if (args[0].equals("work")) {
      configuration.useBackgroundJobServer(BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
          .andPollIntervalInSeconds(5).andWorkerCount(6)).initialize();
      Thread.sleep(Long.MAX_VALUE);
    }
    configuration.initialize();
    if (args[0].equals("put"))
      for (int i = 1; i < args.length; i++)
        BackgroundJobRequest.create(JobBuilder.aJob().withAmountOfRetries(args[i].startsWith("bad") ? 0 : 10).withJobRequest(new Pay(args[i])));
    System.exit(0);
  }
}
