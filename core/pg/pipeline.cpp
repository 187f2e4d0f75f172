#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "core/pg/impl.h"

namespace onceover::pg {
namespace {

// generation: of statements prepared again because a table's types have changed.
std::string statement_name(std::string_view sql, int generation) {
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a: stable, so that a lent connection finds its own statements again
  for (const char c : sql) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return generation == 0 ? fmt::format("oo_{:016x}", hash) : fmt::format("oo_{:016x}_{}", hash, generation);
}

}  // namespace

Result<std::vector<Rows>> Connection::pipeline(std::span<const Statement> statements, Ends ends, bool prepared) {
  Impl& impl = *impl_;
  const bool was_idle = is_open() && !in_transaction();
  // The server's prepared statements and our list of them may differ: after DISCARD ALL, or on a lent connection with statements of an
  // earlier wrapper. Each turn corrects the list; what was rolled back as a whole may be sent again.
  for (std::size_t turn = 0;; ++turn) {
    bool mended = false, committed = false;
    auto rows = impl.flush_pipeline(statements, ends == Ends::commits, prepared, mended, committed);
    if (rows || !mended || !was_idle || committed || turn > statements.size()) return rows;
    roll_back();
    if (in_transaction()) return rows;
  }
}

bool Connection::Impl::send_all(std::span<const Statement> statements, bool named, std::vector<const std::string*>& new_names) {
  bool sent = true;
  for (std::size_t i = 0; i < statements.size() && sent; ++i) {
    const Statement& statement = statements[i];
    arrays.fill(statement.params);
    if (!named) {
      sent = PQsendQueryParams(conn, std::string(statement.sql).c_str(), arrays.count(), arrays.types.data(), arrays.values.data(),
                               arrays.lengths.data(), arrays.formats.data(), 1) != 0;
      continue;
    }
    const auto known = names.find(statement.sql);
    const std::string* name = nullptr;
    if (known == names.end()) {
      name = new_names[i] = &names.emplace(statement.sql, statement_name(statement.sql, generation)).first->second;
      sent = PQsendPrepare(conn, name->c_str(), std::string(statement.sql).c_str(), arrays.count(), arrays.types.data()) != 0;
    } else {
      name = &known->second;
    }
    sent = sent && PQsendQueryPrepared(conn, name->c_str(), arrays.count(), arrays.values.data(), arrays.lengths.data(),
                                       arrays.formats.data(), 1) != 0;
  }
  return sent && PQpipelineSync(conn) != 0;
}

Result<std::vector<Rows>> Connection::Impl::flush_pipeline(std::span<const Statement> statements, bool commits, bool prepared, bool& mended,
                                                           bool& committed) {
  if (auto ready = check_ready(); !ready) return fail(ready.error());
  for (const Statement& statement : statements) {
    if (auto sound = check(statement.params); !sound) return fail(sound.error());
  }
  if (PQenterPipelineMode(conn) == 0) return fail(send_failed(conn));
  const Answer answer(*this);
  std::vector<const std::string*> new_names(statements.size(), nullptr);
  if (!send_all(statements, prepared && options.prepare, new_names))
    return fail(lost(commits));  // a large flush may have been sent in part

  Deadline deadline = Steady::now() + options.deadline;
  bool cancelling = false;
  if (auto flushed = flush(deadline, cancelling, commits); !flushed) return fail(flushed.error());
  std::vector<Rows> rows;
  rows.reserve(statements.size());
  std::optional<Error> error;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    for (int part = new_names[i] != nullptr ? 0 : 1; part < 2; ++part) {
      ResultPtr last;
      for (;;) {
        auto result = next(deadline, cancelling, commits);
        if (!result) return fail(result.error());
        if (!*result) break;
        note(error, result->get());
        last = std::move(*result);
        if (PQstatus(conn) != CONNECTION_OK) return finish_call(error, commits, cancelling, std::vector<Rows>{});
      }
      const bool duplicate =
          part == 0 && last && is_failure(last.get()) && field(last.get(), PG_DIAG_SQLSTATE) == sqlstate::duplicate_statement;
      mended = mended || duplicate;  // its name is made from its text: the server has this very statement
      if (part == 0 && !duplicate && (!last || PQresultStatus(last.get()) != PGRES_COMMAND_OK)) names.erase(std::string(statements[i].sql));
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
  if (error && error->sqlstate == sqlstate::feature_not_supported && error->what.find(sqlstate::cached_plan_changed) != std::string::npos) {
    names.clear();
    ++generation;
    mended = true;
  }
  return finish_call(error, commits, cancelling, std::move(rows));
}

}  // namespace onceover::pg
