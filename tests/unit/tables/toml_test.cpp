// SPDX-License-Identifier: Apache-2.0
#include "core/tables/toml.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace onceover::tables {
namespace {

using testing::HasSubstr;
using namespace std::string_literals;

// Every field once.
const std::string whole = R"(format = 1
[[profile]]
name = "rides"
kind = "idempotency"
table = { schema = "rides", name = "idempotency_keys" }
identity = ["user_id", "idempotency_key"]
key = "idempotency_key"
tenant = "user_id"
operation = "request_path"
order = ["created_at", "id"]
never_null = ["created_at", "id"]
attempts = ["started", "finished"]
owner = "locked_by"
correlation_id = "trace"
fingerprint = { column = "hash", form = "hex", prefix = "sha256:" }
response_code = "response_code"
response_body = { column = "body_id", form = "json", in = { schema = "rides", table = "bodies", key = "id", body = "body" } }
payload = "request_params"
error = "last_error"
customer = { column = "request_params", path = "/customer/id" }
amount = { column = "raw", path = "/amount", holds = "text" }
currency = "currency"
reference = { column = "request_params", path = "/ride" }
archive = "rides-old"
[profile.state]
column = "recovery_point"
words = { finished = "succeeded", "0" = { state = "failed", may_retry = true } }
released = ["waiting", 7]
otherwise = { state = "in_progress", word = "running" }
[[profile.state.rule]]
when = [{ column = "processed_at", is = "not null" }, { column = "dead", is = "false" }]
state = "succeeded"
word = "processed"
[[profile.state.rule]]
when = [{ column = "response_code", is = { between = [200, 299] } }]
state = "succeeded"
[profile.lease]
form = "since"
at = { column = "locked_at", form = "timestamp", zone = "Europe/Berlin" }
length_s = 90.5
free = "1970-01-01 00:00:00"
[profile.times]
created_at = "created_at"
updated_at = { column = "last_run_at", form = "epoch_ms" }
completed_at = { column = "expires", only_in = ["succeeded", "failed"] }
[profile.writes.succeed]
set = { recovery_point = "finished", locked_at = { value = "null" }, n = 3, done = true, done_at = { value = "now", form = "epoch_ms" } }
guard = [{ column = "hold", is = "null" }]
from = ["in_progress"]
[profile.writes.release]
delete = true
[[profile]]
name = "rides-old"
kind = "idempotency"
table = { schema = "rides", name = "old_keys" }
identity = ["user_id", "idempotency_key"]
key = "idempotency_key"
order = ["created_at", "id"]
never_null = ["created_at", "id"]
[profile.state]
otherwise = "succeeded"
)";

// Of the second profile, which is the archive of the first.
std::string with_archive(std::string_view what, std::string_view instead) {
  std::string text = whole;
  const std::size_t found = text.rfind(what);
  EXPECT_NE(found, std::string::npos) << what;
  return text.replace(found, what.size(), instead);
}

std::string with(std::string_view what, std::string_view instead) {
  std::string text = whole;
  const std::size_t found = text.find(what);
  EXPECT_NE(found, std::string::npos) << what;
  return text.replace(found, what.size(), instead);
}

std::vector<Profile> read(const std::string& text) {
  auto profiles = profiles_from_toml(text, "t.toml");
  if (!profiles) throw std::runtime_error(profiles.error().sentence());
  return *profiles;
}

