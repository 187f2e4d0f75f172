#include "core/unfinished/frontier.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "core/base/text.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::unfinished {
namespace {

constexpr Duration poll = std::chrono::milliseconds(5);

struct Rights {
  bool reads = false, asks_writers = false, advances = false, reads_identifier = false;
};

Result<Rights> rights_of(pg::Connection& connection) {
  auto rows = connection.exec_prepared(sql::frontier_rights);
  if (!rows) return fail(rows.error());
  if (rows->empty()) return Rights{};
  return Rights{rows->boolean(0, 0), rows->boolean(0, 1), rows->boolean(0, 2), rows->boolean(0, 3)};
}

std::string named(const Writer& w) {
  if (w.pid == 0) return fmt::format("The prepared transaction {}", w.name.empty() ? w.holder : visible(w.name));
  return fmt::format("A transaction of pid {}{}", w.pid, w.name.empty() ? "" : " (" + visible(w.name) + ")");
}

// How to end it if it is abandoned.
std::string ending(const Writer& w) {
  return w.pid == 0 && !w.name.empty() ? fmt::format(" Commit it, or roll it back: ROLLBACK PREPARED '{}'.", visible(w.name))
                                       : std::string();
}

// One step of the list or the frontier: on a busy server it gives up quickly and is tried again.
Result<pg::Transaction> begin_step(pg::Connection& connection) {
  return pg::Transaction::begin(connection,
                                {.statement_timeout = std::chrono::seconds(30), .lock_timeout = std::chrono::milliseconds(200)});
}

Result<std::vector<Writer>> writers_from(const Result<pg::Rows>& rows) {
  if (!rows) return fail(rows.error());
  std::vector<Writer> out;
  for (int i = 0; i < rows->size(); ++i) {
    out.push_back({rows->text(i, 0), static_cast<int>(rows->integer(i, 1)), rows->optional_timestamp(i, 2), rows->text(i, 3)});
  }
  return out;
}

bool is_busy(const Error& error) { return error.sqlstate == "55P03"; }

}  // namespace

Result<Frontier> read_frontier(pg::Connection& connection) {
  auto rights = rights_of(connection);
  if (!rights) return fail(rights.error());
  Frontier out;
  if (!rights->reads) {
    out.why = "The list of unfinished keys does not exist, or this role may not read it.";
    return out;
  }
  auto rows = connection.exec_prepared(sql::frontier_read, pg::Params().boolean(rights->reads_identifier));
  if (!rows) return fail(rows.error());
  out.exists = true;
  out.may_advance = rights->advances;
  out.may_see_writers = rights->asks_writers;
  if (rows->empty()) {
    out.why = "The table of the frontier is empty.";
    return out;
  }
  out.until = rows->timestamp(0, 0);
  out.full_pass_at = rows->optional_timestamp(0, 1);
  out.found_behind = rows->integer(0, 2);
  out.now = rows->timestamp(0, 4);
  out.is_standby = rows->boolean(0, 5);
  out.is_kept = rows->boolean(0, 6);
  if (out.until == Timestamp::minus_infinity()) {
    out.why = "No sweeper has read this table yet.";
  } else if (!rows->boolean(0, 3)) {
    out.why = "The list of unfinished keys was made for another table or server.";
  } else {
    out.is_valid = true;
  }
  return out;
}

Result<std::vector<Writer>> writers_of_keys(pg::Connection& connection) {
  return writers_from(
      connection.exec_prepared("SELECT w.holder, COALESCE(w.pid, 0), w.since, COALESCE(w.name, '') FROM onceover.writers_of_keys() w"));
}

Result<std::vector<Writer>> writers_of(pg::Connection& connection, const std::string& table) {
  return writers_from(connection.exec(sql::table_writers, pg::Params().text(table)));
}

bool Frontier::proves_writers_young() const {
  // A floor ahead of the clock, which was put back, proves nothing.
  return is_valid && until <= now && now - until < long_writer;
}

std::optional<std::string> hidden_by(const std::vector<Writer>& writers, Timestamp now) {
  const Writer* oldest = nullptr;
  const Writer* untold = nullptr;
  for (const Writer& w : writers) {
    // A transaction from the future began before the clock was put back.
    if (!w.since || *w.since - now > long_writer) {
      untold = &w;
    } else if (now - *w.since >= long_writer && (oldest == nullptr || *w.since < *oldest->since)) {
      oldest = &w;
    }
  }
  if (oldest != nullptr) {
    return fmt::format("{} has been writing keys for {}: keys that it has not committed are not seen.{}", named(*oldest),
                       human(now - *oldest->since), ending(*oldest));
  }
  if (untold != nullptr) {
    return fmt::format("{} is writing keys, for an unknown time: keys that it has not committed are not seen.{}", named(*untold),
                       ending(*untold));
  }
  return std::nullopt;
}

