#include "core/sweeper/walk.h"

#include <algorithm>
#include <thread>

#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::sweeper {
namespace {

Duration since(Steady::time_point from) { return std::chrono::duration_cast<Duration>(Steady::now() - from); }

Result<std::optional<Place>> place_from(pg::Connection& connection, std::string_view sql, const pg::Params& params) {
  return as_result([&]() -> Result<std::optional<Place>> {
    auto transaction =
        pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(30), .also = reconcile::walking})
            .value();
    const pg::Rows rows = transaction.exec_prepared(sql, params).value();
    if (rows.empty()) return std::nullopt;
    Place place;
    rows.read(0, 0, place.created_at, place.id.key, place.id.tenant, place.id.operation);
    return place;
  });
}

}  // namespace

Result<std::optional<Slice>> Walk::next() {
  if (ended_) return std::nullopt;
  if (next_.until) next_.behind = *next_.until;
  const auto end = place_from(connection_, sql::walk_slice, pg::params(next_.behind.created_at, next_.behind.id.key, rows_ - 1));
  if (!end) return fail(end.error());
  next_.until = *end;
  ended_ = !next_.until;
  return next_;
}

Result<std::optional<Place>> first_unfinished(pg::Connection& connection, const Slice& slice) {
  const Place until = slice.until.value_or(Place{Timestamp::infinity(), {}});
  const Place& behind = slice.behind;
  return place_from(connection, sql::walk_unfinished,
                    pg::params(behind.created_at, behind.id.key, behind.id.tenant, behind.id.operation, until.created_at, until.id.key));
}

void Effort::did(Work work, int rows, Steady::time_point from) {
  const Duration took = since(from);
  worked_ += took;
  if (work != Work::look) longest_write_ = std::max(longest_write_, took);
  if (sink_) sink_(work, rows, took);
}

void Effort::waited(Steady::time_point from) { idle_ += since(from); }

void Effort::rest(const std::function<bool()>& go_on) {
  // Short naps, so that who asks to stop is not kept waiting.
  constexpr Duration nap = std::chrono::milliseconds(20);
  const auto until = Steady::now() + pace_.rest(worked_, idle_);
  worked_ = idle_ = longest_write_ = Duration{0};
  for (auto now = Steady::now(); now < until && (!go_on || go_on()); now = Steady::now()) {
    std::this_thread::sleep_for(std::min<Steady::duration>(until - now, nap));
  }
}

}  // namespace onceover::sweeper
