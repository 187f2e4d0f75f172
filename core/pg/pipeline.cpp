// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "core/pg/impl.h"

namespace onceover::pg {
namespace {

// generation: of statements prepared again because a table's types have changed.
std::string statement_name(std::string_view sql, int generation) {
  // FNV-1a: stable, so that a lent connection finds its own statements again
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : sql) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return generation == 0 ? fmt::format("oo_{:016x}", hash) : fmt::format("oo_{:016x}_{}", hash, generation);
}

}  // namespace

Result<std::vector<Rows>> Connection::pipeline(std::span<const Statement> statements, Ends ends,
                                               bool prepared) {
  Impl& impl = *impl_;
  const bool was_idle = is_open() && !in_transaction();
  // The server's prepared statements and our list of them may differ: after DISCARD ALL, or on a lent
  // connection with statements of an earlier wrapper. Each turn corrects the list; what was rolled back as a
  // whole may be sent again.
  for (std::size_t turn = 0;; ++turn) {
    bool mended = false, committed = false;
    if (auto sent = impl.send_pipeline(statements, ends == Ends::commits, prepared); !sent)
      return fail(sent.error());
    auto rows = impl.take_pipeline(mended, committed);
    if (rows || !mended || !was_idle || committed || turn > statements.size()) return rows;
    roll_back();
    if (in_transaction()) return rows;
  }
}

Result<void> Connection::send(std::span<const Statement> statements, Ends ends) {
  return impl_->send_pipeline(statements, ends == Ends::commits, true);
}

Result<std::vector<Rows>> Connection::take() {
  bool mended = false, committed = false;
  return impl_->take_pipeline(mended, committed);
}

Result<void> Connection::Impl::send_pipeline(std::span<const Statement> statements, bool commits,
                                             bool named) {
  if (auto ready = check_ready(); !ready) return fail(ready.error());
  for (const Statement& statement : statements) {
    if (auto sound = check(statement.params); !sound) return fail(sound.error());
  }
  if (PQenterPipelineMode(conn) == 0) return fail(send_failed(conn));
  named = named && options.prepare;
  sent = Sent{.learnt = std::vector(statements.size(), names.end()), .commits = commits};
  bool is_sent = true;
  for (std::size_t i = 0; i < statements.size() && is_sent; ++i) {
    const Statement& statement = statements[i];
    arrays.fill(statement.params);
    if (!named) {
      is_sent =
          PQsendQueryParams(conn, std::string(statement.sql).c_str(), arrays.count(), arrays.types.data(),
                            arrays.values.data(), arrays.lengths.data(), arrays.formats.data(), 1) != 0;
      continue;
    }
    auto known = names.find(statement.sql);
    if (known == names.end()) {
      known = sent->learnt[i] = names.emplace(statement.sql, statement_name(statement.sql, generation)).first;
      is_sent = PQsendPrepare(conn, known->second.c_str(), known->first.c_str(), arrays.count(),
                              arrays.types.data()) != 0;
    }
    is_sent =
        is_sent && PQsendQueryPrepared(conn, known->second.c_str(), arrays.count(), arrays.values.data(),
                                       arrays.lengths.data(), arrays.formats.data(), 1) != 0;
  }
  // a large flush may have been sent in part
  if (!is_sent || PQpipelineSync(conn) == 0) return fail(lost(commits));
  return {};
}

Result<std::vector<Rows>> Connection::Impl::take_pipeline(bool& mended, bool& committed) {
  if (!is_usable())
    return fail(ErrorKind::connection, "There is no connection to the server.", "No answer was taken.",
                "Connect again.");
  if (!sent) return fail(ErrorKind::unsupported, "There is no answer to take.", "", "Send statements first.");
  const auto [learnt, commits] = *std::exchange(sent, std::nullopt);
  const Answer answer(*this);
  Deadline deadline = Steady::now() + options.deadline;
  bool cancelling = false;
  if (auto flushed = flush(deadline, cancelling, commits); !flushed) return fail(flushed.error());
  std::vector<Rows> rows;
  rows.reserve(learnt.size());
  std::optional<Error> error;
  for (const auto& name : learnt) {
    for (int part = name != names.end() ? 0 : 1; part < 2; ++part) {
      ResultPtr last;
      for (;;) {
        auto result = next(deadline, cancelling, commits);
        if (!result) return fail(result.error());
        if (!*result) break;
        note(error, result->get());
        last = std::move(*result);
        if (PQstatus(conn) != CONNECTION_OK)
          return finish_call(error, commits, cancelling, std::vector<Rows>{});
      }
      const bool duplicate = part == 0 && last && is_failure(last.get()) &&
                             field(last.get(), PG_DIAG_SQLSTATE) == sqlstate::duplicate_statement;
      mended = mended || duplicate;  // its name is made from its text: the server has this very statement
      if (part == 0 && !duplicate && (!last || PQresultStatus(last.get()) != PGRES_COMMAND_OK))
        names.erase(name);
      if (part == 1) {
        const bool command_ok = last && PQresultStatus(last.get()) == PGRES_COMMAND_OK;
        rows.emplace_back(std::move(last));
        committed = committed || (command_ok && rows.back().tag() == "COMMIT");
      }
    }
  }
  for (;;) {
    auto result = next(deadline, cancelling, commits);
    if (!result) return fail(result.error());
    if (!*result) {
      if (PQstatus(conn) != CONNECTION_OK) break;
      continue;
    }
    if (PQresultStatus(result->get()) == PGRES_PIPELINE_SYNC) break;
    note(error, result->get());  // the sync's own commit can fail: a deferred constraint, a standby
    if (PQstatus(conn) != CONNECTION_OK) break;
  }
  if (PQstatus(conn) == CONNECTION_OK && PQexitPipelineMode(conn) == 0) return fail(lost(commits));
  if (error && error->sqlstate == sqlstate::undefined_statement) {
    names.clear();
    mended = true;
  }
  if (error && error->sqlstate == sqlstate::feature_not_supported &&
      error->what.find(sqlstate::cached_plan_changed) != std::string::npos) {
    names.clear();
    ++generation;
    mended = true;
  }
  return finish_call(error, commits, cancelling, std::move(rows));
}

}  // namespace onceover::pg
