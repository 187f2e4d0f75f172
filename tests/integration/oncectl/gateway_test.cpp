// SPDX-License-Identifier: Apache-2.0
#include <httplib.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "core/key/identity.h"
#include "tests/integration/oncectl/fixture.h"
#include "tests/support/eventually.h"

namespace onceover::oncectl {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class GatewayCommandTest : public OncectlTest {
 protected:
  GatewayCommandTest()
      : folder_(std::filesystem::temp_directory_path() / ("oncectl-gateway-" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~GatewayCommandTest() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text,
                   std::filesystem::perms mode = std::filesystem::perms::owner_read |
                                                 std::filesystem::perms::owner_write) {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path) << text;
    std::filesystem::permissions(path, mode);
    return path;
  }
  // PATH that finds a `secret-tool` of this text before any other.
  std::string keychain_with(const std::string& script) {
    std::filesystem::create_directories(folder_ / "bin");
    file("bin/secret-tool", "#!/bin/sh\n" + script, std::filesystem::perms::owner_all);
    return (folder_ / "bin").string() + ":/usr/bin:/bin";
  }
  static std::string contents(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  // Without a store: none is needed.
  Ran test_with(std::vector<std::string> words) {
    words.insert(words.begin(), {"gateway", "test", "--gateway", gateway_.config_path()});
    return run(words);
  }
  static std::string sent(const std::string& key) {
    return key::downstream_key({"acme", "refund", key}, "refund");
  }

  std::filesystem::path folder_;
};

TEST_F(GatewayCommandTest, OneQuestionIsAskedAndItsReadingExplained) {
  gateway_.knows_done();
  const Ran ran = test_with({"--json", "--key", "r-1", "--tenant", "acme", "--operation", "refund",
                             "--amount", "12.50", "--currency", "EUR"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json json = ran.json();
  EXPECT_EQ(json["asked"]["downstream_key"], sent("r-1"));
  EXPECT_EQ(json["evidence"]["finding"], "done");
  EXPECT_THAT(json["evidence"]["request"].get<std::string>(), HasSubstr("/effects/" + sent("r-1")));
  EXPECT_FALSE(json["evidence"].contains("body"));
  EXPECT_EQ(json["verdict"]["kind"], "settle_succeeded");
  EXPECT_EQ(json["read"][0]["field"], "echoed_key");
  EXPECT_EQ(json["read"][0]["means"], "the requested key");
  EXPECT_EQ(json["read"][1]["means"], "done");
  EXPECT_EQ(gateway_.asked(), 1);
}

TEST_F(GatewayCommandTest, TheAnswerIsMaskedUntilItIsRevealed) {
  gateway_.knows_done();
  const std::vector<std::string> words{"--key", "as-they-know-it", "--as-sent", "--operation", "refund"};
  EXPECT_THAT(test_with(words).out,
              AllOf(Not(HasSubstr("e-1")), HasSubstr("masked"), HasSubstr("as-they-know-it")));
  auto revealing = words;
  revealing.emplace_back("--reveal");
  EXPECT_THAT(test_with(revealing).out, HasSubstr("e-1"));
}

TEST_F(GatewayCommandTest, TheCodeSaysWhetherTheAnswerProvesSomething) {
  const std::vector<std::string> words{"--key", "r-1", "--operation", "refund"};
  gateway_.knows_nothing();
  const Ran released = test_with(words);
  EXPECT_EQ(released.code, 0);
  EXPECT_THAT(released.out, HasSubstr("Verdict for a row in_progress since 20 min: release"));
  EXPECT_THAT(test_with({"--key", "r-1", "--operation", "refund", "--age", "2d"}).out,
              HasSubstr(": unresolved"));
  EXPECT_THAT(test_with({"--key", "r-1", "--operation", "refund", "--age", "2d", "--attempts", "8"}).out,
              HasSubstr(": needs_human"));
  gateway_.answer(503, "");
  EXPECT_EQ(test_with(words).code, 5);
  EXPECT_EQ(test_with({"--key", "r-1"}).code, 2) << "it serves two operations, and none was named";
  EXPECT_EQ(test_with({"--key", "r-1", "--operation", "refund", "--state", "odd"}).code, 2);
  const std::string nobody = file("nobody.toml", [&] {
    std::string text = contents(gateway_.config_path());
    const auto at = text.find("http://127.0.0.1:"), end = text.find('"', at);
    return text.replace(at, end - at, "http://127.0.0.1:1");
  }());
  EXPECT_EQ(run({"gateway", "test", "--gateway", nobody, "--key", "r-1", "--operation", "refund"}).code, 6);
}

TEST_F(GatewayCommandTest, DescriptionsAreCheckedAllOfThem) {
  std::vector<std::string> words{"--json", "gateway", "check"};
  for (const auto& entry : std::filesystem::directory_iterator(ONCEOVER_SOURCE_DIR "/resources/gateways"))
    words.push_back(entry.path());
  const Ran sound = run(words);
  EXPECT_EQ(sound.code, 0) << sound.out;
  EXPECT_EQ(sound.json()["files"].size(), words.size() - 3);
  words.push_back(file("wrong.toml", "version = 1\nname = \"x\"\n"));
  const Ran wrong = run(words);
  EXPECT_EQ(wrong.code, 2);
  EXPECT_EQ(wrong.json()["files"].back()["sound"], false);
  EXPECT_THAT(run({"gateway", "check", words.back()}).out,
              HasSubstr("wrong.toml:1: field base_url: is missing"));
  const std::string missing =
      file("auth.toml",
           contents(gateway_.config_path()) + "[auth]\nheader = \"X\"\nvalue_env = \"ONCEOVER_NOT_SET\"\n");
  EXPECT_EQ(run({"gateway", "check", missing}).code, 0);
  EXPECT_EQ(run({"gateway", "check", missing, "--credential"}).code, 2);
}

TEST_F(GatewayCommandTest, DriftIsToldBothWaysAndByItsCode) {
  finished("r-1");
  raw_.tamper(
      "UPDATE onceover.keys SET completed_at = now() - interval '1 hour', created_at = now() - interval '2 "
      "hours'");
  const std::string before = checksum();
  gateway_.knows_done("12.50");
  const Ran agreed = ctl({"drift", "--from", "1d"});
  EXPECT_EQ(agreed.code, 0);
  EXPECT_THAT(agreed.err, AllOf(HasSubstr("keys in the range"), HasSubstr("the gateway is asked about")));
  gateway_.knows_nothing();
  const Ran found = ctl_json({"drift", "--from", "1d"});
  EXPECT_EQ(found.code, 5) << found.err;
  EXPECT_EQ(found.json()["counts"]["succeeded_without_effect"], 1);
  EXPECT_EQ(found.json()["found"][0]["ours"]["key"], "r-1");
  EXPECT_EQ(found.json()["found"][0]["theirs"], nullptr);
  EXPECT_EQ(found.json()["listing"]["declared"], false);
  EXPECT_THAT(ctl({"drift", "--from", "1d"}).out,
              AllOf(HasSubstr("succeeded_without_effect"), HasSubstr("key r-1")));
  EXPECT_THAT(ctl({"drift", "--from", "1d", "--markdown"}).out,
              AllOf(HasSubstr("# Drift"), HasSubstr("| finding | key |"), HasSubstr("r-1")));
  EXPECT_EQ(ctl({"drift", "--from", "30m"}).code, 3);
  gateway_.answer(503, "");
  EXPECT_EQ(ctl({"drift", "--from", "1d", "--sample", "1"}).code, 6) << "nothing of it could be compared";
  EXPECT_EQ(ctl({"drift", "--from", "1h", "--to", "2h"}).code, 2);
  EXPECT_EQ(checksum(), before);
}

TEST_F(GatewayCommandTest, ALedgerIsAskedInPlaceOfAGateway) {
  stuck("r-1");
  raw_.exec(
      "CREATE SCHEMA ledger; CREATE TABLE ledger.refunds (id text, k text, amount numeric, currency text)");
  const std::string config = file("ledger.toml", R"(version = 1
kind = "sql"
name = "ledger"
[connect]
host = ")" + test::shared_server().socket_dir() + R"("
dbname = ")" + database_.name() + R"("
user = "postgres"
[lookup]
query = "SELECT r.* FROM ledger.refunds AS r WHERE r.k = :key"
echoed_key = "k"
amount = "amount"
currency = "currency"
[declare]
lookup_lag_s = 0
[[operation]]
name = "refund"
effect = "refund"
[operation.response]
code = 201
body = '{"id":"{{/id}}"}'
)");
  const auto ctl_with = [&](std::vector<std::string> words) {
    const std::vector<std::string> store{"--json", "--dsn", database_.conninfo(), "--gateway", config};
    words.insert(words.begin(), store.begin(), store.end());
    return run(words);
  };
  const Ran nothing = ctl_with({"ask", "r-1"});
  EXPECT_EQ(nothing.code, 5) << nothing.err;
  EXPECT_EQ(nothing.json()["evidence"]["finding"], "no_such_key");
  raw_.exec("INSERT INTO ledger.refunds VALUES ('rf-7', $1, 12.50, 'EUR')", {sent("r-1")});
  const Ran tested = ctl_with({"gateway", "test", "--key", "r-1", "--tenant", "acme", "--amount", "12.50"});
  EXPECT_EQ(tested.code, 0) << tested.err;
  EXPECT_EQ(tested.json()["verdict"]["kind"], "settle_succeeded");
  EXPECT_THAT(tested.json()["evidence"]["request"].get<std::string>(), HasSubstr("SQL on ledger"));
  EXPECT_EQ(ctl_with({"settle", "r-1", "--reason", "the ledger has it"}).code, 0);
  EXPECT_EQ(state_of("r-1"), "succeeded");
  EXPECT_EQ(raw_.scalar("SELECT convert_from(response_body, 'UTF8') FROM onceover.keys WHERE key = 'r-1'"),
            R"({"id":"rf-7"})");
  raw_.exec("DROP TABLE ledger.refunds");
  stuck("r-2");
  const Ran broken = ctl_with({"ask", "r-2"});
  EXPECT_EQ(broken.json()["evidence"]["finding"], "unknown");
  EXPECT_THAT(broken.json()["evidence"]["why"].get<std::string>(), HasSubstr("42P01"));
}

// A gateway that repeats the credential wherever it can.
class Repeater {
 public:
  Repeater() {
    const auto handler = [this](const httplib::Request& request, httplib::Response& response) {
      const std::string told = request.get_header_value("Authorization");
      const std::string key = request.path.substr(request.path.rfind('/') + 1);
      ++asked_;
      response.status = status;
      response.set_header("X-Echo", told);
      response.set_content(R"({"id":")" + told + R"(","idempotency_key":")" + key + R"(","status":")" +
                               (done ? "captured" : told) + R"(","amount":")" + (done ? "12.50" : told) +
                               R"(","currency":"EUR","note":")" + told + "\"}",
                           "application/json");
    };
    server_.Get(R"(/effects/(.+))", handler);
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    test::eventually([this] { return server_.is_running(); });
  }
  ~Repeater() {
    server_.stop();
    thread_.join();
  }
  Repeater(const Repeater&) = delete;
  Repeater& operator=(const Repeater&) = delete;
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int asked() const { return asked_; }
  std::atomic<bool> done = true;
  std::atomic<int> status = 200;

 private:
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
  std::atomic<int> asked_ = 0;
};

// Wherever the credential comes from, it is sent to the gateway and is nowhere else.
TEST_F(GatewayCommandTest, ACredentialIsInNothingThatIsPrintedLoggedOrKept) {
  const std::string canary = "canary-5f1d/77+x==";
  Repeater repeater;
  std::string toml = contents(gateway_.config_path());
  const auto at = toml.find("http://127.0.0.1:"), end = toml.find('"', at);
  toml.replace(at, end - at, repeater.url());
  const std::string token = file("token", "Bearer " + canary + "\n");
  const std::string program =
      file("print-token", "#!/bin/sh\necho '" + canary + "'\n", std::filesystem::perms::owner_all);
  const std::vector<std::pair<std::string, std::string>> places{
      {"file", "value_file = \"" + token + "\"\n"},
      {"env", "value_env = \"ONCEOVER_CANARY\"\n"},
      {"keychain", "value_keychain = \"acme/live\"\nscheme = \"Bearer\"\n"},
      {"command", "value_command = \"" + program + "\"\nscheme = \"Bearer\"\n"},
  };
  const std::string path =
      keychain_with(R"([ "$*" = 'lookup server onceover-gateway user acme/live type plaintext' ] || exit 1
printf '%s' ')" + canary +
                    "'\n");
  std::string all;
  int key = 0;
  for (const auto& [place, line] : places) {
    const std::string config = file(place + ".toml", toml + "[auth]\nheader = \"Authorization\"\n" + line);
    const auto ctl_with = [&](std::vector<std::string> words, bool with_variable = true) {
      const std::vector<std::string> store{"--dsn", database_.conninfo(), "--gateway", config};
      words.insert(words.begin(), store.begin(), store.end());
      std::map<std::string, std::string> environment{{"PATH", path}};
      if (with_variable) environment["ONCEOVER_CANARY"] = "Bearer " + canary;
      const Ran ran = run(words, environment);
      all += ran.out + ran.err;
      return ran.code;
    };
    const std::string one = "r-" + std::to_string(++key), two = "r-" + std::to_string(++key);
    stuck(one);
    stuck(two);
    const int asked = repeater.asked();
    for (const bool done : {false, true}) {
      repeater.done = done;
      for (const int status : {200, 402, 503}) {
        repeater.status = status;
        ctl_with({"gateway", "test", "--key", one, "--tenant", "acme", "--operation", "refund", "--reveal"});
        ctl_with({"--json", "gateway", "test", "--key", one, "--tenant", "acme", "--operation", "refund",
                  "--reveal"});
        ctl_with({"ask", one, "--reveal"});
        ctl_with({"--json", "ask", one, "--reveal"});
        ctl_with({"--json", "drift", "--from", "1d"});
      }
    }
    repeater.status = 200;
    EXPECT_EQ(ctl_with({"settle", one, "--reason", "test", "--reveal"}), 0);
    ctl_with({"--json", "sweep"});
    ctl_with({"--json", "audit"});
    EXPECT_EQ(ctl_with({"gateway", "check", config, "--credential"}), 0);
    const std::string bundle = (folder_ / (place + ".md")).string();
    EXPECT_EQ(ctl_with({"bundle", "--key", one, "--with-bodies", "-o", bundle}), 0);
    all += contents(bundle);
    EXPECT_GE(repeater.asked() - asked, 20) << place;
  }
  ctl({"keys", "show", "r-1", "--reveal"});
  all += raw_.scalar("SELECT coalesce(string_agg(a::text, ' '), '') FROM onceover.audit a");
  all += raw_.scalar("SELECT coalesce(string_agg(c::text, ' '), '') FROM onceover.cases c");
  all += raw_.scalar(
      "SELECT string_agg(k::text || convert_from(coalesce(response_body, ''), 'UTF8'), ' ') FROM "
      "onceover.keys k");
  EXPECT_THAT(all, HasSubstr("***"));
  EXPECT_THAT(all, Not(HasSubstr("canary-5f1d")));
  EXPECT_THAT(all, Not(HasSubstr("63616e6172792d356631642f")));  // as hex
  // The configuration's own errors neither.
  for (const char* wrong :
       {"value = \"Bearer canary-5f1d\"\n", "value_command = \"print --token=canary-5f1d\"\n",
        "value_env = \"A\"\nvalue_file = \"canary-5f1d=\"\n"}) {
    const Ran ran =
        run({"gateway", "check", file("wrong.toml", toml + "[auth]\nheader = \"Authorization\"\n" + wrong)});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.out + ran.err, Not(HasSubstr("canary-5f1d")));
  }
}

// What the console has stored, read by libsecret's program. Whatever that says, nothing of it is repeated.
TEST_F(GatewayCommandTest, WhyTheKeychainGivesNoCredentialIsSaid) {
  const std::string config =
      file("k.toml", contents(gateway_.config_path()) +
                         "[auth]\nheader = \"Authorization\"\nvalue_keychain = \"acme\"\n");
  const auto said = [&](const std::string& path, const std::string& bus = "unix:path=/nonexistent") {
    const Ran ran =
        run({"--json", "gateway", "check", config, "--credential"},
            {{"PATH", path}, {"DBUS_SESSION_BUS_ADDRESS", bus}, {"XDG_RUNTIME_DIR", folder_.string()}});
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_THAT(ran.out + ran.err, Not(HasSubstr("canary")));
    const Json file = ran.json()["files"][0];
    return file["what"].get<std::string>() + ' ' + file["next"].get<std::string>();
  };
  const std::string none = keychain_with("exit 1\n");
  EXPECT_THAT(
      said(none),
      AllOf(
          HasSubstr("holds no credential named acme"),
          HasSubstr(
              "secret-tool store --label='Onceover: acme' xdg:schema org.qt.keychain server onceover-gateway "
              "user acme type plaintext")));
  EXPECT_THAT(said(none, ""),
              AllOf(HasSubstr("There is no session bus here"), HasSubstr("auth.value_file, mode 0600")));
  EXPECT_THAT(said((folder_ / "nothing").string()),
              AllOf(HasSubstr("secret-tool is not installed"), HasSubstr("libsecret-tools")));
  EXPECT_THAT(said(keychain_with("echo 'canary is locked' >&2; exit 1\n")),
              AllOf(HasSubstr("could not be read for acme"),
                    HasSubstr("secret-tool lookup server onceover-gateway user acme")));
  EXPECT_THAT(said(keychain_with("echo canary; exit 1\n")), HasSubstr("could not be read"));
  EXPECT_THAT(said(keychain_with("exec yes canary\n")), HasSubstr("too long"));
}

}  // namespace onceover::oncectl
