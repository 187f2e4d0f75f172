// SPDX-License-Identifier: Apache-2.0
// HTTP requests to other services, by libcurl: many at once, each ends in one reply. No redirect is followed,
// no proxy and no .netrc is taken from the environment, TLS is 1.2 at least and verified, sizes and times are
// bounded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/key/types.h"

namespace onceover::web {

struct Rules {
  bool is_plain_http = false;  // only http; otherwise only https
  std::string ca_file = {};    // PEM, instead of the system's authorities; empty: those of the system
  Duration timeout = std::chrono::seconds(30), connect_timeout = std::chrono::seconds(10);  // of one request
  std::size_t most_answer_bytes = 64 * 1024;                                                // of a body
};

struct Request {
  std::string method;  // "GET", "POST", …
  std::string url;
  std::vector<key::Header> headers = {};  // an empty value is sent as such; without control characters
  std::string body = {};                  // any bytes; not for a GET
};

struct Reply {
  std::uint64_t token = 0;
  int status = 0;  // 0: no status line came
  std::vector<key::Header> headers = {};
  std::string body = {};  // as far as it came, up to most_answer_bytes
  std::optional<Duration> retry_after = {};
  std::string why = {};         // why the answer is not whole; empty: it is
  bool is_unreachable = false;  // no connection was made, so nothing was sent
  Duration took{0};
};

// Keeps its connections. One thread at a time.
class Client {
 public:
  explicit Client(Rules rules);
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;

  // Its reply comes by poll(), by `by` at the latest. False: it could not be made, and there will be no
  // reply.
  bool begin(std::uint64_t token, Request request, Deadline by = Deadline::max());
  std::size_t under_way() const;
  // What ended, after waiting for the first up to `wait`; at once where nothing is under way. May return
  // earlier with none.
  std::vector<Reply> poll(Duration wait);
  // Ends what is under way, without replies. The other side may have got it.
  void abandon();

 private:
  class Transfer;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace onceover::web
