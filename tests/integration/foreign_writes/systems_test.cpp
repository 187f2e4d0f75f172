// SPDX-License-Identifier: Apache-2.0
// What matters of a proposed write: that the system itself does the right thing with the row afterwards. Each
// verb that is proposed for a table of tests/support/systems is written as the program writes it, and then
// the system's own claim runs: a settled row is not claimed again, and one that was given back or queued
// again is.
#include "tests/support/systems.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "core/browse/browser.h"
#include "core/browse/inspected.h"
#include "core/tables/detect/proposal.h"
#include "core/tables/inspect/catalog.h"
#include "tests/integration/foreign_writes/fixture.h"

namespace onceover::test {
namespace {

using tables::Profile;
using tables::Verb;

// As many rows are written for a verb; more where the system has claimed none of them.
constexpr int enough_rows = 4, most_rows = 16;

// ONCEOVER_SYSTEMS: another set than the known one.
std::string directory() {
  const char* chosen = std::getenv("ONCEOVER_SYSTEMS");
  return chosen != nullptr ? chosen : "systems";
}

// All of them beside our schema.
struct Systems {
  TestDatabase database{{"systems", [](const std::string& conninfo) {
                           installed_schema().fill(conninfo);
                           RawConnection raw(conninfo);
                           systems_in(directory(), &raw);
                         }}};
  RawConnection raw = database.connect();
  pg::Connection connection = connected(database.conninfo());
};

// One system's table, with what is proposed for it.
struct Prepared {
  Prepared(const SystemTable& system, Systems& in) : truth(system), raw(in.raw), connection(in.connection) {
    const auto facts = tables::read_facts(connection, {.schema = truth.schema, .table = truth.table}).value();
    auto candidate = tables::detect(facts.tables.at(0));
    if (!candidate) return;
    proposal = tables::propose(*candidate, facts.tables[0]);
    p = proposal.profile;
    p.writes = proposal.writes.writes;
    // as its owner does who read the service's code
    for (auto& [verb, write] : p.writes) write.declared = true;
    if (!proposal.lease_without_length.at.empty()) {
      p.lease = proposal.lease_without_length;
      p.lease.length = std::chrono::hours(1);
    }
    access = browse::inspected(connection, p).value();
    is_found = true;
  }

  std::vector<browse::KeyRow> rows() {
    return browse::Browser(connection, p).page({.limit = 1000}).value().rows;
  }
  std::string is(const key::Identity& id) const {
    std::string out;
    for (std::size_t i = 0; i < p.identity.size(); ++i)
      out += (i > 0 ? " AND " : "") + ("k." + tables::quoted_name(p.identity[i])) +
             "::text = " + tables::literal(id.columns[i].value_or(""));
    return out;
  }
  // Whether the system takes this row, of all that it could take.
  bool is_claimed(const key::Identity& id) {
    const std::string table = tables::table_name(p);
    const auto picture = [&] { return raw.exec("SELECT k::text FROM " + table + " k WHERE " + is(id)); };
    raw.exec("BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL search_path TO " +
             quoted_name(truth.schema));
    raw.exec("DELETE FROM " + table + " k WHERE NOT (" + is(id) + ")");
    const auto before = picture();
    const auto taken = raw.exec(truth.statements.at("claim"));
    const bool claimed = picture() != before || !taken.empty();
    raw.exec("ROLLBACK");
    return claimed;
  }
  reconcile::WriteRequest asking(Verb verb) const { return borne_out(p, verb, std::chrono::hours(1)); }

  // As it was before anything was written.
  void load_again() const {
    raw.exec("DROP SCHEMA " + quoted_name(truth.schema) + " CASCADE");
    systems_in(directory(), &raw, truth.schema);
  }

