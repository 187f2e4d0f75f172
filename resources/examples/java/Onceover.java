// SPDX-License-Identifier: Apache-2.0
// Idempotent handlers for com.sun.net.httpserver by the SQL contract of Onceover: see the manual page "Services". Java 17 and JDBC.
import com.sun.net.httpserver.*;
import java.io.IOException;
import java.security.*;
import java.sql.*;
import java.util.*;
import java.util.function.Function;
import javax.sql.DataSource;

public final class Onceover {
  // headers: name, value, name, value … errorCode: with a refusal. noEffect: nothing was executed.
  public record Answer(int status, List<String> headers, byte[] body, String errorCode, boolean noEffect) {}
  // What on-call compares with the gateway and searches by.
  public record Subject(String customer, String amount, String currency, String reference) {}
  // lease: longer than the handler takes; it is not renewed. dedupes: how long the gateway deduplicates by the downstream key, such as
  // "24 hours"; null: it does not; never for rows of your own.
  public record Operation(String name, String lease, String dedupes, Function<HttpExchange, String> tenant, Function<byte[], Subject> subject) {}
  // of("refund"): the key for the gateway's effect of that name.
  public interface DownstreamKey { String of(String effect) throws SQLException; }
  public interface Handler { Answer handle(byte[] body, DownstreamKey key) throws Exception; }

  private static final String CLAIM = "CALL onceover.claim(tenant => ?, operation => ?, key => ?, fingerprint => ?, attempt => ?::uuid, owner => ?, "
      + "lease => ?::interval, rerunnable_for => ?::interval, customer => ?, amount => ?::numeric, currency => ?, reference => ?)";
  private static final String FINISH = "SELECT onceover.%s(tenant => ?, operation => ?, key => ?, fence => ?, attempt => ?::uuid, code => ?, "
      + "headers => ?, body => ?%s)";
  private static final String WELL_FORMED = "\"[!-~]([ -~]{0,253}[!-~])?\"|[!-+\\--~]([ -+\\--~]{0,253}[!-+\\--~])?";

