#include "app/try/child_main.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <string>
#include <string_view>

#include "app/try/refund_service.h"
#include "core/base/text.h"

namespace onceover::try_it {
namespace {

// More requests at once than the clients make; each may wait for the gateway.
constexpr int worker_threads = 12;

// One write, so that lines of several threads do not mix, and so that it is out before an _exit.
void say(std::string line) {
  line += '\n';
  (void)!::write(STDOUT_FILENO, line.data(), line.size());
}

// In milliseconds. to: a Duration, or an optional one.
template <class Span>
void add_span(CLI::App& app, const char* name, Span& to) {
  app.add_option_function<std::int64_t>(name, [&to](std::int64_t ms) { to = std::chrono::milliseconds(ms); });
}

int refused(const Error& error) {
  std::cerr << error.sentence() << std::endl;
  return 1;
}

int worker_main(int argc, char** argv) {
  ServiceOptions options;
  HttpListen where{.threads = worker_threads, .shares_port = true};
  CLI::App app;
  app.add_option("--name", options.owner);
  app.add_option("--conninfo", options.conninfo);
  app.add_option("--port", where.port);
  app.add_option("--gateway-port", options.gateway_port);
  app.add_option("--gateway-config", options.gateway_config);
  add_span(app, "--lease", options.lease);
  add_span(app, "--gateway-timeout", options.gateway_timeout);
  add_span(app, "--rerunnable", options.rerunnable_for);
  CLI11_PARSE(app, argc - 1, argv + 1);
  options.owner += fmt::format("/{}", ::getpid());
  auto service = RefundService::make(options, [](CrashPoint point, const key::Identity& id) {
    say(fmt::format("crash {} {} {}", word(point), to_hex(id.operation), to_hex(id.key)));
  });
  if (!service) return refused(service.error());
  auto server = HttpServer::start([&](const HttpRequest& request) { return (*service)->serve(request); }, where);
  if (!server) return refused(server.error());
  say(fmt::format("ready {}", (*server)->port()));
  for (std::string line; std::getline(std::cin, line);) {
    // "crash nowhere" disarms.
    if (line.starts_with("crash ")) (*service)->crashes().arm(crash_point_from_word(line.substr(6)));
  }
  server->reset();
  return 0;
}

}  // namespace

std::optional<int> try_child_main(int argc, char** argv) {
  if (argc < 2 || argv[1] != std::string_view(worker_flag)) return std::nullopt;
  std::signal(SIGPIPE, SIG_IGN);
  return worker_main(argc, argv);
}

}  // namespace onceover::try_it
