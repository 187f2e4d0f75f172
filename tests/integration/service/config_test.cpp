// SPDX-License-Identifier: Apache-2.0
// What the service refuses to start with, and how it says so.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/service/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ServiceConfigTest : public ServiceFileTest {
 protected:
  Ran check(const std::string& text, bool is_open = false) {
    return run({"--json", "sweep", "--check-config", "--config", write_file("sweep.toml", text, is_open)});
  }
  std::string refused(const std::string& text, bool is_open = false) {
    const Ran ran = check(text, is_open);
    EXPECT_EQ(ran.code, 2) << ran.err << text;
    return ran.code == 2 ? ran.error()["what"].get<std::string>() : ran.out;
  }
};

TEST_F(ServiceConfigTest, ASoundOneIsToldInShortAndAsksNobody) {
  make_shop();
  const Ran ran = check(simple() + sweep_text("shop", "profile = \"shop.toml\"\n"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.json()["sweeps"][1]["table"], "\"shop\".\"requests\"");
  EXPECT_EQ(gateway_.asked(), 0);
}

TEST_F(ServiceConfigTest, FileLineAndFieldOfWhatIsWrongAreNamed) {
  const std::string at = folder_.string() + "/sweep.toml:";
  EXPECT_THAT(refused("version = 2\n"), HasSubstr(at + "1: field version"));
  EXPECT_THAT(refused(simple("evry = \"1s\"\n")), HasSubstr("field sweep[0].evry: is not known here"));
  EXPECT_THAT(refused(head + "lisen = 1\n" + store_text() + gateway_text() + sweep_text("keys")),
              HasSubstr(at + "4: field lisen"));
  EXPECT_THAT(refused(simple("own_lease = \"5s\"\nask_timeout = \"10s\"\n")),
              AllOf(HasSubstr("own_lease"), HasSubstr("longer than ask_timeout")));
  EXPECT_THAT(refused(simple("own_lease = \"4s\"\nask_timeout = \"3s\"\n")),
              AllOf(HasSubstr("own_lease"), HasSubstr("one question")))
      << "the gateway gives one question eight seconds";
  EXPECT_THAT(refused(simple("every = \"soon\"\n")), HasSubstr("sweep[0].every"));
  EXPECT_THAT(refused(simple("share = 3\n")), HasSubstr("sweep[0].share"));
  EXPECT_THAT(refused(simple("backoff_base = \"1h\"\nbackoff_cap = \"1s\"\n")), HasSubstr("backoff_cap"));
  EXPECT_THAT(refused(head + store_text() + gateway_text() + sweep_text("keys", "", "elsewhere")),
              HasSubstr("sweep[0].store"));
  EXPECT_THAT(refused(head + store_text() + gateway_text() + sweep_text("keys", "", "main", "nobody")),
              HasSubstr("sweep[0].gateway"));
  EXPECT_THAT(refused(simple() + sweep_text("keys")), HasSubstr("taken already"));
  EXPECT_THAT(
      refused("version = 1\nlisten = \"nowhere\"\n" + store_text() + gateway_text() + sweep_text("k")),
      HasSubstr("field listen"));
  EXPECT_THAT(
      refused(head + store_text() + "[[gateway]]\nname = \"acme\"\nfile = \"none.toml\"\n" + sweep_text("k")),
      AllOf(HasSubstr("gateway[0].file"), HasSubstr("none.toml")));
  EXPECT_THAT(refused(simple("profile = \"none.toml\"\n")), HasSubstr("sweep[0].profile"));
  EXPECT_THAT(refused(head + "[[store]"), HasSubstr("not TOML"));
}

// Who can write one of these chooses what is written to the store, and whom the gateway's credential goes to.
TEST_F(ServiceConfigTest, FilesThatOthersCanChangeAreRefused) {
  namespace fs = std::filesystem;
  make_shop();
  const std::string text = simple() + sweep_text("shop", "profile = \"shop.toml\"\n");
  ASSERT_EQ(check(text).code, 0);
  for (const auto& entry : fs::directory_iterator(folder_)) {
    if (entry.path().extension() != ".toml") continue;
    const auto before = entry.status().permissions();
    fs::permissions(entry.path(), before | fs::perms::group_write);
    const Ran ran = run({"--json", "sweep", "--check-config", "--config", (folder_ / "sweep.toml").string()});
    EXPECT_EQ(ran.code, 2) << entry.path();
    EXPECT_THAT(ran.err,
                AllOf(HasSubstr(entry.path().filename().string()), HasSubstr("can be changed by others")))
        << entry.path();
    fs::permissions(entry.path(), before);
  }
  EXPECT_EQ(run({"--json", "sweep", "--check-config", "--config", (folder_ / "sweep.toml").string()}).code,
            0);
}

TEST_F(ServiceConfigTest, WhatIsNoFileIsRefusedAtOnceByItsName) {
  const std::string pipe = (folder_ / "pipe.toml").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, (folder_ / "none.toml").string(), folder_.string()}) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"sweep", "--check-config", "--config", path},
                                               {"gateway", "test", "--key", "k", "--gateway", path},
                                               {"profile", "check", path}}) {
      if (words[0] == "profile" && path == folder_.string()) continue;  // of its *.toml
      const Ran ran = run(words);
      EXPECT_EQ(ran.code, 2) << words[0] << ' ' << path << ran.err;
      EXPECT_THAT(ran.err, HasSubstr(path));
    }
  }
}