  // One row. A pool's connections are in autocommit mode, and must be: CALL refuses inside a transaction.
  private static Map<String, Object> once(DataSource store, String sql, Object... values) throws SQLException {
    try (Connection connection = store.getConnection(); PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; ++i)
        statement.setObject(i + 1, values[i] instanceof List<?> list ? connection.createArrayOf("text", list.toArray()) : values[i]);
      ResultSet rows = statement.executeQuery();
      Map<String, Object> row = new HashMap<>();
      for (int i = rows.next() ? rows.getMetaData().getColumnCount() : 0; i > 0; --i)
        row.put(rows.getMetaData().getColumnLabel(i), rows.getObject(i) instanceof java.sql.Array array ? array.getArray() : rows.getObject(i));
      return row;
    }
  }

  // Again where the server was busy or the connection was lost.
  private static Map<String, Object> ask(DataSource store, String sql, Object... values) throws SQLException, InterruptedException {
    for (int tries = 1;; ++tries) {
      try { return once(store, sql, values); } catch (SQLException error) {
        if (tries == 4 || !String.valueOf(error.getSQLState()).matches("(08|40|53|57P|55P03|null).*")) throw error;
        Thread.sleep((long) (Math.random() * 20 * tries));
      }
    }
  }

  private static void send(HttpExchange http, int status, List<String> headers, byte[] body) throws IOException {
    for (int i = 0; i + 1 < headers.size(); i += 2) http.getResponseHeaders().add(headers.get(i), headers.get(i + 1));
    http.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    http.getResponseBody().write(body);
  }

  private static void problem(HttpExchange http, int status, String code, String detail, Object retryAfter) throws IOException {
    List<String> headers = new ArrayList<>(List.of("Content-Type", "application/problem+json", "Cache-Control", "no-store"));
    if (retryAfter != null) headers.addAll(List.of("Retry-After", retryAfter.toString()));
    send(http, status, headers, "{\"type\": \"urn:onceover:problem:%2$s\", \"status\": %1$d, \"detail\": \"%3$s\", \"error_code\": \"%2$s\"}"
        .formatted(status, code, detail).getBytes());
  }

  private static List<String> with(List<String> headers, String status) {
    List<String> all = new ArrayList<>(headers);
    all.addAll(List.of("Idempotency-Status", status));
    return all;
  }

  private static void answer(HttpExchange http, Map<String, Object> claim) throws IOException {
    String outcome = (String) claim.get("outcome"), code = outcome.equals("awaiting") ? "awaiting_reconciliation" : "in_progress";
    if (outcome.equals("mismatch")) problem(http, 422, "CONFLICT.idempotency.payload_mismatch", "The key was used with another payload.", null);
    else if (!outcome.equals("replay"))
      problem(http, 409, "CONFLICT.idempotency." + code, "Send it again later, with the same key.", Objects.requireNonNullElse(claim.get("retry_after_s"), 30));
    else send(http, (int) claim.get("response_code"), with(List.of((String[]) claim.get("response_headers")), "replayed"), (byte[]) claim.get("response_body"));
  }

  public static HttpHandler idempotent(DataSource store, Operation op, Handler handler) {
    return http -> { try (http) { serve(store, op, handler, http); } };
  }

  private static void serve(DataSource store, Operation op, Handler handler, HttpExchange http) throws IOException {
    String header = Objects.requireNonNullElse(http.getRequestHeaders().getFirst("Idempotency-Key"), "");
    String key = header.replaceAll("^\"(.*)\"$", "$1"), tenant = op.tenant().apply(http), attempt = UUID.randomUUID().toString();
    if (key.isEmpty()) { problem(http, 400, "VALIDATION.idempotency.key_missing", "This operation requires the header Idempotency-Key.", null); return; }
    if (!header.matches(WELL_FORMED)) {
      problem(http, 400, "VALIDATION.idempotency.key_malformed", "A key is up to 255 characters of printable ASCII; with a comma it is quoted.", null);
      return;
    }
    byte[] body = http.getRequestBody().readAllBytes();
    boolean mine = false;
    try {
      Subject about = op.subject().apply(body);
      Object[] wanted = {tenant, op.name(), key, MessageDigest.getInstance("SHA-256").digest(body), attempt, "java/" + ProcessHandle.current().pid(),
          op.lease(), op.dedupes(), about.customer(), about.amount(), about.currency(), about.reference()};
      Map<String, Object> claim = ask(store, CLAIM, wanted);
      if (!claim.get("outcome").equals("claimed")) { answer(http, claim); return; }
      mine = true;
      Answer got = handler.handle(body, effect -> (String) once(store, "SELECT onceover.downstream_key(?, ?, ?, ?) AS key", tenant, op.name(), key, effect).get("key"));
      boolean isFinal = got.status() < 500 && !Set.of(401, 403, 408, 409, 423, 425, 429).contains(got.status()), refused = got.status() >= 400;
      for (int tries = 1; isFinal; ++tries) {
        List<Object> values = new ArrayList<>(List.of(tenant, op.name(), key, claim.get("fence"), attempt, got.status(), got.headers(), got.body()));
        if (refused) values.add(got.errorCode());
        try {
          once(store, FINISH.formatted(refused ? "fail" : "complete", refused ? ", error_code => ?" : ""), values.toArray());
          break;
        } catch (SQLException lost) { // done already, or in doubt: what the store says, and never the handler again
          claim = ask(store, CLAIM, wanted);
          if (!claim.get("outcome").equals("claimed") || tries == 3) { answer(http, claim); return; }
        }
      }
      if (got.noEffect() && !isFinal)
        ask(store, "SELECT onceover.release(?, ?, ?, ?, ?::interval, ?::uuid)", tenant, op.name(), key, claim.get("fence"), op.dedupes(), attempt);
      else if (!isFinal) throw new IllegalStateException("the handler answered " + got.status());
      send(http, got.status(), isFinal ? with(got.headers(), "stored") : got.headers(), got.body());
    } catch (Exception error) { // of the store or of the handler: the claim stays
      System.err.println(error);
      if (mine) problem(http, 503, "DEPENDENCY.timeout", "It may have been executed. Send it again later, with the same key.", 30);
      else if (error instanceof SQLException wrong && String.valueOf(wrong.getSQLState()).startsWith("22"))
        problem(http, 400, "VALIDATION.request", "The request is not valid. Nothing was executed.", null);
      else problem(http, 503, "DEPENDENCY.unavailable", "Nothing was executed. Send it again later, with the same key.", 1);
    }
  }
}
