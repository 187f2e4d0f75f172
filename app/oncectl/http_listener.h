// SPDX-License-Identifier: Apache-2.0
// A small HTTP/1.1 server, in one thread: each connection has one request and is closed after its answer. A
// client that is slow, or sends much, is dropped and delays no other one: each has a deadline and limits for
// what it sends; where there are too many, the oldest goes that does not wait for its answer.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/http/contract.h"

namespace onceover::oncectl {

struct HttpRequest {
  std::string method, path;  // without the query
  std::vector<key::Header> headers;
  std::string body;
};

struct HttpLimits {
  Duration deadline = std::chrono::seconds(5);  // to send the request; and to take the answer
  static constexpr Duration answer_within =
      std::chrono::seconds(30);  // for an answer that comes later; then the connection is closed without one
  std::size_t request_bytes = 8 * 1024;  // of line and headers; more gets 431
  std::size_t body_bytes = 0;            // more gets 413; 0: no body is read
  // of all requests that are not answered yet; then the next ones get 503
  static constexpr std::size_t all_bytes = 64 << 20;
  std::size_t connections = 200;
};

// An answer as it is sent; may be sent to many.
using WireAnswer = std::shared_ptr<const std::string>;
WireAnswer on_the_wire(const http::Answer& answer, bool with_body = true);

class HttpListener {
 public:
  using Ticket = std::uint64_t;
  // All calls are in the listener's thread, and must neither wait nor throw.
  class Handler {
   public:
    virtual ~Handler() = default;
    // connections: how many are open. Null: the answer comes later, by answer().
    virtual WireAnswer take(HttpRequest request, Ticket ticket, std::size_t connections) = 0;
    // To what is refused before: 400, 411, 413, 431 or 503; and why, as a sentence.
    virtual WireAnswer refuse(int status, const char* why) = 0;
  };

  // port 0: any. The handler must outlive it. Errors: io, nothing can listen there.
  static Result<std::unique_ptr<HttpListener>> start(const std::string& host, int port, Handler& handler,
                                                     const HttpLimits& limits);
  // Sends answers that are there, and closes all connections.
  ~HttpListener();
  HttpListener(const HttpListener&) = delete;
  HttpListener& operator=(const HttpListener&) = delete;
  int port() const;
  // Any thread. Dropped where the client has gone.
  void answer(Ticket ticket, WireAnswer answer);

 private:
  class Loop;
  explicit HttpListener(std::unique_ptr<Loop> loop);
  std::unique_ptr<Loop> loop_;
};

// Answers GET and HEAD of a few small pages.

struct ListenLimits {
  HttpLimits http = {};
  static constexpr std::size_t few = 8;  // with more connections than these, a page may be as old as page_age
  static constexpr Duration page_age = std::chrono::milliseconds(250);
};

class StatusListener {
 public:
  // The answer of a path without its query; 404: none. Called in the listener's thread; must neither wait nor
  // throw.
  using Page = std::function<http::Answer(const std::string& path)>;

  // port 0: any. Errors: io, nothing can listen there.
  static Result<std::unique_ptr<StatusListener>> start(const std::string& host, int port, Page page,
                                                       const ListenLimits& limits = {});
  ~StatusListener();
  StatusListener(const StatusListener&) = delete;
  StatusListener& operator=(const StatusListener&) = delete;
  int port() const;

 private:
  class Pages;
  StatusListener(std::unique_ptr<Pages> pages, std::unique_ptr<HttpListener> listener);
  std::unique_ptr<Pages> pages_;
  std::unique_ptr<HttpListener> listener_;  // last: its thread uses the pages
};

}  // namespace onceover::oncectl
