// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include "core/base/random.h"
#include "tests/integration/oncectl/fixture.h"
#include "tests/support/shop_table.h"

namespace onceover::oncectl {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class BundleCtlTest : public OncectlTest {
 protected:
  BundleCtlTest() { fs::create_directory(folder_); }
  ~BundleCtlTest() override { fs::remove_all(folder_); }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  fs::path folder_ = fs::temp_directory_path() / ("onceover-oncectl-bundle-" + new_uuid());
  std::string file_ = folder_ / "inc.md";
};

TEST_F(BundleCtlTest, OfAKeyIsAPrivateFileThatOpensWithoutAStore) {
  stuck("r-1");
  const std::string before = checksum();
  const Ran made = ctl_json({"bundle", "--key", "r-1", "-o", file_});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(made.err, "");
  EXPECT_EQ(made.json()["about"], "key");
  EXPECT_EQ(made.json()["bytes"], fs::file_size(file_));
  EXPECT_EQ(fs::status(file_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(checksum(), before) << "it only reads";

  const Ran shown = run({"bundle", "show", file_});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("refund, key r-1, tenant acme"));
  EXPECT_THAT(shown.out, HasSubstr("in_progress, stuck"));
  EXPECT_THAT(shown.out, HasSubstr("12.50"));
  const Ran all = run({"--json", "bundle", "show", file_});
  ASSERT_EQ(all.code, 0) << all.err;
  EXPECT_EQ(all.json()["onceover_bundle"], 1);
  EXPECT_EQ(all.json()["sections"][0]["id"], "row");
}

TEST_F(BundleCtlTest, MasksBodiesUnlessTheyAreAskedFor) {
  finished("r-1", "the secret body");
  ASSERT_EQ(ctl({"bundle", "--key", "r-1", "-o", file_}).code, 0);
  EXPECT_THAT(content(file_), Not(HasSubstr("the secret body")));
  ASSERT_EQ(ctl({"bundle", "--key", "r-1", "-o", file_, "--with-bodies"}).code, 0);
  EXPECT_THAT(content(file_), HasSubstr("the secret body"));
}

TEST_F(BundleCtlTest, OfAPlanAndOfATime) {
  stuck("r-1");
  ASSERT_EQ(ctl({"plan", "create", "inc", "--act", "settle", "--stuck", "--reason", "x"}).code, 0);
  const Ran plan = ctl({"bundle", "--plan", "inc", "-o", file_});
  ASSERT_EQ(plan.code, 0) << plan.err;
  EXPECT_THAT(run({"bundle", "show", file_}).out, HasSubstr("Items, in their order: 1 rows"));
  const Ran time = ctl({"bundle", "--from", "1h", "-o", file_});
  ASSERT_EQ(time.code, 0) << time.err;
  EXPECT_THAT(run({"bundle", "show", file_}).out, HasSubstr("Stuck rows, oldest first: 1 rows"));
}

TEST_F(BundleCtlTest, OfARowOfAnotherMakersTable) {
  raw_.exec(test::shop_table);
  raw_.exec(
      "INSERT INTO shop.requests (merchant, request, phase, until, amount, currency) VALUES (7, 's-1', "
      "'RUNNING', now() - interval '1 minute', 12.50, 'EUR')");
  const std::string profile = folder_ / "shop.toml";
  std::ofstream(profile) << test::shop_profile("");
  const Ran made = ctl({"bundle", "--key", "s-1", "--profile", profile, "-o", file_});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(run({"bundle", "show", file_}).out, HasSubstr("\"RUNNING\" in the table"));
}

TEST_F(BundleCtlTest, RefusesWhatIsNotThereAndWhatIsNotSaid) {
  stuck("r-1");
  EXPECT_EQ(ctl({"bundle", "--key", "nobody", "-o", file_}).code, 3);
  EXPECT_EQ(ctl({"bundle", "--plan", "nobody", "-o", file_}).code, 3);
  EXPECT_EQ(ctl({"bundle", "-o", file_}).code, 2);
  EXPECT_EQ(ctl({"bundle", "--key", "r-1", "--plan", "x", "-o", file_}).code, 2);
  EXPECT_EQ(ctl({"bundle", "--key", "r-1"}).code, 2);
  EXPECT_EQ(ctl({"bundle", "--to", "1h", "-o", file_}).code, 2);
  EXPECT_EQ(ctl({"bundle", "--from", "1h", "--to", "2h", "-o", file_}).code, 2);
  EXPECT_FALSE(fs::exists(file_));
  stuck("r-1", "globex");
  EXPECT_EQ(ctl({"bundle", "--key", "r-1", "-o", file_}).code, 9);
  EXPECT_EQ(ctl({"bundle", "--key", "r-1", "--tenant", "globex", "-o", file_}).code, 0);
}

TEST_F(BundleCtlTest, SaysWhatIsWrongWithAFileAndLeavesItAlone) {
  stuck("r-1");
  ASSERT_EQ(ctl({"bundle", "--key", "r-1", "-o", file_}).code, 0);
  const std::string whole = content(file_);
  const auto shown = [this](const std::string& text) {
    std::ofstream(file_, std::ios::binary) << text;
    const Ran ran = run({"--json", "bundle", "show", file_});
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(content(file_), text) << "only read";
    return std::pair<int, std::string>(ran.code, ran.error()["what"]);
  };
  EXPECT_EQ(shown("hello").first, 2);
  EXPECT_THAT(shown(whole.substr(0, 300)).second, HasSubstr("cut off"));
  EXPECT_THAT(shown(whole.substr(0, whole.size() - 30)).second, HasSubstr("The file is incomplete"));
  std::string damaged = whole;
  damaged[damaged.size() - 40] ^= 1;
  EXPECT_THAT(shown(damaged).second, HasSubstr("damaged or changed"));
  std::string newer = whole;
  newer.replace(newer.rfind("version=1"), 9, "version=9");
  EXPECT_EQ(shown(newer).first, 1);
  EXPECT_THAT(shown(newer).second, HasSubstr("later version"));
  EXPECT_EQ(run({"bundle", "show", folder_ / "none.md"}).code, 2);
}

// A credential of the gateway's configuration, of the address and of the environment, and a gateway that
// repeats what it was sent.
TEST_F(BundleCtlTest, HoldsNoCredential) {
  const std::string canary = "kanari-7f3a91";
  stuck("r-1");
  raw_.tamper("UPDATE onceover.keys SET correlation_id = '" + canary + "' WHERE key = 'r-1'");
  const Ran made =
      run(with_store({"bundle", "--key", "r-1", "-o", file_, "--with-bodies"}), {{"PGPASSWORD", canary}});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(content(file_), Not(HasSubstr(canary)));
}

}  // namespace onceover::oncectl
