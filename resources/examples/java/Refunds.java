// SPDX-License-Identifier: Apache-2.0
// A refund service for com.sun.net.httpserver whose requests have one effect each. Needs PostgreSQL's JDBC driver (libpostgresql-jdbc-java).
//
//     javac -d classes -cp /usr/share/java/postgresql.jar *.java
//     PGDATABASE=payments GATEWAY=https://pay.example java -cp classes:/usr/share/java/postgresql.jar Refunds 8080
//
// The gateway deduplicates by the header Idempotency-Key for 24 hours. It gets our own key, by which
// Onceover asks it later what happened: the effect "refund" of the gateway's file.
import com.sun.net.httpserver.*;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.*;
import org.postgresql.ds.PGSimpleDataSource;

public final class Refunds {
  private static final HttpClient GATEWAY = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
      .followRedirects(HttpClient.Redirect.NEVER).build();
  private static final List<String> JSON = List.of("Content-Type", "application/json");

  // The JDK reads no JSON: a service uses its own library here.
  private static String member(byte[] body, String name) {
    Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"?([^\",{}\\[\\]\\s]+)\"?\\s*[,}]").matcher(new String(body));
    return found.find() ? found.group(1) : null;
  }

  private static Onceover.Answer said(int status, byte[] body, String code) {
    return new Onceover.Answer(status, JSON, body, code, false);
  }

  private static Onceover.Answer refund(byte[] body, Onceover.DownstreamKey key) throws Exception {
    if (member(body, "charge") == null) return said(400, "{\"error\": \"this is no refund\"}".getBytes(), "VALIDATION.body");
    // The bytes as they came: the gateway compares them with those that it got under this key from a service in another language.
    HttpRequest ask = HttpRequest.newBuilder(URI.create(System.getenv("GATEWAY") + "/refunds"))
        .header("Content-Type", "application/json").header("Idempotency-Key", key.of("refund"))
        .POST(HttpRequest.BodyPublishers.ofByteArray(body)).build();
    try {
      HttpResponse<byte[]> sent = GATEWAY.sendAsync(ask, HttpResponse.BodyHandlers.ofByteArray()).get(10, TimeUnit.SECONDS); // shorter than the lease
      if (sent.statusCode() / 100 == 2) return said(201, sent.body(), null);
      // Final is only a refusal in the gateway's own word. Its 422 may also mean: another payload under this key.
      if (Set.of(402, 422).contains(sent.statusCode()) && "declined".equals(member(sent.body(), "error")))
        return said(sent.statusCode(), sent.body(), "REFUND.refused");
    } catch (ExecutionException | TimeoutException lost) {
      System.err.println(lost);
    }
    return said(504, null, null); // unknown: the claim stays, and a retry with the same key goes on
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> env = System.getenv();
    PGSimpleDataSource store = new PGSimpleDataSource(); // a connection for each call: put your pool, such as HikariCP, in its place
    store.setServerNames(new String[] {env.getOrDefault("PGHOST", "localhost")});
    store.setPortNumbers(new int[] {Integer.parseInt(env.getOrDefault("PGPORT", "5432"))});
    store.setDatabaseName(env.get("PGDATABASE"));
    store.setUser(env.get("PGUSER")); // a user with the role client
    store.setPassword(env.get("PGPASSWORD"));
    store.setSslMode(env.getOrDefault("PGSSLMODE", "prefer"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    var operation = new Onceover.Operation("POST /refunds", "30 s", "24 hours", http -> "",
        body -> new Onceover.Subject(null, member(body, "amount"), member(body, "currency"), member(body, "charge")));
    HttpHandler refunds = Onceover.idempotent(store, operation, Refunds::refund);
    server.createContext("/refunds", http -> {
      if (http.getRequestMethod().equals("POST")) refunds.handle(http);
      else try (http) { http.sendResponseHeaders(405, -1); }
    });
    server.start();
    System.out.println("listening on " + server.getAddress().getPort());
  }
}
