// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/storm.h"

#include <cmath>
#include <numbers>

namespace onceover::calculator {
namespace {

// Load over time, of unknown length: slices whose width doubles as the storm goes on.

class Load {
 public:
  // Times are at least 0, in any order.
  void call(Duration at, bool succeeded);
  void waiting(Duration at, std::uint64_t length);

  Duration slice() const { return slice_; }
  // From 0 to the last slice with load, without gaps.
  std::vector<LoadPoint> points() const;

 private:
  LoadPoint& slice_of(Duration at);

  Duration slice_ = std::chrono::milliseconds(1);
  std::vector<LoadPoint> points_;
};

constexpr std::size_t most_slices = 200;

void Load::call(Duration at, bool succeeded) {
  LoadPoint& point = slice_of(at);
  ++point.calls;
  point.succeeded += succeeded ? 1 : 0;
}

void Load::waiting(Duration at, std::uint64_t length) {
  LoadPoint& point = slice_of(at);
  point.waiting = std::max(point.waiting, length);
}

std::vector<LoadPoint> Load::points() const {
  std::vector<LoadPoint> out = points_;
  for (std::size_t i = 0; i < out.size(); ++i) out[i].from = slice_ * static_cast<Duration::rep>(i);
  return out;
}

LoadPoint& Load::slice_of(Duration at) {
  while (static_cast<std::size_t>(at / slice_) >= most_slices) {
    slice_ *= 2;
    std::vector<LoadPoint> merged((points_.size() + 1) / 2);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      LoadPoint& into = merged[i / 2];
      into.calls += points_[i].calls;
      into.succeeded += points_[i].succeeded;
      into.waiting = std::max(into.waiting, points_[i].waiting);
    }
    points_ = std::move(merged);
  }
  const auto place = static_cast<std::size_t>(at / slice_);
  if (place >= points_.size()) points_.resize(place + 1);
  return points_[place];
}

constexpr unsigned most_clients = 100'000;
// Some ten thousand events take about a millisecond.
constexpr std::uint64_t events_between_words = 16'384;

enum class Happening : std::uint8_t { begin, read, write, request, answer };

struct Event {
  std::int64_t at;
  // orders events at the same time: the older one first, so that a seed gives one storm
  std::uint64_t number;
  std::uint32_t client;
  Happening what;
  bool good;

  bool operator<(const Event& other) const { return at != other.at ? at > other.at : number > other.number; }
};

struct Client {
  std::int64_t began = 0, sent = 0;
  std::int64_t seen = 0;                // the version that was read
  std::optional<std::int64_t> done_at;  // when the server has finished, or will finish, with it
  std::optional<Duration> previous;
  std::optional<retry::Breaker::Ticket> ticket;
  unsigned attempts = 0;
};

struct Process {
  std::optional<retry::Budget> budget;
  std::optional<retry::Breaker> breaker;
};

Steady::time_point instant(std::int64_t at) { return Steady::time_point(Duration(at)); }

class Simulation {
 public:
  Simulation(const Storm& storm, Random& random)
      : storm_(storm),
        capacity_(std::get_if<Capacity>(&storm.server)),
        random_(random),
        clients_(storm.clients) {
    if (capacity_) service_ = std::max(1.0, 1e6 / capacity_->per_second);
    for (unsigned i = 0; i < std::max(1U, storm.processes); ++i) {
      Process& process = processes_.emplace_back();
      if (storm.budget) process.budget.emplace(*storm.budget, instant(0));
      if (storm.breaker) process.breaker.emplace(*storm.breaker);
    }
    events_.reserve(storm.clients);
    for (std::uint32_t i = 0; i < storm.clients; ++i) {
      clients_[i].began =
          static_cast<std::int64_t>(random_.between(0, static_cast<double>(storm.arrive_within.count())));
      schedule(clients_[i].began, i, Happening::begin);
    }
  }

  Result<StormResult> run(const Progress& progress) {
    for (std::uint64_t count = 0; !events_.empty(); ++count) {
      if (count % events_between_words == 0 && progress && !progress(part())) return cancelled();
      if (result_.calls >= storm_.most_calls || count / 4 > storm_.most_calls + storm_.clients) {
        result_.complete = false;
        break;
      }
      std::pop_heap(events_.begin(), events_.end());
      const Event event = events_.back();
      events_.pop_back();
      now_ = event.at;
      happen(event);
    }
    return finished();
  }

 private:
  void schedule(std::int64_t at, std::uint32_t client, Happening what, bool good = false) {
    events_.push_back({at, number_++, client, what, good});
    std::push_heap(events_.begin(), events_.end());
  }

