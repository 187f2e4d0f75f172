// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/config.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "core/gateway/open.h"

namespace onceover::gateway {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string good = R"(version = 1
name = "acme"
base_url = "https://pay.example"
[lookup]
url = "/effects/{key}"
status = "/status"
done = ["captured"]
refused = ["declined"]
echoed_key = "/key"
amount = "/amount"
[declare]
dedupe_window_s = 3600
lookup_lag_s = 5
final_refusals = ["declined"]
[[operation]]
name = "*"
effect = "charge"
)";

std::string with(std::string_view what, std::string_view instead) {
  std::string text = good;
  const std::size_t found = text.find(what);
  EXPECT_NE(found, std::string::npos) << what;
  return text.replace(found, what.size(), instead);
}

std::string dots(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "a.";
  return text;
}

TEST(GatewayConfig, ReadsWhatIsDeclared) {
  const auto config = parse_config(good, "acme.toml");
  ASSERT_TRUE(config) << config.error().sentence();
  ASSERT_EQ(config->operations.size(), 1U);
  const Declaration& declared = config->operations[0].declaration;
  EXPECT_EQ(declared.name, "acme");
  EXPECT_EQ(declared.dedupe_window, Duration(std::chrono::hours(1)));
  EXPECT_EQ(declared.lookup_lag, Duration(std::chrono::seconds(5)));
  EXPECT_EQ(declared.cancel, Cancel::none);
  EXPECT_TRUE(declared.lookup_by_key);
  EXPECT_TRUE(declared.echoes_amount);
  EXPECT_FALSE(declared.echoes_currency);
  EXPECT_EQ(config->lookup.not_found_statuses, std::vector<int>{404});
}

TEST(GatewayConfig, AnOperationMayHaveSeveralEffects) {
  const auto config =
      parse_config(with("effect = \"charge\"", "effects = [\"charge\", \"mail\"]"), "acme.toml");
  ASSERT_TRUE(config) << config.error().sentence();
  EXPECT_EQ(config->operations[0].effect, "charge");
  EXPECT_EQ(config->operations[0].effects(), (std::vector<std::string>{"charge", "mail"}));
}

TEST(GatewayConfig, SaysHowAReleasedKeyEndsThatNobodyRetries) {
  EXPECT_FALSE(parse_config(good, "acme.toml")->operations[0].declaration.if_not_retried);
  const auto plain = parse_config(good + "[operation.released]\nbecomes = \"failed\"\n", "acme.toml");
  ASSERT_TRUE(plain) << plain.error().sentence();
  const auto& end = plain->operations[0].declaration.if_not_retried;
  ASSERT_TRUE(end);
  EXPECT_EQ(end->after, Duration{0});
  EXPECT_EQ(end->status, 422);
  EXPECT_EQ(end->error_code, "CONFLICT.idempotency.not_retried");
  EXPECT_THAT(end->detail, HasSubstr("use a new key"));
  const auto chosen =
      parse_config(good +
                       "[operation.released]\nbecomes = \"failed\"\nafter_s = 3600\nstatus = 410\n"
                       "error_code = \"ORDERS.gave_up\"\ndetail = \"Order again.\"\n",
                   "acme.toml");
  ASSERT_TRUE(chosen) << chosen.error().sentence();
  const IfNotRetried& other = *chosen->operations[0].declaration.if_not_retried;
  EXPECT_EQ(other.after, Duration(std::chrono::hours(1)));
  EXPECT_EQ(other.status, 410);
  EXPECT_EQ(other.error_code, "ORDERS.gave_up");
  EXPECT_EQ(other.detail, "Order again.");
}

struct Refused {
  const char* name;
  std::string text;
  const char* place;  // file, line and field
};

class GatewayConfigErrors : public testing::TestWithParam<Refused> {};

