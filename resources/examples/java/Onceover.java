// SPDX-License-Identifier: Apache-2.0
// Idempotent handlers for com.sun.net.httpserver by the SQL contract of Onceover: see the manual page "Services". Java 17 and JDBC.
import com.sun.net.httpserver.*;
import java.io.IOException;
import java.security.*;
import java.sql.*;
import java.util.*;
import java.util.function.Function;
import java.util.regex.*;
import javax.sql.DataSource;

public final class Onceover {
  // headers: name, value, name, value … errorCode: with a refusal. noEffect: nothing was executed.
  public record Answer(int status, List<String> headers, byte[] body, String errorCode, boolean noEffect) {
    public Answer {
      headers = headers == null ? List.of() : headers;
      body = body == null ? new byte[0] : body;
    }
  }
  // What on-call compares with the gateway and searches by.
  public record Subject(String customer, String amount, String currency, String reference) {}
  // lease: longer than the handler takes; it is not renewed. dedupes: how long the gateway deduplicates by the downstream key, such as
  // "24 hours"; null: it does not; never for rows of your own.
  public record Operation(String name, String lease, String dedupes, Function<HttpExchange, String> tenant, Function<byte[], Subject> subject) {}
  // of("refund"): the key for the gateway's effect of that name.
  public interface DownstreamKey { String of(String effect) throws SQLException; }
  public interface Handler { Answer handle(byte[] body, DownstreamKey key) throws Exception; }

  private static final int LIMIT = 1 << 20;
  private static final String CLAIM = "CALL onceover.claim(tenant => ?, operation => ?, key => ?, fingerprint => ?, attempt => ?::uuid, owner => ?, "
      + "lease => ?::interval, rerunnable_for => ?::interval, correlation_id => ?, customer => ?, amount => ?::numeric, currency => ?, reference => ?)";
  private static final String FINISH = "SELECT onceover.%s(tenant => ?, operation => ?, key => ?, fence => ?, attempt => ?::uuid, code => ?, "
      + "headers => ?, body => ?%s)";
  // A quoted string of RFC 8941 and its parameters, or a bare key without a comma.
  private static final Pattern HEADER = Pattern.compile("[ \\t]*(?:\"((?:[^\"\\\\]|\\\\[\"\\\\])*)\"(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:-?[0-9]{1,15}|-?[0-9]{1,12}\\.[0-9]{1,3}|"
      + "\"(?:[ !#-\\[\\]-~]|\\\\[\"\\\\])*\"|[A-Za-z*][A-Za-z0-9!#$%&'*+.^_\\x60|~:/-]*|\\?[01]|:[A-Za-z0-9+/=]*:))?)*|([^\",][^,]*?))[ \\t]*");
  private static final Pattern TRACE = Pattern.compile("00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private static String keyOf(List<String> lines) { // null: malformed
    Matcher found = HEADER.matcher(lines.get(0));
    if (lines.size() > 1 || !found.matches()) return null;
    String key = found.group(2) != null ? found.group(2) : found.group(1).replaceAll("\\\\(.)", "$1");
    return key.matches("[!-~]([ -~]{0,253}[!-~])?") ? key : null;
  }

  private static String correlationOf(Headers headers) {
    for (String name : List.of("X-Request-Id", "X-Correlation-Id")) {
      List<String> ids = headers.getOrDefault(name, List.of());
      if (ids.size() == 1 && ids.get(0).matches("[!-~]{1,200}")) return ids.get(0);
    }
    Matcher found = TRACE.matcher(Objects.requireNonNullElse(headers.getFirst("traceparent"), ""));
    return found.matches() ? found.group(1) : null;
  }

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
    List<String> lines = http.getRequestHeaders().get("Idempotency-Key");
    byte[] body = http.getRequestBody().readNBytes(LIMIT + 1); // throws where the body is cut off
    String tenant = op.tenant().apply(http), attempt = UUID.randomUUID().toString();
    if (lines == null) { problem(http, 400, "VALIDATION.idempotency.key_missing", "This operation requires the header Idempotency-Key.", null); return; }
    String key = keyOf(lines);
    if (key == null) {
      problem(http, 400, "VALIDATION.idempotency.key_malformed", "A key is up to 255 characters of printable ASCII; with a comma it is quoted.", null);
      return;
    }
    if (body.length > LIMIT) { problem(http, 413, "VALIDATION.body", "The body is larger than 1 MB.", null); return; }
    boolean mine = false;
    try {
      Subject about = op.subject().apply(body);
      String amount = about.amount() != null && about.amount().matches("-?[0-9]{1,30}([.][0-9]{1,15})?") ? about.amount() : null;
      Object[] wanted = {tenant, op.name(), key, MessageDigest.getInstance("SHA-256").digest(body), attempt, "java/" + ProcessHandle.current().pid(),
          op.lease(), op.dedupes(), correlationOf(http.getRequestHeaders()), about.customer(), amount, about.currency(), about.reference()};
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
      String state = error instanceof SQLException wrong ? String.valueOf(wrong.getSQLState()) : "";
      if (state.equals("OC014")) problem(http, 500, "INTERNAL.idempotency.unreadable_response", "The stored answer cannot be read. Tell the operator.", null);
      else if (mine) problem(http, 503, "DEPENDENCY.timeout", "It may have been executed. Send it again later, with the same key.", 30);
      else if (state.startsWith("22")) problem(http, 400, "VALIDATION.request", "The request is not valid. It was not executed.", null);
      else problem(http, 503, "DEPENDENCY.unavailable",
          "This request was not executed; an earlier one with this key may have been. Send it again later, with the same key.", 1);
    }
  }
}
