// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/sql_gateway.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "core/base/json_tree.h"
#include "core/gateway/mapping.h"
#include "core/pg/conninfo.h"
#include "core/pg/sqlstate.h"

namespace onceover::gateway {
namespace {

constexpr std::size_t keys_at_once = 200;
constexpr int rows_fetched_at_once = 1000;

// The lag of a standby, before the query runs: the query sees data at least as fresh.
constexpr std::string_view how_far_behind =
    "SELECT pg_is_in_recovery(), (extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * "
    "1000000)::bigint WHERE pg_is_in_recovery()";

std::string array_of(const std::vector<std::string>& rows) {
  return fmt::format("[{}]", fmt::join(rows, ","));
}

Duration left(Deadline deadline) {
  return std::max(std::chrono::duration_cast<Duration>(deadline - Steady::now()),
                  Duration(std::chrono::milliseconds(1)));
}

// The server's words about a value quote it, and what is said here is kept: "invalid input syntax for type
// numeric: …".
bool quotes_rows(std::string_view sqlstate) {
  return sqlstate.starts_with("22") || sqlstate.starts_with("23") || sqlstate.starts_with("P0");
}

// The table's policies may hide rows from this user; with row_security off the server says so. The same code
// as for a missing right.
bool may_hide_rows(const Error& error) { return error.sqlstate == pg::sqlstate::insufficient_privilege; }

std::string why_of(const Error& error) {
  if (quotes_rows(error.sqlstate))
    return fmt::format(
        "no answer: the query fails on the values of a row (SQLSTATE {}); run it by hand to see which",
        error.sqlstate);
  const std::string code = error.sqlstate.empty() ? "" : fmt::format(" (SQLSTATE {})", error.sqlstate);
  return "no answer: " + redacted(error.detail.empty() ? error.what : error.detail) + code;
}

}  // namespace

SqlGateway::SqlGateway(SqlConfig config) : DeclaredGateway(config.operations), config_(std::move(config)) {
  // The reader of the configuration has refused invalid ones.
  if (auto query = named_query(config_.query, {"key", "keys", "reference", "tenant", "operation"}))
    query_ = *std::move(query);
}

Result<void> SqlGateway::connect(Deadline deadline) {
  if (!connection_ || !connection_->is_open()) {
    connection_.reset();
    pg::ConnectOptions options;
    options.conninfo = conninfo(config_.connect);
    options.password_command = config_.connect.password_command;
    options.application_name = "onceover evidence";
    options.pins_search_path = true;
    options.connect_timeout = std::min(config_.limits.connect_timeout, left(deadline));
    options.prepare = false;  // a pooler in transaction mode may be in between
    // Before a password is sent.
    const auto where = pg::destination_of(options.conninfo);
    if (where && where->may_be_unencrypted() && config_.connect.sslmode.empty()) {
      return fail(ErrorKind::connection,
                  "The connection to the ledger may not be encrypted: " + where->requirement(),
                  "Nothing was asked.",
                  "Use sslmode=verify-full there, or set a weaker mode as sslmode in [connect].");
    }
    auto opened = pg::Connection::open(std::move(options));
    if (!opened) return fail(opened.error());
    connection_ = *std::move(opened);
  }
  // the server's own timeout comes first, with a better message
  connection_->set_deadline(left(deadline) + std::chrono::seconds(1));
  return {};
}

Result<pg::Transaction> SqlGateway::begin(Duration limit, bool sees_all) {
  return pg::Transaction::begin(*connection_,
                                {.read_only = true,
                                 .statement_timeout = limit,
                                 .lock_timeout = config_.limits.lock_timeout,
                                 .also = sees_all ? "SET LOCAL row_security = off" : std::string_view()});
}

Result<SqlGateway::Answer> SqlGateway::run(const pg::Params& params, int max_rows, Deadline deadline) {
  const std::string sql =
      fmt::format("SELECT left(row_to_json(onceover_row)::text, {}) FROM (\n{}\n) AS onceover_row LIMIT {}",
                  config_.limits.max_answer_bytes + 1, query_.sql, max_rows + 1);
  bool sees_all = true;
  for (bool is_first = true;; is_first = false) {
    const bool is_kept = connection_ && connection_->is_open();
    if (auto connected = connect(deadline); !connected) return fail(connected.error());
    auto answer = as_result([&] {
      auto transaction = begin(std::min(config_.limits.timeout, left(deadline)), sees_all).value();
      Answer out;
      if (!sees_all) out.doubt = "row-level security may hide rows from this user";
      const auto behind = transaction.exec(how_far_behind).value();
      if (!behind.empty()) {
        const Duration declared =
            config_.operations.empty() ? Duration{0} : config_.operations.front().declaration.lookup_lag;
        const auto lag = behind.optional_integer(0, 1);
        if (!lag) {
          out.doubt = "the server is a standby with an unknown lag";
        } else if (Duration(*lag) > declared) {
          out.doubt = fmt::format("the server is a standby with a lag of {}, more than the declared {}",
                                  human(Duration(*lag)), human(declared));
        }
      }
      out.rows = transaction.exec(sql, params).value().texts(0);
      transaction.rollback();  // nothing was written, and there is nothing to wait for
      return out;
    });
    if (!answer && sees_all && may_hide_rows(answer.error())) {
      sees_all = false;
      continue;
    }
    // A kept connection may have been closed meanwhile: the question was not answered, and may be asked
    // again.
    if (!answer && answer.error().is_connection_lost() && is_kept && is_first && Steady::now() < deadline)
      continue;
    return answer;
  }
}

std::string SqlGateway::request(const Question& question) const {
  std::string text = "SQL on " + config_.name + ": ";
  for (const char c : config_.query) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank || !text.ends_with(' ')) text += is_blank ? ' ' : c;
  }
  return elided(text, 600) + " [" + question.downstream_key + "]";
}

