// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/oncectl/fixture.h"

#include <sstream>
#include <stdexcept>

namespace onceover::oncectl {

test::Process start(const std::vector<std::string>& words, std::map<std::string, std::string> environment) {
  std::vector<std::string> argv{ONCEOVER_BIN_DIR "/oncectl"};
  argv.insert(argv.end(), words.begin(), words.end());
  for (const char* name : {"PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGUSER", "PGPASSWORD",
                           "PGSERVICE", "PGSSLMODE", "ONCEOVER_GATEWAY"}) {
    if (const char* set = std::getenv(name); set != nullptr && !environment.contains(name))
      environment[name] = "";
  }
  return test::Process::spawn(argv, environment);
}

Ran run(const std::vector<std::string>& words, std::map<std::string, std::string> environment) {
  test::Process child = start(words, std::move(environment));
  const auto exit = child.wait();
  if (!exit) throw std::runtime_error("oncectl did not end");
  if (exit->signal != 0)
    throw std::runtime_error("oncectl died of signal " + std::to_string(exit->signal) + ": " + child.err());
  child.wait_for_out("\x01 until the streams end");  // never comes: both streams are read to their ends
  return {exit->code, child.out(), child.err()};
}

namespace {

void list(const std::vector<std::string>& path, ProgramCommands& all) {
  auto words = path;
  words.emplace_back("--help");
  std::istringstream help(run(words).out);
  std::string line, name;
  bool within = false, has_below = false;
  while (std::getline(help, line)) {
    if (line == "Subcommands:") {
      within = true;
    } else if (!line.starts_with("  ")) {
      within = false;
    } else if (within && line[2] != ' ') {
      has_below = true;
      auto below = path;
      below.push_back(line.substr(2, line.find(' ', 2) - 2));
      list(below, all);
    }
  }
  for (const std::string& word : path) name += (name.empty() ? "" : " ") + word;
  (has_below ? all.groups : all.leaves).insert(name);
}

}  // namespace

const std::map<std::string, std::string>& commands_without_tables() {
  static const std::map<std::string, std::string> all{
      {"gateway check", "reads files"},
      {"gateway test", "asks the gateway only"},
      {"profile check", "reads files"},
      {"bundle show", "reads a file"},
      {"roles print", "prints SQL; with --profile it reads the catalog, which every user may"},
      {"schema print", "prints SQL"},
      {"calculator size", "calculates"},
      {"calculator outbox", "calculates"},
      {"calculator inbox", "calculates"},
      {"calculator schedule", "calculates"},
      {"calculator storm", "calculates"},
      {"calculator lint", "calculates"},
      {"try", "makes a server of its own"},
  };
  return all;
}

ProgramCommands program_commands() {
  ProgramCommands all;
  list({}, all);
  return all;
}

void insert_key(test::RawConnection& raw, const std::string& key, const std::string& tenant,
                const std::string& operation, const std::string& state, const std::string& locked_until) {
  raw.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "locked_until, owner, customer, amount, currency, created_at) VALUES ($1, $2, $3, " +
          state + ", nextval('onceover.fence'), 'raw-sha256', sha256('body'), " + locked_until +
          ", 'payments-7/4242', 'c-77', 12.50, 'EUR', clock_timestamp() - interval '20 minutes')",
      {tenant, operation, key});
}

void OncectlTest::finished(const std::string& key, const std::string& body, const std::string& expires) {
  raw_.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "response_code, response_version, response_body, completed_at, expires_at) VALUES ('acme', 'refund', "
      "$1, 'succeeded', nextval('onceover.fence'), 'raw-sha256', sha256('body'), 201, 1, convert_to($2, "
      "'UTF8'), now(), " +
          expires + ")",
      {key, body});
}

std::string OncectlTest::checksum() {
  std::string all;
  for (const char* table : {"keys", "cases", "row_cases", "plans", "plan_items", "audit", "audit_links",
                            "audit_seals", "approvals", "notes", "control", "counter_deltas",
                            "counter_sources", "counter_hours", "schema_version"}) {
    all += raw_.scalar(std::string("SELECT count(*) || ':' || md5(coalesce(string_agg(t::text || "
                                   "t.xmin::text, '|' ORDER BY t::text), '')) FROM onceover.") +
                       table + " t") +
           ' ';
  }
  return all + raw_.scalar("SELECT last_value || ' ' || is_called FROM onceover.fence");
}

}  // namespace onceover::oncectl
