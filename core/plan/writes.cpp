#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text.h"
#include "core/plan/plan.h"
#include "core/plan/record.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"

namespace onceover::plan {
namespace {

using tables::Assignment;

std::string value_of(const Assignment& a) {
  using Value = Assignment::Value;
  switch (a.value) {
    case Value::text: return tables::literal(a.text);
    case Value::null: return "NULL";
    case Value::now: return a.plus == Duration{0} ? "the time of the write" : "the time of the write, and " + human(a.plus);
    case Value::body: return "the body of the answer";
    case Value::code: return "the status of the answer";
    case Value::reason: return "the reason";
    case Value::lease_end: return "the end of the lease";
    case Value::increment: return tables::quoted_name(a.column) + " + 1";
    case Value::zero: return "0";
  }
  return "?";
}

std::string statement_of(const tables::Profile& p, const tables::Write& write) {
  const std::string table = tables::table_name(p);
  std::vector<std::string> set, guard;
  for (const Assignment& a : write.set) set.push_back(fmt::format("{} = {}", tables::quoted_name(a.column), value_of(a)));
  for (const tables::Condition& condition : write.guard) guard.push_back(tables::condition_sql(condition, ""));
  const std::string where = guard.empty() ? "" : fmt::format(" WHERE {}", fmt::join(guard, " AND "));
  return write.deletes ? "DELETE FROM " + table + where : fmt::format("UPDATE {} SET {}{}", table, fmt::join(set, ", "), where);
}

std::vector<std::string> lines_of(const Plan& plan) {
  const tables::Profile& p = plan.table;
  if (tables::is_own(p)) {
    switch (plan.act) {
      case Verb::settle: return {"settle: keys become succeeded, failed or released, as the gateway's evidence shows"};
      case Verb::release: return {"release: keys that the gateway does not know become released"};
      case Verb::extend: return {fmt::format("extend: leases end {} after the write", human(plan.options.lease))};
      case Verb::reap: return {"reap: DELETE FROM onceover.keys, finished keys with their cases"};
      default: return {fmt::format("{}: nothing", word(plan.act))};
    }
  }
  std::vector<std::string> lines;
  for (const auto& [verb, write] : p.writes) {
    const bool is_verdict = verb == Verb::succeed || verb == Verb::fail || verb == Verb::release;
    if (verb == plan.act || (plan.act == Verb::settle && is_verdict))
      lines.push_back(fmt::format("{}: {}", word(verb), statement_of(p, write)));
  }
  if (lines.empty()) lines.push_back(fmt::format("{}: nothing", word(plan.act)));
  return lines;
}

}  // namespace

Writes writes_of(const Plan& plan) {
  Writes writes{.table = plan.relation, .lines = lines_of(plan), .options = {}, .word = {}};
  const Options& o = plan.options;
  if (o.although_held) writes.options.emplace_back("although_held: rows whose lease runs, or cannot be seen, are written too");
  if (o.within_window) writes.options.emplace_back("within_window: keys whose window has not ended are deleted too");
  if (o.cancel) writes.options.emplace_back("cancel: the gateway is told never to perform the effect, where it knows nothing of it");
  const std::string all = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", plan.id, plan.name, word(plan.act), plan.profile_toml,
                                      options_json(plan.options), plan.items, plan.gateway ? plan.gateway->digest : "");
  writes.word = digest_of(all).substr(0, 12);
  return writes;
}

bool needs_confirmation(const Plan& plan, Work work) { return !plan.is_mine && (work == Work::run || !tables::is_own(plan.table)); }

}  // namespace onceover::plan
