#include "core/health/health.h"

#include <algorithm>

#include "core/health/judge.h"
#include "core/health/read.h"
#include "core/tables/sql.h"

namespace onceover::health {

Result<Report> examine(pg::Connection& connection, const tables::Profile& profile, const Options& options) {
  return as_result([&]() -> Report {
    auto facts = read_facts(connection, profile, options);
    Report report;
    report.table = tables::table_name(profile);
    report.findings = judge(profile, facts, options);
    report.not_checked = facts.not_checked;
    for (const NotChecked& open : facts.not_seen) {
      if (std::ranges::find(report.findings, open.check, &Finding::check) == report.findings.end() &&
          std::ranges::find(report.not_checked, open.check, &NotChecked::check) == report.not_checked.end())
        report.not_checked.push_back(open);
    }
    if (is_private_store(facts)) report.not_checked.push_back({Check::server_not_durable, std::string(private_store_words)});
    report.review = review(profile, report.findings, report.not_checked, facts.events, facts.access.why_key_not_unique);
    if (!tables::is_own(profile)) report.remarks = facts.access.remarks;  // remarks are only for external tables
    report.as_of = facts.as_of;
    report.sql = facts_sql(profile, options);
    return report;
  });
}

}  // namespace onceover::health
