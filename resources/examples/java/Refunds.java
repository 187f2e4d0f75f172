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
  private static final HttpClient GATEWAY = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final List<String> JSON = List.of("Content-Type", "application/json");

  // The JDK reads no JSON: a service uses its own library here.
  private static String member(byte[] body, String name) {
    Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"?([^\",{}\\[\\]\\s]+)\"?\\s*[,}]").matcher(new String(body));
    return found.find() ? found.group(1) : null;
  }

  private static Onceover.Answer said(int status, String body, String code) {
    return new Onceover.Answer(status, JSON, body.getBytes(), code, false);
  }

  private static Onceover.Answer refund(byte[] body, Onceover.DownstreamKey key) throws Exception {
    if (member(body, "charge") == null) return said(400, "{\"error\": \"this is no refund\"}", "VALIDATION.body");
    HttpRequest ask = HttpRequest.newBuilder(URI.create(System.getenv("GATEWAY") + "/refunds"))
        .header("Content-Type", "application/json").header("Idempotency-Key", key.of("refund"))
        .POST(HttpRequest.BodyPublishers.ofByteArray(body)).build();
    try {
      HttpResponse<String> sent = GATEWAY.sendAsync(ask, HttpResponse.BodyHandlers.ofString()).get(10, TimeUnit.SECONDS); // shorter than the lease
      // Only 402 and 422 say for good that there is no refund: a gateway's 404, 409 or 429 does not.
      int status = sent.statusCode() < 300 ? 201 : Set.of(402, 422).contains(sent.statusCode()) ? sent.statusCode() : 502;
      return said(status, sent.body(), "REFUND.refused");
    } catch (ExecutionException | TimeoutException lost) { // unknown: the claim stays, and a retry with the same key goes on
      return said(504, "{\"error\": \"the gateway did not answer\"}", null);
    }
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
