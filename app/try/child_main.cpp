#include "app/try/child_main.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>

#include "app/try/child_arguments.h"
#include "app/try/gateway_control.h"
#include "app/try/gateway_server.h"
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

int refused(const Error& error) {
  std::cerr << error.sentence() << std::endl;
  return 1;
}

}  // namespace

std::optional<int> try_child_main(int argc, char** argv) {
  if (argc < 2) return std::nullopt;
  if (std::strcmp(argv[1], worker_flag) == 0) return worker_main(argc, argv);
  if (std::strcmp(argv[1], gateway_flag) == 0) return gateway_main(argc, argv);
  return std::nullopt;
}

int worker_main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  const ChildArguments arguments(argc, argv);
  ServiceOptions options{.conninfo = arguments.text("conninfo"),
                         .gateway_port = static_cast<int>(arguments.integer("gateway-port")),
                         .gateway_config = arguments.text("gateway-config"),
                         .owner = fmt::format("{}/{}", arguments.text("name"), ::getpid()),
                         .lease = arguments.milliseconds("lease"),
                         .gateway_timeout = arguments.milliseconds("gateway-timeout")};
  if (arguments.integer("rerunnable") > 0) options.rerunnable_for = arguments.milliseconds("rerunnable");
  auto service = RefundService::make(options, [](CrashPoint point, const key::Identity& id) {
    say(fmt::format("crash {} {} {}", word(point), to_hex(id.operation), to_hex(id.key)));
  });
  if (!service) return refused(service.error());
  auto server = HttpServer::start([&](const HttpRequest& request) { return (*service)->serve(request); },
                                  {.port = static_cast<int>(arguments.integer("port")), .threads = worker_threads, .shares_port = true});
  if (!server) return refused(server.error());
  say(fmt::format("ready {}", (*server)->port()));
  for (std::string line; std::getline(std::cin, line);) {
    // "crash nowhere" disarms.
    if (line.starts_with("crash ")) (*service)->crashes().arm(crash_point_from_word(line.substr(6)));
  }
  server->reset();
  return 0;
}

int gateway_main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  const ChildArguments arguments(argc, argv);
  auto gateway = GatewayServer::start({.seed = static_cast<std::uint64_t>(arguments.integer("seed")),
                                       .dedupe_window = arguments.milliseconds("dedupe-window"),
                                       .lookup_lag = arguments.milliseconds("lookup-lag"),
                                       .late_by = arguments.milliseconds("late-by"),
                                       .rates = rates_from_json(arguments.text("rates"))});
  if (!gateway) return refused(gateway.error());
  say(fmt::format("ready {}", (*gateway)->port()));
  for (std::string line; std::getline(std::cin, line);) {
  }
  return 0;
}

}  // namespace onceover::try_it
