// SPDX-License-Identifier: Apache-2.0
#include "core/outbox/relay.h"

#include <fmt/format.h>

#include <thread>

#include "core/key/types.h"
#include "core/pg/sqlstate.h"
#include "core/retry/policy.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;

constexpr Duration between_retries = 200ms, between_polls = 1ms;
constexpr std::size_t most_owner = 500;  // bytes; relay_take takes 1,000

}  // namespace

Result<void> validate(const RelayConfig& c) {
  const auto invalid = [](std::string what) {
    return fail(ErrorKind::invalid_input, std::move(what), "The relay was not started.");
  };
  if (c.only_reads != c.name.empty() || c.name.size() > 200)
    return invalid("A relay needs a name of 1 to 200 bytes.");
  if (c.topics.empty()) return invalid("A relay needs the names of its topics, or \"*\" for all.");
  if (c.topics.size() > 1 && std::ranges::find(c.topics, "*") != c.topics.end())
    return invalid("\"*\" means all topics: no other topic can be named with it.");
  if ((c.start == Start::time) != c.since.has_value())
    return invalid("A relay that starts at a time needs one, and no other does.");
  if (c.lease < 2s) return invalid("A lease of less than two seconds ends while its owner is at work.");
  if (c.lease > key::longest_lease)
    return invalid("A lease of more than a day keeps other processes waiting for too long.");
  if (c.batch < 1 || c.batch > 100'000) return invalid("A batch has 1 to 100,000 events.");
  if (c.attempts < 1) return invalid("An event is tried once at least.");
  return {};
}

bool read_start(const std::string& text, RelayConfig& config) {
  config.since = parse_iso(text);
  config.start = config.since ? Start::time : text == "now" ? Start::now : Start::beginning;
  return config.since || text == "now" || text == "beginning";
}

Relay::Relay(pg::Connection& connection, Destination& destination, RelayConfig config,
             const std::string& owner, Random random)
    : connection_(connection),
      destination_(destination),
      config_(std::move(config)),
      random_(std::move(random)),
      owner_(storable_text(owner.substr(0, most_owner))),
      secret_(new_uuid()),
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

void Relay::let_in() {
  if (!may_send_ || held_) return;
  for (std::size_t i = 0; i < read_ahead_.size(); ++i)
    lanes_.add(std::move(read_ahead_[i]), std::move(read_places_[i]));
  read_ahead_.clear();
  read_places_.clear();
}

void Relay::send() {
  const auto now = Steady::now();
  if (now < not_before_ || held_) return;
  for (auto& [token, dying] : dying_) {
    if (dying.is_sent) continue;
    const Lanes::Parked& failed = dying.parked.front();
    if (!destination_.send_dead(token, failed.event,
                                {dying.report.error, failed.attempts, dying.without_payload}))
      return;
    dying.is_sent = true;
  }
  while (const auto ready = lanes_.next()) {
    if (!ready->event->unreadable.empty()) {
      given_up_.push_back({ready->token, Report::Result::refused, ready->event->unreadable});
    } else if (!destination_.send(ready->token, *ready->event)) {
      return;
    }
    lanes_.note_taking();
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

void Relay::report(std::string_view outcome, const Stored& event, std::int64_t attempt,
                   std::string_view error) const {
  if (!on_event_) return;
  metrics::Event reported{.part = metrics::EventPart::relay,
                          .operation = config_.name,
                          .outcome = outcome,
                          .tenant = event.topic,
                          .key = event.id};
  if (owned_) reported.fence = owned_->fence;
  reported.attempt = attempt;
  reported.error = error;
  on_event_(reported);
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
        if (on_event_) this->report("published", lanes_.event(report.token), 0);
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
        const bool is_dead = parking_.is_dead(parked.front(), report);
        this->report(is_dead ? "dead" : "parked", parked.front().event, parked.front().attempts,
                     report.error);
        if (destination_.keeps_dead() && is_dead) {
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
    const Duration pause = is_new ? retry::next_delay(retry::Strategy::full_jitter, troubles_++, 200ms, 15s,
                                                      std::nullopt, random_)
                                  : Duration{0};
    not_before_ = std::max(not_before_, now + std::max(asked_to_wait, pause));
  } else if (is_there) {
    trouble_.clear();
    troubles_ = 0;
  } else if (std::string so_far = destination_.trouble(); reports.empty() && !so_far.empty()) {
    trouble_ = std::move(so_far);
  }
}

bool Relay::may_read(Steady::time_point now) const {
  // What an adoption found goes out before anything newer is read.
  return lanes_.size() < config_.most_in_memory && read_ahead_.empty() && !owned_->is_drained && !held_ &&
         now >= not_before_;
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
        const bool is_more = (found > 0 && found >= static_cast<std::size_t>(config_.batch) / 2) ||
                             !owned_->is_read || owned_->is_drained;
        pause_ = is_more     ? Duration{0}
                 : found > 0 ? config_.least_pause
                             : std::clamp(pause_ * 2, config_.least_pause, config_.idle);
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
      // a destination waits only for what is on its way
      if (waits) std::this_thread::sleep_for(between_polls);
      if (is_idle()) {
        turn.state = held_.value_or(Turn::State::idle);
        const auto since = held_ ? written_at_ : looked_at_;
        turn.rest = std::max(Duration{0}, (held_ ? until_resumed() : pause_) -
                                              std::chrono::duration_cast<Duration>(Steady::now() - since));
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
        "Another server answers at this address, or this one was restarted: the relay starts again from the "
        "progress stored there.";
    return turn;
  }
  if (state == taken_over) {
    turn.state = Turn::State::elsewhere;
    turn.rest = config_.idle;
    return turn;
  }
  return fail(done.error());
}

}  // namespace onceover::outbox
