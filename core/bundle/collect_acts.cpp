// SPDX-License-Identifier: Apache-2.0
// The acts of people and sweepers, and whether their audit trail is unchanged.
#include <fmt/format.h>

#include <algorithm>

#include "core/audit/verify.h"
#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/bundle/collector.h"
#include "core/sql/statements.h"

namespace onceover::bundle {
namespace {

using Kind = Column::Kind;

std::string ids_sql(const std::vector<std::int64_t>& ids) {
  constexpr std::size_t most = 2000;
  return fmt::format(
      "-- $1 = '{{{}}}'{}\n",
      fmt::join(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), most)), ","),
      ids.size() > most ? fmt::format(" and {} more: the audit rows of this bundle", ids.size() - most) : "");
}

const json::Json* text_at(const json::Json& tree, std::string_view pointer) {
  const json::Json* found = json::at(tree, pointer);
  return found != nullptr && found->is_scalar() && found->kind != json::Json::Kind::null ? found : nullptr;
}

using Act = audit::Record;

Value part(const Act& a, std::string key::Identity::*which) {
  return a.id ? exact((*a.id).*which) : null_value();
}
Value exact_if_any(const std::string& text) { return text.empty() ? null_value() : exact(text); }

const Shown<Act> act_columns[] = {
    {"number", Kind::number, [](const Act& a) { return number(a.number); }},
    {"at", Kind::time, [](const Act& a) { return time_value(a.at); }},
    {"action", Kind::text, [](const Act& a) { return exact(a.action); }},
    {"actor", Kind::text,
     [](const Act& a) {
       return exact(a.actor + "@" + a.host + (a.program.empty() ? "" : ", " + a.program));
     }},
    {"db_user", Kind::text, [](const Act& a) { return exact(a.db_user); }},
    {"reason", Kind::text, [](const Act& a) { return text_cell(a.reason); }},
    {"ticket", Kind::text, [](const Act& a) { return cell_or_null(a.ticket); }},
    {"from", Kind::text, [](const Act& a) { return cell_or_null(a.from_state); }},
    {"to", Kind::text, [](const Act& a) { return cell_or_null(a.to_state); }},
    {"verdict", Kind::text, [](const Act& a) { return cell_or_null(a.verdict); }},
    {"operation", Kind::text, [](const Act& a) { return part(a, &key::Identity::operation); }},
    {"key", Kind::code, [](const Act& a) { return part(a, &key::Identity::key); }},
    {"tenant", Kind::text, [](const Act& a) { return part(a, &key::Identity::tenant); }},
    {"table", Kind::text, [](const Act& a) { return exact_if_any(a.relation); }},
    {"row_key", Kind::code, [](const Act& a) { return exact_if_any(a.row_key_json); }},
    {"fence_before", Kind::number, [](const Act& a) { return number_or_null(a.fence_before); }},
    {"fence_after", Kind::number, [](const Act& a) { return number_or_null(a.fence_after); }},
    {"before", Kind::code, [](const Act& a) { return json_said(a.before_json); }},
    {"after", Kind::code, [](const Act& a) { return json_said(a.after_json); }},
    {"evidence", Kind::code, [](const Act& a) { return json_said(a.evidence_json); }},
    {"correlation_id", Kind::code, [](const Act& a) { return cell_or_null(a.correlation_id); }}};

}  // namespace

Table evidence_table() {
  return {.id = "evidence",
          .title = "Answers of the gateway",
          .columns = {{"from"},
                      {"at", Kind::time},
                      {"finding"},
                      {"why"},
                      {"status", Kind::number},
                      {"amount", Kind::number},
                      {"currency"},
                      {"reference", Kind::code},
                      {"request", Kind::code},
                      {"took_ms", Kind::number},
                      {"evidence", Kind::code}}};
}