TEST_P(GatewayConfigErrors, NameFileLineAndField) {
  const auto config = parse_config(GetParam().text, "acme.toml");
  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().kind, ErrorKind::invalid_input);
  EXPECT_THAT(config.error().what, HasSubstr(GetParam().place));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, GatewayConfigErrors,
    testing::Values(
        Refused{"unknown_field", with("status =", "statsu = \"/x\"\nstatus ="),
                "acme.toml:6: field lookup.statsu: is not known"},
        Refused{"unknown_table", good + "[extra]\n", "field extra: is not known"},
        Refused{"unknown_in_operation", good + "steps = 1\n",
                "acme.toml:18: field operation[0].steps: is not known"},
        Refused{"effects_beside_effect", good + "effects = [\"charge\", \"mail\"]\n",
                "field operation[0].effects: must not be beside effect"},
        Refused{"effects_twice", with("effect = \"charge\"", "effects = [\"mail\", \"mail\"]"),
                "operation[0].effects: has a duplicate"},
        Refused{"no_effect", with("effect = \"charge\"", "effects = []"), "operation[0].effect: is missing"},
        Refused{"effects_by_reference",
                with("effect = \"charge\"", "effects = [\"charge\", \"mail\"]")
                    .replace(good.find("/effects/{key}"), 14, "/effects/{reference}")
                    .replace(good.find("echoed_key = \"/key\"") + 6, 19, "reference = \"/r\""),
                "operation[0].effects: needs look-ups by {key}"},
        Refused{"wrong_type", with("lookup_lag_s = 5", "lookup_lag_s = \"5\""),
                "acme.toml:13: field declare.lookup_lag_s: must be a whole number"},
        Refused{"wrong_type_in_list", with("done = [\"captured\"]", "done = [1]"),
                "acme.toml:7: field lookup.done: must be an array of strings"},
        Refused{"missing", with("status = \"/status\"\n", ""),
                "acme.toml:4: field lookup.status: is missing"},
        Refused{"missing_table",
                with("[declare]\ndedupe_window_s = 3600\nlookup_lag_s = 5\nfinal_refusals = [\"declined\"]\n",
                     ""),
                "field declare: is missing"},
        Refused{"other_version", with("version = 1", "version = 2"), "acme.toml:1: field version"},
        Refused{"negative_lag", with("lookup_lag_s = 5", "lookup_lag_s = -1"), "field declare.lookup_lag_s"},
        Refused{"not_toml", with("version = 1", "version = "), "acme.toml:1"},
        Refused{"plain_http", with("https://pay.example", "http://pay.example"),
                "acme.toml:3: field base_url: must be https"},
        Refused{"loopback_lookalike", with("https://pay.example", "http://127.0.0.1.evil.example"),
                "field base_url"},
        Refused{"other_scheme", with("https://pay.example", "file:///etc/passwd"), "field base_url"},
        Refused{"query_in_base", with("https://pay.example", "https://pay.example?x=1"), "field base_url"},
        Refused{"not_a_pointer", with("\"/status\"", "\"status\""),
                "acme.toml:6: field lookup.status: must be a JSON pointer"},
        Refused{"no_placeholder", with("/effects/{key}", "/effects"), "acme.toml:5: field lookup.url"},
        Refused{"unknown_placeholder", with("/effects/{key}", "/effects/{key}/{id}"), "field lookup.url"},
        Refused{"placeholder_within_a_placeholder", with("/effects/{key}", "/effects/{{key}key}"),
                "acme.toml:5: field lookup.url"},
        Refused{"host_in_template", with("/effects/{key}", "@evil.example/{key}"), "field lookup.url"},
        Refused{"another_host_in_template", with("/effects/{key}", "//evil.example/{key}"),
                "field lookup.url"},
        Refused{"nothing_echoed", with("echoed_key = \"/key\"\n", ""), "field lookup.echoed_key: is missing"},
        Refused{"by_reference_without_one", with("{key}", "{reference}"),
                "field lookup.reference: is missing"},
        Refused{"one_word_two_meanings", with("[\"declined\"]", "[\"captured\"]"),
                "field lookup.done: names a word"},
        Refused{"final_but_never_refused",
                with("final_refusals = [\"declined\"]", "final_refusals = [\"decline\"]"),
                "field declare.final_refusals"},
        Refused{"timeout_as_not_found", with("amount =", "not_found_statuses = [429]\namount ="),
                "field lookup.not_found_statuses"},
        Refused{"proves_and_proves_nothing", with("lookup_lag_s", "before_idempotency = [404]\nlookup_lag_s"),
                "field declare.before_idempotency"},
        Refused{"retried_refusal", with("lookup_lag_s", "refusal_status = 409\nlookup_lag_s"),
                "field declare.refusal_status"},
        Refused{"cancel_without_words",
                good + "[cancel]\nurl = \"/c/{key}\"\nsemantics = \"with_tombstone\"\nstatus = \"/s\"\n",
                "field cancel.held: is missing"},
        Refused{
            "cancel_semantics",
            good + "[cancel]\nurl = \"/c/{key}\"\nsemantics = \"maybe\"\nstatus = \"/s\"\nheld = [\"x\"]\n",
            "field cancel.semantics"},
        Refused{"cancel_by_reference",
                good + "[cancel]\nurl = \"/c/{reference}\"\nsemantics = \"with_tombstone\"\nstatus = "
                       "\"/s\"\nheld = [\"x\"]\n",
                "field cancel.url"},
        Refused{"operation_twice", good + "[[operation]]\nname = \"*\"\neffect = \"x\"\n",
                "field operation[1].name: is a duplicate"},
        Refused{"placeholder_typo", good + "[operation.response]\ncode = 201\nbody = '{\"id\":\"{{id}}\"}'\n",
                "acme.toml:20: field operation[0].response.body"},
        Refused{"error_as_response", good + "[operation.response]\ncode = 500\nbody = '{}'\n",
                "field operation[0].response.code"},
        Refused{"released_becomes_what", good + "[operation.released]\nafter_s = 1\n",
                "field operation[0].released.becomes: is missing"},
        Refused{"released_becomes_succeeded", good + "[operation.released]\nbecomes = \"succeeded\"\n",
                "acme.toml:19: field operation[0].released.becomes: must be \"failed\""},
        Refused{"released_with_a_retried_status",
                good + "[operation.released]\nbecomes = \"failed\"\nstatus = 409\n",
                "field operation[0].released.status: is a status that clients retry"},
        Refused{"released_with_a_retried_code",
                good + "[operation.released]\nbecomes = \"failed\"\nerror_code = \"TRANSIENT.no_effect\"\n",
                "field operation[0].released.error_code: is a code that clients retry"},
        Refused{"released_with_words_as_code",
                good + "[operation.released]\nbecomes = \"failed\"\nerror_code = \"gave up\"\n",
                "field operation[0].released.error_code: must be"},
        Refused{"released_after_a_century",
                good + "[operation.released]\nbecomes = \"failed\"\nafter_s = 9223372036854775807\n",
                "field operation[0].released.after_s: must be between"},
        Refused{"unknown_in_released", good + "[operation.released]\nbecomes = \"failed\"\nbody = \"x\"\n",
                "field operation[0].released.body: is not known"},
        Refused{"connect_longer_than_all", good + "[limits]\nconnect_timeout_ms = 5000\ntimeout_ms = 1000\n",
                "field limits.connect_timeout_ms"},
        Refused{"window_beyond_the_clock",
                with("dedupe_window_s = 3600", "dedupe_window_s = 9223372036854775807"),
                "acme.toml:12: field declare.dedupe_window_s: must be between"},
        Refused{"timeout_beyond_the_clock", good + "[limits]\ntimeout_ms = 9223372036854775807\n",
                "field limits.timeout_ms: must be between"},
        Refused{"text_that_ends_early", with("/effects/{key}", "/effects/{key}\\u0000"),
                "acme.toml:5: field lookup.url: holds a NUL"},
        Refused{"address_of_two_readings", with("https://pay.example", "https://pay.example\\u001f"),
                "acme.toml:3: field base_url"},
        Refused{"kind", with("name =", "kind = \"ftp\"\nname ="), "acme.toml:2: field kind"},
        Refused{"body_of_a_get", with("status =", "body = '{\"k\":\"{key}\"}'\nstatus ="),
                "acme.toml:6: field lookup.body: needs method"},
        Refused{"body_that_is_no_json",
                with("status =", "method = \"POST\"\nbody = '{\"k\":{key}}'\nstatus ="),
                "field lookup.body: must be JSON"},
        Refused{"stranger_in_the_body",
                with("status =", "method = \"POST\"\nbody = '{\"k\":\"{from}\"}'\nstatus ="),
                "field lookup.body: contains an unknown placeholder"},
        Refused{"cursor_without_pages",
                with("status =", "method = \"POST\"\nbody = '{\"k\":\"{cursor}\"}'\nstatus ="),
                "field lookup.body: contains {cursor}"},
        Refused{"other_method", with("status =", "method = \"PUT\"\nstatus ="), "field lookup.method"},
        Refused{"pages_without_a_way_on", good + "[lookup.pages]\nhas_more = \"/m\"\n",
                "field lookup.pages.next"},
        Refused{"last_effect_without_more",
                good + "[lookup.pages]\nitem_cursor = \"/id\"\nquery = \"a={cursor}\"\n",
                "field lookup.pages.has_more"},
        Refused{"cursor_sent_nowhere", good + "[lookup.pages]\nitem_cursor = \"/id\"\nhas_more = \"/m\"\n",
                "field lookup.pages.query: is missing"},
        Refused{"page_query_without_cursor", good + "[lookup.pages]\nnext = \"/n\"\nquery = \"a=b\"\n",
                "field lookup.pages.query: must contain"},
        Refused{"skips_without_a_key",
                with("url = \"/effects/{key}\"\nstatus = \"/status\"\ndone = [\"captured\"]\nrefused = "
                     "[\"declined\"]\nechoed_key = \"/key\"\n",
                     "url = \"/effects/{reference}\"\nstatus = \"/status\"\ndone = [\"captured\"]\nrefused = "
                     "[\"declined\"]\nreference = \"/r\"\n"
                     "skips_other_keys = true\n"),
                "field lookup.skips_other_keys"},
        Refused{"rate_of_none", good + "[rate]\nrequests = 0\n", "field rate.requests"},
        Refused{"secret_header", good + "[headers]\nAuthorization = \"Bearer x\"\n",
                "field headers.Authorization: looks like"},
        Refused{"own_header", good + "[headers]\nContent-Length = \"4\"\n",
                "field headers.Content-Length: is set by"},
        Refused{"header_with_line_end", good + "[headers]\nX-A = \"a\\r\\nB: c\"\n",
                "field headers.X-A: must be printable"},
        Refused{"two_places",
                good + "[auth]\nheader = \"A\"\nvalue_env = \"E\"\nvalue_command = \"/bin/x\"\n",
                "field auth.value_file: exactly one"},
        Refused{"a_file_and_the_keychain",
                good + "[auth]\nheader = \"A\"\nvalue_file = \"/t\"\nvalue_keychain = \"acme\"\n",
                "field auth.value_file: exactly one"},
        Refused{"entry_that_is_an_option", good + "[auth]\nheader = \"A\"\nvalue_keychain = \"--all\"\n",
                "field auth.value_keychain: must be a name"},
        Refused{"entry_with_a_blank", good + "[auth]\nheader = \"A\"\nvalue_keychain = \"acme live\"\n",
                "field auth.value_keychain: must be a name"},
        Refused{"relative_command", good + "[auth]\nheader = \"A\"\nvalue_command = \"print-token\"\n",
                "field auth.value_command: must be an absolute"},
        Refused{"listing_without_range", good + "[listing]\nurl = \"/e?from={from}\"\nid = \"/id\"\n",
                "field listing.url: must contain {from} and {to}"},
        Refused{"listing_without_id", good + "[listing]\nurl = \"/e?f={from}&t={to}\"\n",
                "field listing.id: is missing"},
        Refused{"cancel_body_that_is_no_json",
                good + "[cancel]\nurl = \"/c/{key}\"\nbody = \"x\"\nsemantics = \"with_tombstone\"\nstatus = "
                       "\"/s\"\nheld = [\"x\"]\n",
                "field cancel.body: must be JSON"},
        Refused{"endless_table_name", good + "[" + dots(500'000) + "a]\n", "acme.toml:18: more than"},
        Refused{"endless_dotted_key", good + dots(500'000) + "a = 1\n", "acme.toml:18: more than"}),
    [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(GatewayConfig, NamesAnEntryOfTheKeychainAndNoOption) {
  const auto with_entry = [](const std::string& name) {
    return parse_config(good + "[auth]\nheader = \"A\"\nvalue_keychain = \"" + name + "\"\n", "acme.toml");
  };
  for (const char* name : {"acme", "acme/live", "7", "ops@acme:live_1.2-x"}) {
    const auto config = with_entry(name);
    ASSERT_TRUE(config) << config.error().sentence();
    EXPECT_EQ(config->auth->value_keychain, name);
  }
  for (const std::string& name : {std::string("-x"), std::string("--all"), std::string("a b"),
                                  std::string("a\\nb"), std::string(129, 'a')}) {
    EXPECT_FALSE(with_entry(name)) << name;
  }
}

TEST(GatewayConfig, HoldsNoCredentialAndRepeatsNone) {
  const auto config =
      parse_config(good + "[auth]\nheader = \"Authorization\"\nvalue = \"Bearer canary\"\n", "acme.toml");
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().sentence(), AllOf(HasSubstr("auth.value"), Not(HasSubstr("canary"))));
  const auto in_url = parse_config(with("/effects/{key}", "/effects/{key}?api_key=canary"), "acme.toml");
  ASSERT_FALSE(in_url);
  EXPECT_THAT(in_url.error().sentence(), AllOf(HasSubstr("lookup.url"), Not(HasSubstr("canary"))));
  const auto user = parse_config(with("https://pay.example", "https://me:canary@pay.example"), "acme.toml");
  ASSERT_FALSE(user);
  EXPECT_THAT(user.error().sentence(), AllOf(HasSubstr("base_url"), Not(HasSubstr("canary"))));
}

TEST(GatewayConfig, AcceptsHttpToLoopbackHosts) {
  for (const char* host : {"127.0.0.1:8081", "127.9.9.9", "localhost:1", "[::1]:80"}) {
    const auto config = parse_config(with("https://pay.example", std::string("http://") + host), "acme.toml");
    EXPECT_TRUE(config) << host << ": " << config.error().sentence();
  }
}

TEST(GatewayConfig, EveryExampleLoads) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ONCEOVER_SOURCE_DIR "/resources/gateways")) {
    const auto config = load_any_config(entry.path().string());
    EXPECT_TRUE(config) << config.error().sentence();
    ++count;
  }
  EXPECT_GE(count, 6);
}

TEST(GatewayConfig, ARowOfDotsIsAComment) {
  const std::string row = "  # " + std::string(200, '.') + "\n";
  const auto config = parse_config(row + good + row, "acme.toml");
  EXPECT_TRUE(config) << config.error().sentence();
}

// The deepest that the bounds let through: a thread must outlive letting go of it.
TEST(GatewayConfig, NestedTablesEndBeforeTheStackDoes) {
  std::string text = good + "x = ";
  for (int i = 0; i < 120; ++i) text += "[\n{ " + dots(63) + "a = ";
  text += "1";
  for (int i = 0; i < 120; ++i) text += "}\n]";
  const auto config = parse_config(text + "\n", "acme.toml");
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().what, HasSubstr("acme.toml"));
}

TEST(GatewayConfig, AFileThatIsNotThereIsAnError) {
  const auto config = load_config("/nonexistent/acme.toml");
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().what, HasSubstr("/nonexistent/acme.toml"));
}