  // Box-Muller, two at a time: the library's own normal distribution differs between platforms.
  std::int64_t leg() {
    double normal = spare_.value_or(0);
    if (spare_) {
      spare_.reset();
    } else {
      const double radius = std::sqrt(-2 * std::log(1 - random_.between(0, 1))),
                   angle = 2 * std::numbers::pi * random_.between(0, 1);
      normal = radius * std::cos(angle);
      spare_ = radius * std::sin(angle);
    }
    return static_cast<std::int64_t>(1000 *
                                     std::abs(storm_.network.mean_ms + storm_.network.deviation_ms * normal));
  }

  void happen(const Event& event) {
    Client& client = clients_[event.client];
    switch (event.what) {
      case Happening::begin: return begin(event.client);
      case Happening::read:
        client.seen = version_;
        return schedule(now_ + leg() + leg(), event.client, Happening::write);
      case Happening::write: {
        const bool holds = client.seen == version_;
        if (holds) ++version_;
        count_call(holds);
        return schedule(now_ + leg(), event.client, Happening::answer, holds);
      }
      case Happening::request: return serve(event.client);
      case Happening::answer: return take_answer(event.client, event.good);
    }
  }

  Process& process_of(std::uint32_t client) { return processes_[client % processes_.size()]; }

  // An attempt, if breaker and budget allow it.
  void begin(std::uint32_t id) {
    Client& client = clients_[id];
    Process& process = process_of(id);
    ++client.attempts;
    client.ticket.reset();
    if (process.budget && client.attempts == 1) process.budget->on_request(instant(now_));
    if (process.breaker) {
      client.ticket = process.breaker->allow(instant(now_));
      if (!client.ticket) {
        ++result_.stopped_by_breaker;
        return fail_attempt(id);
      }
    }
    if (process.budget && client.attempts > 1 && !process.budget->try_spend(instant(now_))) {
      // The allowed probe is not made. Counted as failed, it would open the circuit without a call, so the
      // breaker's own time decides.
      ++result_.out_of_budget;
      return ended();
    }
    client.sent = now_;
    schedule(now_ + leg(), id, capacity_ ? Happening::request : Happening::read);
  }

  void serve(std::uint32_t id) {
    Client& client = clients_[id];
    const auto answered_at = [&](std::int64_t through) {
      const std::int64_t at = through + leg(), patient_until = client.sent + capacity_->patience.count();
      const bool in_time = at <= patient_until;
      schedule(std::max(now_, std::min(at, patient_until)), id, Happening::answer, in_time);
      return in_time;
    };
    const auto refused = [&] {
      count_call(false);
      schedule(std::max(now_, std::min(now_ + leg(), client.sent + capacity_->patience.count())), id,
               Happening::answer, false);
    };
    if (now_ < capacity_->outage.count()) return refused();
    if (capacity_->keyed && client.done_at) {
      if (*client.done_at > now_) return refused();
      ++result_.replayed;
      count_call(answered_at(now_));
      return;
    }
    const double backlog = std::max(0.0, free_at_ - static_cast<double>(now_));
    const auto waiting = static_cast<std::uint64_t>(backlog / service_);
    load_.waiting(Duration(now_), waiting);
    if (backlog > 0 && waiting > capacity_->queue) return refused();
    free_at_ = static_cast<double>(now_) + backlog + service_;
    const auto through = static_cast<std::int64_t>(free_at_);
    client.done_at = through;
    count_call(answered_at(through));
  }

  void count_call(bool good) {
    ++result_.calls;
    if (!good) ++result_.wasted;
    load_.call(Duration(now_), good);
  }

  void take_answer(std::uint32_t id, bool good) {
    Client& client = clients_[id];
    Process& process = process_of(id);
    if (process.breaker && client.ticket)
      process.breaker->record(*client.ticket, good || !capacity_, instant(now_));
    if (!good) return fail_attempt(id);
    ++result_.succeeded;
    times_.push_back(now_ - client.began);
    ended();
  }

  void fail_attempt(std::uint32_t id) {
    Client& client = clients_[id];
    const Policy& policy = storm_.policy;
    if (policy.attempts && client.attempts >= *policy.attempts) {
      ++result_.out_of_attempts;
      return ended();
    }
    const Duration delay = draw_delay(policy, client.attempts - 1, client.previous, random_);
    if (policy.total && delay >= *policy.total - Duration(now_ - client.began)) {
      ++result_.out_of_time;
      return ended();
    }
    client.previous = delay;
    // Without a wait, a call that the breaker refused would come again at this very moment, forever.
    const bool stands_still = delay == Duration::zero() && process_of(id).breaker && !client.ticket;
    schedule(now_ + (stands_still
                         ? std::max<std::int64_t>(1000, process_of(id).breaker->wait(instant(now_)).count())
                         : delay.count()),
             id, Happening::begin);
  }

