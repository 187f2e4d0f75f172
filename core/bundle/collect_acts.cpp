// The acts of people and sweepers, and whether their audit trail is unchanged.
#include <fmt/format.h>

#include <algorithm>

#include "core/audit/links.h"
#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/bundle/collector.h"
#include "core/sql/statements.h"

namespace onceover::bundle {
namespace {

using Kind = Column::Kind;

std::string ids_sql(const std::vector<std::int64_t>& ids) {
  constexpr std::size_t most = 2000;
  std::string list;
  for (std::size_t i = 0; i < std::min(ids.size(), most); ++i) list += (i == 0 ? "" : ",") + std::to_string(ids[i]);
  return fmt::format("-- $1 = '{{{}}}'{}\n", list,
                     ids.size() > most ? fmt::format(" and {} more: the audit rows of this bundle", ids.size() - most) : "");
}

const json::Json* text_at(const json::Json& tree, std::string_view pointer) {
  const json::Json* found = json::at(tree, pointer);
  return found != nullptr && found->is_scalar() && found->kind != json::Json::Kind::null ? found : nullptr;
}

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
                      {"evidence", Kind::code}},
          .rows = {},
          .left_out = 0};
}

void add_evidence(Table& table, const std::string& source, std::optional<Timestamp> at, const std::string& evidence_json) {
  const auto tree = json::parse_json(evidence_json);
  const auto cell = [&tree](std::string_view pointer) {
    const json::Json* found = tree ? text_at(*tree, pointer) : nullptr;
    return found != nullptr ? said(found->text) : null_value();
  };
  table.rows.push_back({exact(source), time_value(at), cell("/finding"), cell("/why"), cell("/status"), cell("/echoed/amount"),
                        cell("/echoed/currency"), cell("/echoed/reference"), cell("/request"), cell("/took_ms"), json_said(evidence_json)});
}

std::vector<audit::Record> Collector::acts_of(const audit::Filter& filter, int most, std::int64_t& more, const std::string& what) {
  std::vector<audit::Record> records;
  std::optional<std::int64_t> before;
  more = 0;
  while (static_cast<int>(records.size()) < most) {
    auto page = audit::page(connection_, filter, before, std::min(1000, most - static_cast<int>(records.size())));
    if (!got(page, what)) break;
    if (!before) look(what, page->sql);
    std::move(page->records.begin(), page->records.end(), std::back_inserter(records));
    more = page->next ? 1 : 0;
    if (!page->next) break;
    before = page->next;
  }
  return records;
}

void Collector::acts(const std::vector<audit::Record>& records, std::int64_t more, std::string title) {
  Section section{.id = "acts", .title = std::move(title), .notes = {}, .fields = {}, .tables = {}, .charts = {}};
  Table table{.id = "acts",
              .title = "Audit rows, newest first",
              .columns = {{"number", Kind::number},
                          {"at", Kind::time},
                          {"action"},
                          {"actor"},
                          {"db_user"},
                          {"reason"},
                          {"ticket"},
                          {"from"},
                          {"to"},
                          {"verdict"},
                          {"operation"},
                          {"key", Kind::code},
                          {"tenant"},
                          {"table"},
                          {"row_key", Kind::code},
                          {"fence_before", Kind::number},
                          {"fence_after", Kind::number},
                          {"before", Kind::code},
                          {"after", Kind::code},
                          {"evidence", Kind::code},
                          {"correlation_id", Kind::code}},
              .rows = {},
              .left_out = more};
  std::vector<std::int64_t> ids;
  for (const audit::Record& r : records) {
    const auto fence = [](const std::optional<std::int64_t>& n) { return n ? number(*n) : null_value(); };
    const auto part = [&r](std::string key::Identity::*which) { return r.id ? exact((*r.id).*which) : null_value(); };
    const bool added = add_row(table, {number(r.number),
                                       time_value(r.at),
                                       exact(r.action),
                                       exact(r.actor + "@" + r.host + (r.program.empty() ? "" : ", " + r.program)),
                                       exact(r.db_user),
                                       said(r.reason),
                                       said_or_null(r.ticket),
                                       said_or_null(r.from_state),
                                       said_or_null(r.to_state),
                                       said_or_null(r.verdict),
                                       part(&key::Identity::operation),
                                       part(&key::Identity::key),
                                       part(&key::Identity::tenant),
                                       r.relation.empty() ? null_value() : exact(r.relation),
                                       r.row_key_json.empty() ? null_value() : exact(r.row_key_json),
                                       fence(r.fence_before),
                                       fence(r.fence_after),
                                       json_said(r.before_json),
                                       json_said(r.after_json),
                                       json_said(r.evidence_json),
                                       said_or_null(r.correlation_id)});
    if (added) ids.push_back(r.number);
  }
  if (records.empty()) section.notes.emplace_back("The trail has no act on it.");
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
                          {"link_hash", Kind::code}},
              .rows = {},
              .left_out = 0};
  std::int64_t wrong = 0, unsealed = 0, last = -1;
  std::string first;
  for (const audit::RowLink& l : *links) {
    auto fault = audit::fault_of(l);
    if (l.id == last && !fault) fault = audit::Fault::row_twice;
    last = l.id;
    if (fault) {
      ++wrong;
      if (first.empty()) first = audit::sentence({.fault = *fault, .row = l.id, .writer = l.writer, .seq = l.seq, .seal = 0});
    } else if (!l.seal) {
      ++unsealed;
    }
    add_row(table, {number(l.id), l.writer.empty() ? null_value() : exact(l.writer), l.writer.empty() ? null_value() : number(l.seq),
                    exact(fault ? audit::word(*fault) : "as written"), l.seal ? number(*l.seal) : null_value(), exact(l.linked),
                    exact(l.standing), exact(l.prev), exact(l.hash)});
  }
  section.notes.push_back(wrong == 0
                              ? fmt::format("Verified: all {} rows are unchanged, and their links follow from the previous ones. {}",
                                            ids.size(), unsealed == 0 ? "All are sealed." : fmt::format("{} are not sealed yet.", unsealed))
                              : fmt::format("CHANGED: {} of {} rows. {}", wrong, ids.size(), first));
  section.notes.emplace_back("This covers only these rows: `oncectl audit verify` checks the whole trail.");
  section.tables.push_back(std::move(table));
}

}  // namespace onceover::bundle