Evidence SqlGateway::read(const Question& question, const Answer& answer) const {
  std::string body = array_of(answer.rows);
  Evidence evidence;
  if (answer.rows.size() > static_cast<std::size_t>(config_.limits.max_rows)) {
    evidence = no_evidence(fmt::format("the query returns more than {} rows", config_.limits.max_rows));
  } else if (body.size() > config_.limits.max_answer_bytes) {
    evidence =
        no_evidence(fmt::format("the answer is larger than {} bytes", config_.limits.max_answer_bytes));
  } else {
    evidence = read_lookup(config_.lookup, operation(question.id.operation)->declaration, question,
                           {200, std::nullopt, std::move(body)});
    evidence.status.reset();
    if (evidence.finding == Finding::no_such_key) {
      evidence.why = "the ledger has no such row";
      if (!answer.doubt.empty()) {
        evidence.finding = Finding::unknown;
        evidence.why = "no row, but " + answer.doubt;
      }
    }
  }
  return evidence;
}

std::vector<Evidence> SqlGateway::ask(const std::vector<Question>& questions, Deadline deadline) {
  std::vector<Evidence> evidence(questions.size());
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Operation* served = operation(questions[i].id.operation);
    const bool is_named = served && served->declaration.lookup_by_key
                              ? !questions[i].downstream_key.empty()
                              : questions[i].expected.reference.has_value();
    if (!served) {
      evidence[i] = no_evidence("this gateway does not serve the operation");
    } else if (!is_named) {
      evidence[i] = no_evidence("the key or reference is missing");
    } else {
      evidence[i] = no_evidence("not asked: no time was left");
      evidence[i].was_asked = false;
      which.push_back(i);
    }
  }
  const bool together = query_.names == std::vector<std::string>{"keys"};
  together ? ask_together(questions, which, evidence, deadline)
           : ask_one_by_one(questions, which, evidence, deadline);
  for (const std::size_t i : which) evidence[i].request = request(questions[i]);
  return evidence;
}

void SqlGateway::ask_one_by_one(const std::vector<Question>& questions, const std::vector<std::size_t>& which,
                                std::vector<Evidence>& evidence, Deadline deadline) {
  for (const std::size_t i : which) {
    if (Steady::now() >= deadline) return;
    const Question& question = questions[i];
    pg::Params params;
    for (const std::string& name : query_.names) {
      if (name == "reference") {
        params.text(question.expected.reference);
      } else {
        params.text(name == "key"      ? question.downstream_key
                    : name == "tenant" ? question.id.tenant
                                       : question.id.operation);
      }
    }
    const auto begun = Steady::now();
    auto answer = run(params, config_.limits.max_rows, deadline);
    evidence[i] = answer ? read(question, *answer) : no_evidence(why_of(answer.error()));
    evidence[i].took = std::chrono::duration_cast<Duration>(Steady::now() - begun);
    // The server is unreachable: the next question would wait as long.
    if (!answer && answer.error().kind == ErrorKind::connection && !connection_) {
      for (const std::size_t other : which) {
        if (other > i) evidence[other] = evidence[i];
      }
      return;
    }
  }
}

