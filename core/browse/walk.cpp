// SPDX-License-Identifier: Apache-2.0
#include "core/browse/walk.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"
#include "core/browse/unfinished_rows.h"
#include "core/unfinished/frontier.h"

namespace onceover::browse {
namespace {

using Json = nlohmann::json;

constexpr int version = 1;

}  // namespace

double Walk::part() const {
  if (is_complete) return 1;
  if (blocks > 0) return std::clamp(static_cast<double>(block) / static_cast<double>(blocks), 0.0, 1.0);
  return rows > 0 ? std::clamp(static_cast<double>(rows_read) / rows, 0.0, 0.99) : 0;
}

std::string to_text(const Walk& w) {
  return Json{{"version", version},
              {"about", w.about},
              {"until", w.until.us},
              {"block", w.block},
              {"blocks", w.blocks},
              {"rows_read", w.rows_read},
              {"rows", w.rows},
              {"complete", w.is_complete},
              {"began", w.began.us},
              {"looked_at", w.looked_at.us},
              {"found", w.found},
              {"found_before", w.found_before},
              {"looked_before", w.looked_before.us},
              {"full", w.is_full}}
      .dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::optional<Walk> walk_from(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("version") != version) return std::nullopt;
    Walk w;
    json.at("about").get_to(w.about);
    json.at("until").get_to(w.until.us);
    json.at("block").get_to(w.block);
    json.at("blocks").get_to(w.blocks);
    json.at("rows_read").get_to(w.rows_read);
    json.at("rows").get_to(w.rows);
    json.at("complete").get_to(w.is_complete);
    json.at("began").get_to(w.began.us);
    json.at("looked_at").get_to(w.looked_at.us);
    json.at("found").get_to(w.found);
    json.at("found_before").get_to(w.found_before);
    json.at("looked_before").get_to(w.looked_before.us);
    json.at("full").get_to(w.is_full);
    const auto is_whole = [](const auto& rows) {
      return std::ranges::all_of(rows, [](const auto& row) { return row.size() == 4 || row.size() == 1; });
    };
    if (!is_whole(w.found) || !is_whole(w.found_before) || w.found.size() > most_found ||
        w.found_before.size() > most_found)
      return std::nullopt;
    return w;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

namespace {

using tables::Query;

// Younger keys may still be uncommitted: they are read as new ones.
constexpr Duration settling = std::chrono::seconds(5);
constexpr std::int64_t first_slice = 20'000, least_slice = 1'000, most_slice = 500'000;
// A statement of a walk is short, so that others can run.
constexpr auto slice_aim = std::chrono::milliseconds(100);
// The rows in a block are not known beforehand; a slice has about this many.
constexpr std::int64_t rows_a_block = 20;

// rests: released, with its time to retry not over. Such keys are many, and leave room for those that may be
// stuck.
void keep(Walk& walk, std::vector<std::string> row, bool rests = false) {
  if (walk.found.size() < (rests ? most_found / 2 : most_found)) {
    walk.found.push_back(std::move(row));
  } else {
    walk.is_full = true;
  }
}

// The rows found before that are still unfinished: the others need no further check.
void drop_finished(Reading& reading, const tables::Profile& p, const UnfinishedRows& source, Walk& walk) {
  if (walk.found.empty()) return;
  Query query(
      "SELECT k.created_at::pg_catalog.text, k.key::pg_catalog.text, k.tenant::pg_catalog.text, "
      "k.operation::pg_catalog.text FROM ");
  source.from(query, p, true);
  (query << " WHERE k.created_at < ").timestamp(walk.until) << " AND ";
  unfinished_sql(query, p);
  auto rows = reading.run(query).value();
  walk.found.clear();
  for (int i = 0; i < rows.size(); ++i)
    keep(walk, {rows.text(i, 0), rows.text(i, 1), rows.text(i, 2), rows.text(i, 3)});
}

// From walk.until to the end of the slice; true: the table is complete.
bool own_slice(Reading& reading, const tables::Profile& p, Walk& walk, std::int64_t slice) {
  auto now = reading.as_of();
  walk.looked_at = now;
  const Timestamp target = now - settling;
  if (walk.until >= target) return true;
  const auto range = [&](Query& query, Timestamp to) {
    (query << " k.created_at >= ").timestamp(walk.until) << " AND k.created_at < ";
    query.timestamp(to);
  };
  Query edge("SELECT k.created_at FROM onceover.keys k WHERE");
  range(edge, target);
  edge << " ORDER BY k.created_at, k.key OFFSET ";
  edge.integer(slice) << " LIMIT 1";
  auto found = reading.run(edge).value();
  Timestamp to = found.empty() ? target : found.timestamp(0, 0);
  // All rows of the slice have one time: a slice of one microsecond.
  if (to == walk.until) to = to + Duration{1};
  Query query(
      "SELECT k.created_at::pg_catalog.text, k.key::pg_catalog.text, k.tenant::pg_catalog.text, "
      "k.operation::pg_catalog.text, (k.state = 'released' AND COALESCE(k.retry_before > pg_catalog.now(), "
      "true)) FROM onceover.keys k WHERE");
  range(query, to);
  query << " AND ";
  unfinished_sql(query, p);
  auto rows = reading.run(query).value();
  for (int i = 0; i < rows.size(); ++i)
    keep(walk, {rows.text(i, 0), rows.text(i, 1), rows.text(i, 2), rows.text(i, 3)}, rows.boolean(i, 4));
  walk.until = to;
  walk.rows_read += slice;
  return found.empty();
}

bool block_slice(Reading& reading, const tables::Profile& p, Walk& walk, std::int64_t slice) {
  walk.looked_at = reading.as_of();
  const std::int64_t to = std::min(walk.blocks, walk.block + std::max<std::int64_t>(1, slice / rows_a_block));
  const auto tid = [](Query& query, std::int64_t block) {
    query.text(fmt::format("({},0)", block)) << "::pg_catalog.tid";
  };
  Query query("SELECT k.ctid::pg_catalog.text FROM " + tables::table_name(p) + " k WHERE k.ctid >= ");
  tid(query, walk.block);
  query << " AND k.ctid < ";
  tid(query, to);
  query << " AND ";
  unfinished_sql(query, p);
  auto rows = reading.run(query).value();
  for (int i = 0; i < rows.size(); ++i) keep(walk, {rows.text(i, 0)});
  walk.block = to;
  return walk.block >= walk.blocks;
}

}  // namespace

// false: it cannot be walked. Starts again where necessary.
bool Browser::walk_slice(Reading& reading, Walk& walk, std::int64_t& slice) {
  auto source = unfinished_rows(reading, profile_, &walk, limits_.whole_up_to);
  if (source.way == UnfinishedRows::Way::whole || source.way == UnfinishedRows::Way::listed) {
    walk = {};
    return false;
  }
  const bool own = tables::is_own(profile_);
  const bool is_new = source.way != UnfinishedRows::Way::walked;
  if (is_new || (!own && walk.is_complete)) {
    const std::int64_t blocks = own ? 0 : walkable_blocks(reading, profile_);
    if (!own && blocks == 0) {
      walk = {};
      return false;
    }
    Walk anew{.about = browse::walk_subject(reading, profile_),
              .blocks = blocks,
              .rows = source.table_rows,
              .began = source.knowledge.as_of};
    if (!is_new) {
      anew.found_before = std::move(walk.found);
      anew.looked_before = walk.looked_at;
    }
    walk = std::move(anew);
  }
  if (own) {
    require(reading.script(narrow));
    if (walk.is_complete && !is_new) drop_finished(reading, profile_, source, walk);
  }
  const auto from = Steady::now();
  auto done = own ? own_slice(reading, profile_, walk, slice) : block_slice(reading, profile_, walk, slice);
  const auto elapsed = Steady::now() - from;
  slice = std::clamp(elapsed < slice_aim / 2 ? slice * 2
                     : elapsed > slice_aim   ? slice / 2
                                             : slice,
                     least_slice, most_slice);
  if (done) {
    walk.is_complete = true;
    walk.found_before.clear();
  }
  return true;
}

Result<bool> Browser::needs_walk() {
  if (tables::is_own(profile_)) {
    // Usually this is the only question.
    auto frontier = unfinished::read_frontier(connection_);
    if (!frontier) return fail(frontier.error());
    if (moved_lately(*frontier)) return false;
  }
  return begun(connection_, profile_, limits_, [&](Reading& reading) -> Result<bool> {
    return unfinished_rows(reading, profile_, nullptr, limits_.whole_up_to).way ==
           UnfinishedRows::Way::unserved;
  });
}

Result<std::string> Browser::walk_subject() {
  return begun(connection_, profile_, limits_,
               [&](Reading& reading) { return browse::walk_subject(reading, profile_); });
}

Result<bool> Browser::walk_on(Walk& walk, Duration budget) {
  if (reads_both()) return live().walk_on(walk, budget);
  const auto until = Steady::now() + budget;
  std::int64_t slice = first_slice;
  for (;;) {
    auto walked = begun(connection_, profile_, limits_,
                        [&](Reading& reading) { return walk_slice(reading, walk, slice); });
    if (!walked || !*walked) return walked;
    if (walk.is_complete || Steady::now() >= until) return true;
  }
}

}  // namespace onceover::browse
