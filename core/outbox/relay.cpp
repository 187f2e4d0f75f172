#include "core/outbox/relay.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <thread>
#include <utility>

#include "core/base/text.h"
#include "core/pg/transaction.h"
#include "core/retry/backoff.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;

// Windows of up to so many rows are found by their transactions and sorted; larger ones are walked by seq, since sorting them again for
// each batch costs more than looking at each row once.
constexpr std::int64_t small_window = 4000;
constexpr Duration between_retries = 200ms;

Stored stored(const pg::Rows& rows, int row) {
  Stored e;
  rows.read(row, 0, e.seq, e.id, e.topic, e.aggregate_type, e.aggregate_id, e.type, e.payload, e.content_type, e.headers, e.created_at);
  return e;
}

}  // namespace

Result<void> validate(const RelayConfig& c) {
  const auto refuse = [](std::string what) { return fail(ErrorKind::invalid_input, std::move(what), "The relay was not started."); };
  if (c.name.empty() || c.name.size() > 200) return refuse("A relay needs a name of 1 to 200 bytes.");
  if (c.topics.empty()) return refuse("A relay needs the names of its topics, or \"*\" for all.");
  if (c.topics.size() > 1 && std::ranges::find(c.topics, "*") != c.topics.end())
    return refuse("\"*\" stands for all topics: no other can be named beside it.");
  if ((c.start == Start::time) != c.since.has_value()) return refuse("A relay that starts at a time needs one, and no other does.");
  if (c.lease < 2s) return refuse("A lease of less than two seconds ends while its owner is at work.");
  if (c.batch < 1 || c.batch > 100'000) return refuse("A batch has 1 to 100,000 events.");
  if (c.attempts < 1) return refuse("An event is tried once at least.");
  return {};
}

Relay::Relay(pg::Connection& connection, Destination& destination, RelayConfig config, std::string owner, Random random, LogSink log)
    : connection_(connection),
      destination_(destination),
      config_(std::move(config)),
      owner_(std::move(owner)),
      random_(std::move(random)),
      log_(std::move(log)),
      lanes_(config_.is_ordered) {}

Relay::~Relay() = default;

// Nothing in memory counts any more: the stored progress does.
void Relay::forget() {
  destination_.abandon(0us);
  owned_.reset();
  lanes_ = Lanes(config_.is_ordered);
  to_park_.clear();
  unparked_.clear();
  retrying_.clear();
  read_ahead_.clear();
  read_places_.clear();
  done_ = 0;
}

Result<std::optional<Turn>> Relay::take() {
  return as_result([&]() -> std::optional<Turn> {
    const pg::ServerIdentity here = pg::server_identity(connection_).value();
    const auto attempt = [&] {
      return connection_.exec_prepared(sql::relay_take, pg::params(config_.name, owner_, config_.lease, config_.topics, config_.is_ordered))
          .value();
    };
    pg::Rows rows = attempt();
    if (rows.empty()) {
      const std::string_view start = config_.start == Start::beginning ? "beginning" : config_.start == Start::now ? "now" : "time";
      require(connection_.exec_prepared(sql::relay_create, pg::params(config_.name, config_.topics, config_.is_ordered, start,
                                                                      config_.since, here.system_identifier, here.database_oid)));
      rows = attempt();
    }
    if (rows.empty()) {
      const pg::Rows now = connection_.exec_prepared(sql::relay_read, pg::params(config_.name)).value();
      return Turn{.state = !now.empty() && now.boolean(0, 4) ? Turn::State::paused : Turn::State::elsewhere, .rest = config_.idle};
    }
    Owned owned;
    std::optional<std::string> system;
    std::int64_t database = 0;
    bool is_ahead = false;
    rows.read(0, 0, owned.ctid, owned.fence, owned.window_from, owned.window_to, owned.pos, owned.by_seq_up_to, owned.since, system,
              database, is_ahead);
    const bool is_same = database == here.database_oid && (!system || !here.system_identifier || *system == *here.system_identifier);
    if (!is_same || !is_ahead) {
      require(connection_.exec_prepared(sql::relay_let_go, pg::params(config_.name, owned.fence)));
      raise(
          ErrorKind::unsupported,
          fmt::format("The progress of relay {} is of another database than this one, or of a later time: it was restored, or the address "
                      "leads to another server.",
                      visible(config_.name)),
          "Nothing is published: new events could lie behind the progress and be lost.",
          fmt::format("Make sure that no relay runs on the other one, then run: oncectl relay adopt {}", visible(config_.name)));
    }
    owned.window = std::make_shared<const std::pair<std::string, std::string>>(owned.window_from, owned.window_to);
    owned.is_read = owned.window_from == owned.window_to && !owned.by_seq_up_to;
    owned.is_large = !owned.is_read;
    owned_ = std::move(owned);
    is_paused_ = false;
    lanes_ = Lanes(config_.is_ordered);
    if (config_.is_ordered) {
      const pg::Rows held = connection_.exec_prepared(sql::parked_aggregates, pg::params(config_.name)).value();
      for (int row = 0; row < held.size(); ++row) lanes_.hold(held.text(row, 0), held.text(row, 1));
    }
    written_at_ = Steady::now();
    return std::nullopt;
  });
}

Result<std::vector<Stored>> Relay::events(std::string_view sql, const pg::Params& params) {
  // Read first, then asked whether all that was written by then would survive a crash.
  const pg::Statement all[] = {{sql::outbox_settings, {}}, {sql, params}, {sql::outbox_flushed, {}}};
  return connection_.pipeline(all, pg::Connection::Ends::open).map([&](const std::vector<pg::Rows>& rows) {
    is_durable_ = rows[2].boolean(0, 0);
    return rows[1].map([&](int row) { return stored(rows[1], row); });
  });
}

Result<pg::Rows> Relay::look(std::string_view sql, const pg::Params& params) {
  const pg::Statement both[] = {{sql::outbox_settings, {}}, {sql, params}};
  return connection_.pipeline(both, pg::Connection::Ends::open).map([](const std::vector<pg::Rows>& rows) { return rows[1]; });
}

// The next events, into read_ahead_. Returns how many.
Result<std::size_t> Relay::read() {
  return as_result([&]() -> std::size_t {
    Owned& o = *owned_;
    looked_at_ = Steady::now();
    std::vector<Stored> found;
    bool is_last = false;
    if (o.by_seq_up_to) {
      found =
          events(sql::outbox_drain, pg::params(o.pos, *o.by_seq_up_to, config_.topics, config_.most_batch_bytes, config_.batch, o.since))
              .value();
      is_last = found.empty();
    } else {
      if (o.is_read) {
        const pg::Rows next = look(sql::outbox_window, pg::params(o.window_to, small_window)).value();
        const std::int64_t rows = next.integer(0, 1);
        o.window_from = std::exchange(o.window_to, next.text(0, 0));
        o.window = std::make_shared<const std::pair<std::string, std::string>>(o.window_from, o.window_to);
        o.pos = 0;
        o.is_large = rows >= small_window;
        o.is_read = rows == 0;
        if (o.is_read) return 0;
        if (o.is_large && o.window_from != "3:3:") o.pos = look(sql::outbox_first, pg::params(o.window_from)).value().integer(0, 0) - 1;
      }
      pg::Params params = pg::params(o.window_from, o.window_to, o.pos, config_.topics, config_.most_batch_bytes, o.since);
      if (o.is_large) params.integer(config_.batch);
      found = events(o.is_large ? sql::outbox_walk : sql::outbox_small, params).value();
      is_last = found.empty();
    }
    for (Stored& event : found) {
      o.pos = event.seq;
      read_places_.push_back({o.window, event.seq});
      read_ahead_.push_back(std::move(event));
    }
    if (is_last && o.by_seq_up_to) {
      o.by_seq_up_to.reset();
      o.is_drained = true;
      o.is_read = true;
    } else if (is_last) {
      o.is_read = true;
    }
    return found.size();
  });
}

void Relay::send() {
  const auto now = Steady::now();
  if (now < not_before_) return;
  while (const auto ready = lanes_.next()) {
    if (!destination_.send(ready->token, *ready->event)) return;
    lanes_.took();
  }
}

void Relay::fail_event(const Report& report, bool is_final) {
  for (Lanes::Parked& parked : lanes_.park(report.token)) {
    Waiting waiting{std::move(parked), "behind", {}, {}};
    const std::int64_t attempts = waiting.parked.attempts;
    if (attempts > 0) {
      waiting.state = is_final || attempts >= config_.attempts ? "dead" : "waiting";
      waiting.error = report.error;
      waiting.wait = report.retry_after.value_or(retry::next_delay(retry::Strategy::full_jitter, static_cast<unsigned>(attempts - 1),
                                                                   config_.backoff, config_.backoff_cap, std::nullopt, random_));
      retrying_.erase(waiting.parked.event.seq);
    }
    to_park_.push_back(std::move(waiting));
  }
}

void Relay::take_reports(Duration wait, Turn& turn) {
  bool is_there = false;
  // Those that come back are put back in reverse, so that they are sent again in their order.
  std::vector<std::uint64_t> back;
  std::string trouble;
  Duration asked_to_wait{0};
  for (const Report& report : destination_.poll(wait)) {
    switch (report.result) {
      case Report::Result::delivered: {
        is_there = true;
        if (auto retried = lanes_.done(report.token)) {
          retrying_.erase(retried->seq);
          unparked_.push_back(std::move(*retried));
        }
        ++turn.published;
        ++done_;
        break;
      }
      case Report::Result::failed:
      case Report::Result::refused:
        is_there = true;
        fail_event(report, report.result == Report::Result::refused);
        break;
      case Report::Result::unavailable:
        back.push_back(report.token);
        trouble = report.error;
        asked_to_wait = std::max(asked_to_wait, report.retry_after.value_or(Duration{0}));
        break;
    }
  }
  for (auto token = back.rbegin(); token != back.rend(); ++token) lanes_.put_back(*token);
  if (!back.empty()) {
    trouble_ = trouble;
    // What was on its way together fails together: that is one trouble.
    const auto now = Steady::now();
    const bool is_new = now >= not_before_;
    const Duration pause =
        is_new ? retry::next_delay(retry::Strategy::full_jitter, troubles_++, 200ms, 15s, std::nullopt, random_) : Duration{0};
    not_before_ = std::max(not_before_, now + std::max(asked_to_wait, pause));
  } else if (is_there) {
    trouble_.clear();
    troubles_ = 0;
  }
}

Result<void> Relay::retry_parked() {
  return as_result([&] {
    retried_at_ = Steady::now();
    const pg::Rows due = look(sql::parked_due, pg::params(config_.name, config_.batch)).value();
    for (int row = 0; row < due.size(); ++row) {
      Stored event = stored(due, row);
      if (!retrying_.insert(event.seq).second) continue;
      lanes_.retry(std::move(event), due.integer(row, 10));
    }
  });
}

bool Relay::must_write() const {
  const Duration since = std::chrono::duration_cast<Duration>(Steady::now() - written_at_);
  if (owned_->is_drained && lanes_.size() == 0 && read_ahead_.empty()) return true;
  if (!read_ahead_.empty() && !is_durable_) return since >= config_.least_pause || pause_ == Duration{0};
  if (!to_park_.empty() || !unparked_.empty() || done_ > 0) return since >= config_.least_pause;
  return since >= (is_paused_ ? std::min(config_.idle, config_.lease / 3) : config_.lease / 3);
}

Result<Relay::Written> Relay::write_progress() {
  return as_result([&] {
    Owned& o = *owned_;
    if (auto reached = lanes_.reached()) {
      if (reached->events > 0) o.place = std::move(reached->place);
      for (Lanes::Parked& parked : reached->parked) to_park_.push_back({std::move(parked), "behind", {}, {}});
    }
    // All of the window is done: the next one begins at its end.
    const bool all_done = lanes_.size() == 0 && read_ahead_.empty() && o.is_read;
    const auto window = all_done  ? std::make_shared<const std::pair<std::string, std::string>>(o.window_to, o.window_to)
                        : o.place ? o.place->window
                                  : nullptr;
    std::vector<pg::Statement> statements;
    const std::optional<std::string> trouble = pg::or_null(trouble_);
    const bool drained = all_done && o.is_drained;
    statements.push_back({"SELECT pg_catalog.set_config('synchronous_commit', 'on', true)", {}});
    if (window != nullptr) {
      statements.push_back(
          {sql::relay_progress, pg::params(o.ctid, config_.name, o.fence, window->first, window->second,
                                           all_done ? std::int64_t{0} : o.place->pos, drained, config_.lease, done_, trouble)});
    } else {
      statements.push_back({sql::relay_renew, pg::params(o.ctid, config_.name, o.fence, config_.lease, trouble)});
    }
    if (!to_park_.empty()) {
      std::vector<std::int64_t> seqs, attempts, waits;
      std::vector<std::string> ids, topics, types, aggregates, created, states, errors;
      for (const Waiting& w : to_park_) {
        const Stored& e = w.parked.event;
        seqs.push_back(e.seq), attempts.push_back(w.parked.attempts), waits.push_back(w.wait / 1ms);
        ids.push_back(e.id), topics.push_back(e.topic), types.push_back(e.aggregate_type), aggregates.push_back(e.aggregate_id);
        created.push_back(iso(e.created_at)), states.push_back(w.state), errors.push_back(w.error);
      }
      statements.push_back({sql::parked_add, pg::params(config_.name, seqs, ids, topics, types, aggregates, created, states, attempts,
                                                        waits, errors, o.fence)});
    }
    if (!unparked_.empty()) {
      std::vector<std::int64_t> seqs;
      for (const Stored& e : unparked_) seqs.push_back(e.seq);
      statements.push_back({sql::parked_done, pg::params(config_.name, seqs, o.fence)});
    }
    const std::vector<pg::Rows> rows = connection_.pipeline(statements, pg::Connection::Ends::commits).value();
    if (rows[1].empty()) {
      // The row has moved, because somebody else wrote it: a pause, or a rival.
      const pg::Rows now = connection_.exec_prepared(sql::relay_read, pg::params(config_.name)).value();
      if (now.empty() || now.integer(0, 1) != o.fence) return Written::lost;
      o.ctid = now.text(0, 0);
      is_paused_ = now.boolean(0, 4);
      return write_progress().value();
    }
    o.ctid = rows[1].text(0, 0);
    is_paused_ = rows[1].boolean(0, 1);
    if (all_done) o.place.reset();
    if (drained) o.is_drained = false;
    written_at_ = Steady::now();
    done_ = 0;
    is_durable_ = true;
    to_park_.clear();
    // An aggregate of which nothing is parked any more goes on.
    std::set<std::pair<std::string, std::string>> freed;
    for (const Stored& e : unparked_) freed.emplace(e.aggregate_type, e.aggregate_id);
    unparked_.clear();
    for (const auto& [type, id] : freed) {
      if (connection_.exec_prepared(sql::parked_any, pg::params(config_.name, type, id)).value().empty()) lanes_.let_go(type, id);
    }
    return Written::yes;
  });
}

Result<Turn> Relay::run_once(Duration slice, const std::function<bool()>& go_on) {
  auto done = as_result([&] {
    Turn turn;
    if (!owned_) {
      if (auto not_ours = take().value()) return *not_ours;
    }
    const auto until = Steady::now() + slice;
    bool looks = true;  // each call looks once, whatever rest the one before asked for
    while (Steady::now() < until && (!go_on || go_on())) {
      Owned& o = *owned_;
      const auto now = Steady::now();
      if (now - retried_at_ >= between_retries) require(retry_parked());
      // What an adoption found goes out before anything newer is read.
      const bool has_room = lanes_.size() < config_.most_in_memory && read_ahead_.empty() && !o.is_drained && !is_paused_;
      if (has_room && now >= not_before_ && (looks || now - looked_at_ >= pause_)) {
        looks = false;
        const std::size_t found = read().value();
        // Little comes: it is collected for a moment. Nothing comes: the pauses grow.
        pause_ = found >= static_cast<std::size_t>(config_.batch) / 2 || !owned_->is_read || owned_->is_drained ? Duration{0}
                 : found > 0                                                                                    ? config_.least_pause
                             : std::clamp(pause_ * 2, config_.least_pause, config_.idle);
      }
      if (must_write() && write_progress().value() == Written::lost) {
        forget();
        turn.state = Turn::State::elsewhere;
        turn.rest = config_.idle;
        return turn;
      }
      if (is_durable_ && !read_ahead_.empty()) {
        for (std::size_t i = 0; i < read_ahead_.size(); ++i) lanes_.add(std::move(read_ahead_[i]), std::move(read_places_[i]));
        read_ahead_.clear();
        read_places_.clear();
      }
      send();
      const bool is_full = lanes_.size() >= config_.most_in_memory || !read_ahead_.empty();
      const bool is_quiet = pause_ > 0us || now < not_before_ || is_full;
      const bool waits = lanes_.on_their_way() == 0 && is_quiet;
      take_reports(is_quiet ? Duration(1ms) : 0us, turn);
      if (waits && lanes_.size() + read_ahead_.size() > 0) std::this_thread::sleep_for(1ms);
      if (lanes_.size() == 0 && read_ahead_.empty() && done_ == 0 && to_park_.empty() && unparked_.empty() && pause_ > 0us) {
        turn.state = is_paused_ ? Turn::State::paused : Turn::State::idle;
        turn.rest = std::max(Duration{0}, pause_ - std::chrono::duration_cast<Duration>(Steady::now() - looked_at_));
        break;
      }
    }
    turn.trouble = trouble_;
    return turn;
  });
  if (!done) forget();
  return done;
}

Result<void> Relay::let_go() {
  if (!owned_) return {};
  return as_result([&] {
    Turn turn;
    take_reports(0us, turn);
    if (write_progress().value() == Written::yes)
      require(connection_.exec_prepared(sql::relay_let_go, pg::params(config_.name, owned_->fence)));
    forget();
  });
}

}  // namespace onceover::outbox
