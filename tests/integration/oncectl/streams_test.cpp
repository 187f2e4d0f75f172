// SPDX-License-Identifier: Apache-2.0
// Where results go and files come from: standard output, full disks, pipes, and secrets.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "core/base/random.h"
#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class StreamsTest : public OncectlTest {
 protected:
  StreamsTest() { fs::create_directory(folder_); }
  ~StreamsTest() override { fs::remove_all(folder_); }
  // By a shell: `how` has "$@" for the program with its words.
  Ran shell(const std::string& how, const std::vector<std::string>& words) {
    std::vector<std::string> argv{"/bin/sh", "-c", how, "sh", ONCEOVER_BIN_DIR "/oncectl"};
    for (const std::string& word : with_store(words)) argv.push_back(word);
    test::Process child = test::Process::spawn(argv);
    const auto exit = child.wait();
    if (!exit) throw std::runtime_error("it did not end");
    child.wait_for_out("\x01 until the streams end");
    return {exit->code, child.out(), child.err()};
  }
  std::string pipe() const {
    std::string path = folder_ / "pipe";
    if (::mkfifo(path.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
    return path;
  }
  std::string file(const std::string& name, const std::string& text, fs::perms mode) const {
    std::string path = folder_ / name;
    std::ofstream(path) << text;
    fs::permissions(path, mode);
    return path;
  }
  static constexpr fs::perms only_owner = fs::perms::owner_read | fs::perms::owner_write;
  fs::path folder_ = fs::temp_directory_path() / ("onceover-oncectl-streams-" + new_uuid());
};

TEST_F(StreamsTest, AnExportToAHyphenIsOnStandardOutput) {
  for (int i = 0; i < 3; ++i) finished("r-" + std::to_string(i));
  const Ran keys = ctl({"keys", "export", "-", "--format", "jsonl"});
  ASSERT_EQ(keys.code, 0) << keys.err;
  EXPECT_EQ(std::ranges::count(keys.out, '\n'), 3) << keys.out;
  EXPECT_THAT(keys.out, Not(HasSubstr("as of")));
  EXPECT_THAT(keys.err, HasSubstr("3 keys, "));
  EXPECT_FALSE(fs::exists("-"));
  raw_.exec("INSERT INTO onceover.outbox (topic, aggregateid) VALUES ('payments', 'p-1')");
  EXPECT_THAT(ctl({"outbox", "export", "-"}).out, HasSubstr("payments"));
  EXPECT_EQ(ctl({"inbox", "export", "-"}).code, 3);
  const Ran bundle = ctl({"bundle", "--from", "1h", "-o", "-"});
  ASSERT_EQ(bundle.code, 0) << bundle.err;
  EXPECT_EQ(ctl({"bundle", "show", file("incident.md", bundle.out, only_owner)}).code, 0);
  ASSERT_EQ(ctl({"audit", "seal"}).code, 0);
  EXPECT_EQ(ctl({"audit", "anchor", "-"}).out, ctl({"audit", "anchor"}).out);
  EXPECT_FALSE(fs::exists("-"));
}

TEST_F(StreamsTest, AFullDeviceIsAnErrorOfEveryOutput) {
  for (int i = 0; i < 3; ++i) finished("r-" + std::to_string(i));
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"keys", "export", "-"},
                                             {"keys", "list"},
                                             {"stats", "--json"},
                                             {"--help"},
                                             {"keys", "list", "--help"},
                                             {},
                                             {"--version"}}) {
    const Ran full = shell("exec \"$@\" >/dev/full", words);
    EXPECT_EQ(full.code, 1) << testing::PrintToString(words);
    EXPECT_THAT(full.err, HasSubstr("tandard output")) << testing::PrintToString(words);
  }
  EXPECT_EQ(shell("exec \"$@\" >/dev/full", {"check"}).code, 3) << "1 would be a warning about the store";
  const Ran device = ctl({"keys", "export", "/dev/full"});
  EXPECT_EQ(device.code, 2);
  EXPECT_THAT(device.err, HasSubstr("not a regular file"));
}

TEST_F(StreamsTest, APipeAsAFileEndsWithAnErrorOrIsRead) {
  const std::string empty = pipe();
  const std::string dsn = database_.conninfo();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"stuck", "--dsn", dsn, "--profile", empty},
                                             {"ask", "r-1", "--dsn", dsn, "--gateway", empty},
                                             {"sweep", "--config", empty, "--check-config"},
                                             {"relay", "--dsn", dsn, "--name", "r", "--topic", "t",
                                              "--webhook", "https://shop.example", "--secret-file", empty},
                                             {"relay", "--dsn", dsn, "--name", "r", "--topic", "t", "--kafka",
                                              "b:1", "--option-file", "sasl.password=" + empty}}) {
    const Ran refused = run(words);
    EXPECT_EQ(refused.code, 2) << refused.err;
    EXPECT_THAT(refused.err, HasSubstr("not a regular file")) << words[0];
  }
  const std::vector<std::string> create{"plan",     "create", "p1",        "--act", "settle",
                                        "--reason", "r",      "--dry-run", "--keys"};
  auto with = [&](const std::string& path) {
    std::vector<std::string> words = create;
    words.push_back(path);
    return words;
  };
  const Ran no_writer = ctl(with(empty));
  EXPECT_EQ(no_writer.code, 2);
  EXPECT_THAT(no_writer.err, HasSubstr("it is a pipe, and no program writes into it"));
  stuck("r-1");
  const Ran read = shell("(printf 'key\\nr-1\\n' >" + empty + ") & exec \"$@\"", with(empty));
  EXPECT_EQ(read.code, 0) << read.err;
}

TEST_F(StreamsTest, ASecretOfKafkaComesFromAPrivateFileOnly) {
  const std::vector<std::string> relay{"relay", "--name", "r", "--topic", "t", "--kafka", "127.0.0.1:1"};
  const auto with = [&](const std::string& option, const std::string& value) {
    std::vector<std::string> words = relay;
    words.insert(words.end(), {option, value});
    return words;
  };
  for (const char* name :
       {"sasl.password", "ssl.key.password", "sasl.oauthbearer.client.secret", "ssl.key.pem"}) {
    const Ran secret = ctl(with("--option", std::string(name) + "=hunter2"));
    EXPECT_EQ(secret.code, 2) << name;
    EXPECT_THAT(secret.err, AllOf(HasSubstr(name), HasSubstr("--option-file"), Not(HasSubstr("hunter2"))));
  }
  const std::string open = file("open", "hunter2\n", only_owner | fs::perms::others_read),
                    own = file("own", "hunter2\n", only_owner);
  EXPECT_THAT(ctl(with("--option-file", "sasl.password=" + open)).err, HasSubstr("is open to others"));
  const Ran taken = ctl(with("--option-file", "sasl.password=" + own));
  EXPECT_EQ(taken.code, 0) << "nothing is to be published, so that no broker is needed" << taken.err;
}

}  // namespace
}  // namespace onceover::oncectl