Result<bool> Advancing::publish(bool at_once) {
  const auto now = Steady::now();
  if (!at_once && published_at_ != Steady::time_point{} && now - published_at_ < config_.least_pause) return false;
  std::optional<pg::Rows> rows;
  // Twice: the first call may only record which table this is, or that the clock was put back.
  for (int turn = 0; turn < 2 && (!rows || rows->is_null(0, 0)); ++turn) {
    auto transaction = begin_step(connection_);
    if (!transaction) return fail(transaction.error());
    auto told = transaction->exec_prepared("SELECT p.moment, p.target, p.rewinds, p.floor FROM onceover.publish_floor() p");
    if (!told) return is_busy(told.error()) ? Result<bool>(false) : fail(told.error());
    rows = std::move(*told);
    if (auto committed = transaction->commit(); !committed) return fail(committed.error());
  }
  if (rows->is_null(0, 0)) return false;
  published_at_ = now;
  Pending pending{.target = rows->timestamp(0, 1), .rewinds = rows->integer(0, 2), .floor = rows->integer(0, 3)};
  // After the floor: a later writer evaluates its default with it.
  auto writers = connection_.exec_prepared("SELECT w.holder FROM onceover.writers_of_keys() w");
  if (!writers) return fail(writers.error());
  for (int i = 0; i < writers->size(); ++i) pending.holders.push_back(writers->text(i, 0));
  pending_ = std::move(pending);
  return true;
}

Result<bool> Advancing::holders_are_gone() {
  if (pending_->gone) return true;
  const auto until = Steady::now() + config_.wait;
  for (;;) {
    auto writers = connection_.exec_prepared("SELECT w.holder, w.prepared FROM onceover.writers_of_keys() w");
    if (!writers) return fail(writers.error());
    bool any = false;
    for (int i = 0; i < writers->size() && !any; ++i) {
      // One of them may have been prepared meanwhile, and has another name after a restart.
      any = writers->boolean(i, 1) || std::ranges::find(pending_->holders, writers->text(i, 0)) != pending_->holders.end();
    }
    if (!any) return pending_->gone = true;
    if (Steady::now() >= until) return false;
    std::this_thread::sleep_for(poll);
  }
}

Result<Advancing::Step> Advancing::step(bool at_once) {
  Step step;
  if (!pending_) {
    auto published = publish(at_once);
    if (!published) return fail(published.error());
    if (!*published) return step;
  }
  auto gone = holders_are_gone();
  if (!gone) return fail(gone.error());
  if (!*gone) {
    step.waits = true;
    return step;
  }
  step.settled_floor = pending_->floor;
  auto transaction = begin_step(connection_);
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.timestamp(pending_->target).integer(pending_->rewinds).integer(config_.rows);
  auto rows = transaction->exec_prepared("SELECT a.reached, a.listed FROM onceover.advance_frontier($1, $2, $3) a", params);
  if (!rows) return is_busy(rows.error()) ? Result<Step>(step) : fail(rows.error());
  if (auto committed = transaction->commit(); !committed) return fail(committed.error());
  if (rows->is_null(0, 0)) {
    // Another session is moving it, or it was moved back: the published floor is void.
    pending_.reset();
    return step;
  }
  step.moved = true;
  step.until = rows->timestamp(0, 0);
  step.listed = rows->integer(0, 1);
  step.done = step.until >= pending_->target;
  if (step.done) pending_.reset();
  return step;
}

Result<Tended> tend(pg::Connection& connection, bool resting, std::int64_t floor, const ListPlace& behind, std::int64_t at_most) {
  auto transaction = begin_step(connection);
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.boolean(resting).integer(floor).integer(at_most).timestamp(behind.created_at).text(behind.key).text(behind.tenant);
  params.text(behind.operation);
  auto rows = transaction->exec_prepared(
      "SELECT t.created_at, t.key, t.tenant, t.operation, t.seen, t.dropped, t.rested "
      "FROM onceover.tend_unfinished($1, $2, $3, $4, $5, $6, $7) t",
      params);
  if (!rows) return is_busy(rows.error()) ? Result<Tended>(Tended{}) : fail(rows.error());
  if (auto committed = transaction->commit(); !committed) return fail(committed.error());
  Tended out{.next = {}, .seen = rows->integer(0, 4), .dropped = rows->integer(0, 5), .changed = rows->integer(0, 6)};
  if (out.seen == at_most) out.next = ListPlace{rows->timestamp(0, 0), rows->text(0, 1), rows->text(0, 2), rows->text(0, 3)};
  return out;
}

Result<bool> begin_full_pass(pg::Connection& connection, std::optional<Duration> not_within) {
  auto transaction = begin_step(connection);
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  not_within ? params.interval(*not_within) : params.null();
  auto rows = transaction->exec_prepared("SELECT onceover.begin_full_pass($1::interval)", params);
  if (!rows) return is_busy(rows.error()) ? Result<bool>(false) : fail(rows.error());
  if (auto committed = transaction->commit(); !committed) return fail(committed.error());
  return rows->boolean(0, 0);
}

Result<std::optional<std::int64_t>> relist(pg::Connection& connection, const ListPlace& behind, const ListPlace& until) {
  auto transaction = begin_step(connection);
  if (!transaction) return fail(transaction.error());
  pg::Params params;
  params.timestamp(behind.created_at).text(behind.key).timestamp(until.created_at).text(until.key);
  auto rows = transaction->exec_prepared("SELECT onceover.relist_unfinished($1, $2, $3, $4)", params);
  if (!rows) return is_busy(rows.error()) ? Result<std::optional<std::int64_t>>(std::nullopt) : fail(rows.error());
  if (auto committed = transaction->commit(); !committed) return fail(committed.error());
  return rows->optional_integer(0, 0);
}

}  // namespace onceover::unfinished