  void ended() {
    ++ended_;
    result_.time = std::max(result_.time, Duration(now_));
  }

  double part() const {
    return std::max(static_cast<double>(ended_) / static_cast<double>(clients_.size()),
                    static_cast<double>(result_.calls) /
                        static_cast<double>(std::max<std::uint64_t>(1, storm_.most_calls)));
  }

  StormResult finished() {
    if (!result_.complete) result_.time = Duration(now_);
    std::ranges::sort(times_);
    const auto at = [&](double p) {
      return Duration(times_[static_cast<std::size_t>(p * static_cast<double>(times_.size() - 1))]);
    };
    if (!times_.empty()) {
      result_.p50 = at(0.5);
      result_.p95 = at(0.95);
    }
    result_.slice = load_.slice();
    result_.load = load_.points();
    return std::move(result_);
  }

  const Storm& storm_;
  const Capacity* capacity_;
  Random& random_;
  std::vector<Client> clients_;
  std::vector<Process> processes_;
  std::vector<Event> events_;
  std::vector<std::int64_t> times_;
  Load load_;
  StormResult result_;
  std::optional<double> spare_;
  double service_ = 0, free_at_ = 0;  // µs
  std::int64_t now_ = 0, version_ = 0;
  std::uint64_t number_ = 0;
  unsigned ended_ = 0;
};

std::optional<Error> wrong_with_storm(const Storm& storm) {
  const auto invalid = [](std::string what) {
    return Error{ErrorKind::invalid_input, std::move(what), "Nothing was simulated.", {}, {}, {}};
  };
  if (storm.clients == 0 || storm.clients > most_clients) return invalid("A storm has 1 to 100,000 clients.");
  if (const auto* server = std::get_if<Capacity>(&storm.server); server && !(server->per_second > 0))
    return invalid("The server serves nothing.");
  const auto is_delay = [](double ms) { return ms >= 0 && ms <= 1e9; };
  if (!is_delay(storm.network.mean_ms) || !is_delay(storm.network.deviation_ms))
    return invalid("The network's delay is not a valid time.");
  return std::nullopt;
}

}  // namespace

Storm published_storm(unsigned clients, Backoff backoff) {
  Storm storm{.clients = clients};
  storm.policy = {.backoff = backoff,
                  .base = std::chrono::milliseconds(5),
                  .cap = std::chrono::seconds(2),
                  .attempts = std::nullopt,
                  .total = std::nullopt,
                  .first_power = 1};
  return storm;
}

Result<StormResult> simulate(const Storm& storm, Random& random, const Progress& progress) {
  if (auto wrong = wrong_with_storm(storm)) return fail(std::move(*wrong));
  return Simulation(storm, random).run(progress);
}

Result<std::vector<Curve>> curves(const CurvesOptions& options, Random& random, const Progress& progress) {
  // Without waits, the cost of a storm grows with the square of its clients.
  double whole = 0, before = 0;
  const auto cost = [&](unsigned clients) { return static_cast<double>(clients) * clients * options.runs; };
  for (const unsigned clients : options.clients)
    whole += cost(clients) * static_cast<double>(options.backoffs.size());
  std::vector<Curve> out;
  for (const Backoff backoff : options.backoffs) {
    Curve& curve = out.emplace_back(Curve{backoff, {}});
    for (const unsigned clients : options.clients) {
      Storm storm = options.like;
      storm.clients = clients;
      storm.policy.backoff = backoff;
      CurvePoint point{.clients = clients};
      for (unsigned run = 0; run < options.runs; ++run) {
        const double share = cost(clients) / options.runs;
        Random dice(random.below(std::uint64_t{1} << 63));
        const auto within = [&](double part) { return progress((before + share * part) / whole); };
        const auto result = simulate(storm, dice, progress ? Progress(within) : Progress());
        if (!result) return fail(result.error());
        before += share;
        point.calls += static_cast<double>(result->calls) / options.runs;
        point.time_ms += static_cast<double>(result->time.count()) / 1000 / options.runs;
        point.succeeded += static_cast<double>(result->succeeded) / options.runs;
        point.complete = point.complete && result->complete;
      }
      curve.points.push_back(point);
    }
  }
  return out;
}

}  // namespace onceover::calculator
