#include "core/outbox/relay.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "core/base/storable.h"
#include "core/base/text.h"
#include "core/key/types.h"
#include "core/pg/one_row.h"
#include "core/pg/sqlstate.h"
#include "core/retry/backoff.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;

// Windows of up to so many rows are found by their transactions and sorted; larger ones are walked by seq, since sorting them again for
// each batch costs more than looking at each row once.
constexpr std::int64_t small_window = 4000;
// Rows that one statement looks at, whatever it finds among them: a statement must end long before the lease.
constexpr std::int64_t most_looked_at = 50'000;
constexpr Duration between_retries = 200ms, between_troubles = 500ms;
constexpr int left_out = 10;  // a column of outbox_walk

constexpr Duration between_polls = 1ms;

// The first event that a sized statement would read.
std::string only_one(std::string_view sql, bool without_contents) {
  std::string text(sql);
  constexpr std::string_view contents = "e.type, e.payload, e.content_type, e.headers::text";
  if (without_contents) text.replace(text.find(contents), contents.size(), "NULL::text, NULL::bytea, NULL::text, NULL::text");
  return text + "\nLIMIT 1";
}

}  // namespace

std::optional<Turn::State> held(const pg::Rows& rows, int column) {
  if (rows.is_null(0, column)) return std::nullopt;
  return rows.text(0, column) == "paused" ? Turn::State::paused : Turn::State::stopped;
}

