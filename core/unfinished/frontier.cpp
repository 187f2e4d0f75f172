// SPDX-License-Identifier: Apache-2.0
#include "core/unfinished/frontier.h"

#include <fmt/format.h>

#include <thread>

#include "core/base/enum_names.h"
#include "core/pg/transaction.h"
#include "core/sql/statements.h"
#include "core/unfinished/answer.h"

namespace onceover::unfinished {
namespace {

constexpr Duration poll = std::chrono::milliseconds(5);

struct Rights {
  bool reads = false, asks_writers = false, advances = false, reads_identifier = false;
};

Rights rights_of(pg::Connection& connection) {
  const pg::Rows rows = connection.exec_prepared(sql::frontier_rights).value();
  Rights rights;
  if (!rows.empty())
    rows.read(0, 0, rights.reads, rights.asks_writers, rights.advances, rights.reads_identifier);
  return rights;
}

std::string named(const Writer& w) {
  if (w.pid == 0)
    return fmt::format("The prepared transaction {}", w.name.empty() ? w.holder : visible(w.name));
  return fmt::format("A transaction of pid {}{}", w.pid, w.name.empty() ? "" : " (" + visible(w.name) + ")");
}

// How to end it if it is abandoned.
std::string ending(const Writer& w) {
  return w.pid == 0 && !w.name.empty()
             ? fmt::format(" Commit it, or roll it back: ROLLBACK PREPARED '{}'.", visible(w.name))
             : std::string();
}

bool is_busy(const Error& error) { return error.sqlstate == "55P03"; }

// One step of the list or the frontier, committed. None: the server is busy; it gave up quickly and is tried
// again later.
std::optional<pg::Rows> stepped(pg::Connection& connection, std::string_view sql,
                                const pg::Params& params = {}) {
  auto transaction = pg::Transaction::begin(connection, {.statement_timeout = std::chrono::seconds(30),
                                                         .lock_timeout = std::chrono::milliseconds(200),
                                                         .durable = true})
                         .value();
  auto rows = transaction.exec_prepared(sql, params);
  if (!rows && is_busy(rows.error())) return std::nullopt;
  pg::Rows done = std::move(rows).value();
  require(transaction.commit());
  return done;
}

Result<std::vector<Writer>> writers_from(const Result<pg::Rows>& rows) {
  return rows.map([](const pg::Rows& found) {
    return found.map([&found](int i) {
      Writer writer;
      found.read(i, 0, writer.holder, writer.pid, writer.since, writer.name);
      return writer;
    });
  });
}

}  // namespace

Result<Frontier> read_frontier(pg::Connection& connection) {
  return as_result([&] {
    const Rights rights = rights_of(connection);
    Frontier out;
    if (!rights.reads) {
      out.why = "The list of unfinished keys does not exist, or this role may not read it.";
      return out;
    }
    const pg::Rows rows =
        connection.exec_prepared(sql::frontier_read, pg::params(rights.reads_identifier)).value();
    out.exists = true;
    out.may_advance = rights.advances;
    out.may_see_writers = rights.asks_writers;
    if (rows.empty()) {
      out.why = "The table of the frontier is empty.";
      return out;
    }
    bool is_of_this_table = false;
    rows.read(0, 0, out.until, out.full_pass_at, out.found_behind, is_of_this_table, out.now, out.is_standby,
              out.is_kept);
    if (out.until == Timestamp::minus_infinity()) {
      out.why = "No sweeper has read this table yet.";
    } else if (!is_of_this_table) {
      out.why = "The list of unfinished keys was made for another table or server.";
    } else {
      out.is_valid = true;
    }
    return out;
  });
}

Result<std::vector<Writer>> writers_of_keys(pg::Connection& connection) {
  return writers_from(
      connection.exec_prepared("SELECT w.holder, COALESCE(w.pid, 0), w.since, COALESCE(w.name, '') FROM "
                               "onceover.writers_of_keys() w"));
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
    return fmt::format("{} has been writing keys for {}: keys that it has not committed are not seen.{}",
                       named(*oldest), human(now - *oldest->since), ending(*oldest));
  }
  if (untold != nullptr) {
    return fmt::format(
        "{} is writing keys, for an unknown time: keys that it has not committed are not seen.{}",
        named(*untold), ending(*untold));
  }
  return std::nullopt;
}

bool Advancing::publish(bool at_once) {
  const auto now = Steady::now();
  if (!at_once && published_at_ != Steady::time_point{} && now - published_at_ < config_.least_pause)
    return false;
  std::optional<pg::Rows> rows;
  // Twice: the first call may only record which table this is, or that the clock was put back.
  for (int turn = 0; turn < 2 && (!rows || rows->is_null(0, 0)); ++turn) {
    rows =
        stepped(connection_, "SELECT p.moment, p.target, p.rewinds, p.floor FROM onceover.publish_floor() p");
    if (!rows) return false;
  }
  if (rows->is_null(0, 0)) return false;
  published_at_ = now;
  Pending pending;
  rows->read(0, 1, pending.target, pending.rewinds, pending.floor);
  // After the floor: a later writer evaluates its default with it.
  const pg::Rows writers =
      connection_.exec_prepared("SELECT w.holder FROM onceover.writers_of_keys() w").value();
  pending.holders = writers.map([&writers](int i) { return writers.text(i, 0); });
  pending_ = std::move(pending);
  return true;
}