TEST_F(ServiceConfigTest, SecretsInAFileThatOthersMayReadAreRefused) {
  const std::string text = head +
                           "[[store]]\nname = \"main\"\ndsn = \"postgresql://ops:canary-3@localhost/db\"\n" +
                           gateway_text() + sweep_text("keys");
  const std::string said = refused(text, true);
  EXPECT_THAT(said, AllOf(HasSubstr("sweep.toml:6: field store[0].dsn"), HasSubstr("chmod 600")));
  EXPECT_THAT(said, testing::Not(HasSubstr("canary")));
  EXPECT_EQ(check(text, false).code, 0);
  EXPECT_EQ(check(simple(), true).code, 0) << "no secret, no matter";
  // The gateway's own credential.
  std::ifstream plain(gateway_.config_path());
  const std::string gateway = std::string(std::istreambuf_iterator<char>(plain), {}) +
                              "[auth]\nheader = \"Authorization\"\nvalue_file = \"" +
                              write_file("token", "canary-4", true) + "\"\n";
  write_file("g.toml", gateway);
  EXPECT_THAT(
      refused(head + store_text() + "[[gateway]]\nname = \"acme\"\nfile = \"g.toml\"\n" + sweep_text("k")),
      AllOf(HasSubstr("gateway[0].file"), HasSubstr("is open to others"), testing::Not(HasSubstr("canary"))));
}

TEST_F(ServiceConfigTest, AProfileThatCannotBeSweptIsRefused) {
  make_shop();
  const std::string whole = [&] {
    std::ifstream in(folder_ / "shop.toml");
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  const auto without = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    text.erase(text.find(from), text.find(to) - text.find(from));
    write_file("less.toml", text);
    return refused(simple() + sweep_text("less", "profile = \"less.toml\"\n"));
  };
  EXPECT_THAT(without("[profile.lease]", "[profile.times]"), HasSubstr("describes no lease"));
  std::string text = whole.substr(0, whole.find("[profile.writes.succeed]"));
  write_file("less.toml", text);
  EXPECT_THAT(refused(simple() + sweep_text("less", "profile = \"less.toml\"\n")),
              HasSubstr("none of succeed, fail and release"));
}

TEST_F(ServiceConfigTest, NothingStandsBesideIt) {
  const std::string file = configured(simple());
  EXPECT_EQ(run({"sweep", "--config", file}).code, 2) << "the service alone";
  EXPECT_EQ(run({"sweep", "--follow", "--config", file, "--batch", "3"}).code, 2);
  EXPECT_EQ(run({"sweep", "--follow", "--config", file, "--dsn", "x"}).code, 2);
  EXPECT_EQ(run({"sweep", "--check-config"}).code, 2);
}

}  // namespace
}  // namespace onceover::oncectl
