#include "core/outbox/relay.h"

#include <fmt/format.h>

#include <algorithm>
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
// Rows that one statement looks at, whatever it finds among them: a statement must end long before the lease.
constexpr std::int64_t most_looked_at = 50'000;
constexpr Duration between_retries = 200ms, between_troubles = 500ms;
constexpr int left_out = 10;  // a column of outbox_walk

constexpr Duration between_polls = 1ms;
// Nothing is visible in it but what the server made: the window of a relay that starts at the beginning.
constexpr std::string_view before_all = "3:3:";

std::optional<Turn::State> held(const pg::Rows& rows, int column) {
  if (rows.is_null(0, column)) return std::nullopt;
  return rows.text(0, column) == "paused" ? Turn::State::paused : Turn::State::stopped;
}

}  // namespace

Result<void> validate(const RelayConfig& c) {
  const auto refuse = [](std::string what) { return fail(ErrorKind::invalid_input, std::move(what), "The relay was not started."); };
  if (c.name.empty() || c.name.size() > 200) return refuse("A relay needs a name of 1 to 200 bytes.");
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
      return Turn{.state = (now.empty() ? std::nullopt : held(now, 2)).value_or(Turn::State::elsewhere), .rest = config_.idle};
    }
    Owned owned;
    Window window;
    rows.read(0, 0, owned.ctid, owned.fence, window.from, window.to, owned.pos, owned.by_seq_up_to, owned.since);
    check_is_same_database(rows, here, owned.fence);
    owned.is_read = window.from == window.to && !owned.by_seq_up_to;
    owned.is_large = !owned.is_read;
    owned.window = std::make_shared<const Window>(std::move(window));
    owned_ = std::move(owned);
    held_.reset();
    lanes_ = Lanes(config_.is_ordered);
    require(connection_.exec_prepared(sql::parked_first, pg::params(config_.name, config_.is_ordered, owned_->fence)));
    if (config_.is_ordered) {
      const pg::Rows aggregates = connection_.exec_prepared(sql::parked_aggregates, pg::params(config_.name)).value();
      for (int row = 0; row < aggregates.size(); ++row) lanes_.hold(aggregates.text(row, 0), aggregates.text(row, 1));
    }
    written_at_ = Steady::now();
    return std::nullopt;
  });
}

void Relay::check_is_same_database(const pg::Rows& taken, const pg::ServerIdentity& here, std::int64_t fence) {
  std::optional<std::string> system;
  std::int64_t database = 0;
  bool is_ahead = false;
  taken.read(0, 7, system, database, is_ahead);
  const bool is_same = database == here.database_oid && (!system || !here.system_identifier || *system == *here.system_identifier);
  if (is_same && is_ahead) return;
  require(connection_.exec_prepared(sql::relay_let_go, pg::params(config_.name, fence)));
  raise(ErrorKind::unsupported,
        fmt::format("The progress of relay {} is of another database than this one, or of a later time: it was restored, or the address "
                    "leads to another server.",
                    visible(config_.name)),
        "Nothing is published: new events could be before the progress and be lost.",
        fmt::format("Make sure that no relay runs on the other one, then run: oncectl relay adopt {}", visible(config_.name)));
}

// Into read_ahead_. Returns how many. The connection is free after it.
std::size_t Relay::take_asked() {
  if (!std::exchange(asked_, false)) return 0;
  Owned& o = *owned_;
  const std::vector<pg::Rows> rows = connection_.take().value();
  may_send_ = (may_send_ || read_ahead_.empty()) && rows[2].boolean(0, 0);
  std::size_t found = 0, largest = 0;
  for (const int all = rows[1].size(); static_cast<int>(found) < all; ++found) {
    const int row = static_cast<int>(found);
    if (rows[1].boolean(row, left_out)) break;
    read_ahead_.push_back(stored(rows[1], row));
    o.pos = read_ahead_.back().seq;
    read_places_.push_back({o.window, o.pos});
    largest = std::max(largest, read_ahead_.back().payload.value_or(std::string_view()).size());
  }
  o.is_sized = static_cast<int>(found) < rows[1].size() || largest > static_cast<std::size_t>(most_payload());
  if (!rows[1].empty()) return found;
  if (o.is_late) {
    o.is_late = false;
    o.pos = std::max(o.pos, *o.walk_from);
  } else if (o.is_large || o.by_seq_up_to) {
    pass_by();
  } else {
    o.is_read = true;
  }
  return found;
}

// None of the next rows is to be published: they are passed, or there is none.
void Relay::pass_by() {
  Owned& o = *owned_;
  const auto from = o.by_seq_up_to ? std::nullopt : std::optional(o.window->from);
  const auto to = o.by_seq_up_to ? std::nullopt : std::optional(o.window->to);
  const pg::Rows passed =
      look(sql::outbox_pass, pg::params(from, to, o.pos, config_.topics, o.since, o.by_seq_up_to, most_looked_at)).value();
  if (passed.boolean(0, 1)) return;
  o.is_read = passed.is_null(0, 0);
  if (!o.is_read) {
    o.pos = passed.integer(0, 0);
    // So that another one need not look at them again.
    if (lanes_.size() == 0 && read_ahead_.empty() && dying_.empty()) o.place = Place{o.window, o.pos};
  } else if (o.by_seq_up_to) {
    o.by_seq_up_to.reset();
    o.is_drained = true;
  }
}