TEST(ProfileToml, IsReadWhole) {
  const auto profiles = read(whole);
  ASSERT_EQ(profiles.size(), 2U);
  const Profile& p = profiles[0];
  EXPECT_EQ(p.schema, "rides");
  EXPECT_EQ(p.table, "idempotency_keys");
  EXPECT_EQ(p.identity, (std::vector<std::string>{"user_id", "idempotency_key"}));
  EXPECT_EQ(p.attempts, (std::vector<std::string>{"started", "finished"}));
  EXPECT_EQ(p.fingerprint, (Digest{"hash", Digest::Form::hex, "sha256:"}));
  EXPECT_EQ(p.response_body, (Body{"body_id", Body::Form::json, "rides", "bodies", "id", "body"}));
  EXPECT_EQ(p.amount, (Place{"raw", "/amount", Place::Holds::text}));
  EXPECT_EQ(p.archive, "rides-old");
  ASSERT_TRUE(p.twin.profile);
  EXPECT_EQ(*p.twin.profile, profiles[1]);
  EXPECT_FALSE(profiles[1].twin.profile);
  using Is = Condition::Is;
  const States states{
      .column = "recovery_point",
      .rules =
          {{{{.column = "recovery_point", .is = Is::one_of, .values = {"finished"}}}, key::State::succeeded},
           {{{.column = "recovery_point", .is = Is::one_of, .values = {"0"}}}, key::State::failed, "", true},
           {{{.column = "recovery_point", .is = Is::one_of, .values = {"waiting", "7"}}},
            key::State::released},
           {{{.column = "processed_at"}, {.column = "dead", .is = Is::no}},
            key::State::succeeded,
            "processed"},
           {{{.column = "response_code", .is = Is::between, .lowest = 200, .highest = 299}},
            key::State::succeeded}},
      .otherwise = StateRule{{}, key::State::in_progress, "running"}};
  EXPECT_EQ(p.states, states);
  EXPECT_EQ(p.lease.form, Lease::Form::since);
  EXPECT_EQ(p.lease.length, Duration(90'500'000));
  EXPECT_EQ(p.lease.at, (Instant{"locked_at", TimeForm::timestamp, "Europe/Berlin", {}}));
  EXPECT_EQ(p.updated_at.form, TimeForm::epoch_ms);
  EXPECT_EQ(p.completed_at.only_in, (std::vector<key::State>{key::State::succeeded, key::State::failed}));
  using Value = Assignment::Value;
  EXPECT_EQ(p.writes.at(Verb::succeed).set,
            (std::vector<Assignment>{{"recovery_point", Value::text, "finished"},
                                     {"locked_at", Value::null},
                                     {"n", Value::text, "3"},
                                     {"done", Value::text, "true"},
                                     {"done_at", Value::now, "", TimeForm::epoch_ms}}));
  EXPECT_EQ(p.writes.at(Verb::succeed).guard, (std::vector<Condition>{{.column = "hold", .is = Is::null}}));
  EXPECT_TRUE(p.writes.at(Verb::release).deletes);
  EXPECT_EQ(profiles[1].lease, Lease{});
}

TEST(ProfileToml, DueTimesAndRowsThatAreSetAsideAreWrittenAsTheyAreRead) {
  const auto profiles =
      read(with("order =", "set_aside = [{ column = \"gone\", is = \"not null\" }]\norder ="));
  EXPECT_EQ(profiles[0].set_aside, (std::vector<Condition>{{.column = "gone"}}));
  auto due = profiles;
  due[0].due = {.column = "run_at", .form = TimeForm::epoch_s};
  due[0].fingerprint.of = Digest::Of::request;
  EXPECT_EQ(read(to_toml(due)), due) << to_toml(due);
  EXPECT_THAT(columns_named(due[0]), testing::IsSupersetOf({"gone", "run_at"}));
}

TEST(ProfileToml, TheGatewaysKeyIsMadeOfTheRowsOwnOnce) {
  const auto profiles = read(with("order =", "gateway_key = \"{operation}/{tenant}:{key}{x\"\norder ="));
  EXPECT_EQ(read(to_toml(profiles)), profiles);
  EXPECT_EQ(gateway_key_of(profiles[0], {"{key}", "o", "k"}), "o/{key}:k{x");
  EXPECT_EQ(gateway_key_of(profiles[1], {"t", "o", "k"}), std::nullopt);
}

TEST(ProfileToml, IsWrittenAndReadBackAsTheSame) {
  const auto profiles = read(whole);
  const std::string text = to_toml(profiles);
  EXPECT_EQ(read(text), profiles) << text;
  EXPECT_EQ(to_toml(read(text)), text);
}

TEST(ProfileToml, AnAmountInMinorUnitsComesBackAndIsBounded) {
  EXPECT_EQ(read(whole)[0].amount_decimals, 0) << "the number is the amount";
  const auto cents =
      read(with("currency = \"currency\"\n", "currency = \"currency\"\namount_decimals = 2\n"));
  EXPECT_EQ(cents[0].amount_decimals, 2);
  const std::string written = to_toml(cents);
  EXPECT_THAT(written, HasSubstr("amount_decimals = 2\n"));
  EXPECT_EQ(read(written), cents);
  EXPECT_THAT(to_toml(read(whole)), testing::Not(HasSubstr("amount_decimals")));
  for (const char* wrong : {"5", "-1", "1.5", "\"2\""}) {
    const auto profiles = profiles_from_toml(
        with("attempts =", fmt::format("amount_decimals = {}\nattempts =", wrong)), "t.toml");
    ASSERT_FALSE(profiles) << wrong;
    EXPECT_THAT(profiles.error().what, HasSubstr("field profile[0].amount_decimals")) << wrong;
  }
  const auto none = profiles_from_toml(
      with("amount = { column = \"raw\", path = \"/amount\", holds = \"text\" }", "amount_decimals = 2"),
      "t.toml");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().what, HasSubstr("field profile[0].amount_decimals: needs an amount"));
}

