// SPDX-License-Identifier: Apache-2.0
#include "app/try/child_main.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <iterator>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "app/try/keeper.h"
#include "app/try/messengers.h"
#include "app/try/refund_service.h"
#include "app/try/shop.h"
#include "core/base/text.h"

namespace onceover::try_it {
namespace {

// More requests at once than the clients make; each may wait for the gateway.
constexpr int worker_threads = 12;
constexpr Duration book_settled_every = std::chrono::milliseconds(500);

// In milliseconds. to: a Duration, or an optional one.
template <class Span>
void add_span(CLI::App& app, const char* name, Span& to) {
  app.add_option_function<std::int64_t>(name, [&to](std::int64_t ms) { to = std::chrono::milliseconds(ms); });
}

// Each reads its options from the words behind its role.
struct Role {
  std::string_view word;
  int (*main)(int argc, char** argv);
};

// The business of keys that were settled without the service. Any number of processes may try: one does.
class Catcher {
 public:
  Catcher(const std::string& conninfo, const std::string& owner, const Announcing& announcing) {
    thread_ = std::jthread([=](const std::stop_token& stop) {
      std::mutex mutex;
      std::condition_variable_any wake;
      std::optional<pg::Connection> connection;
      for (std::unique_lock lock(mutex); !stop.stop_requested();
           wake.wait_for(lock, stop, book_settled_every, [] { return false; })) {
        if (!connection || !connection->is_open()) {
          auto opened = pg::Connection::open({.conninfo = conninfo, .application_name = owner + " settled"});
          if (!opened) continue;
          connection.emplace(std::move(*opened));
        }
        if (const auto booked = book_settled(*connection, announcing); !booked) (void)refused(booked.error());
      }
    });
  }

 private:
  std::jthread thread_;
};

int payments_main(int argc, char** argv) {
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
  app.add_flag("--events,!--no-events", options.announcing.is_on);
  app.add_option("--poison-one-in", options.announcing.poison_one_in);
  CLI11_PARSE(app, argc, argv);
  options.owner += fmt::format("/{}", ::getpid());
  auto service = RefundService::make(options, [](CrashPoint point, const key::Identity& id) {
    say(fmt::format("crash {} {} {}", word(point), to_hex(id.operation), to_hex(id.key)));
  });
  if (!service) return refused(service.error());
  auto server =
      HttpServer::start([&](const HttpRequest& request) { return (*service)->serve(request); }, where);
  if (!server) return refused(server.error());
  const Catcher catcher(options.conninfo, options.owner, options.announcing);
  say(fmt::format("ready {}", (*server)->port()));
  obey([&](const std::string& line) {
    // "crash nowhere" disarms.
    if (line.starts_with("crash ")) (*service)->crashes().arm(crash_point_from_word(line.substr(6)));
  });
  server->reset();
  return 0;
}

int read_and_run_broker(int argc, char** argv) {
  BrokerChild options;
  CLI::App app;
  app.add_option("--seed", options.seed);
  app.add_flag("--faults", options.faults);
  CLI11_PARSE(app, argc, argv);
  return broker_main(options);
}

template <int (*run)(const MessengerChild&)>
int read_and_run(int argc, char** argv) {
  MessengerChild options;
  CLI::App app;
  app.add_option("--name", options.owner);
  app.add_option("--conninfo", options.conninfo);
  app.add_option("--broker-port", options.broker_port);
  CLI11_PARSE(app, argc, argv);
  options.owner += fmt::format("/{}", ::getpid());
  return run(options);
}

constexpr Role roles[] = {{payments_role, payments_main},
                          {broker_role, read_and_run_broker},
                          {relay_role, read_and_run<relay_main>},
                          {consumer_role, read_and_run<consumer_main>}};

}  // namespace

std::optional<int> try_child_main(int argc, char** argv) {
  if (argc < 3 || argv[1] != std::string_view(worker_flag)) return std::nullopt;
  std::signal(SIGPIPE, SIG_IGN);
  const auto role = std::ranges::find(roles, std::string_view(argv[2]), &Role::word);
  return role == std::end(roles) ? 1 : role->main(argc - 2, argv + 2);
}

}  // namespace onceover::try_it
