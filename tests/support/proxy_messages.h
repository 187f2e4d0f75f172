// SPDX-License-Identifier: Apache-2.0
// The frontend and backend protocol (version 3), as far as the proxy must understand it. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace onceover::test {

// A COMMIT or END is among the statements of a simple query.
bool has_commit(std::string_view sql);

// What one client message asks for.
struct ClientStep {
  std::string statement;  // text that is carried out by this message; empty where none is
  bool sync = false;      // answered with ReadyForQuery
};

// Follows one client through its messages: which named statement and portal holds which text.
class ClientStream {
 public:
  // The length of the first whole message in `bytes`; nullopt where more is needed.
  std::optional<std::size_t> whole_message(std::string_view bytes) const;
  // `message` is exactly one message.
  ClientStep step(std::string_view message);
  bool is_started() const { return started_; }

  // A request for encryption, which the proxy itself answers with 'N'.
  static bool is_encryption_request(std::string_view message);

 private:
  bool started_ = false;
  std::map<std::string, std::string> statements_, portals_;
};

// The length of the first whole message from the server; nullopt where more is needed.
std::optional<std::size_t> whole_server_message(std::string_view bytes);

}  // namespace onceover::test
