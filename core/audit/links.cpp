// SPDX-License-Identifier: Apache-2.0
#include "core/audit/links.h"

#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::audit {
namespace {

// The settings under which the chain's text is written.
constexpr std::string_view as_written =
    "SET LOCAL client_encoding = 'UTF8'; SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL bytea_output = 'hex'";

}  // namespace

std::optional<Fault> fault_of(const RowLink& link) {
  if (link.standing.empty()) return Fault::row_missing;
  if (link.writer.empty()) return Fault::row_unlinked;
  if (link.linked != link.standing) return Fault::row_changed;
  if (link.hash != link.computed) return Fault::link_changed;
  if (link.seq > 1 && link.before.empty()) return Fault::link_missing;
  if (link.prev != link.before) return Fault::link_unchained;
  return std::nullopt;
}

Result<std::vector<RowLink>> links_of(pg::Connection& connection, const std::vector<std::int64_t>& ids, Duration within) {
  return as_result([&] {
    const pg::Rows rows =
        pg::run(connection, sql::audit_links_of, pg::params(ids), {.read_only = true, .statement_timeout = within, .also = as_written})
            .value();
    return rows.map([&rows](int i) {
      RowLink link;
      rows.read(i, 0, link.id, link.writer, link.seq, link.linked, link.standing, link.prev, link.hash, link.computed, link.before,
                link.seal);
      if (link.writer.empty()) link.computed.clear();  // no link, so nothing was computed
      return link;
    });
  });
}

Result<std::vector<Tally>> tally(pg::Connection& connection, Timestamp from, Timestamp to, Duration within) {
  return as_result([&] {
    const pg::Rows rows =
        pg::run(connection, sql::audit_tally, pg::params(from, to), {.read_only = true, .statement_timeout = within}).value();
    return rows.map([&rows](int i) {
      Tally one;
      rows.read(i, 0, one.action, one.verdict, one.to_state, one.n, one.keys);
      return one;
    });
  });
}

}  // namespace onceover::audit
