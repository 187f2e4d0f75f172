// The server's settings, and what this user can see.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/health/judge.h"
#include "core/tables/sql.h"

namespace onceover::health {
namespace {

std::string reset(const SettingOf& s) { return fmt::format("ALTER {} RESET {};\n", s.who, s.name); }

void judge_setting(const Facts& facts, const std::string& name, const std::vector<std::string>& wrong, Check check,
                   const std::string& right, Findings& out) {
  const auto is_wrong = [&wrong](const std::string& value) { return std::ranges::find(wrong, value) != wrong.end(); };
  std::vector<std::string> seen;
  std::string sql;
  bool is_of_others = false;
  for (const SettingOf& s : facts.settings_of) {
    if (s.name != name || !is_wrong(s.value)) continue;
    is_of_others = true;
    seen.push_back(fmt::format("{} begins with {} = {}", s.who, name, s.value));
    sql += reset(s);
  }
  const auto here = facts.settings.find(name);
  if (here != facts.settings.end() && is_wrong(here->second) && !is_of_others) {
    seen.push_back(fmt::format("{} is {} for this session", name, here->second));
    sql += fmt::format("ALTER SYSTEM SET {} = {};\nSELECT pg_reload_conf();\n", name, right);
  }
  if (seen.empty()) return;
  add(out, check, fmt::format("{}.", fmt::join(seen, "; "))).sql = std::move(sql);
}

}  // namespace

bool is_private_store(const Facts& facts) {
  const auto is = [&](const char* name, std::string_view value) {
    const auto found = facts.settings.find(name);
    return found != facts.settings.end() && found->second == value;
  };
  return is("onceover.private_store", "on") && is("listen_addresses", "");
}

void judge_server(const tables::Profile&, const Facts& facts, const Options&, Findings& out) {
  judge_setting(facts, "synchronous_commit", {"off"}, Check::commit_not_durable, "on", out);
  judge_setting(facts, "default_transaction_isolation", {"repeatable read", "serializable"}, Check::isolation_not_default,
                "'read committed'", out);
  if (!is_private_store(facts)) {
    judge_setting(facts, "fsync", {"off"}, Check::server_not_durable, "on", out);
    judge_setting(facts, "full_page_writes", {"off"}, Check::server_not_durable, "on", out);
  }
  if (facts.access.hides_rows) {
    add(out, Check::rows_hidden, "Row-level security is in force for this user.").advice =
        "Connect as a role that may see every row by policy; BYPASSRLS is for owners and superusers.";
  }
  if (!facts.access.may_select) {
    const std::vector<std::string> why = facts.access.why_not_read();
    add(out, Check::rows_hidden,
        why.empty() ? "This user may not read every column that the profile names." : fmt::format("{}", fmt::join(why, " ")))
        .advice = "oncectl roles print prints a script with the rights of a viewer.";
  }
}

}  // namespace onceover::health
