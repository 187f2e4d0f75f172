// SPDX-License-Identifier: Apache-2.0
// HTTP as plain values: a server with one handler, and calls to 127.0.0.1. cpp-httplib stays inside.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/call/call.h"
#include "core/http/contract.h"

namespace onceover::try_it {

struct HttpRequest {
  std::string method = "POST";
  std::string path;
  std::vector<key::Header> headers;
  std::string body;
  // The first value of a header, trimmed; empty where there is none.
  std::string header(std::string_view name) const;
};

// JSON to the payment service, under an idempotency key.
HttpRequest keyed_post(const std::string& path, const std::string& tenant, const std::string& key,
                       const std::string& body);

struct HttpReply : call::Reply {
  // The first value of a header, trimmed; empty where there is none.
  std::string header(std::string_view name) const;
};

struct HttpListen {
  std::string host = "127.0.0.1";
  int port = 0;     // 0: any
  int threads = 1;  // requests served at once
  // several processes of one user serve one port; the kernel spreads connections over them
  bool shares_port = false;
};

// One request a connection, bounded in time and size.
class HttpServer {
 public:
  // Called from `threads` threads at once; must not throw.
  using Handler = std::function<http::Answer(const HttpRequest&)>;

  static Result<std::unique_ptr<HttpServer>> start(Handler handler, const HttpListen& where);
  // Waits for the handlers that run.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  int port() const;

 private:
  struct Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// One request, answered within that time or not at all.
HttpReply call(int port, const HttpRequest& request, Duration within);

// A bound socket that accepts no connection, so that a port stays ours while the servers on it come and go.
class ReservedPort {
 public:
  static Result<ReservedPort> reserve();
  ReservedPort(ReservedPort&& other) noexcept : socket_(other.socket_), port_(other.port_) {
    other.socket_ = -1;
  }
  ReservedPort& operator=(ReservedPort&&) = delete;
  ~ReservedPort();
  int port() const { return port_; }

 private:
  ReservedPort(int socket, int port) : socket_(socket), port_(port) {}
  int socket_, port_;
};

}  // namespace onceover::try_it
