// With whose rights the functions of roles run, and under which numbers keys are owned.
#include <fmt/format.h>

#include <algorithm>

#include "core/health/judge.h"
#include "core/tables/sql.h"

namespace onceover::health {

void judge_rights(const tables::Profile& p, const Facts& facts, const Options&, Findings& out) {
  if (facts.fence_given && *facts.fence_given < facts.fence_used) {
    Finding& f = add(out, Check::fences_behind,
                     fmt::format("The sequence onceover.fence has given {}, and {} is in use.", *facts.fence_given, facts.fence_used));
    f.sql =
        "SELECT * FROM onceover.repair_sequences();\n";
    f.advice = "Logical replication copies no sequences: stop the services, run this, and start them again.";
  }
  if (facts.superuser_functions.empty()) return;
  const auto& all = facts.superuser_functions;
  const auto reaching = std::ranges::find_if(all, &SuperuserFunction::touches_table);
  const SuperuserFunction& example = reaching == all.end() ? all.front() : *reaching;
  Finding& f = add(out, Check::functions_of_superuser,
                   fmt::format("{} belongs to the superuser {}{}.", example.name, example.owner,
                               all.size() > 1 ? fmt::format(", and {} more do to one", all.size() - 1) : ""));
  if (reaching == all.end()) {
    f.advice = "Let a role that is no superuser own the schema onceover and what is in it.";
    return;
  }
  f.severity = Severity::critical;
  f.evidence += fmt::format(" It touches {}, which belongs to {}: triggers that this owner adds run as a superuser.", tables::table_name(p),
                            facts.table_owner);
  const bool own = tables::is_own(p);
  f.advice = own ? "" : "Have the role's script made and run anew: its parts belong to the owners of table and schema.";
  for (const SuperuserFunction& function : all) {
    if (!function.touches_table) continue;
    f.sql += own ? fmt::format("ALTER FUNCTION {} OWNER TO {};\n", function.name, facts.table_owner)
                 : fmt::format("DROP FUNCTION {};\n", function.name);
  }
}

}  // namespace onceover::health
