#include "core/rehearse/rehearse.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/browse/filter_sql.h"
#include "core/browse/reading.h"
#include "core/detect/proposal_writes.h"
#include "core/inspect/catalog.h"
#include "core/profile/states.h"
#include "core/profile/writes.h"

namespace onceover::rehearse {
namespace {

using profile::Access;
using profile::Profile;
using profile::Verb;

// Why the server cannot plan the statement; nullopt: it can. Each in its own transaction, since an error ends it.
std::optional<std::string> why_not_planned(pg::Connection& connection, const Profile& p, const profile::Query& query) {
  auto planned = browse::begun(connection, p, {},
                               [&](browse::Reading& reading) { return reading.run(query.behind("EXPLAIN ")).map([](const pg::Rows&) {}); });
  if (planned) return std::nullopt;
  if (!connection.is_open() || planned.error().is_cancelled()) raise(planned.error());
  return planned.error().detail.empty() ? planned.error().what : visible(planned.error().detail);
}

std::vector<profile::Query> listings(const Profile& p) {
  std::vector<profile::Query> out{browse::page_sql(p, {}, std::nullopt, true)};
  if (p.lease.is_observable()) out.push_back(browse::longest_stuck_sql(p, {.stuck = true}, nullptr));
  return out;
}

// As the write would be sent, on no row.
profile::Query write_query(const Profile& p, const Access& access, const profile::Write& write) {
  profile::Query query;
  if (write.deletes) {
    query << "DELETE FROM " << profile::table_name(p) << " k WHERE FALSE";
  } else {
    const profile::WriteValues values{.code = 200, .body = "{}", .reason = "", .lease = std::chrono::minutes(1)};
    query << "UPDATE " << profile::table_name(p) << " k SET ";
    for (std::size_t i = 0; i < write.set.size(); ++i) {
      const auto* column = access.column(write.set[i].column);
      if (i > 0) query << ", ";
      profile::assign(query, write.set[i], column == nullptr ? profile::Holds::text : column->holds(), values);
    }
    query << " WHERE FALSE";
  }
  for (const profile::Condition& condition : write.guard) query << " AND " << profile::condition_sql(condition);
  query << " AND " << profile::state_is(p, {key::State::in_progress});
  return query;
}

}  // namespace

Result<Access> inspected(pg::Connection& connection, const Profile& p) {
  return as_result([&] {
    Access access = profile::inspect(connection, p).value();
    if (profile::is_own(p) || !access.why_not_read().empty()) return access;
    for (const profile::Query& listing : listings(p)) {
      auto why = why_not_planned(connection, p, listing);
      if (!why) continue;
      std::string misfit = fmt::format("The server cannot list the table by this profile: {}", *why);
      for (auto& [verb, offer] : access.offers) offer.why_not.push_back(misfit);
      access.unreadable.push_back(std::move(misfit));
      return access;
    }
    if (p.writes.empty()) return access;
    for (auto& [verb, offer] : access.offers) {
      if (!offer.is_offered() || access.by_function.contains(verb)) continue;
      if (auto why = why_not_planned(connection, p, write_query(p, access, p.writes.at(verb))))
        offer.why_not.push_back(fmt::format("The server refuses what it would write: {}", *why));
    }
    const profile::Facts facts = profile::read_facts(connection, {.schema = p.schema, .table = p.table}).value();
    if (facts.tables.empty()) return access;
    for (auto& [verb, why] : profile::writes_that_reopen(p, facts.tables.front())) {
      const auto offer = access.offers.find(verb);
      if (offer != access.offers.end() && offer->second.is_for_script()) offer->second.why_not.push_back(std::move(why));
    }
    return access;
  });
}

}  // namespace onceover::rehearse
