// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/unfinished_load.h"

#include <deque>

#include "tests/bench/unfinished_answers.h"

namespace onceover::bench {
namespace {

struct Working {
  engine::Claim claim;
  Steady::time_point until;
};

// A store that is kept for the next run has the keys of this one.
std::atomic<std::int64_t> next_number =
    std::chrono::system_clock::now().time_since_epoch() / std::chrono::microseconds(1);

}  // namespace

Load::Load(const std::string& conninfo, const LoadConfig& config) : began_(Steady::now()) {
  const double pause = config.rate > 0 ? config.clients / config.rate : 0;
  for (int c = 0; c < config.clients; ++c)
    threads_.emplace_back([this, conninfo, pause, work = config.work_s] { run(conninfo, pause, work); });
}

double Load::per_s() const {
  if (!is_sound_) give_up("a live claim failed");
  return static_cast<double>(done_) / seconds_since(began_);
}

void Load::run(const std::string& conninfo, double pause, double work) {
  pg::Connection connection = open(conninfo);
  engine::Engine engine(connection, nullptr);
  const key::StoredResponse response{
      key::response_version, 201, {{"Content-Type", "application/json"}}, R"({"id":"rf_1"})"};
  std::deque<Working> working;
  const auto from = Steady::now();
  for (std::int64_t i = 0; is_sound_ && (!stopping_ || !working.empty()); ++i) {
    if (!stopping_) {
      std::this_thread::sleep_until(from + span(pause * static_cast<double>(i)));
      auto claim = engine.claim(request_of(next_number.fetch_add(1)), policy());
      if (!claim || !std::holds_alternative<engine::Claim>(*claim)) break;
      working.push_back({std::move(std::get<engine::Claim>(*claim)), Steady::now() + span(work)});
    }
    while (!working.empty() && (stopping_ || working.front().until <= Steady::now())) {
      auto done = engine.complete(working.front().claim, response);
      if (!done || !std::holds_alternative<engine::Done>(*done)) break;
      working.pop_front();
      ++done_;
    }
    if (!working.empty() && working.front().until + std::chrono::seconds(5) < Steady::now()) break;
  }
  if (!stopping_ || !working.empty()) is_sound_ = false;
}

Moved move_frontier(pg::Connection& connection, unfinished::Advancing& advancing) {
  Moved out;
  std::optional<std::int64_t> floor;
  for (;;) {
    const auto step = sound(advancing.step(true));
    if (step.settled_floor) floor = step.settled_floor;
    out.listed += step.listed;
    out.done = step.done;
    if (!step.moved || step.done) break;
  }
  if (!floor) return out;
  for (const bool resting : {false, true}) {
    std::optional<unfinished::ListPlace> place = unfinished::ListPlace{};
    // Those that rest are compared bit by bit.
    for (int batch = 0; place && (!resting || batch < 1); ++batch) {
      const auto tended =
          sound(unfinished::tend(connection, resting, *floor, *place, resting ? 1'000 : 5'000));
      out.dropped += tended.dropped;
      out.rested += tended.changed;
      place = tended.next;
    }
  }
  return out;
}

Mover::Mover(const std::string& conninfo, double every)
    : thread_([this, conninfo, every](const std::stop_token& stop) { run(stop, conninfo, every); }) {}

nlohmann::ordered_json Mover::json() {
  thread_.request_stop();
  thread_.join();
  if (!failure_.empty()) give_up(failure_);
  return {{"moves", ms_.size()},
          {"median_ms", rounded(quantile(ms_, 0.5))},
          {"worst_ms", rounded(quantile(ms_, 1))},
          {"not_to_the_end", unfinished_},
          {"listed", listed_},
          {"dropped", dropped_}};
}

void Mover::run(const std::stop_token& stop, const std::string& conninfo, double every) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  try {
    pg::Connection connection = open(conninfo);
    unfinished::Advancing advancing(connection);
    while (!stop.stop_requested()) {
      const auto from = Steady::now();
      const Moved moved = move_frontier(connection, advancing);
      ms_.push_back(seconds_since(from) * 1e3);
      listed_ += moved.listed;
      dropped_ += moved.dropped;
      unfinished_ += moved.done ? 0 : 1;
      const auto until = from + span(every);
      std::unique_lock lock(mutex);
      stopped.wait_until(lock, stop, until, [] { return false; });
    }
  } catch (const std::exception& error) {
    failure_ = error.what();
  }
}

}  // namespace onceover::bench
