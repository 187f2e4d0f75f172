#include "core/audit/links.h"

#include "core/pg/transaction.h"
#include "core/sql/statements.h"

namespace onceover::audit {
namespace {

// The settings under which the chain's text is written (migration 0006).
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
  auto transaction = pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = within, .also = as_written});
  if (!transaction) return fail(transaction.error());
  auto rows = transaction->exec(sql::audit_links_of, pg::Params{}.integers(ids));
  if (!rows) return fail(rows.error());
  std::vector<RowLink> links;
  for (int i = 0; i < rows->size(); ++i) {
    links.push_back({rows->integer(i, 0), rows->text(i, 1), rows->integer(i, 2), rows->text(i, 3), rows->text(i, 4), rows->text(i, 5),
                     rows->text(i, 6), rows->text(i, 7), rows->text(i, 8), rows->optional_integer(i, 9)});
    RowLink& link = links.back();
    if (link.writer.empty()) link.computed.clear();  // no link, so nothing was computed
  }
  return links;
}

Result<std::vector<Tally>> tally(pg::Connection& connection, Timestamp from, Timestamp to, Duration within) {
  auto transaction = pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = within});
  if (!transaction) return fail(transaction.error());
  auto rows = transaction->exec(sql::audit_tally, pg::Params{}.timestamp(from).timestamp(to));
  if (!rows) return fail(rows.error());
  std::vector<Tally> out;
  for (int i = 0; i < rows->size(); ++i)
    out.push_back({rows->text(i, 0), rows->text(i, 1), rows->text(i, 2), rows->integer(i, 3), rows->integer(i, 4)});
  return out;
}

}  // namespace onceover::audit
