// SPDX-License-Identifier: Apache-2.0
#include "app/try/try_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <future>
#include <iterator>
#include <sstream>

#include "app/try/child_main.h"
#include "app/try/messengers.h"
#include "app/try/shop.h"
#include "core/approval/approval.h"
#include "core/gateway/open.h"
#include "core/outbox/operate.h"
#include "core/schema/schema.h"

namespace onceover::try_it {
namespace {

constexpr std::size_t events_kept = 1'000;
constexpr Duration seeding_within = std::chrono::minutes(5);
constexpr int days_ahead = 3;
constexpr Duration post_within = std::chrono::seconds(10);

// The points after which something stays behind; the others leave nothing to look at.
constexpr CrashPoint chaos_points[] = {CrashPoint::after_claim_commit, CrashPoint::before_send,
                                       CrashPoint::after_send,         CrashPoint::after_send,
                                       CrashPoint::after_reply,        CrashPoint::before_completion_commit};

void write_private_file(const std::string& path, const std::string& text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool written = fd >= 0 && ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (fd >= 0) ::close(fd);
  if (!written)
    raise({ErrorKind::io, fmt::format("{} could not be written.", path), "The try-out was not started.", "",
           "", ""});
}

// These come soon, so that there is something to see within the first minute.
constexpr int first_accidents = 6;

std::int64_t ms_of(Duration span) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(span).count();
}

std::string name_of(std::size_t worker) { return fmt::format("worker {}", worker + 1); }

std::string seconds_since(Steady::time_point begun) {
  return fmt::format("{:.1f} s", std::chrono::duration<double>(Steady::now() - begun).count());
}

}  // namespace

void TryStore::note(std::string words) {
  const std::lock_guard lock(mutex_);
  events_.push_back({++event_count_, machine_time(), std::move(words)});
  if (events_.size() > events_kept) events_.pop_front();
}

bool TryStore::wait(Duration span) {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, span, [&] { return stopping_; });
  return !stopping_;
}

void TryStore::read_child_line(const std::string& child, const std::string& line) {
  // "crash POINT operation key", both in hex; "died WHERE"; "handled RECEIVED REPEATS".
  std::istringstream words(line);
  std::string what;
  words >> what;
  const std::lock_guard lock(mutex_);
  if (what == "crash") {
    std::string place, operation, key;
    words >> place >> operation >> key;
    const auto point = crash_point_from_word(place);
    from_hex(std::string(operation), operation);
    from_hex(std::string(key), key);
    last_words_[child] = fmt::format("{} of {} under key {}", point ? in_words(*point) : "in the middle",
                                     visible(operation), visible(key));
  } else if (what == "died") {
    last_words_[child] = line.substr(5);
  } else if (std::int64_t received = 0, repeats = 0; what == "handled" && words >> received >> repeats) {
    deliveries_.received += received;
    deliveries_.repeats += repeats;
  }
}

void TryStore::note_child_end(const std::string& child, int status) {
  std::string why;
  {
    const std::lock_guard lock(mutex_);
    why = std::exchange(last_words_[child], {});
    if (child == broker_name)
      no_events_ =
          "The broker has ended, and what it held is lost: it is librdkafka's mock cluster, not a real one.";
  }
  if (!why.empty()) {
    note(fmt::format("{} died {}", child, why));
  } else if (WIFSIGNALED(status)) {
    note(fmt::format("{} was ended by signal {}", child, WTERMSIG(status)));
  } else {
    note(fmt::format("{} ended with code {}", child, WEXITSTATUS(status)));
  }
}

void TryStore::start_database() {
  auto begun = Steady::now();
  progress("Starting a private PostgreSQL…");
  // fsync is off: the cluster ends with us, and a start takes a second less.
  server_ = PrivateServer::start({.settings = {{"max_connections", "100"},
                                               {"shared_buffers", "128MB"},
                                               {"max_wal_size", "1GB"},
                                               {"onceover.private_store", "on"}}})
                .value();
  progress(fmt::format("PostgreSQL started in {}.", seconds_since(begun)));
  auto connection =
      pg::Connection::open(
          {.conninfo = server_->conninfo(), .application_name = "onceover try", .deadline = seeding_within})
          .value();
  (void)schema::install(connection).value();
  require(connection.script(shop_schema_sql()));
  (void)outbox::make_partitions(connection, std::chrono::hours(24), days_ahead).value();
}

