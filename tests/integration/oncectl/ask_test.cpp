// SPDX-License-Identifier: Apache-2.0
// `oncectl profile propose --ask`, at a terminal as a person has it.
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* mute = R"(
CREATE TABLE wx_14 (c1 uuid PRIMARY KEY, c2 text NOT NULL, c3 jsonb NOT NULL, c4 int NOT NULL, c5 timestamptz NOT NULL, c6 timestamptz);
INSERT INTO wx_14 SELECT md5(i::text)::uuid, (ARRAY['qa', 'qb', 'qc', 'qd'])[1 + i % 4], jsonb_build_object('who', 'c-' || i), i % 3,
  now() - i * interval '20 min', CASE WHEN i % 4 > 1 THEN now() - i * interval '19 min' END FROM generate_series(1, 60) i;
ANALYZE wx_14;)";

// The program with a terminal as its standard input and error, and a file as its output.
class AtTerminal {
 public:
  AtTerminal(const std::vector<std::string>& words, const std::string& out) {
    terminal_ = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal_ < 0 || ::grantpt(terminal_) != 0 || ::unlockpt(terminal_) != 0)
      throw std::runtime_error(std::strerror(errno));
    const std::string name = ::ptsname(terminal_);
    std::string command = "exec \"$@\" <" + name + " 2>" + name + " >" + out;
    std::vector<std::string> argv{"/bin/sh", "-c", command, "sh", std::string(ONCEOVER_BIN_DIR) + "/oncectl"};
    argv.insert(argv.end(), words.begin(), words.end());
    // so that the terminal lives until the program has opened it
    slave_ = ::open(name.c_str(), O_RDWR | O_NOCTTY);
    process_.emplace(test::Process::spawn(argv));
  }
  ~AtTerminal() {
    ::close(slave_);
    ::close(terminal_);
  }
  AtTerminal(const AtTerminal&) = delete;
  AtTerminal& operator=(const AtTerminal&) = delete;

  // Waits until this was said since the last answer, and answers.
  testing::AssertionResult answer(const std::string& asked, const std::string& with) {
    const auto result = wait_for(asked);
    if (!result) return result;
    heard_.clear();
    const std::string line = with + "\n";
    return ::write(terminal_, line.data(), line.size()) == static_cast<ssize_t>(line.size())
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << std::strerror(errno);
  }
  // The number of the choice that begins with these words.
  std::string number_of(const std::string& words) {
    const std::size_t at = heard_.find("  " + words);
    const std::size_t line = at == std::string::npos ? at : heard_.rfind('\n', at);
    return line == std::string::npos ? "no such choice"
                                     : std::to_string(std::atoi(heard_.c_str() + line + 1));
  }
  testing::AssertionResult choose(const std::string& asked, const std::string& words) {
    const auto result = wait_for(asked);
    return result ? answer(asked, number_of(words)) : result;
  }
  testing::AssertionResult wait_for(const std::string& text, bool prompt = true) {
    const auto is_there = [&] {
      const std::size_t at = heard_.find(text);
      return at != std::string::npos && (!prompt || heard_.find("\n> ", at) != std::string::npos);
    };
    while (!is_there()) {
      pollfd one{terminal_, POLLIN, 0};
      if (::poll(&one, 1, 30'000) <= 0)
        return testing::AssertionFailure() << "no \"" << text << "\" in: " << heard_;
      char bytes[4096];
      const ssize_t n = ::read(terminal_, bytes, sizeof bytes);
      if (n <= 0) return testing::AssertionFailure() << "it ended; no \"" << text << "\" in: " << heard_;
      for (const char c : std::string_view(bytes, static_cast<std::size_t>(n))) {
        if (c != '\r') heard_ += c;
      }
    }
    return testing::AssertionSuccess();
  }
  int exit_code() {
    const auto end = process_->wait();
    return end ? end->code : -1;
  }
  const std::string& heard() const { return heard_; }

 private:
  int terminal_ = -1, slave_ = -1;
  std::string heard_;
  std::optional<test::Process> process_;
};

class AskTest : public OncectlTest {
 protected:
  ~AskTest() override { std::filesystem::remove(file_); }
  std::vector<std::string> propose(std::vector<std::string> more = {}) {
    std::vector<std::string> words{"profile", "propose", "--table", "wx_14"};
    words.insert(words.end(), more.begin(), more.end());
    return with_store(words);
  }
  std::string written() const {
    std::ifstream in(file_);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string file_ =
      std::filesystem::path(testing::TempDir()) / ("onceover-ask-" + std::to_string(::getpid()) + ".toml");
};

TEST_F(AskTest, ATableThatSaysNothingIsMappedByAnswers) {
  raw_.exec(mute);
  AtTerminal person(propose({"--ask"}), file_);
  ASSERT_TRUE(person.choose("What does one row of this table stand for?", "a job or task"));
  ASSERT_TRUE(person.wait_for("Which column shows whether the work is finished?"));
  EXPECT_THAT(person.heard(), HasSubstr("qa (15), qb (15), qc (15), qd (15)"));
  ASSERT_TRUE(person.answer("Which column shows", "soon"));
  ASSERT_TRUE(person.wait_for("This is not one of the answers."));
  ASSERT_TRUE(person.choose("Which column shows whether the work is finished?", "c2"));
  ASSERT_TRUE(person.wait_for("What does \"qa\" in c2 mean?"));
  EXPECT_THAT(person.heard(), HasSubstr("15 of 60 sampled rows."));
  EXPECT_THAT(person.heard(), HasSubstr("{who}")) << "three rows, and of a document the names alone";
  ASSERT_TRUE(person.choose("\"qa\" in c2", "failed"));
  ASSERT_TRUE(person.answer("\"qb\" in c2", "back"));
  ASSERT_TRUE(person.choose("\"qa\" in c2", "waiting"));
  ASSERT_TRUE(person.choose("\"qb\" in c2", "in progress"));
  ASSERT_TRUE(person.choose("\"qc\" in c2", "succeeded"));
  ASSERT_TRUE(person.choose("\"qd\" in c2", "set aside"));
  ASSERT_TRUE(person.answer("When is an unfinished row stuck?", "90m"));
  const std::string stuck =
      raw_.scalar("SELECT count(*) FROM wx_14 WHERE c2 IN ('qa', 'qb') AND c5 <= now() - interval '90 min'");
  ASSERT_TRUE(person.wait_for("Stuck now: " + stuck + "."));
  EXPECT_THAT(person.heard(), HasSubstr("stuck for 1"));
  ASSERT_TRUE(person.answer("Enter leaves it open", "done"));
  EXPECT_EQ(person.exit_code(), 0) << person.heard();
  EXPECT_THAT(written(), HasSubstr("form = \"age\""));
  EXPECT_THAT(written(), HasSubstr("word = \"qa\"\nwaits = true\n"))
      << "it was chosen, and its word does not show it";
  EXPECT_THAT(written(), HasSubstr("word = \"qb\"\n[["));
  EXPECT_THAT(written(), Not(HasSubstr("What does one row"))) << "questions are no part of the profile";
  EXPECT_EQ(ctl({"profile", "check", file_}).code, 0) << written();
  const Ran listed = ctl_json({"stuck", "--list", "--profile", file_});
  EXPECT_EQ(listed.code, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("\"state\""));
}

TEST_F(AskTest, WithoutATerminalItSaysWhatToDo) {
  raw_.exec(mute);
  std::vector<std::string> argv{std::string(ONCEOVER_BIN_DIR) + "/oncectl"};
  for (const std::string& word : propose({"--ask"})) argv.push_back(word);
  auto piped = test::Process::spawn(argv, {}, test::Input::written);
  const auto end = piped.wait();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 2);
  EXPECT_EQ(piped.out(), "");
  EXPECT_THAT(piped.err(), HasSubstr("--ask asks questions, and standard input is no terminal."));
}

TEST_F(AskTest, AnEndedTerminalProposesNothing) {
  raw_.exec(mute);
  AtTerminal person(propose({"--ask", "--as", "queue"}), file_);
  ASSERT_TRUE(person.answer("Which column shows whether the work is finished?", "\x04"));
  EXPECT_EQ(person.exit_code(), 2);
  EXPECT_EQ(written(), "");
}

TEST_F(AskTest, OfATableThatIsNotProposedTheCommandThatMapsItIsNamed) {
  raw_.exec(mute);
  const Ran ran = ctl({"profile", "propose", "--table", "wx_14"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.out, HasSubstr("oncectl profile propose --schema public --table wx_14 --ask"));
}

TEST_F(AskTest, AKindThatAPersonNamesIsNeverDoubtedAndWhatIsMissingIsAskedFor) {
  raw_.exec(mute);
  raw_.exec("CREATE TABLE garden (plant text, bed int)");
  for (const char* kind : {"idempotency", "inbox", "outbox", "queue"}) {
    for (const char* table : {"wx_14", "garden"}) {
      const Ran ran = ctl({"profile", "propose", "--table", table, "--as", kind});
      EXPECT_EQ(ran.code, 0) << ran.err;
      EXPECT_THAT(ran.out + ran.err, Not(HasSubstr("does not look like"))) << table << " as " << kind;
      EXPECT_THAT(ran.out, HasSubstr("Please choose:")) << table << " as " << kind;
      EXPECT_THAT(ran.err, HasSubstr("Before this table can be read: ")) << table << " as " << kind;
      EXPECT_THAT(ran.err, HasSubstr("--ask --as " + std::string(kind)));
    }
  }
}

}  // namespace
}  // namespace onceover::oncectl
