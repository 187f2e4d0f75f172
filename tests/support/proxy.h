// SPDX-License-Identifier: Apache-2.0
// A proxy between libpq and a private server that can break a connection exactly where it hurts: at the
// COMMIT.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace onceover::test {

// What springs a trap. Only whole messages of the frontend protocol count, simple and extended.
enum class TrapAt {
  commit,  // COMMIT or END, as a simple query or as the Execute of a statement with that text
  sync,    // the next Sync or simple query: where a pipeline without BEGIN commits
  text,    // the next simple query, or Execute of a statement, that contains the text
};

enum class TrapThen {
  cut_before,  // the message never reaches the server; both sides are cut
  cut_after,   // the server carries it out and answers; the client sees a cut instead
  swallow,  // the server carries it out and answers; the client hears nothing, and the connection stays open
  silent_before,  // nothing reaches the server any more; the connection stays open. pass() delivers it late
};

enum class Direction { to_server, to_client, both };

// Listens on 127.0.0.1, forwards to a unix socket; its own thread. Every call takes effect before it returns
// and is safe from any thread. A trap springs once, on any of the connections; a call that sets another mode
// or trap replaces it.
class PgProxy {
 public:
  // socket_dir: the server's, as PrivateServer::socket_dir() gives it. Throws where it cannot listen.
  explicit PgProxy(const std::string& socket_dir, int server_port = 5432);
  ~PgProxy();
  PgProxy(const PgProxy&) = delete;
  PgProxy& operator=(const PgProxy&) = delete;

  // sslmode=disable gssencmode=disable, user postgres.
  std::string conninfo(std::string_view database = "postgres") const;
  int port() const;

  // Forward everything, what was held back included; no trap, no delay.
  void pass();
  // Each message is held back for so long, in each direction.
  void delay(std::chrono::milliseconds by);
  // Forward nothing that way, on existing and new connections; they stay open.
  void silence(Direction direction = Direction::both);
  // Reset every connection there is.
  void cut_now();
  // Whether new connections are reset at once.
  void refuse(bool refused);

  // skip: so many occurrences pass first.
  void trap(TrapAt at, TrapThen then, std::string text = {}, int skip = 0);
  // Until the trap has done its work (cut_after, swallow: the server has answered). False where the time ran
  // out.
  bool wait_sprung(std::chrono::milliseconds within = std::chrono::seconds(20));
  // Until so many connections are open.
  bool wait_connections(int count, std::chrono::milliseconds within = std::chrono::seconds(20));

  int connections() const;  // open now
  int accepted() const;     // ever, refused ones included
  int commits() const;      // COMMITs seen, forwarded or not

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

}  // namespace onceover::test