  const SystemTable& truth;
  RawConnection& raw;
  pg::Connection& connection;
  tables::Proposal proposal;
  Profile p;
  tables::Access access;
  bool is_found = false;
};

bool can_claim(const SystemTable& system) {
  const auto claim = system.statements.find("claim");
  return system.kind != "none" && claim != system.statements.end() && !claim->second.starts_with("INSERT") &&
         !claim->second.starts_with("SELECT 1");
}

TEST(SystemsOwnStatements, DoTheRightThingWithWhatWasWritten) {
  Systems systems;
  std::set<std::string> judged;
  int writes = 0;
  for (const SystemTable& truth : systems_in(directory(), nullptr)) {
    if (!can_claim(truth)) continue;
    const std::string name = truth.schema + "." + truth.table;
    auto prepared = std::make_unique<Prepared>(truth, systems);
    std::vector<Verb> verbs;
    for (const auto& [verb, offer] : prepared->access.offers) {
      if (prepared->is_found && offer.is_offered() && verb != Verb::extend) verbs.push_back(verb);
    }
    std::set<std::vector<std::optional<std::string>>> used;  // by the verbs before
    for (const Verb verb : verbs) {
      SCOPED_TRACE(name + " " + std::string(tables::word(verb)));
      int written = 0, claimed = 0;
      const auto write_some = [&] {
        Prepared& at = *prepared;
        std::map<std::string, int> refused;  // by the state's word: after a few, the others are so too
        for (const browse::KeyRow& row : at.rows()) {
          const key::Identity& id = row.id;
          if (refused[row.state_word] >= enough_rows) continue;
          if (written >= most_rows || (written >= enough_rows && claimed > 0)) break;
          if (used.contains(id.columns)) continue;
          auto seen = reconcile::read_row(at.connection, at.p, at.access, id).value();
          if (!seen || reconcile::why_not_written(at.p, at.access, *seen, verb) ||
              reconcile::changes_nothing(at.p, *seen, at.asking(verb))) {
            ++refused[row.state_word];
            continue;
          }
          const auto outcome =
              reconcile::write(at.connection, at.p, at.access, *seen, at.asking(verb), alice);
          // A constraint or a unique index of the table may refuse it: then nothing was written.
          const bool is_refused =
              !outcome && (outcome.error().sqlstate == "23514" || outcome.error().sqlstate == "23505");
          ASSERT_TRUE(outcome || is_refused) << outcome.error().sentence() << outcome.error().detail;
          if (!outcome || !std::holds_alternative<reconcile::RowWritten>(*outcome)) continue;
          ++written;
          used.insert(id.columns);
          const bool taken = at.is_claimed(id);
          claimed += taken ? 1 : 0;
          if (verb == Verb::succeed || (verb == Verb::fail && truth.failed_may_run_again == false)) {
            EXPECT_FALSE(taken) << "row " << written;
          }
        }
      };
      ASSERT_NO_FATAL_FAILURE(write_some());
      const bool wants_claims = verb == Verb::release || verb == Verb::requeue;
      if (!used.empty() &&
          (written == 0 || (wants_claims && claimed == 0))) {  // with the rows that other verbs have changed
        used.clear();
        prepared->load_again();
        prepared = std::make_unique<Prepared>(truth, systems);
        ASSERT_NO_FATAL_FAILURE(write_some());
      }
      if (written == 0) continue;
      ++writes;
      judged.insert(truth.schema);
      // Its claim takes a row three minutes after the last change.
      const bool waits_after_a_change = name == "flow_wallet_api.jobs";
      if (wants_claims && !waits_after_a_change) {
        EXPECT_GT(claimed, 0) << "of " << written;
      }
    }
  }
  fmt::print("{} systems judged by their own statements, {} verbs\n", judged.size(), writes);
  EXPECT_GE(judged.size(), 20U);
}

// What is left out although the profile has a word for it, and why.
TEST(SystemsWithheld, EachVerbThatWouldLeaveAnotherRowHasItsReason) {
  const std::map<std::string, std::string> expected{
      {"absurd.r_default succeed",
       "every finished row has a value in \"result\"; this write would leave it empty"},
      {"absurd.t_default succeed",
       "every finished row has a value in \"completed_payload\"; this write would leave it empty"},
      {"convoy_event_deliveries.event_deliveries succeed",
       "every finished row has a value in \"latency_seconds\""},
      {"cratestack_idempotency.cratestack_idempotency succeed",
       "every finished row has a value in \"response_headers\""},
      {"movsal08_idempotency_key.idempotency_records succeed",
       "every finished row has a value in \"snapshot_json\""},
      {"odoo_queue_job.queue_job succeed", "every finished row has a value in \"exec_time\""},
      {"outboxy.outbox_events succeed", "every finished row has a value in \"processed_by_worker\""},
      {"takahe_inboxmessage.users_inboxmessage succeed",
       "every finished row has a value in \"state_attempted\""},
      {"vendure_job_record.job_record succeed", "every finished row has a value in \"result\""},
      {"gitness_jobs.jobs succeed",
       "\"job_run_deadline\" that is after their end (58 of 58): the service may take such a row again"},
      {"dramatiq_pg.queue succeed",
       "finished rows have a time in \"result_ttl\", and no column shows when they ended"},
      {"saq.saq_jobs succeed",
       "finished rows have a time in \"expire_at\", and no column shows when they ended"},
      {"outboxy.inbox_events requeue", "no word means work that waits."},
      {"coder_jobs.provisioner_jobs release", "no row shows that the service runs work a second time"},
      {"coder_jobs.provisioner_jobs requeue", "no row shows that the service runs work a second time"},
      {"dramatiq_pg.queue requeue", "no row shows that the service runs work a second time"},
  };
  Systems systems;
  std::map<std::string, std::string> withheld;
  std::size_t offered = 0, rehearsed = 0;
  for (const SystemTable& system : systems_in(directory(), nullptr)) {
    const auto facts =
        tables::read_facts(systems.connection, {.schema = system.schema, .table = system.table}).value();
    const auto candidate = tables::detect(facts.tables.at(0));
    if (!candidate) continue;
    const tables::Proposal proposal = tables::propose(*candidate, facts.tables[0]);
    for (const auto& [verb, why] : proposal.writes.unknown)
      withheld[system.schema + "." + system.table + " " + std::string(tables::word(verb))] = why;
    offered += proposal.writes.writes.size();
    for (const auto& [verb, looks] : proposal.writes.looks)
      rehearsed += looks.starts_with("rehearsed on ") ? 1 : 0;
  }
  for (const auto& [verb, why] : expected) EXPECT_THAT(withheld[verb], testing::HasSubstr(why)) << verb;
  for (const auto& [verb, why] : withheld) {
    if (why.find("does not follow from the row") != std::string::npos) fmt::print("{}: {}\n", verb, why);
  }
  fmt::print("{} verbs proposed, {} of them rehearsed\n", offered, rehearsed);
  // 313 before rows were compared; one of them wrote an empty word. The four above were lost since.
  EXPECT_GE(offered, 298U);
}

}  // namespace
}  // namespace onceover::test