void TryStore::start_gateway() {
  progress("Starting the payment gateway and the service…");
  const GatewayOptions wanted{.seed = options_.seed, .late_by = options_.late_by, .rates = options_.faults};
  gateway_ = GatewayServer::start(wanted).value();
  write_private_file(
      gateway_config_path(),
      gateway_toml({gateway_->port(), options_.dedupe_declared ? wanted.dedupe_window : Duration{0},
                    options_.cancel_declared}));
  register_gateway();
}

// As the owner of the tables does it: in force at once.
void TryStore::register_gateway() {
  auto connection =
      pg::Connection::open({.conninfo = server_->conninfo(), .application_name = "onceover try"}).value();
  const auto config = std::get<gateway::Config>(gateway::load_any_config(gateway_config_path()).value());
  std::vector<approval::Declared> declared;
  for (const gateway::Operation& each : config.operations)
    declared.push_back({config.name, each.name, each.declaration.dedupe_window});
  (void)approval::register_gateway(connection, declared, "the gateway of this store",
                                   {"try", "localhost", "onceover try"})
      .value();
}

void TryStore::start_workers(const std::string& program) {
  port_.emplace(ReservedPort::reserve().value());
  for (int i = 1; i <= std::clamp(options_.workers, 1, 16); ++i) {
    std::vector<std::string> argv{program,
                                  worker_flag,
                                  payments_role,
                                  fmt::format("--name=payments-{}", i),
                                  "--conninfo=" + server_->conninfo(),
                                  fmt::format("--port={}", port_->port()),
                                  fmt::format("--gateway-port={}", gateway_->port()),
                                  "--gateway-config=" + gateway_config_path(),
                                  fmt::format("--lease={}", ms_of(options_.lease)),
                                  fmt::format("--gateway-timeout={}", ms_of(options_.gateway_timeout)),
                                  fmt::format("--poison-one-in={}", options_.poison_one_in),
                                  broker_ ? "--events" : "--no-events"};
    if (options_.rerunnable_for)
      argv.push_back(fmt::format("--rerunnable={}", ms_of(*options_.rerunnable_for)));
    workers_.push_back(keeper_->start({name_of(workers_.size()), std::move(argv), true}).value().child);
  }
}

// While the store is live already: it takes some seconds.
void TryStore::make_history(HistoryMaker maker) {
  const auto made = maker.make_rest([this] { return locked([this] { return !stopping_; }); });
  {
    const std::lock_guard lock(mutex_);
    history_ = made;
    if (stopping_) return;
  }
  wake_.notify_all();
  note(made ? fmt::format("The history of the last three days is complete: {} finished keys",
                          options_.history_rows)
            : "The history is not complete. " + made.error().sentence());
}

Result<void> TryStore::wait_for_history(Duration within) {
  std::unique_lock lock(mutex_);
  if (!wake_.wait_for(lock, within, [&] { return history_ || stopping_; }) || !history_)
    return fail(ErrorKind::timeout, "The history of the try-out is not complete yet.");
  return *history_;
}

void TryStore::start_all() {
  const std::string program = options_.program.empty() ? "/proc/self/exe" : options_.program;
  start_database();
  keeper_ = std::make_unique<Keeper>(
      server_->socket_dir() + "/try.log",
      Keeper::Callbacks{
          [this](const std::string& child, const std::string& line) { read_child_line(child, line); },
          [this](const std::string& child, int status) { note_child_end(child, status); }});
  start_gateway();
  HistoryMaker history(server_->conninfo(), gateway_->ledger(), {options_.history_rows, options_.seed});
  if (options_.history_rows > 0)
    progress(fmt::format("Making {} finished keys of the last three days…", options_.history_rows));
  auto recent = std::async(std::launch::async, [&] { return history.make_recent(); });
  start_broker(program);
  start_workers(program);
  flusher_ = std::make_unique<metrics::Flusher>(
      counters_,
      pg::ConnectOptions{.conninfo = server_->conninfo(), .application_name = "onceover try clients"});
  chaos_ = options_.chaos;
  clients_ = std::make_unique<Clients>(ClientOptions{.port = port_->port(),
                                                     .seed = options_.seed,
                                                     .requests_per_second = options_.requests_per_second,
                                                     .paused = !options_.traffic},
                                       &counters_);
  require(recent.get());
  start_messengers(program);
  chaos_thread_ = std::thread([this] { make_chaos(); });
  history_thread_ =
      std::thread([this, maker = std::move(history)]() mutable { make_history(std::move(maker)); });
  note("The try-out has started.");
  progress("Ready.");
}

