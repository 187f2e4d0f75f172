// SPDX-License-Identifier: Apache-2.0
// A server that speaks PostgreSQL's protocol on loopback, up to where a test wants it to do harm.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace onceover::test {

// Messages of the backend protocol (version 3).
namespace wire {
std::string int16(int value);
std::string int32(std::int64_t value);
// With its type and its length; announced: another length than it has.
std::string message(char type, std::string_view content);
std::string announced(char type, std::int64_t length);
std::string parameter(std::string_view name, std::string_view value);
std::string notice(std::string_view text);
std::string error(std::string_view sqlstate, std::string_view text);
// A description of text columns, and a row for it.
std::string description(int columns, int format = 0);
std::string row(std::string_view cell, int columns = 1);
std::string complete(std::string_view tag = "SELECT 1");
std::string ready();
std::string authenticated();  // AuthenticationOk
}  // namespace wire

// One client, as the server sees it.
class Peer {
 public:
  explicit Peer(int fd) : fd_(fd) {}
  // False: the client is gone. Waits for as long as the client does not read.
  bool send(std::string_view bytes);
  // Until it is gone.
  void send_forever(std::string_view bytes);
  // The content of the next message, its type first; the start-up message has no type. Empty: the client is
  // gone.
  std::string read();
  // Reads until a message that wants an answer: a simple query, a Sync or a Flush. False: the client is gone.
  bool wait_for_query();
  void wait_until_gone();
  // Answers the start-up message, and lets the client in without a password.
  bool let_in();

 private:
  std::string bytes(std::size_t count);
  int fd_;
  bool has_started_ = false;
};

// Its own thread for each client. What a client is served ends when it returns; then the connection is
// closed.
class HostileServer {
 public:
  enum class On { tcp, unix_socket };
  explicit HostileServer(std::function<void(Peer&)> serve, On on = On::tcp);
  ~HostileServer();
  HostileServer(const HostileServer&) = delete;
  HostileServer& operator=(const HostileServer&) = delete;

  std::string conninfo() const;
  int accepted() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace onceover::test
