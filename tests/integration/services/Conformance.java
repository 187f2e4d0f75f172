// SPDX-License-Identifier: Apache-2.0
// A client in Java: calls what the runner names, with JDBC's types. One JSON object a line, both ways, as writers/talk.mjs.
// java -cp postgresql.jar Conformance.java

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.*;
import java.util.*;

class Conformance {
  static final class Reader {  // of JSON, which the JDK does not read
    final String text;
    int at = 0;
    Reader(String text) { this.text = text; }

    Object value() {
      blanks();
      char c = text.charAt(at);
      if (c == '{') {
        Map<String, Object> object = new LinkedHashMap<>();
        for (++at, blanks(); text.charAt(at) != '}'; blanks()) {
          String name = string();
          blanks();
          ++at;  // the colon
          object.put(name, value());
          blanks();
          if (text.charAt(at) == ',') { ++at; blanks(); }
        }
        ++at;
        return object;
      }
      if (c == '[') {
        List<Object> list = new ArrayList<>();
        for (++at, blanks(); text.charAt(at) != ']'; blanks()) {
          list.add(value());
          blanks();
          if (text.charAt(at) == ',') ++at;
        }
        ++at;
        return list;
      }
      if (c == '"') return string();
      int end = at;
      while (end < text.length() && ",]}".indexOf(text.charAt(end)) < 0) ++end;
      String word = text.substring(at, end).trim();
      at = end;
      return word.equals("null") ? null : word;  // numbers and truths go as text
    }

    String string() {
      StringBuilder out = new StringBuilder();
      for (++at; text.charAt(at) != '"'; ++at) {
        if (text.charAt(at) != '\\') { out.append(text.charAt(at)); continue; }
        char c = text.charAt(++at);
        if (c == 'u') {
          out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
          at += 4;
        } else {
          out.append(c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c == 'b' ? '\b' : c == 'f' ? '\f' : c);
        }
      }
      ++at;
      return out.toString();
    }

    void blanks() { while (at < text.length() && text.charAt(at) == ' ') ++at; }
  }

  static String json(Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) return String.valueOf(value);
    if (value instanceof byte[]) return json(HexFormat.of().formatHex((byte[]) value));
    if (value instanceof Object[]) {
      StringJoiner all = new StringJoiner(",", "[", "]");
      for (Object one : (Object[]) value) all.add(json(one));
      return all.toString();
    }
    StringBuilder out = new StringBuilder("\"");
    for (char c : value.toString().toCharArray()) {
      if (c < ' ' || c == '"' || c == '\\' || c > '~') out.append(String.format("\\u%04x", (int) c)); else out.append(c);
    }
    return out.append('"').toString();
  }

  static byte[] bytes(Object hex) { return hex == null ? null : HexFormat.of().parseHex((String) hex); }

  static void give(PreparedStatement statement, int at, Map<String, Object> argument) throws SQLException {
    Object value = argument.get("value");
    switch ((String) argument.get("type")) {
      case "bytea": statement.setBytes(at, bytes(value)); break;
      case "bytea[]":
        statement.setArray(at, statement.getConnection().createArrayOf("bytea", ((List<?>) value).stream().map(Conformance::bytes).toArray(byte[][]::new)));
        break;
      case "text[]": statement.setArray(at, statement.getConnection().createArrayOf("text", ((List<?>) value).toArray())); break;
      default: statement.setObject(at, value, Types.OTHER);  // as text, whatever the type of the parameter
    }
  }

  static String call(Connection database, Map<String, Object> order) throws SQLException {
    List<Map<String, Object>> arguments = (List<Map<String, Object>>) (List<?>) order.get("args");
    StringJoiner names = new StringJoiner(", ", order.get("verb") + " onceover." + order.get("function") + "(", ")");
    for (Map<String, Object> one : arguments) names.add(one.get("name") + " => ?");
    String begin = (String) order.get("begin"), end = (String) order.get("end");
    try (Statement around = database.createStatement(); PreparedStatement statement = database.prepareStatement(names.toString())) {
      try {
        if (!begin.isEmpty()) around.execute(begin);
        for (int i = 0; i < arguments.size(); ++i) give(statement, i + 1, arguments.get(i));
        statement.execute();
        StringJoiner row = new StringJoiner(",", "{\"done\":\"call\",\"row\":{", "}}");
        try (ResultSet result = statement.getResultSet()) {
          result.next();
          ResultSetMetaData about = result.getMetaData();
          for (int i = 1; i <= about.getColumnCount(); ++i) {
            Object value = result.getObject(i);
            row.add(json(about.getColumnName(i)) + ":" + json(value instanceof Array ? ((Array) value).getArray() : value));
          }
        }
        if (!end.isEmpty()) around.execute(end);
        return row.toString();
      } catch (SQLException error) {
        if (error.getSQLState() == null || error.getSQLState().startsWith("08")) throw error;
        if (!begin.isEmpty()) around.execute("ROLLBACK");
        return "{\"done\":\"call\",\"error\":" + json(error.getSQLState()) + "}";
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    // No unix socket without a further library: the runner gives a port.
    try (Connection database = DriverManager.getConnection(System.getenv("JDBC_URL"))) {
      BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      System.out.println("{\"ready\":" + json(System.getProperty("java.version")) + "}");
      for (String line; (line = lines.readLine()) != null;)
        System.out.println(call(database, (Map<String, Object>) new Reader(line).value()));
    }
  }
}