// By turns, so that the first ones already show both.
void TryStore::one_accident(int number) { broker_&& number % 2 == 1 ? strike_messenger() : strike_worker(); }

void TryStore::strike_messenger() {
  const auto [is_relay, at_the_worst_place] = locked([&] {
    return std::pair{random_.chance(0.5), random_.chance(0.7)};
  });
  const Messenger who = is_relay ? Messenger::relay : Messenger::consumer;
  at_the_worst_place ? crash(who) : kill(who);
}

void TryStore::strike_worker() {
  std::size_t worker = 0;
  CrashPoint point{};
  bool pause = false;
  {
    const std::lock_guard lock(mutex_);
    worker = random_.below(workers_.size());
    point = chaos_points[random_.below(std::size(chaos_points))];
    pause = random_.chance(0.15);
  }
  if (!pause) return keeper_->send_line(workers_[worker], fmt::format("crash {}", word(point)));
  // Longer than its leases: others settle its keys meanwhile, and its own writes must then change nothing.
  note(fmt::format("{} was stopped in the middle of its work, for longer than its leases", name_of(worker)));
  keeper_->signal(workers_[worker], SIGSTOP);
  wait(options_.lease + std::chrono::seconds(4));
  keeper_->signal(workers_[worker], SIGCONT);
  note(fmt::format("{} goes on as if nothing had happened", name_of(worker)));
}

void TryStore::make_chaos() {
  int accidents = 0;
  for (;;) {
    const double usual = std::chrono::duration<double>(options_.chaos_every).count();
    const double seconds = locked([&] {
      return accidents < first_accidents ? random_.between(0.5, 2)
                                         : random_.between(usual * 2 / 3, usual * 4 / 3);
    });
    if (!wait(Duration(static_cast<std::int64_t>(seconds * 1e6)))) return;
    if (!chaos_ || !clients_->is_running()) continue;
    one_accident(accidents++);
  }
}

void TryStore::stop() {
  const std::lock_guard once(stop_mutex_);
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (chaos_thread_.joinable()) chaos_thread_.join();
  keeper_.reset();  // before the clients: without servers their requests end at once
  clients_.reset();
  flusher_.reset();
  if (server_) (void)server_->stop(StopMode::immediate);
  if (history_thread_.joinable()) history_thread_.join();  // its connection has ended with the server
  gateway_.reset();
  port_.reset();
}

TryStore::~TryStore() { stop(); }

Result<std::unique_ptr<TryStore>> TryStore::start(const TryOptions& options) {
  return as_result([&] {
    std::unique_ptr<TryStore> store(new TryStore(options));
    store->start_all();
    return store;
  });
}

std::vector<TryEvent> TryStore::events(std::uint64_t after) const {
  const std::lock_guard lock(mutex_);
  std::vector<TryEvent> out;
  std::ranges::copy_if(events_, std::back_inserter(out),
                       [&](const TryEvent& event) { return event.number > after; });
  return out;
}

void TryStore::set_chaos(bool on) {
  chaos_ = on;
  if (broker_) keeper_->send_line(broker_->child, on ? "faults on" : "faults off");
  if (on) return;
  for (const std::size_t worker : workers_) keeper_->send_line(worker, "crash nowhere");
  if (!broker_) return;
  for (const std::size_t messenger : {relay_, consumer_}) keeper_->send_line(messenger, "crash off");
}

HttpReply TryStore::post(const std::string& path, const std::string& key, const std::string& body,
                         const std::string& tenant) const {
  return call(port_->port(), keyed_post(path, tenant, key, body), post_within);
}

}  // namespace onceover::try_it
