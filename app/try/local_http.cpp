// SPDX-License-Identifier: Apache-2.0
#include "app/try/local_http.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <httplib.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "core/http/headers.h"

namespace onceover::try_it {
namespace {

constexpr const char* loopback_host = "127.0.0.1";
constexpr std::size_t max_body_bytes = 64 * 1024;
constexpr std::time_t server_read_s = 5;

void set_reuse(int socket, bool shares_port) {
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (shares_port) ::setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes);
}

sockaddr_in loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

std::string header_of(const std::vector<key::Header>& headers, std::string_view name) {
  const auto values = http::values_of(headers, name);
  return values.empty() ? std::string() : std::string(values.front());
}

}  // namespace

std::string HttpRequest::header(std::string_view name) const { return header_of(headers, name); }
std::string HttpReply::header(std::string_view name) const { return header_of(headers, name); }

HttpRequest keyed_post(const std::string& path, const std::string& tenant, const std::string& key,
                       const std::string& body) {
  return {"POST",
          path,
          {{"Content-Type", "application/json"}, {"Idempotency-Key", '"' + key + '"'}, {"X-Tenant", tenant}},
          body};
}

struct HttpServer::Impl {
  httplib::Server server;
  int port = 0;
  std::thread thread;
};

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<HttpServer>> HttpServer::start(Handler handler, const HttpListen& where) {
  auto impl = std::make_unique<Impl>();
  auto& server = impl->server;
  const auto serve = [handler = std::move(handler)](const httplib::Request& in, httplib::Response& out) {
    HttpRequest request{in.method, in.path, {in.headers.begin(), in.headers.end()}, in.body};
    http::Answer answer = handler(request);
    out.status = answer.status;
    for (const auto& [name, value] : answer.headers) out.set_header(name, value);
    out.body = std::move(answer.body);
  };
  server.Get(".*", serve)
      .Post(".*", serve)
      .Put(".*", serve)
      .Delete(".*", serve)
      .Patch(".*", serve)
      .Options(".*", serve);
  server.set_socket_options([shares = where.shares_port](socket_t socket) { set_reuse(socket, shares); });
  server.set_keep_alive_max_count(1);  // an idle connection would hold one of the few threads
  server.set_read_timeout(server_read_s);
  server.set_payload_max_length(max_body_bytes);
  server.set_tcp_nodelay(true);
  server.new_task_queue = [threads = where.threads] {
    return new httplib::ThreadPool(static_cast<std::size_t>(threads));
  };
  impl->port = where.port == 0                               ? server.bind_to_any_port(where.host)
               : server.bind_to_port(where.host, where.port) ? where.port
                                                             : -1;
  if (impl->port <= 0) {
    return fail(ErrorKind::io,
                fmt::format("Nothing can listen on {}:{}: it is taken, or no address of this machine.",
                            visible(where.host), where.port),
                "The server was not started.", "Choose another address.");
  }
  impl->thread = std::thread([&server] { server.listen_after_bind(); });
  // A stop before it runs would be lost. It runs within microseconds, or never.
  const auto until = Steady::now() + std::chrono::seconds(10);
  while (!server.is_running() && Steady::now() < until) std::this_thread::yield();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::~HttpServer() {
  impl_->server.stop();
  impl_->thread.join();
}

int HttpServer::port() const { return impl_->port; }

HttpReply call(int port, const HttpRequest& request, Duration within) {
  thread_local const auto caller =
      call::Caller::make(
          {.policy = {.attempts = 1}, .attempt_timeout = std::chrono::minutes(1), .breaker = std::nullopt},
          {.is_plain_http = true})
          .value();
  const std::string url = fmt::format("http://{}:{}{}", loopback_host, port, request.path);
  return {caller->send({Steady::now() + within}, {request.method, url, request.headers, request.body}).reply};
}

Result<ReservedPort> ReservedPort::reserve() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  if (socket >= 0) set_reuse(socket, true);
  if (socket < 0 || ::bind(socket, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    if (socket >= 0) ::close(socket);
    return fail(ErrorKind::io, "No port of 127.0.0.1 could be reserved.");
  }
  return ReservedPort(socket, ntohs(address.sin_port));
}

ReservedPort::~ReservedPort() {
  if (socket_ >= 0) ::close(socket_);
}

}  // namespace onceover::try_it