bool Advancing::holders_are_gone() {
  if (pending_->gone) return true;
  const auto until = Steady::now() + config_.wait;
  for (;;) {
    const pg::Rows writers =
        connection_.exec_prepared("SELECT w.holder, w.prepared FROM onceover.writers_of_keys() w").value();
    bool any = false;
    for (int i = 0; i < writers.size() && !any; ++i) {
      // One of them may have been prepared meanwhile, and has another name after a restart.
      any = writers.boolean(i, 1) ||
            std::ranges::find(pending_->holders, writers.text(i, 0)) != pending_->holders.end();
    }
    if (!any) return pending_->gone = true;
    if (Steady::now() >= until) return false;
    std::this_thread::sleep_for(poll);
  }
}

Result<Advancing::Step> Advancing::step(bool at_once) {
  return as_result([&] {
    Step step;
    if (!pending_ && !publish(at_once)) return step;
    step.waits = !holders_are_gone();
    if (step.waits) return step;
    step.settled_floor = pending_->floor;
    const auto rows =
        stepped(connection_, "SELECT a.reached, a.listed FROM onceover.advance_frontier($1, $2, $3) a",
                pg::params(pending_->target, pending_->rewinds, config_.rows));
    if (!rows) return step;
    if (rows->is_null(0, 0)) {
      // Another session is moving it, or it was moved back: the published floor is void.
      pending_.reset();
      return step;
    }
    step.moved = true;
    rows->read(0, 0, step.until, step.listed);
    step.done = step.until >= pending_->target;
    if (step.done) pending_.reset();
    return step;
  });
}

Result<Tended> tend(pg::Connection& connection, bool resting, std::int64_t floor, const ListPlace& behind,
                    std::int64_t at_most) {
  return as_result([&] {
    Tended out;
    const auto rows = stepped(
        connection,
        "SELECT t.created_at, t.key, t.tenant, t.operation, t.seen, t.dropped, t.rested FROM "
        "onceover.tend_unfinished($1, $2, $3, $4, $5, $6, $7) t",
        pg::params(resting, floor, at_most, behind.created_at, behind.key, behind.tenant, behind.operation));
    if (!rows) return out;
    rows->read(0, 4, out.seen, out.dropped, out.changed);
    if (out.seen == at_most) {
      out.next.emplace();
      rows->read(0, 0, out.next->created_at, out.next->key, out.next->tenant, out.next->operation);
    }
    return out;
  });
}

Result<bool> begin_full_pass(pg::Connection& connection, std::optional<Duration> not_within) {
  return as_result([&] {
    pg::Params params;
    not_within ? params.interval(*not_within) : params.null();
    const auto rows = stepped(connection, "SELECT onceover.begin_full_pass($1::interval)", params);
    return rows && rows->boolean(0, 0);
  });
}

Result<std::optional<std::int64_t>> relist(pg::Connection& connection, const ListPlace& behind,
                                           const ListPlace& until) {
  return as_result([&] {
    const auto rows = stepped(connection, "SELECT onceover.relist_unfinished($1, $2, $3, $4)",
                              pg::params(behind.created_at, behind.key, until.created_at, until.key));
    return rows ? rows->optional_integer(0, 0) : std::nullopt;
  });
}

namespace {

std::string keys_are(std::int64_t n) { return n == 1 ? "1 key is" : fmt::format("{} keys are", n); }

}  // namespace

constexpr auto known_words = enum_names<Known>();

std::string_view word(Known known) { return known_words.of(known); }

std::string how_many(const Knowledge& knowledge, std::int64_t n) {
  if (knowledge.known == Known::exact) return std::to_string(n);
  if (knowledge.known == Known::unknown || n == 0) return "unknown";
  return fmt::format("at least {}", n);
}

std::string explanation(const Knowledge& knowledge) {
  return knowledge.why + (knowledge.why.empty() || knowledge.remedy.empty() ? "" : " ") + knowledge.remedy;
}

std::string stuck_sentence(const Answer& answer) {
  const Knowledge& k = answer.knowledge;
  if (answer.nothing_is_stuck()) return "Nothing is stuck.";
  if (k.known == Known::exact) return keys_are(answer.stuck) + " stuck.";
  const std::string details = k.why.empty() ? std::string() : " " + k.why;
  if (answer.some_are_stuck()) return "At least " + keys_are(answer.stuck) + " stuck." + details;
  return "Whether any key is stuck is unknown." + details;
}

std::string unretried_sentence(const Answer& answer) {
  if (!answer.some_are_stuck() || answer.unretried == 0) return {};
  const std::string which =
      answer.unretried < answer.stuck
          ? fmt::format("{} of them {}", answer.unretried, answer.unretried == 1 ? "is" : "are")
      : answer.stuck == 1 ? "It is"
                          : "All of them are";
  return which + " released, and no client has retried in time.";
}

}  // namespace onceover::unfinished