TEST(ProfileToml, ATwinThatIsNotAmongThemIsWrittenBehindAll) {
  const auto profiles = read(whole);
  EXPECT_EQ(read(to_toml(std::vector{profiles[0]})), profiles);
  EXPECT_EQ(read(to_toml(std::vector{profiles[1]})), std::vector{profiles[1]});
}

TEST(ProfileToml, NamesOfAnyKindComeBack) {
  std::vector<Profile> profiles = {read(whole)[1]};
  Profile& p = profiles[0];
  p.name = "a \"b\"\\\t\u0001 😀";
  p.schema = "\"; drop table x;--";
  p.table = "\"SELECT\"";
  p.identity = {"a.b", "", "Größe=1", std::string(63, 'x')};
  p.identity[1] = " ";
  p.key = "a.b";
  p.states.column = "#";
  p.states.rules = {{{{.column = "#", .is = Condition::Is::one_of, .values = {"in progress\n", "'", "\"\""}}},
                     key::State::in_progress},
                    {{{.column = "#", .is = Condition::Is::one_of, .values = {""}}}, key::State::failed}};
  p.writes[Verb::fail] = {.set = {{"{ }", Assignment::Value::text, "x\\"}}};
  EXPECT_EQ(read(to_toml(profiles)), profiles) << to_toml(profiles);
}

struct Wrong {
  const char* name;
  std::string text;
  const char* place;
};

class ProfileTomlErrors : public testing::TestWithParam<Wrong> {};