void SqlGateway::ask_together(const std::vector<Question>& questions, const std::vector<std::size_t>& which,
                              std::vector<Evidence>& evidence, Deadline deadline) {
  for (std::size_t begin = 0; begin < which.size() && Steady::now() < deadline; begin += keys_at_once) {
    const std::size_t end = std::min(begin + keys_at_once, which.size());
    std::vector<std::string> keys;
    std::map<std::string, Answer, std::less<>> of_key;
    for (std::size_t i = begin; i < end; ++i) {
      if (of_key.try_emplace(questions[which[i]].downstream_key).second)
        keys.push_back(questions[which[i]].downstream_key);
    }
    const auto begun = Steady::now();
    const int most = static_cast<int>(keys.size()) * config_.limits.max_rows;
    auto answer = run(pg::Params().texts(keys), most, deadline);
    std::string wrong = answer ? "" : why_of(answer.error());
    if (answer && answer->rows.size() > static_cast<std::size_t>(most))
      wrong = fmt::format("the query returns more than {} rows", most);
    // A row belongs to the key in it. A row without a key, or with one that was not asked about, means that
    // the query is not as declared: then its "no row" does not count either.
    for (std::size_t i = 0; wrong.empty() && i < answer->rows.size(); ++i) {
      const auto row = json::parse_json(answer->rows[i]);
      const json::Json* key = row ? json::at(*row, config_.lookup.echoed_key) : nullptr;
      const auto owner = key && key->is_scalar() ? of_key.find(key->text) : of_key.end();
      if (!row) {
        wrong = fmt::format("a row is larger than {} bytes, or has two columns of one name",
                            config_.limits.max_answer_bytes);
      } else if (owner == of_key.end()) {
        wrong = key && key->is_scalar() ? "another key was echoed: " + elided(visible(key->text), 100)
                                        : "a row has no key";
      } else {
        owner->second.rows.push_back(answer->rows[i]);
      }
    }
    const auto elapsed = std::chrono::duration_cast<Duration>(Steady::now() - begun);
    for (std::size_t i = begin; i < end; ++i) {
      const Question& question = questions[which[i]];
      Answer& own = of_key[question.downstream_key];
      if (answer) own.doubt = answer->doubt;
      evidence[which[i]] = wrong.empty() ? read(question, own) : no_evidence(wrong);
      evidence[which[i]].took = elapsed;
    }
  }
}

Evidence SqlGateway::cancel(const Question&, Deadline) {
  return no_evidence("a ledger database has no cancel: nothing was sent");
}

Result<void> SqlGateway::list(Timestamp from, Timestamp to,
                              const std::function<bool(const Effect&)>& on_effect, Deadline deadline) {
  if (!config_.listing) return Gateway::list(from, to, on_effect, deadline);
  const auto broken = [](const std::string& why) {
    return fail(ErrorKind::io, fmt::format("The gateway's listing ended early: {}.", why),
                "The rest of its ledger was not read.");
  };
  const auto query = named_query(config_.listing->query, {"from", "to"});
  if (!query) return broken("its query " + query.error());
  if (auto connected = connect(deadline); !connected) return broken(why_of(connected.error()));
  pg::Params params;
  for (const std::string& name : query->names) params.timestamp(name == "from" ? from : to);
  // A cursor: the ledger may be larger than the memory.
  const std::string sql = fmt::format(
      "DECLARE listing NO SCROLL CURSOR FOR SELECT left(row_to_json(onceover_row)::text, {}) FROM (\n{}\n) "
      "AS onceover_row",
      config_.limits.max_answer_bytes + 1, query->sql);
  const auto opened = [&](bool sees_all) {
    return begin(config_.limits.timeout, sees_all)
        .and_then([&](pg::Transaction begun) -> Result<pg::Transaction> {
          if (auto declared = begun.exec(sql, params); !declared) return fail(declared.error());
          return begun;
        });
  };
  bool sees_all = true;
  auto transaction = opened(sees_all).or_else([&](const Error& error) -> Result<pg::Transaction> {
    if (!may_hide_rows(error)) return fail(error);
    return opened(sees_all = false);
  });
  if (!transaction) return broken(why_of(transaction.error()));
  for (int effects = 0;;) {
    if (Steady::now() >= deadline) return broken("no time was left");
    auto rows = transaction->exec(fmt::format("FETCH {} FROM listing", rows_fetched_at_once));
    if (!rows) return broken(why_of(rows.error()));
    if (rows->empty() && !sees_all) return broken("row-level security may hide effects from this user");
    if (rows->empty()) return {};
    auto page = read_listing(config_.listing->read, {200, std::nullopt, array_of(rows->texts(0))});
    if (!page) return broken(page.error());
    for (const Effect& effect : page->effects) {
      if (++effects > config_.listing->read.max_effects)
        return broken(fmt::format("it has more than {} effects", config_.listing->read.max_effects));
      if (!on_effect(effect)) return {};
    }
  }
}

}  // namespace onceover::gateway