Result<pg::Rows> Relay::look(std::string_view sql, const pg::Params& params) {
  const pg::Statement both[] = {{sql::outbox_settings, {}}, {sql, params}};
  return connection_.pipeline(both, pg::Connection::Ends::open).map([](const std::vector<pg::Rows>& rows) { return rows[1]; });
}

// What became visible since the last window. False: nothing did.
bool Relay::open_window() {
  Owned& o = *owned_;
  const pg::Rows next = look(sql::outbox_window, pg::params(o.window->to, small_window)).value();
  const std::int64_t rows = next.integer(0, 1);
  o.window = std::make_shared<const Window>(Window{o.window->to, next.text(0, 0)});
  o.pos = 0;
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
  pg::Params params;
  if (o.by_seq_up_to) {
    params = pg::params(o.pos, *o.by_seq_up_to, config_.topics, config_.most_batch_bytes, config_.batch, o.since, most_looked_at);
  } else {
    if (o.is_read && !open_window()) return;
    if (o.is_large && !find_walk()) return;
    const bool is_sized = !o.is_large || o.is_late || o.is_sized;
    sql = !o.is_large ? sql::outbox_small : o.is_late ? sql::outbox_late : is_sized ? sql::outbox_walk_sized : sql::outbox_walk;
    params = pg::params(o.window->from, o.window->to, o.pos, config_.topics, is_sized ? config_.most_batch_bytes : most_payload(), o.since);
    if (o.is_large) params.integer(config_.batch).integer(o.is_late ? *o.walk_from : most_looked_at);
  }
  const pg::Statement all[] = {
      {sql::outbox_settings, {}}, {sql, std::move(params)}, {sql::relay_may_send, pg::params(o.ctid, config_.name, o.fence)}};
  require(connection_.send(all, pg::Connection::Ends::open));
  asked_ = true;
}

// The next events, into read_ahead_. Returns how many. The server reads those behind them meanwhile.
Result<std::size_t> Relay::read() {
  return as_result([&]() -> std::size_t {
    looked_at_ = Steady::now();
    if (!asked_) ask();
    const std::size_t found = take_asked();
    if (found > 0 && (owned_->is_large || owned_->by_seq_up_to)) ask();
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
    if (!destination_.send(ready->token, *ready->event)) return;
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
  const std::vector<Report> reports = destination_.poll(wait);
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
    const pg::Rows due = look(sql::parked_due, pg::params(config_.name, config_.batch, config_.is_ordered)).value();
    for (Lanes::Parked& event : parking_.due(due)) lanes_.retry(std::move(event));
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

// False: another owner has it.
Result<bool> Relay::write_progress() {
  return as_result([&]() -> bool {
    Owned& o = *owned_;
    take_asked();
    if (dying_.empty()) take_reached();
    const bool all_done = is_all_done(), drained = all_done && o.is_drained;
    // The next window begins at the end of one that is done. None: nothing has moved since the relay was taken.
    const auto window = all_done ? std::make_shared<const Window>(Window{o.window->to, o.window->to}) : o.place ? o.place->window : nullptr;
    const std::optional<std::string> trouble = pg::or_null(trouble_);
    std::vector<pg::Rows> rows;
    for (;;) {
      std::vector<pg::Statement> statements{{sql::commit_durable, {}}};
      if (window != nullptr) {
        statements.push_back(
            {sql::relay_progress, pg::params(o.ctid, config_.name, o.fence, window->from, window->to,
                                             all_done ? std::int64_t{0} : o.place->pos, drained, config_.lease, done_, trouble)});
      } else {
        statements.push_back({sql::relay_renew, pg::params(o.ctid, config_.name, o.fence, config_.lease, trouble)});
      }
      for (pg::Statement& statement : parking_.statements(config_.name, o.fence)) statements.push_back(std::move(statement));
      rows = connection_.pipeline(statements, pg::Connection::Ends::commits).value();
      if (!rows[1].empty()) break;
      // Its row has moved: it was paused or resumed, or it has another owner.
      const pg::Rows now = connection_.exec_prepared(sql::relay_read, pg::params(config_.name)).value();
      if (now.empty() || now.integer(0, 1) != o.fence) return false;
      o.ctid = now.text(0, 0);
    }
    o.ctid = rows[1].text(0, 0);
    held_ = held(rows[1], 1);
    if (all_done) o.place.reset();
    if (drained) o.is_drained = false;
    written_at_ = Steady::now();
    written_trouble_ = trouble_;
    done_ = 0;
    may_send_ = true;
    for (const auto& [type, id] : parking_.written()) {
      retried_at_ = {};  // the next of it is due
      if (connection_.exec_prepared(sql::parked_any, pg::params(config_.name, type, id)).value().empty()) lanes_.let_go(type, id);
    }
    return true;
  });
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
  auto done = as_result([&] {
    Turn turn;
    if (!owned_) {
      if (auto not_ours = take().value()) return *not_ours;
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
        return turn;
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
    if (write_progress().value()) require(connection_.exec_prepared(sql::relay_let_go, pg::params(config_.name, owned_->fence)));
    forget();
  });
}

}  // namespace onceover::outbox
