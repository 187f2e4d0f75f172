// SPDX-License-Identifier: Apache-2.0
// What a relay writes: its lease and how far it is, and the events that it holds back. Each in one
// transaction of its own.

#include "core/base/text.h"
#include "core/outbox/relay.h"
#include "core/pg/one_row.h"
#include "core/pg/sqlstate.h"
#include "core/sql/statements.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;

constexpr Duration between_troubles = 500ms;

}  // namespace

// Retired is an error: nothing is published under this name any more.
std::optional<Turn::State> Relay::read_hold(const pg::Rows& rows, int column) {
  if (rows.is_null(0, column)) return std::nullopt;
  if (rows.text(0, column) == "retired") check_may_start();
  return rows.text(0, column) == "stopped" ? Turn::State::stopped : Turn::State::paused;
}

bool Relay::is_all_done() const {
  return lanes_.size() == 0 && dying_.empty() && read_ahead_.empty() && owned_->is_read;
}

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
    const bool all_done = is_all_done(), drained = all_done && o.is_drained,
               moves = o.place || drained || (all_done && !o.drains());
    Kept kept = reached();
    const std::optional<std::string> trouble = pg::or_null(trouble_);
    std::vector<pg::Rows> rows;
    for (;;) {
      std::vector<pg::Statement> statements{{sql::commit_durable, {}}};
      if (moves) {
        statements.push_back(
            {sql::relay_progress,
             pg::params(config_.name, o.token, o.fence, o.ctid, o.server, kept.window.from, kept.window.to,
                        kept.pos, kept.drain_pos, config_.lease, done_, trouble)});
      } else {
        statements.push_back({sql::relay_renew, pg::params(config_.name, o.token, o.fence, o.ctid, o.server,
                                                           config_.lease, trouble)});
      }
      for (pg::Statement& statement : parking_.statements(config_.name, o.token, o.fence))
        statements.push_back(std::move(statement));
      rows = connection_.pipeline(statements, pg::Connection::Ends::commits).value();
      if (!rows[1].empty()) break;
      // Its row has moved, or it has another owner, or the server has forgotten the token: then look() fails.
      const pg::Rows now = look(sql::relay_read, pg::params(config_.name)).value();
      if (now.empty() || now.integer(0, 1) != o.fence || now.text(0, 0) == o.ctid) return false;
      o.ctid = now.text(0, 0);
    }
    o.ctid = rows[1].text(0, 0);
    held_ = read_hold(rows[1], 1);
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
  const bool is_flushed = may_send_ || unflushed_.empty() ||
                          look(sql::outbox_flushed_to, pg::params(unflushed_)).value().boolean(0, 0);
  Kept kept = reached();
  const bool drained = owned_->is_drained && is_all_done();
  if (is_all_done()) owned_->place.reset();
  take_written(std::move(kept), drained);
  may_send_ = is_flushed;
  return true;
}

// What people ask for. An event on its way is left until it has ended: its end would undo what was asked.
void Relay::carry_out() {
  if (!look(sql::parked_asked, pg::params(config_.name)).value().boolean(0, 0)) return;
  const pg::Statement all[] = {
      {sql::commit_durable, {}},
      hold(),
      {sql::parked_carry_out, pg::params(config_.name, owned_->token, owned_->fence, parking_.busy())}};
  require(connection_.pipeline(all, pg::Connection::Ends::commits));
}

Result<void> Relay::retry_parked() {
  return as_result([&] {
    retried_at_ = Steady::now();
    if (!parking_.may_hold()) return;
    take_asked();
    carry_out();
    const auto part = pg::take_around(
        static_cast<int>(config_.batch),
        [&](int limit) { return look(sql::parked_due, pg::params(config_.name, limit, config_.is_ordered)); },
        [&](const Error& error) {
          return look(sql::parked_bury,
                      pg::params(config_.name, owned_->token, owned_->fence,
                                 storable_text(pg::cannot_be_read(error)), config_.is_ordered))
              .map([](const pg::Rows& rows) { return rows.boolean(0, 0); });
        });
    const pg::Rows& due = part.value().batch;
    for (Lanes::Parked& event : parking_.due(due)) lanes_.retry(std::move(event));
    if (due.empty()) require(look(sql::parked_ahead, pg::params(config_.name, owned_->token, owned_->fence)));
    if (due.empty() && parking_.is_written() &&
        !look(sql::parked_exists, pg::params(config_.name)).value().boolean(0, 0))
      parking_.holds_nothing();
  });
}

Result<void> Relay::let_go() {
  if (!owned_) return {};
  auto done = as_result([&] {
    Turn turn;
    take_reports(0us, turn);
    if (write_progress().value() && !config_.only_reads) {
      const pg::Statement all[] = {
          {sql::commit_durable, {}},
          hold(),
          {sql::relay_let_go, pg::params(config_.name, owned_->token, owned_->fence)}};
      require(connection_.pipeline(all, pg::Connection::Ends::commits));
    }
    forget();
  });
  // Then there is nothing to let go.
  if (!done &&
      (done.error().sqlstate == pg::sqlstate::another_history || done.error().sqlstate == taken_over))
    return forget(), Result<void>();
  return done;
}

}  // namespace onceover::outbox