TEST_P(ProfileTomlErrors, NameFileLineAndField) {
  const auto profiles = profiles_from_toml(GetParam().text, "t.toml");
  ASSERT_FALSE(profiles);
  EXPECT_EQ(profiles.error().kind, ErrorKind::invalid_input);
  EXPECT_EQ(profiles.error().not_done, "The profile was not loaded.");
  EXPECT_THAT(profiles.error().what, HasSubstr(GetParam().place));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, ProfileTomlErrors,
    testing::Values(
        Wrong{"unknown_field", with("tenant =", "tennant ="),
              "t.toml:8: field profile[0].tennant: is not known here"},
        Wrong{"unknown_in_state", with("released =", "relaesed ="),
              "t.toml:28: field profile[0].state.relaesed: is not known here"},
        Wrong{"unknown_in_word", with("may_retry = true }", "retry = true }"),
              "t.toml:27: field profile[0].state.words.0.retry"},
        Wrong{"unknown_at_the_root", "extra = 1\n" + whole, "t.toml:1: field extra"},
        Wrong{"no_format", whole.substr(11), "t.toml:1: field format: is missing"},
        Wrong{"other_format", with("format = 1", "format = 2"), "t.toml:1: field format: must be 1"},
        Wrong{"not_toml", with("format = 1", "format ="), "t.toml:1"},
        Wrong{"no_profile", "format = 1\n", "field profile: is missing"},
        Wrong{"no_name", with("name = \"rides\"\n", ""), "t.toml:2: field profile[0].name: is missing"},
        Wrong{"no_table", with("table = { schema = \"rides\", name = \"idempotency_keys\" }\n", ""),
              "field profile[0].table: is missing"},
        Wrong{"no_schema", with("schema = \"rides\", name = \"id", "name = \"id"),
              "t.toml:5: field profile[0].table.schema: is missing"},
        Wrong{"no_key", with("key = \"idempotency_key\"\n", ""), "field profile[0].key: is missing"},
        Wrong{"empty_name", with("tenant = \"user_id\"", "tenant = \"\""),
              "t.toml:8: field profile[0].tenant: must not be empty"},
        Wrong{"kind", with("\"idempotency\"", "\"stack\""),
              "t.toml:4: field profile[0].kind: must be \"idempotency\", \"inbox\","},
        Wrong{"name_of_64_bytes", with("\"trace\"", "\"" + std::string(64, 'x') + "\""),
              "field profile[0].correlation_id: is longer than"},
        Wrong{"nul_in_a_name", with("\"trace\"", "\"a\\u0000b\""),
              "field profile[0].correlation_id: holds a NUL"},
        Wrong{"nul_in_a_list", with("[\"user_id\",", "[\"user\\u0000\","),
              "field profile[0].identity: holds a NUL"},
        Wrong{"nul_in_a_word", with("{ finished =", "{ \"fin\\u0000\" ="),
              "field profile[0].state.words.fin"},
        Wrong{"nul_in_an_assignment", with("n = 3", "\"n\\u0000\" = 3"),
              "t.toml:47: field profile[0].writes.succeed.set.n"},
        Wrong{"identity_twice", with("[\"user_id\", ", "[\"idempotency_key\", "),
              "field profile[0].identity: names idempotency_key twice"},
        Wrong{"three_counters", with("\"finished\"]", "\"finished\", \"x\"]"),
              "t.toml:12: field profile[0].attempts"},
        Wrong{"two_operations", with("order =", "operation_name = \"x\"\norder ="),
              "field profile[0].operation_name"},
        Wrong{"gateway_key_of_all_rows", with("order =", "gateway_key = \"k\"\norder ="),
              "field profile[0].gateway_key: must hold {key}"},
        Wrong{"no_pointer", with("\"/customer/id\"", "\"customer\""),
              "t.toml:20: field profile[0].customer.path: must be a JSON pointer"},
        Wrong{"document_of_what", with("holds = \"text\"", "holds = \"xml\""),
              "field profile[0].amount.holds: must be \"jsonb\" or \"text\""},
        Wrong{"place_without_column", with("{ column = \"raw\", path", "{ path"),
              "field profile[0].amount.column: is missing"},
        Wrong{"digest_form", with("form = \"hex\"", "form = \"base32\""),
              "field profile[0].fingerprint.form"},
        Wrong{"prefix_of_bytes", with("form = \"hex\"", "form = \"bytes\""),
              "field profile[0].fingerprint.prefix"},
        Wrong{"half_a_pointer", with(", key = \"id\"", ""),
              "field profile[0].response_body.in.key: is missing"},
        Wrong{"word_twice", with("[\"waiting\", 7]", "[\"waiting\", 0]"),
              "t.toml:28: field profile[0].state.released: gives the word \"0\""},
        Wrong{"word_twice_in_a_row", with("[\"waiting\", 7]", "[7, \"7\"]"),
              "field profile[0].state.released: names \"7\" twice"},
        Wrong{"word_of_no_column", with("column = \"recovery_point\"\n", ""),
              "field profile[0].state.words: needs `column`"},
        Wrong{"state", with("finished = \"succeeded\"", "finished = \"done\""),
              "t.toml:27: field profile[0].state.words.finished: must be"},
        Wrong{"retry_of_success",
              with("state = \"succeeded\"\nword", "state = \"succeeded\"\nmay_retry = true\nword"),
              "field profile[0].state.rule[0].may_retry: is allowed only where state"},
        Wrong{"rule_without_when",
              with("when = [{ column = \"response_code\", is = { between = [200, 299] } }]\n", ""),
              "field profile[0].state.rule[1].when: is missing"},
        Wrong{"condition", with("is = \"not null\"", "is = \"set\""),
              "t.toml:31: field profile[0].state.rule[0].when[0].is: must be"},
        Wrong{"empty_words", with("[\"waiting\", 7]", "[]"),
              "field profile[0].state.released: must name at least one word"},
        Wrong{"upside_down", with("[200, 299]", "[299, 200]"),
              "t.toml:35: field profile[0].state.rule[1].when[0].is.between"},
        Wrong{"age_that_is_free", with("form = \"since\"", "form = \"age\""),
              "field profile[0].lease.free: has no place where the form is age"},
        Wrong{"lease_without_length", with("length_s = 90.5\n", ""),
              "field profile[0].lease.length_s: is missing: how long a lease lasts is never in the catalog: "
              "ask the people who run it"},
        Wrong{"two_lengths", with("length_s = 90.5", "length_s = 90.5\nlength_column = \"ttl\""),
              "field profile[0].lease.length_s: and"},
        Wrong{"length_of_a_deadline", with("form = \"since\"", "form = \"deadline\""),
              "field profile[0].lease.length_s: has no place"},
        Wrong{"negative_length", with("90.5", "-1"),
              "t.toml:40: field profile[0].lease.length_s: must be a number of seconds"},
        Wrong{"length_that_is_no_number", with("90.5", "nan"),
              "field profile[0].lease.length_s: must be a number of seconds"},
        Wrong{"nothing_with_a_time", with("form = \"since\"", "form = \"none\""),
              "field profile[0].lease.at: has no place"},
        Wrong{"owner_of_nothing",
              "format = 1\n[[profile]]\nname = \"x\"\ntable = { schema = \"s\", name = \"t\" }\nkey = "
              "\"k\"\nstate.otherwise = \"succeeded\"\nlease.form = \"owner_only\"\n",
              "t.toml:7: field profile[0].lease.form: needs the profile's `owner`"},
        Wrong{"zone_of_an_instant",
              with("form = \"epoch_ms\" }\n", "form = \"epoch_ms\", zone = \"UTC\" }\n"),
              "t.toml:44: field profile[0].times.updated_at.zone"},
        Wrong{"time_form", with("form = \"epoch_ms\" }\n", "form = \"epoch\" }\n"),
              "t.toml:44: field profile[0].times.updated_at.form"},
        Wrong{"identity_written", with("n = 3", "user_id = 3"),
              "t.toml:47: field profile[0].writes.succeed.set.user_id: is part of the identity"},
        Wrong{"delete_with_set", with("delete = true", "delete = true\nset = { n = 1 }"),
              "field profile[0].writes.release.set: has no place in a write that deletes"},
        Wrong{"write_of_nothing", with("delete = true\n", ""),
              "field profile[0].writes.release.set: is missing"},
        Wrong{"write_without_identity", with("identity = [\"user_id\", \"idempotency_key\"]\n", ""),
              "t.toml:46: field profile[0].writes.succeed.set: needs the profile's `identity`"},
        Wrong{"value", with("value = \"null\"", "value = \"nothing\""),
              "field profile[0].writes.succeed.set.locked_at.value"},
        Wrong{"form_of_no_instant", with("value = \"null\"", "value = \"null\", form = \"epoch_s\""),
              "field profile[0].writes.succeed.set.locked_at.form"},
        Wrong{"verb", with("writes.release", "writes.undo"),
              "field profile[0].writes.undo: is not known here"},
        Wrong{"order_that_may_be_null",
              with("never_null = [\"created_at\", \"id\"]", "never_null = [\"id\"]"),
              "t.toml:10: field profile[0].order: names created_at, which is not among never_null"},
        Wrong{"order_of_times", with("order = [\"created_at\", \"id\"]", "order = [\"created_at\"]"),
              "t.toml:10: field profile[0].order: ends in a time"},
        Wrong{"archive_of_nobody", with("archive = \"rides-old\"", "archive = \"rides-older\""),
              "t.toml:2: field profile.archive"},
        Wrong{"archive_of_itself", with("archive = \"rides-old\"", "archive = \"rides\""),
              "t.toml:2: field profile.archive"},
        Wrong{"archive_of_other_identity", with_archive("identity = [\"user_id\", ", "identity = ["),
              "t.toml:2: field profile.archive: must have an identity"},
        Wrong{"archive_of_other_order", with_archive("order = [\"created_at\", ", "order = ["),
              "t.toml:2: field profile.archive: must be listed"},
        Wrong{"archive_whose_order_may_be_null",
              with_archive("order = [\"created_at\", \"id\"]\nnever_null = [\"created_at\", \"id\"]", ""),
              "t.toml:2: field profile.archive: must say the same"},
        Wrong{"archive_of_other_digests", with_archive("order =", "fingerprint = \"hash\"\norder ="),
              "t.toml:2: field profile.archive: must keep"},
        Wrong{"archive_of_an_archive", with_archive("order =", "archive = \"rides\"\norder ="),
              "t.toml:2: field profile.archive: must be a profile"},
        Wrong{"archive_of_our_own",
              with_archive("{ schema = \"rides\", name = \"old_keys\" }",
                           "{ schema = \"onceover\", name = \"keys\" }"),
              "t.toml:2: field profile.archive: must be no profile"},
        Wrong{"name_twice", with("name = \"rides-old\"", "name = \"rides\""),
              "field profile.name: \"rides\" is there twice"}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace onceover::tables