void add_evidence(Table& table, const std::string& source, std::optional<Timestamp> at,
                  const std::string& evidence_json) {
  const auto tree = json::parse_json(evidence_json);
  const auto cell = [&tree](std::string_view pointer) {
    const json::Json* found = tree ? text_at(*tree, pointer) : nullptr;
    return found != nullptr ? text_cell(found->text) : null_value();
  };
  table.rows.push_back({exact(source), time_value(at), cell("/finding"), cell("/why"), cell("/status"),
                        cell("/echoed/amount"), cell("/echoed/currency"), cell("/echoed/reference"),
                        cell("/request"), cell("/took_ms"), json_said(evidence_json)});
}

std::vector<audit::Record> Collector::acts_of(const audit::Filter& filter, int most, std::int64_t& more,
                                              const std::string& what) {
  std::vector<audit::Record> records;
  std::optional<std::int64_t> before;
  more = 0;
  while (static_cast<int>(records.size()) < most) {
    auto page =
        audit::page(connection_, filter, before, std::min(1000, most - static_cast<int>(records.size())));
    if (!got(page, what)) {
      is_trail_seen_ = false;
      break;
    }
    if (!before) look(what, page->sql);
    std::move(page->records.begin(), page->records.end(), std::back_inserter(records));
    more = page->next ? 1 : 0;
    if (!page->next) break;
    before = page->next;
  }
  return records;
}

void Collector::acts(const std::vector<audit::Record>& records, std::int64_t more, std::string title) {
  Section section{.id = "acts", .title = std::move(title)};
  Table table = table_of("acts", "Audit rows, newest first", act_columns);
  table.left_out = more;
  std::vector<std::int64_t> ids;
  for (const Act& act : records) {
    if (add_row(table, cells_of(act_columns, act))) ids.push_back(act.number);
  }
  if (records.empty())
    section.notes.emplace_back(is_trail_seen_
                                   ? "The trail has no act on it."
                                   : "Whether the trail has an act on it is unknown: see what is left out.");
  section.tables.push_back(std::move(table));
  if (!ids.empty()) chain(section, ids);
  out_.sections.push_back(std::move(section));
}

void Collector::chain(Section& section, const std::vector<std::int64_t>& ids) {
  if (!goes_on("The chain of the audit rows")) return;
  auto links = audit::links_of(connection_, ids);
  if (!got(links, "The chain of the audit rows")) return;
  look("The chain of the audit rows", ids_sql(ids) + std::string(sql::audit_links_of));
  Table table{.id = "chain",
              .title = "Their links",
              .columns = {{"number", Kind::number},
                          {"session", Kind::code},
                          {"link", Kind::number},
                          {"is"},
                          {"first_seal", Kind::number},
                          {"row_digest", Kind::code},
                          {"row_digest_now", Kind::code},
                          {"link_before", Kind::code},
                          {"link_hash", Kind::code}}};
  std::int64_t wrong = 0, unsealed = 0, last = -1;
  std::string first;
  for (const audit::RowLink& l : *links) {
    auto fault = audit::fault_of(l);
    if (l.id == last && !fault) fault = audit::Fault::row_twice;
    last = l.id;
    if (fault) {
      ++wrong;
      if (first.empty())
        first = audit::sentence({.fault = *fault, .row = l.id, .writer = l.writer, .seq = l.seq, .seal = 0});
    } else if (!l.seal) {
      ++unsealed;
    }
    add_row(table, {number(l.id), exact_if_any(l.writer), l.writer.empty() ? null_value() : number(l.seq),
                    exact(fault ? audit::word(*fault) : "as written"), number_or_null(l.seal),
                    exact(l.linked), exact(l.standing), exact(l.prev), exact(l.hash)});
  }
  section.notes.push_back(
      wrong == 0
          ? fmt::format(
                "Verified: all {} rows are unchanged, and their links follow from the previous ones. {}",
                ids.size(),
                unsealed == 0 ? "All are sealed." : fmt::format("{} are not sealed yet.", unsealed))
          : fmt::format("CHANGED: {} of {} rows. {}", wrong, ids.size(), first));
  section.notes.emplace_back("This covers only these rows: `oncectl audit verify` checks the whole trail.");
  section.tables.push_back(std::move(table));
}

}  // namespace onceover::bundle
