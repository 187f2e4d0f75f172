// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/proposal.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "core/tables/sql.h"
#include "core/tables/toml.h"

namespace onceover::tables {
namespace {

using Type = ColumnFacts::Type;

RoleAnswer is_found(std::vector<std::string> columns, std::string form,
                    std::map<std::string, std::string> meanings = {}) {
  return {RoleAnswer::Is::found, std::move(columns), std::move(form), std::move(meanings), 0.9, "Because."};
}

RoleAnswer finished_or_odd() {
  RoleAnswer out = is_found({"recovery_point"}, "word", {{"finished", "succeeded"}, {"odd", "unknown"}});
  out.states = {
      .column = "recovery_point",
      .rules = {{.when = {{.column = "recovery_point", .is = Condition::Is::one_of, .values = {"finished"}}},
                 .state = key::State::succeeded}},
      .otherwise = StateRule{.state = key::State::in_progress}};
  out.asks = {"The meaning of \"odd\" is unknown."};
  return out;
}

TableFacts rides() {
  TableFacts table{.schema = "rides", .name = "keys"};
  table.columns = {
      {.name = "id", .type = Type::integer, .integer_bytes = 8, .not_null = true, .generated = true},
      {.name = "user_id", .type = Type::integer, .integer_bytes = 8, .not_null = true},
      {.name = "idempotency_key", .type = Type::text, .not_null = true},
      {.name = "recovery_point", .type = Type::text, .not_null = true},
      {.name = "locked_at", .type = Type::timestamptz},
      {.name = "created_at", .type = Type::timestamp, .not_null = true},
      {.name = "ms", .type = Type::integer, .integer_bytes = 8, .values = {"1704067200123"}},
      {.name = "hash", .type = Type::text, .values = {"sha256:00ff"}},
      {.name = "body", .type = Type::json, .type_name = "jsonb"},
      {.name = "raw", .type = Type::json, .type_name = "json"}};
  table.indexes = {{.columns = {"id"}, .unique = true, .primary = true},
                   {.columns = {"user_id", "idempotency_key"}, .unique = true},
                   {.columns = {"created_at", "id"}}};
  return table;
}

Candidate rides_candidate() {
  Candidate candidate{.schema = "rides", .table = "keys"};
  candidate.roles = {{"identity", is_found({"user_id", "idempotency_key"}, "composite")},
                     {"tenant", is_found({"user_id"}, "integer")},
                     {"state", finished_or_odd()},
                     {"lease", is_found({"locked_at"}, "start_plus_constant")},
                     {"created_at", is_found({"created_at"}, "timestamp")},
                     {"completed_at", is_found({"ms"}, "epoch_ms")},
                     {"fingerprint", is_found({"hash"}, "prefixed")},
                     {"response_body", is_found({"body"}, "jsonb")},
                     {"amount", is_found({"raw"}, "path:/amount")},
                     {"currency", {RoleAnswer::Is::unknown, {}, {}, {}, 0, "Several."}}};
  return candidate;
}

std::vector<std::string> roles_of(const Proposal& proposal) {
  std::vector<std::string> out;
  for (const auto& [role, why] : proposal.unknown) {
    EXPECT_FALSE(why.empty()) << role;
    out.push_back(role);
  }
  return out;
}

TEST(Proposal, SaysWhatDetectionFoundInTheWordsOfAProfile) {
  const Proposal proposal = propose(rides_candidate(), rides());
  const Profile& p = proposal.profile;
  EXPECT_EQ(p.key, "idempotency_key");
  EXPECT_EQ(p.tenant, "user_id");
  EXPECT_EQ(p.order, (std::vector<std::string>{"created_at", "id"}));
  EXPECT_THAT(p.never_null, testing::UnorderedElementsAre("user_id", "idempotency_key", "recovery_point",
                                                          "created_at", "id"));
  ASSERT_EQ(p.states.rules.size(), 1U);
  EXPECT_EQ(p.states.rules[0].when[0].values, std::vector<std::string>{"finished"});
  EXPECT_EQ(p.states.otherwise->state, key::State::in_progress);
  EXPECT_EQ(p.completed_at.form, TimeForm::epoch_ms);
  EXPECT_EQ(p.fingerprint, (Digest{"hash", Digest::Form::hex, "sha256:"}));
  EXPECT_EQ(p.response_body.form, Body::Form::json);
  EXPECT_EQ(p.amount, (Place{"raw", "/amount", Place::Holds::text}));
  EXPECT_TRUE(p.writes.empty());
  // A lease of unknown length is none: nothing is called stuck on a guess.
  EXPECT_EQ(p.lease, Lease{});
  EXPECT_THAT(roles_of(proposal), testing::UnorderedElementsAre("state", "created_at", "lease", "currency"));
  EXPECT_EQ(problem(p), std::nullopt);
  auto read = profiles_from_toml(to_toml(proposal), "p.toml");
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(read->front(), p);
  EXPECT_THAT(to_toml(proposal),
              testing::HasSubstr("#   lease: It is counted from \"locked_at\" (form = \"since\"). How long"));
}

TEST(Proposal, OfAComposedKeyTheColumnThatDiffersMostNamesARow) {
  TableFacts table{.schema = "public", .name = "action_jobs"};
  table.columns = {
      {.name = "id", .type = Type::integer, .integer_bytes = 8, .not_null = true, .values = {"1", "2", "3"}},
      {.name = "network", .type = Type::text, .not_null = true, .values = {"eip155:1"}}};
  table.indexes = {{.columns = {"id", "network"}, .unique = true, .primary = true}};
  Candidate candidate{.schema = "public", .table = "action_jobs"};
  candidate.kind = Kind::queue;
  candidate.roles = {{"identity", is_found({"id", "network"}, "composite")}};
  EXPECT_EQ(propose(candidate, table).profile.key, "id");
}

TEST(Proposal, AViewIsReadByWhatItsRowsAreCalled) {
  Candidate candidate = rides_candidate();
  candidate.roles[0].second = {RoleAnswer::Is::none, {}, {}, {}, 0, "No unique index."};
  TableFacts table = rides();
  table.what = Relation::view;
  EXPECT_EQ(propose(candidate, table).profile.key, "idempotency_key");
  // Of two one is taken, so that the profile loads, and asked about.
  table.columns.push_back({.name = "dedup_key", .type = Type::text});
  const Proposal of_two = propose(candidate, table);
  EXPECT_EQ(of_two.profile.key, "dedup_key");
  EXPECT_THAT(roles_of(of_two), testing::Contains("key"));
}

TEST(Proposal, LeavesAFormItDoesNotKnowToAPerson) {
  Candidate candidate = rides_candidate();
  for (auto& [name, answer] : candidate.roles) {
    if (name == "state") answer = {RoleAnswer::Is::unknown, {}, {}, {}, 0, "No column shows it."};
    if (name == "lease" || name == "fingerprint" || name == "response_body") answer.form = "a new one";
  }
  const Proposal proposal = propose(candidate, rides());
  EXPECT_TRUE(proposal.profile.states.rules.empty());
  EXPECT_EQ(proposal.profile.lease, Lease{});
  EXPECT_TRUE(proposal.profile.fingerprint.empty());
  EXPECT_TRUE(proposal.profile.response_body.empty());
  EXPECT_THAT(roles_of(proposal), testing::IsSupersetOf({"state", "lease", "fingerprint", "response_body"}));
  // What a person takes the # away from, and fills in, is read.
  const std::string text = to_toml(proposal);
  std::string chosen =
      "format = 1\n[[profile]]\nname = \"t\"\nkind = \"idempotency\"\ntable = { schema = \"s\", name = \"t\" "
      "}\nkey = \"k\"\n";
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string line = text.substr(at, end - at);
    if (line.starts_with("#     ")) chosen += line.substr(6) + '\n';
  }
  EXPECT_NE(chosen.find("[profile.lease]"), std::string::npos);
  chosen.replace(chosen.find("\"deadline\""), 10, "\"since\"");
  const auto read = profiles_from_toml(chosen, "test");
  EXPECT_TRUE(read) << read.error().sentence() << '\n' << chosen;
}

TEST(Proposal, KnowsEachFormOfALease) {
  for (const auto& [lease, form] : {std::pair{is_found({"locked_at"}, "deadline"), Lease::Form::deadline},
                                    {is_found({"locked_at", "id"}, "start_plus_column"), Lease::Form::since},
                                    {is_found({"hash"}, "owner_only"), Lease::Form::owner_only},
                                    {is_found({"locked_at"}, "deadline_sentinel"), Lease::Form::deadline},
                                    {RoleAnswer(), Lease::Form::none}}) {
    Candidate candidate = rides_candidate();
    for (auto& [name, answer] : candidate.roles) {
      if (name == "lease") answer = lease;
    }
    const Proposal proposal = propose(candidate, rides());
    EXPECT_EQ(proposal.profile.lease.form, form) << lease.form;
    const std::string toml = to_toml(proposal);
    const auto read = profiles_from_toml(toml, "p.toml");
    ASSERT_TRUE(read) << read.error().sentence() << toml;
    EXPECT_EQ(read->front(), proposal.profile);
  }
}

// A table of work in these words.
Proposal of_words(const std::map<std::string, std::string>& meanings, std::vector<ColumnFacts> more = {}) {
  TableFacts table{.schema = "shop", .name = "charges"};
  table.columns = {{.name = "id", .type = Type::integer, .not_null = true},
                   {.name = "status", .type = Type::text, .not_null = true}};
  for (ColumnFacts& column : more) table.columns.push_back(std::move(column));
  table.indexes = {{.columns = {"id"}, .unique = true, .primary = true}};
  RoleAnswer state = is_found({"status"}, "word", meanings);
  state.states.column = "status";
  for (const auto& [word, meaning] : meanings)
    state.states.rules.push_back(
        {.when = {{.column = "status", .is = Condition::Is::one_of, .values = {word}}},
         .state = *key::state_from_word(meaning)});
  Candidate candidate{.schema = "shop", .table = "charges", .kind = Kind::queue};
  candidate.roles = {{"identity", is_found({"id"}, "integer")}, {"state", state}};
  return propose(candidate, table);
}

TEST(Proposal, SetsCancelledRowsAside) {
  const Profile p =
      of_words(
          {{"cancelled", "failed"}, {"failed", "failed"}, {"open", "in_progress"}, {"paid", "succeeded"}})
          .profile;
  ASSERT_EQ(p.set_aside.size(), 1U);
  EXPECT_EQ(p.set_aside[0].values, std::vector<std::string>{"cancelled"});
  EXPECT_EQ(p.states.rules.size(), 3U);
  const Proposal only = of_words({{"cancelled", "failed"}, {"open", "in_progress"}, {"paid", "succeeded"}});
  EXPECT_TRUE(only.profile.set_aside.empty()) << "it is the only word for work that did not succeed";
  EXPECT_THAT(only.writes.unknown,
              testing::Contains(testing::Pair(Verb::requeue, "it would run cancelled rows again as well.")));
}

TEST(Proposal, ReadsANumberAsTheFlagOfADeletedRow) {
  const auto with = [](std::vector<std::string> values) {
    return of_words(
               {{"open", "in_progress"}, {"paid", "succeeded"}},
               {{.name = "deleted", .type = Type::integer, .integer_bytes = 2, .values = std::move(values)}})
        .profile.set_aside;
  };
  ASSERT_EQ(with({"0", "1"}).size(), 1U);
  EXPECT_EQ(with({"0", "1"})[0].values, std::vector<std::string>{"1"});
  EXPECT_TRUE(with({"0", "7"}).empty());
}

TEST(Examples, AreReadAndUsable) {
  const auto profiles = read_profiles(std::string(ONCEOVER_SOURCE_DIR) + "/resources/profiles");
  ASSERT_TRUE(profiles) << profiles.error().sentence();
  EXPECT_EQ(profiles->size(), 16U);
  for (const Profile& p : *profiles) EXPECT_EQ(problem(p), std::nullopt);
  const auto again = profiles_from_toml(to_toml(*profiles), "again.toml");
  ASSERT_TRUE(again) << again.error().sentence();
  EXPECT_EQ(*again, *profiles);
}

TEST(ReadProfiles, SaysWhatCannotBeRead) {
  EXPECT_EQ(read_profiles("/nonexistent/profile.toml").error().kind, ErrorKind::invalid_input);
  EXPECT_FALSE(read_profiles(std::string(ONCEOVER_SOURCE_DIR) + "/resources/icons"));
}

}  // namespace
}  // namespace onceover::tables
