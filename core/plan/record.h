// SPDX-License-Identifier: Apache-2.0
// What the files of this room share: rows of the two tables, the check of each writing transaction, a row as
// it was frozen. Errors are thrown as .value() throws them: the doors of the room call as_result(). Inside
// the room only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/pg/transaction.h"
#include "core/plan/plan.h"
#include "core/tables/sql.h"

namespace onceover::plan {

// The row as it stands, for comparing: names and texts. Of bodies nothing.
std::string frozen_json(const tables::Profile& profile, const browse::KeyRow& row);
// "state in_progress → succeeded, owner a → b"; empty where the row stands as it was frozen.
std::string what_changed(const std::string& frozen, const tables::Profile& profile,
                         const browse::KeyRow& now);

// The values of id.columns as JSON, "" for our own keys; and back: tenant, operation, key and those, from
// this column on.
std::string columns_json(const key::Identity& id);
key::Identity identity_from(const pg::Rows& rows, int row, int column);

// The rows that the queries' conditions find, each query's apart: "k.key = $1". In read-only transactions,
// many in a round trip. A value that a column's type cannot hold finds nothing.
std::vector<std::vector<browse::KeyRow>> read_rows(pg::Connection& connection, const tables::Profile& profile,
                                                   const std::vector<tables::Query>& conditions);

// The same of our own keys, one statement for a thousand. any: tenant, operation are not asked for.
struct Any {
  bool tenant = false, operation = false;
};
std::vector<std::vector<browse::KeyRow>> read_own(pg::Connection& connection,
                                                  const std::vector<key::Identity>& ids, Any any = {},
                                                  Timestamp* as_of = nullptr);

// With these each of the plan's statements has one plan, whatever the tables held when it was made.
inline constexpr std::string_view by_index =
    "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET "
    "LOCAL max_parallel_workers_per_gather = 0; SET LOCAL jit = off; SET LOCAL plan_cache_mode = "
    "force_generic_plan";

// The statement with pg::system_identifier_sql() in place of /*system*/.
std::string with_system(std::string_view sql, const std::string& system);

struct Guarded {
  State state = State::frozen;
  bool stopped = false;
  std::string stop_reason;
};
// Within the open transaction. unsupported where this is another database than the plan was made on.
Guarded guard(pg::Connection& connection, std::int64_t plan, const std::string& system);

// From one of the states (words apart by blanks) to another, with its audit row. False: it stands otherwise,
// and nothing was written.
bool move_to(pg::Connection& connection, std::int64_t plan, State to, const std::string& from,
             const std::string& why, const audit::Actor& actor);

std::vector<Item> items_of(pg::Connection& connection, std::int64_t plan, int behind, int limit,
                           std::optional<ItemState> state);
Totals totals_of(pg::Connection& connection, std::int64_t plan);

std::string options_json(const Options& options);
// None: which one is written follows from the evidence, or none is.
std::optional<tables::Verb> verb_of(Verb act);
// Whether evidence decides, so that a gateway must be there.
bool asks_gateway(const Plan& plan, const tables::Profile& profile);

}  // namespace onceover::plan
