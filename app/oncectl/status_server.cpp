#include "app/oncectl/status_server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <thread>

#include "core/base/text.h"
#include "core/base/time.h"

namespace onceover::oncectl {

struct StatusServer::Impl {
  httplib::Server server;
  int port = 0;
  std::thread thread;
};

StatusServer::StatusServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<StatusServer>> StatusServer::start(const std::string& host, int port,
                                                          std::function<StatusPage(const std::string& path)> page) {
  auto impl = std::make_unique<Impl>();
  httplib::Server& server = impl->server;
  server.Get(".*", [page = std::move(page)](const httplib::Request& in, httplib::Response& out) {
    StatusPage answer = page(in.path);
    out.status = answer.status;
    out.set_header("Cache-Control", "no-store");
    out.set_content(std::move(answer.body), answer.type);
  });
  // Nobody who looks can hold up the sweeper: two threads, short waits, nothing to upload, one request a connection.
  server.new_task_queue = [] { return new httplib::ThreadPool(2); };
  server.set_keep_alive_max_count(1);
  server.set_read_timeout(2);
  server.set_write_timeout(5);
  server.set_payload_max_length(1024);
  // The address alone: two services must not share a port without a word, as the library's default lets them.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  impl->port = port == 0 ? server.bind_to_any_port(host) : server.bind_to_port(host, port) ? port : -1;
  if (impl->port < 0) {
    return fail(ErrorKind::io, fmt::format("Nothing can listen on {}:{}: it is taken, or no address of this machine.", visible(host), port),
                "", "Give listen another address.");
  }
  impl->thread = std::thread([&server] { server.listen_after_bind(); });
  // A stop before it runs would be lost. It runs within microseconds, or never.
  const auto until = Steady::now() + std::chrono::seconds(10);
  while (!server.is_running() && Steady::now() < until) std::this_thread::yield();
  return std::unique_ptr<StatusServer>(new StatusServer(std::move(impl)));
}

StatusServer::~StatusServer() {
  impl_->server.stop();
  impl_->thread.join();
}

int StatusServer::port() const { return impl_->port; }

}  // namespace onceover::oncectl
