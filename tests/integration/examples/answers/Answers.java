// SPDX-License-Identifier: Apache-2.0
import com.sun.net.httpserver.*;
import java.net.InetSocketAddress;
import java.util.*;
import org.postgresql.ds.PGSimpleDataSource;

public final class Answers {
  public static void main(String[] arguments) throws Exception {
    PGSimpleDataSource store = new PGSimpleDataSource();
    store.setURL("jdbc:postgresql://" + System.getenv("PGHOST") + ":" + System.getenv("PGPORT") + "/" + System.getenv("PGDATABASE") + "?sslmode=disable");
    store.setUser(System.getenv("PGUSER"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
    var operation = new Onceover.Operation("POST /refunds", "30 s", null, http -> "", body -> new Onceover.Subject(null, null, null, null));
    server.createContext("/refunds", Onceover.idempotent(store, operation,
        (body, key) -> new Onceover.Answer(201, List.of("Location", "/caf\u00e9"), null, null, false)));
    server.start();
    System.out.println("listening on " + server.getAddress().getPort());
  }
}