class CredentialFile : public testing::Test {
 protected:
  CredentialFile()
      : path_((std::filesystem::temp_directory_path() / ("onceover-credential-" + std::to_string(::getpid())))
                  .string()) {}
  ~CredentialFile() override { std::filesystem::remove(path_); }
  void write(const std::string& text, mode_t mode) {
    const int file = ::open(path_.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    ASSERT_EQ(::write(file, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ASSERT_EQ(::fchmod(file, mode), 0);
    ::close(file);
  }
  Auth auth() const { return {"Authorization", "", path_}; }
  std::string path_;
};

TEST_F(CredentialFile, IsReadWithoutItsLineEnd) {
  write("Bearer canary\n", 0600);
  EXPECT_EQ(read_credential(auth()).value(), "Bearer canary");
}

TEST_F(CredentialFile, IsRefusedWhereOthersMayReadIt) {
  for (const mode_t mode : {0644, 0640, 0604, 0660}) {
    write("Bearer canary", mode);
    const auto value = read_credential(auth());
    ASSERT_FALSE(value) << std::oct << mode;
    EXPECT_THAT(value.error().sentence(),
                AllOf(HasSubstr(path_), HasSubstr("chmod 600"), Not(HasSubstr("canary"))));
  }
}

TEST_F(CredentialFile, CannotStartAnotherHeader) {
  write("Bearer canary\r\nX-Evil: 1\n", 0600);
  const auto value = read_credential(auth());
  ASSERT_FALSE(value);
  EXPECT_THAT(value.error().sentence(), Not(HasSubstr("canary")));
}

TEST_F(CredentialFile, IsRefusedWhereEmptyOrNoFile) {
  write("\n", 0600);
  EXPECT_FALSE(read_credential(auth()));
  EXPECT_FALSE(read_credential({"Authorization", "", "/"}));
  EXPECT_FALSE(read_credential({"Authorization", "", path_ + ".missing"}));
}

TEST(CredentialCommand, PrintsTheValueBehindItsScheme) {
  EXPECT_EQ(read_credential({"Authorization", "", "", "/bin/echo canary", "Bearer"}).value(),
            "Bearer canary");
  const auto value = read_credential({"Authorization", "", "", "/bin/sh -c 'echo canary; exit 3'", ""});
  ASSERT_FALSE(value);
  EXPECT_THAT(value.error().sentence(), AllOf(HasSubstr("auth.value_command"), Not(HasSubstr("canary"))));
}

TEST(CredentialVariable, IsReadOrSaidToBeMissing) {
  ::setenv("ONCEOVER_TEST_CREDENTIAL", "Bearer canary", 1);
  EXPECT_EQ(read_credential({"Authorization", "ONCEOVER_TEST_CREDENTIAL", ""}).value(), "Bearer canary");
  ::unsetenv("ONCEOVER_TEST_CREDENTIAL");
  const auto value = read_credential({"Authorization", "ONCEOVER_TEST_CREDENTIAL", ""});
  ASSERT_FALSE(value);
  EXPECT_THAT(value.error().what, HasSubstr("ONCEOVER_TEST_CREDENTIAL is not set"));
}

class CredentialInTheKeychain : public testing::Test {
 protected:
  static Auth auth() {
    Auth auth{"Authorization", "", "", "", "Bearer"};
    auth.value_keychain = "acme";
    return auth;
  }
  Keychain holding(std::string value) {
    return [this, value](const std::string& name) -> Result<std::string> {
      asked_.push_back(name);
      return value;
    };
  }
  std::vector<std::string> asked_;
};

TEST_F(CredentialInTheKeychain, IsReadByItsNameThroughTheProgramsOwn) {
  EXPECT_EQ(read_credential(auth(), holding("canary")).value(), "Bearer canary");
  EXPECT_THAT(asked_, testing::ElementsAre("acme"));
}

TEST_F(CredentialInTheKeychain, IsHeldToTheSameRulesAsAnyOther) {
  for (const std::string& wrong :
       {std::string(), std::string("canary\r\nX-Evil: 1"), std::string(17 * 1024, 'c')}) {
    const auto value = read_credential(auth(), holding(wrong));
    ASSERT_FALSE(value) << wrong.size();
    EXPECT_THAT(value.error().sentence(), AllOf(HasSubstr("entry acme"), Not(HasSubstr("canary"))));
  }
}

TEST_F(CredentialInTheKeychain, IsAskedOfNobodyWhereAnotherPlaceIsNamed) {
  EXPECT_EQ(read_credential({"Authorization", "", "", "/bin/echo token"}, holding("canary")).value(),
            "token");
  EXPECT_TRUE(asked_.empty());
}

TEST_F(CredentialInTheKeychain, SaysWhyItCannotBeRead) {
  const auto none = read_credential(auth());
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().sentence(),
              AllOf(HasSubstr("acme"), HasSubstr("has no keychain"), HasSubstr("value_file")));
  const auto locked = read_credential(auth(), [](const std::string&) -> Result<std::string> {
    return fail(ErrorKind::timeout, "It is locked.", "", "Unlock it.");
  });
  ASSERT_FALSE(locked);
  EXPECT_EQ(locked.error().kind, ErrorKind::invalid_input);
  EXPECT_THAT(
      locked.error().sentence(),
      AllOf(HasSubstr("It is locked."), HasSubstr("The gateway was not loaded."), HasSubstr("Unlock it.")));
}

TEST_F(CredentialInTheKeychain, GoesWithTheGatewayThatIsOpened) {
  auto config =
      parse_config(good + "[auth]\nheader = \"Authorization\"\nvalue_keychain = \"acme\"\n", "acme.toml");
  ASSERT_TRUE(config) << config.error().sentence();
  EXPECT_FALSE(open_gateway(*config)) << "without a keychain";
  EXPECT_TRUE(open_gateway(*config, holding("canary")));
  EXPECT_THAT(asked_, testing::ElementsAre("acme"));
}

}  // namespace
}  // namespace onceover::gateway