Result<void> validate(const RelayConfig& c) {
  const auto refuse = [](std::string what) { return fail(ErrorKind::invalid_input, std::move(what), "The relay was not started."); };
  if (c.only_reads != c.name.empty() || c.name.size() > 200) return refuse("A relay needs a name of 1 to 200 bytes.");
  if (c.topics.empty()) return refuse("A relay needs the names of its topics, or \"*\" for all.");
  if (c.topics.size() > 1 && std::ranges::find(c.topics, "*") != c.topics.end())
    return refuse("\"*\" means all topics: no other topic can be named with it.");
  if ((c.start == Start::time) != c.since.has_value()) return refuse("A relay that starts at a time needs one, and no other does.");
  if (c.lease < 2s) return refuse("A lease of less than two seconds ends while its owner is at work.");
  if (c.batch < 1 || c.batch > 100'000) return refuse("A batch has 1 to 100,000 events.");
  if (c.attempts < 1) return refuse("An event is tried once at least.");
  return {};
}

bool read_start(const std::string& text, RelayConfig& config) {
  config.since = parse_iso(text);
  config.start = config.since ? Start::time : text == "now" ? Start::now : Start::beginning;
  return config.since || text == "now" || text == "beginning";
}

Relay::Relay(pg::Connection& connection, Destination& destination, RelayConfig config, const std::string& owner, Random random)
    : connection_(connection),
      destination_(destination),
      config_(std::move(config)),
      random_(std::move(random)),
      owner_(told_apart(owner, random_)),
      lanes_(config_.is_ordered),
      parking_({config_.attempts, config_.backoff, config_.backoff_cap}) {}

Relay::~Relay() {
  if (asked_) (void)connection_.take();  // another may use the connection
}

// Nothing in memory counts any more: the stored progress does.
void Relay::forget() {
  if (std::exchange(asked_, false)) (void)connection_.take();
  destination_.abandon(0us);
  owned_.reset();
  lanes_ = Lanes(config_.is_ordered);
  parking_.forget();
  dying_.clear();
  read_ahead_.clear();
  read_places_.clear();
  given_up_.clear();
  done_ = 0;
}

// Into read_ahead_. Returns how many. The connection is free after it.
std::size_t Relay::take_asked() {
  if (!std::exchange(asked_, false)) return 0;
  Owned& o = *owned_;
  auto taken = connection_.take();
  if (!taken) {
    narrow(taken.error());
    return 0;
  }
  const std::vector<pg::Rows>& rows = *taken;
  const pg::Rows& events = rows[2];
  may_send_ = (may_send_ || read_ahead_.empty()) && rows[3].boolean(0, 0);
  if (config_.only_reads) unflushed_ = rows[3].text(0, 1);
  std::size_t found = 0, largest = 0;
  for (const int all = events.size(); static_cast<int>(found) < all; ++found) {
    const int row = static_cast<int>(found);
    if (events.boolean(row, left_out)) break;
    read_ahead_.push_back(stored(events, row));
    read_ahead_.back().unreadable = o.unreadable;
    o.pos = read_ahead_.back().seq;
    read_places_.push_back({o.window, o.pos});
    largest = std::max(largest, read_ahead_.back().payload.value_or(std::string_view()).size());
  }
  o.is_sized = static_cast<int>(found) < events.size() || largest > static_cast<std::size_t>(most_payload());
  if (o.alone > 0) --o.alone;
  o.unreadable.clear();
  if (!events.empty()) return found;
  if (o.is_late) {
    o.is_late = false;
    o.pos = std::max(o.pos, *o.walk_from);
  } else if (o.is_large || o.drain) {
    pass_by();
  } else {
    o.is_read = true;
  }
  return found;
}

// An event that cannot be read stops no other: the next ones are read one by one, and where one of these fails it is read without its
// contents, and given up.
void Relay::narrow(const Error& error) {
  Owned& o = *owned_;
  if (!pg::may_be_one_row(error) || !o.unreadable.empty()) raise(error);
  if (o.alone > 0) o.unreadable = pg::cannot_be_read(error);
  o.alone = std::max(o.alone, config_.batch);
}

// None of the next rows is to be published: they are passed, or there is none.
void Relay::pass_by() {
  Owned& o = *owned_;
  const pg::Rows passed =
      (o.drain ? look(sql::outbox_drain_pass, pg::params(o.pos, o.drain->up_to, most_looked_at, std::max(o.since, o.drain->since)))
               : look(sql::outbox_pass, pg::params(o.window->from, o.window->to, o.pos, config_.topics, o.since, most_looked_at)))
          .value();
  if (!o.drain && passed.boolean(0, 1)) return;
  o.is_read = passed.is_null(0, 0) || (!o.drain && passed.integer(0, 0) >= o.walk_to);
  if (!o.is_read) {
    o.pos = passed.integer(0, 0);
    // So that another one need not look at them again.
    if (lanes_.size() == 0 && read_ahead_.empty() && dying_.empty()) o.place = Place{o.window, o.pos};
  } else if (o.drain) {
    o.drain.reset();
    o.is_drained = true;
  }
}

Result<pg::Rows> Relay::look(std::string_view sql, const pg::Params& params) {
  const pg::Statement all[] = {{sql::outbox_settings, {}}, hold(), {sql, params}};
  return connection_.pipeline(all, pg::Connection::Ends::open).map([](const std::vector<pg::Rows>& rows) { return rows[2]; });
}

// What became visible since the last window. False: nothing did.
bool Relay::open_window() {
  Owned& o = *owned_;
  const pg::Rows next = look(sql::outbox_window, pg::params(o.window->to, small_window)).value();
  if (!next.is_null(0, 3)) refuse_subscriber(next.text(0, 3));
  if (next.boolean(0, 2)) refuse_foreign();
  const std::int64_t rows = next.integer(0, 1);
  o.window = std::make_shared<const Window>(Window{o.window->to, next.text(0, 0)});
  o.pos = 0;
  o.walk_to = next.integer(0, 4);
  o.is_large = rows >= small_window;
  o.is_read = rows == 0;
  o.walk_from.reset();
  return rows > 0;
}

// Where the walk of a large window begins: before that there are only events of transactions that were open at the window's start, found by
// them. A walk from the first of those would look at all that was written while they were open. False: not found yet, look again.
bool Relay::find_walk() {
  Owned& o = *owned_;
  if (o.walk_from) return true;
  if (o.window->from == before_all) {
    o.walk_from = 0;
    return true;
  }
  const pg::Rows next =
      look(sql::outbox_first, pg::params(o.window->from, o.window->to, pg::or_null(o.searched_xid), o.searched_seq, most_looked_at))
          .value();
  if (!next.is_null(0, 0)) {
    o.least = std::min(o.least, next.integer(0, 0));
    o.searched_xid = next.text(0, 1);
    o.searched_seq = next.integer(0, 2);
    return false;
  }
  o.walk_from = std::exchange(o.least, std::numeric_limits<std::int64_t>::max()) - 1;
  o.searched_xid.clear();
  const pg::Rows late = look(sql::outbox_late_first, pg::params(o.window->from, o.window->to, o.pos)).value();
  o.is_late = !late.is_null(0, 0) && late.integer(0, 0) <= *o.walk_from;
  if (!o.is_late) o.pos = std::max(o.pos, *o.walk_from);
  return true;
}

// For the next events, and then whether all that was written by then may go out. Nothing is asked where nothing became visible.
void Relay::ask() {
  Owned& o = *owned_;
  std::string_view sql = sql::outbox_drain;
  std::string one;
  pg::Params params;
  if (o.drain) {
    params = pg::params(o.pos, o.drain->up_to, config_.topics, config_.most_batch_bytes, config_.batch, std::max(o.since, o.drain->since),
                        most_looked_at, o.kept.window.from, o.kept.window.to, o.kept.pos, o.drain->except);
  } else {
    if (o.is_read && !open_window()) return;
    if (o.is_large && !find_walk()) return;
    const bool is_sized = !o.is_large || o.is_late || o.is_sized || o.alone > 0;
    sql = !o.is_large ? sql::outbox_small : o.is_late ? sql::outbox_late : is_sized ? sql::outbox_walk_sized : sql::outbox_walk;
    params = pg::params(o.window->from, o.window->to, o.pos, config_.topics, is_sized ? config_.most_batch_bytes : most_payload(), o.since);
    if (o.is_large) params.integer(config_.batch).integer(o.is_late ? *o.walk_from : most_looked_at);
  }
  if (o.alone > 0) sql = one = only_one(sql, !o.unreadable.empty());
  pg::Statement may_send{sql::outbox_flushed, {}};
  if (!config_.only_reads)
    may_send = {sql::relay_may_send, pg::params(o.ctid, config_.name, o.fence, o.kept.window.from, o.kept.window.to, o.kept.pos)};
  const pg::Statement all[] = {{sql::outbox_settings, {}}, hold(), {sql, std::move(params)}, std::move(may_send)};
  require(connection_.send(all, pg::Connection::Ends::open));
  asked_ = true;
}

// The next events, into read_ahead_. Returns how many. The server reads those behind them meanwhile.
Result<std::size_t> Relay::read() {
  return as_result([&]() -> std::size_t {
    looked_at_ = Steady::now();
    if (!asked_) ask();
    const std::size_t found = take_asked();
    if (found > 0 && (owned_->is_large || owned_->drain)) ask();
    return found;
  });
}

void Relay::let_in() {
  if (!may_send_ || held_) return;
  for (std::size_t i = 0; i < read_ahead_.size(); ++i) lanes_.add(std::move(read_ahead_[i]), std::move(read_places_[i]));
  read_ahead_.clear();
  read_places_.clear();
}

void Relay::send() {
  const auto now = Steady::now();
  if (now < not_before_ || held_) return;
  for (auto& [token, dying] : dying_) {
    if (dying.is_sent) continue;
    const Lanes::Parked& failed = dying.parked.front();
    if (!destination_.send_dead(token, failed.event, {dying.report.error, failed.attempts, dying.without_payload})) return;
    dying.is_sent = true;
  }
  while (const auto ready = lanes_.next()) {
    if (!ready->event->unreadable.empty()) {
      given_up_.push_back({ready->token, Report::Result::refused, ready->event->unreadable});
    } else if (!destination_.send(ready->token, *ready->event)) {
      return;
    }
    lanes_.took();
  }
}

// True: it was of a copy.
bool Relay::take_copy(const Report& report) {
  const auto at = dying_.find(report.token);
  if (at == dying_.end()) return false;
  Dying& dying = at->second;
  const bool is_refused = report.result == Report::Result::failed || report.result == Report::Result::refused;
  if (report.result == Report::Result::unavailable || (is_refused && !dying.without_payload)) {
    dying.is_sent = false;
    dying.without_payload = dying.without_payload || is_refused;
    return true;
  }
  if (is_refused) dying.report.error += " Its copy was refused too: " + report.error;
  parking_.add_failed(std::move(dying.parked), dying.report, random_);
  dying_.erase(at);
  return true;
}

void Relay::take_reports(Duration wait, Turn& turn) {
  bool is_there = false, is_away = false;
  // Those that come back are put back in reverse, so that they are sent again in their order.
  std::vector<std::uint64_t> back;
  std::string trouble;
  Duration asked_to_wait{0};
  std::vector<Report> reports = destination_.poll(given_up_.empty() ? wait : Duration{0});
  reports.insert(reports.end(), given_up_.begin(), given_up_.end());
  given_up_.clear();
  for (const Report& report : reports) {
    switch (report.result) {
      case Report::Result::delivered: {
        is_there = true;
        if (take_copy(report)) break;
        if (auto retried = lanes_.done(report.token)) parking_.add_published(std::move(*retried));
        ++turn.published;
        ++done_;
        break;
      }
      case Report::Result::failed:
      case Report::Result::refused: {
        is_there = true;
        if (take_copy(report)) break;
        std::vector<Lanes::Parked> parked = lanes_.park(report.token);
        if (destination_.keeps_dead() && parking_.is_dead(parked.front(), report)) {
          dying_.emplace(next_copy_++, Dying{std::move(parked), report});
        } else {
          parking_.add_failed(std::move(parked), report, random_);
        }
        break;
      }
      case Report::Result::unavailable:
        is_away = true;
        if (!take_copy(report)) back.push_back(report.token);
        trouble = report.error;
        asked_to_wait = std::max(asked_to_wait, report.retry_after.value_or(Duration{0}));
        break;
    }
  }
  for (auto token = back.rbegin(); token != back.rend(); ++token) lanes_.put_back(*token);
  if (is_away) {
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
  } else if (std::string so_far = destination_.trouble(); reports.empty() && !so_far.empty()) {
    trouble_ = std::move(so_far);
  }
}

Result<void> Relay::retry_parked() {
  return as_result([&] {
    retried_at_ = Steady::now();
    if (!parking_.may_hold()) return;
    take_asked();
    const auto part = pg::take_around(
        static_cast<int>(config_.batch),
        [&](int limit) { return look(sql::parked_due, pg::params(config_.name, limit, config_.is_ordered)); },
        [&](const Error& error) {
          return look(sql::parked_bury,
                      pg::params(config_.name, owned_->fence, storable_text(pg::cannot_be_read(error)), config_.is_ordered))
              .map([](const pg::Rows& rows) { return !rows.empty(); });
        });
    const pg::Rows& due = part.value().batch;
    for (Lanes::Parked& event : parking_.due(due)) lanes_.retry(std::move(event));
    if (due.empty()) require(look(sql::parked_ahead, pg::params(config_.name, owned_->fence, key::no_end_is_later)));
    if (due.empty() && parking_.is_written() && !look(sql::parked_exists, pg::params(config_.name)).value().boolean(0, 0))
      parking_.holds_nothing();
  });
}

bool Relay::is_all_done() const { return lanes_.size() == 0 && dying_.empty() && read_ahead_.empty() && owned_->is_read; }

bool Relay::must_write() const {
  const Duration since = std::chrono::duration_cast<Duration>(Steady::now() - written_at_);
  if (owned_->is_drained && is_all_done()) return true;
  if (!read_ahead_.empty() && !may_send_) return since >= config_.least_pause || pause_ == Duration{0};
  if (!parking_.is_written() || done_ > 0) return since >= config_.least_pause;
  if (trouble_ != written_trouble_ && since >= between_troubles) return true;
  return since >= (held_ ? until_resumed() : config_.lease / 3);
}

void Relay::take_reached() {
  auto reached = lanes_.reached();
  if (!reached) return;
  if (reached->events > 0) owned_->place = std::move(reached->place);
  parking_.add_behind(std::move(reached->parked));
}

// What its row is to have now.
Relay::Kept Relay::reached() const {
  const Owned& o = *owned_;
  Kept kept = o.kept;
  if (o.drains()) {
    if (o.is_drained && is_all_done()) {
      kept.drain_pos.reset();
    } else if (o.place) {
      kept.drain_pos = o.place->pos;
    }
  } else if (is_all_done()) {
    // The next window begins at the end of one that is done.
    kept = {{o.window->to, o.window->to}, 0, {}};
  } else if (o.place) {
    kept = {*o.place->window, o.place->pos, {}};
  }
  return kept;
}

// False: another owner has it.
Result<bool> Relay::write_progress() {
  return as_result([&]() -> bool {
    Owned& o = *owned_;
    take_asked();
    if (dying_.empty()) take_reached();
    if (config_.only_reads) return await_flush();
    const bool all_done = is_all_done(), drained = all_done && o.is_drained, moves = o.place || drained || (all_done && !o.drains());
    Kept kept = reached();
    const std::optional<std::string> trouble = pg::or_null(trouble_);
    std::vector<pg::Rows> rows;
    for (;;) {
      std::vector<pg::Statement> statements{{sql::commit_durable, {}}, hold()};
      if (moves) {
        statements.push_back({sql::relay_progress, pg::params(o.ctid, config_.name, o.fence, kept.window.from, kept.window.to, kept.pos,
                                                              kept.drain_pos, config_.lease, done_, trouble)});
      } else {
        statements.push_back({sql::relay_renew, pg::params(o.ctid, config_.name, o.fence, config_.lease, trouble)});
      }
      for (pg::Statement& statement : parking_.statements(config_.name, o.fence)) statements.push_back(std::move(statement));
      rows = connection_.pipeline(statements, pg::Connection::Ends::commits).value();
      if (!rows[2].empty()) break;
      // Its row has moved: it was paused or resumed, or it has another owner.
      const pg::Rows now = look(sql::relay_read, pg::params(config_.name)).value();
      if (now.empty() || now.integer(0, 1) != o.fence) return false;
      o.ctid = now.text(0, 0);
    }
    o.ctid = rows[2].text(0, 0);
    held_ = held(rows[2], 1);
    if (all_done) o.place.reset();
    take_written(std::move(kept), drained);
    for (const auto& [type, id] : parking_.written()) {
      retried_at_ = {};  // the next of it is due
      if (look(sql::parked_any, pg::params(config_.name, type, id)).value().empty()) lanes_.let_go(type, id);
    }
    return true;
  });
}

void Relay::take_written(Kept kept, bool drained) {
  Owned& o = *owned_;
  o.kept = std::move(kept);
  if (drained) {
    o.is_drained = false;
    o.place.reset();
    o.read_window();
  }
  written_at_ = Steady::now();
  written_trouble_ = trouble_;
  done_ = 0;
  may_send_ = true;
}

// Where nothing is written: what was read may go out once the server itself has flushed it.
bool Relay::await_flush() {
  const bool is_flushed = may_send_ || unflushed_.empty() || look(sql::outbox_flushed_to, pg::params(unflushed_)).value().boolean(0, 0);
  Kept kept = reached();
  const bool drained = owned_->is_drained && is_all_done();
  if (is_all_done()) owned_->place.reset();
  take_written(std::move(kept), drained);
  may_send_ = is_flushed;
  return true;
}

bool Relay::may_read(Steady::time_point now) const {
  // What an adoption found goes out before anything newer is read.
  return lanes_.size() < config_.most_in_memory && read_ahead_.empty() && !owned_->is_drained && !held_ && now >= not_before_;
}

bool Relay::is_idle() const {
  if (done_ > 0 || !parking_.is_written() || !dying_.empty()) return false;
  return held_ ? lanes_.on_their_way() == 0 : lanes_.size() == 0 && read_ahead_.empty() && pause_ > 0us;
}

Result<Turn> Relay::run_once(Duration slice, const std::function<bool()>& go_on) {
  Turn turn;
  auto done = as_result([&] {
    if (!owned_) {
      if (auto not_ours = take().value()) {
        turn = *not_ours;
        return;
      }
    }
    const auto until = Steady::now() + slice;
    bool looks = true;  // each call looks once, whatever rest the one before asked for
    while (Steady::now() < until && (!go_on || go_on())) {
      const auto now = Steady::now();
      if (now - retried_at_ >= between_retries) require(retry_parked());
      if (may_read(now) && (looks || now - looked_at_ >= pause_)) {
        looks = false;
        const std::size_t found = read().value();
        // Little comes: it is collected for a moment. Nothing comes: the pauses grow.
        const bool is_more = (found > 0 && found >= static_cast<std::size_t>(config_.batch) / 2) || !owned_->is_read || owned_->is_drained;
        pause_ = is_more ? Duration{0} : found > 0 ? config_.least_pause : std::clamp(pause_ * 2, config_.least_pause, config_.idle);
      }
      if (must_write() && !write_progress().value()) {
        forget();
        turn.state = Turn::State::elsewhere;
        turn.rest = config_.idle;
        return;
      }
      let_in();
      send();
      const bool is_full = lanes_.size() >= config_.most_in_memory || !read_ahead_.empty();
      const bool is_quiet = pause_ > 0us || now < not_before_ || is_full;
      const bool waits = is_quiet && lanes_.on_their_way() == 0 && lanes_.size() + read_ahead_.size() > 0;
      take_reports(is_quiet ? between_polls : 0us, turn);
      if (waits) std::this_thread::sleep_for(between_polls);  // a destination waits only for what is on its way
      if (is_idle()) {
        turn.state = held_.value_or(Turn::State::idle);
        const auto since = held_ ? written_at_ : looked_at_;
        turn.rest = std::max(Duration{0}, (held_ ? until_resumed() : pause_) - std::chrono::duration_cast<Duration>(Steady::now() - since));
        break;
      }
    }
    turn.trouble = trouble_;
  });
  if (done) return turn;
  const std::string state = done.error().sqlstate;
  forget();
  if (state == pg::sqlstate::another_history) {
    turn.state = Turn::State::working;
    turn.rest = config_.idle;
    turn.forgot =
        "Another server answers at this address, or this one was restarted: the relay starts again from the progress stored there.";
    return turn;
  }
  if (state == taken_over) {
    turn.state = Turn::State::elsewhere;
    turn.rest = config_.idle;
    return turn;
  }
  return fail(done.error());
}

Result<void> Relay::let_go() {
  if (!owned_) return {};
  auto done = as_result([&] {
    Turn turn;
    take_reports(0us, turn);
    if (write_progress().value() && !config_.only_reads) {
      const pg::Statement all[] = {{sql::commit_durable, {}}, hold(), {sql::relay_let_go, pg::params(config_.name, owned_->fence)}};
      require(connection_.pipeline(all, pg::Connection::Ends::commits));
    }
    forget();
  });
  // Then there is nothing to let go.
  if (!done && (done.error().sqlstate == pg::sqlstate::another_history || done.error().sqlstate == taken_over))
    return forget(), Result<void>();
  return done;
}

}  // namespace onceover::outbox
