#include "app/try/try_world.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "app/try/child_arguments.h"
#include "app/try/child_main.h"
#include "app/try/crash_points.h"
#include "app/try/gateway_control.h"
#include "app/try/gateway_toml.h"
#include "app/try/history.h"
#include "app/try/refund_service.h"
#include "core/base/text.h"
#include "core/pg/connection.h"
#include "core/schema/schema.h"

namespace onceover::try_it {
namespace {

constexpr std::size_t events_kept = 1'000;
constexpr Duration seeding_within = std::chrono::minutes(5);

// The points after which something stays behind; the others leave nothing to look at.
constexpr CrashPoint chaos_points[] = {CrashPoint::after_claim_commit, CrashPoint::before_send, CrashPoint::after_send,
                                       CrashPoint::after_send,         CrashPoint::after_reply, CrashPoint::before_completion_commit};

Timestamp wall_clock() { return {std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count()}; }

Result<void> write_private_file(const std::string& path, const std::string& text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool written = fd >= 0 && ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (fd >= 0) ::close(fd);
  if (!written) return fail(ErrorKind::io, fmt::format("{} could not be written.", path), "The try-out was not started.");
  return {};
}

std::string seconds_since(Steady::time_point begun) {
  return fmt::format("{:.1f} s", std::chrono::duration<double>(Steady::now() - begun).count());
}

}  // namespace

void TryStore::Impl::note(std::string words) {
  const std::lock_guard lock(mutex);
  events.push_back({++event_count, wall_clock(), std::move(words)});
  if (events.size() > events_kept) events.pop_front();
}

bool TryStore::Impl::wait(Duration span) {
  std::unique_lock lock(mutex);
  wake.wait_for(lock, span, [&] { return stopping; });
  return !stopping;
}

std::string TryStore::Impl::name_of(std::size_t child) const {
  return child == gateway_child ? "the gateway" : fmt::format("worker {}", child);
}

void TryStore::Impl::child_said(std::size_t child, const std::string& line) {
  // "crash POINT operation key", both in hex.
  if (!line.starts_with("crash ")) return;
  const auto second = line.find(' ', 6), third = line.find(' ', second + 1);
  if (third == std::string::npos) return;
  const auto point = crash_point_from_word(line.substr(6, second - 6));
  std::string operation, key;
  from_hex(line.substr(second + 1, third - second - 1), operation);
  from_hex(line.substr(third + 1), key);
  const std::lock_guard lock(mutex);
  last_words[child] = fmt::format("{} of {} under key {}", point ? in_words(*point) : "in the middle", visible(operation), visible(key));
}

void TryStore::Impl::child_died(std::size_t child, int status) {
  std::string why;
  {
    const std::lock_guard lock(mutex);
    why = std::exchange(last_words[child], {});
  }
  if (!why.empty()) {
    note(fmt::format("{} died {}", name_of(child), why));
  } else if (WIFSIGNALED(status)) {
    note(fmt::format("{} was ended by signal {}", name_of(child), WTERMSIG(status)));
  } else {
    note(fmt::format("{} ended with code {}", name_of(child), WEXITSTATUS(status)));
  }
}

Result<void> TryStore::Impl::start_database() {
  auto begun = Steady::now();
  progress("Starting a private PostgreSQL…");
  // fsync is off: the cluster ends with us, and a start takes a second less.
  auto started = PrivateServer::start({.settings = {{"max_connections", "100"}, {"shared_buffers", "128MB"}, {"max_wal_size", "1GB"}}});
  if (!started) return fail(started.error());
  server = std::move(*started);
  progress(fmt::format("PostgreSQL started in {}.", seconds_since(begun)));
  auto connection = pg::Connection::open({.conninfo = server->conninfo(), .application_name = "onceover try", .deadline = seeding_within});
  if (!connection) return fail(connection.error());
  if (auto installed = schema::install(*connection); !installed) return fail(installed.error());
  if (auto made = connection->script(shop_schema_sql()); !made) return fail(made.error());
  if (options.history_rows <= 0) return {};
  begun = Steady::now();
  progress(fmt::format("Making {} finished keys of the last three days…", options.history_rows));
  if (auto seeded = seed_history(*connection, options.history_rows, options.seed); !seeded) return fail(seeded.error());
  progress(fmt::format("History made in {}.", seconds_since(begun)));
  return {};
}

Result<void> TryStore::Impl::start_gateway(const std::string& program) {
  progress("Starting the payment gateway and the service…");
  constexpr Duration dedupe_window = std::chrono::hours(24);
  auto gateway = keeper->start(
      {"gateway",
       {program, gateway_flag, argument("seed", static_cast<std::int64_t>(options.seed)), argument("dedupe-window", dedupe_window),
        argument("lookup-lag", Duration{0}), argument("late-by", options.late_by), argument("rates", to_json(options.faults))},
       false});
  if (!gateway) return fail(gateway.error());
  gateway_child = gateway->child;
  gateway_port = gateway->port;
  return write_private_file(config_path(), gateway_toml({gateway_port, options.dedupe_declared ? dedupe_window : Duration{0}, Duration{0},
                                                         options.cancel_declared}));
}

Result<void> TryStore::Impl::start_workers(const std::string& program) {
  auto reserved = ReservedPort::reserve();
  if (!reserved) return fail(reserved.error());
  port.emplace(std::move(*reserved));
  for (int i = 1; i <= std::clamp(options.workers, 1, 16); ++i) {
    std::vector<std::string> argv{program,
                                  worker_flag,
                                  argument("name", fmt::format("payments-{}", i)),
                                  argument("conninfo", server->conninfo()),
                                  argument("port", static_cast<std::int64_t>(port->port())),
                                  argument("gateway-port", static_cast<std::int64_t>(gateway_port)),
                                  argument("gateway-config", config_path()),
                                  argument("lease", options.lease),
                                  argument("gateway-timeout", options.gateway_timeout)};
    if (options.rerunnable_for) argv.push_back(argument("rerunnable", *options.rerunnable_for));
    auto worker = keeper->start({fmt::format("worker {}", i), std::move(argv), true});
    if (!worker) return fail(worker.error());
    workers.push_back(worker->child);
  }
  return {};
}

void TryStore::Impl::one_accident() {
  std::size_t worker = 0;
  CrashPoint point{};
  bool pause = false;
  {
    const std::lock_guard lock(mutex);
    worker = workers[random.below(workers.size())];
    point = chaos_points[random.below(std::size(chaos_points))];
    pause = random.chance(0.15);
  }
  if (!pause) return keeper->tell(worker, fmt::format("crash {}", word(point)));
  // Longer than its leases: others settle its keys meanwhile, and its own writes must then change nothing.
  note(fmt::format("{} was stopped in the middle of its work, for longer than its leases", name_of(worker)));
  keeper->signal(worker, SIGSTOP);
  wait(options.lease + std::chrono::seconds(4));
  keeper->signal(worker, SIGCONT);
  note(fmt::format("{} goes on as if nothing had happened", name_of(worker)));
}

void TryStore::Impl::make_chaos() {
  int accidents = 0;
  for (;;) {
    double seconds = 0;
    {
      const std::lock_guard lock(mutex);
      // The first ones soon, so that there is something to see within the first minute.
      const double usual = std::chrono::duration<double>(options.chaos_every).count();
      seconds = accidents < 3 ? random.between(0.5, 2) : random.between(usual * 2 / 3, usual * 4 / 3);
    }
    if (!wait(Duration(static_cast<std::int64_t>(seconds * 1e6)))) return;
    if (!chaos || !clients->is_running()) continue;
    one_accident();
    ++accidents;
  }
}

void TryStore::Impl::stop() {
  const std::lock_guard once(stop_mutex);
  {
    const std::lock_guard lock(mutex);
    stopping = true;
  }
  wake.notify_all();
  if (chaos_thread.joinable()) chaos_thread.join();
  keeper.reset();  // before the clients: without servers their requests end at once
  clients.reset();
  flusher.reset();
  port.reset();
  if (server) (void)server->stop(StopMode::immediate);
}

}  // namespace onceover::try_it
