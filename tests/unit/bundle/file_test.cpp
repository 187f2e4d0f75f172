// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/bundle/bundle.h"
#include "core/key/sha256.h"
#include "tests/unit/bundle/example.h"

namespace onceover::bundle {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view mark = "```json onceover-bundle ";

std::string text_of(const Bundle& bundle) {
  auto text = to_text(bundle);
  if (!text) throw std::runtime_error(text.error().sentence());
  return *text;
}
std::string json_of(const std::string& text) {
  const std::size_t from = text.find('\n', text.rfind(mark)) + 1;
  return text.substr(from, text.rfind("\n```") - from);
}
// A file whose data is this, in order but for the data itself.
std::string file_with(const std::string& json, const std::string& version = "1") {
  return "# Incident bundle\n\n```json onceover-bundle version=" + version +
         " bytes=" + std::to_string(json.size()) + " sha256=" + to_hex(key::bytes_of(key::sha256(json))) +
         "\n" + json + "\n```\n";
}
std::string what_of(const std::string& text) {
  auto read = from_text(text);
  return read ? std::string("it was opened") : read.error().what;
}
std::string random_text(Random& random) {
  static const std::vector<std::string> pieces{"`",
                                               "``",
                                               "```",
                                               "\n",
                                               "\r",
                                               "<",
                                               ">",
                                               "&",
                                               "[",
                                               "](x)",
                                               "\\",
                                               "\"",
                                               "|",
                                               "~~~",
                                               "\xE2\x80\xAE",
                                               "\xff",
                                               "a",
                                               "é",
                                               "\t",
                                               "#",
                                               " ",
                                               "http://",
                                               "{",
                                               "}",
                                               std::string(1, '\0'),
                                               "\n```json onceover-bundle version=1 bytes=0 sha256="};
  std::string out;
  for (std::uint64_t n = random.below(24); n > 0; --n) {
    out += random.chance(0.1) ? std::string(1, static_cast<char>(random.below(256)))
                              : pieces[random.below(pieces.size())];
  }
  return out;
}

TEST(BundleFile, ReadsBackWhatWasWrittenWhateverTheTextsHold) {
  for (const std::string& text : hostile_texts()) {
    const Bundle bundle = bundle_of(text);
    const auto read = from_text(text_of(bundle));
    ASSERT_TRUE(read) << visible(text) << ": " << read.error().sentence();
    EXPECT_EQ(*read, bundle) << visible(text);
  }
}

TEST(BundleFile, ReadsBackWhatWasWrittenForRandomTexts) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    const Bundle bundle = bundle_of(random_text(random));
    const auto read = from_text(text_of(bundle));
    ASSERT_TRUE(read) << "seed " << seed << ": " << read.error().sentence();
    ASSERT_EQ(*read, bundle) << "seed " << seed;
  }
}

TEST(BundleFile, ItsDataIsPlainAsciiThatNothingEndsOrRenders) {
  for (const std::string& text : hostile_texts()) {
    const std::string json = json_of(text_of(bundle_of(text)));
    for (const char c : json) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f)) << visible(text);
    EXPECT_EQ(json.find_first_of("`<>"), std::string::npos) << visible(text);
  }
}

// A strict reader of Markdown's fences: outside them there may be headings and sentences of ours alone.
TEST(BundleFile, TextOfTheStoreStandsInFencedBlocksThatItCannotEnd) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::string hostile = seed < hostile_texts().size() ? hostile_texts()[seed] : random_text(random);
    Bundle bundle = bundle_of(hostile);
    // Titles are ours; those of a bundle that somebody else wrote are looked at in the next test.
    for (Section& section : bundle.sections) section.title = "Title";
    bundle.sql[0].what = "Look";
    const std::string text = text_of(bundle);
    bool inside = false;
    std::size_t blocks = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      const std::string line = text.substr(at, end - at);
      at = end + 1;
      if (line.starts_with("```")) {
        ASSERT_TRUE(inside ? line == "```"
                           : (line == "```text" || line == "```sql" || line.starts_with(mark)))
            << "seed " << seed << ": " << line;
        inside = !inside;
        ++blocks;
      } else if (inside) {
        ASSERT_EQ(line.find("```"), std::string::npos) << "seed " << seed << ": " << line;
        ASSERT_TRUE(is_utf8(line)) << "seed " << seed;
      } else {
        const std::vector<std::string> ours{
            "", "# Incident bundle", "## Title", "## Left out", "## Statements", "### Look", "## The data"};
        ASSERT_TRUE(std::find(ours.begin(), ours.end(), line) != ours.end() ||
                    line.starts_with("All of the above, complete: "))
            << "seed " << seed << ": " << line;
      }
    }
    EXPECT_FALSE(inside);
    EXPECT_EQ(blocks, 2U * (1 + 2 + 1 + 1 + 1));
  }
}

TEST(BundleFile, AHeadingOfAForeignBundleIsPlainText) {
  Bundle bundle = bundle_of("x");
  bundle.sections[0].title = "```\n<img src=x> ![p](http://127.0.0.1)";
  const std::string text = text_of(bundle);
  EXPECT_THAT(text, Not(HasSubstr("<img")));
  EXPECT_THAT(text, HasSubstr("\n## \\`\\`\\`\\\\n&lt;img"));
}

TEST(BundleFile, ControlAndBidirectionalCharactersAreSpelledForPeople) {
  const std::string text =
      text_of(bundle_of("\xE2\x80\xAE"
                        "gnp\x1b[0m"));
  EXPECT_THAT(text, HasSubstr("\\u{202e}gnp\\u{1b}[0m"));
  EXPECT_THAT(text, Not(HasSubstr("\xE2\x80\xAE")));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(BundleFile, ALongTextIsCutAndItsSizeSaid) {
  const Value value = text_value(std::string(10'000'000, 'x'), 1000);
  EXPECT_EQ(value.form, Value::Form::cut);
  EXPECT_EQ(value.text.size(), 1000U);
  EXPECT_THAT(shown(value), HasSubstr("‹cut, 10000000 bytes›"));
  EXPECT_EQ(text_value("aé", 2).text, "a") << "cut at a code point";
  EXPECT_EQ(text_value(std::string(9, '\x80'), 8).text.size(), 8U)
      << "bytes that are no text have no code points";
  EXPECT_EQ(text_value("aé", 3).form, Value::Form::text);
}

TEST(BundleFile, LineEndsOfAnotherSystemChangeNothing) {
  const Bundle bundle = bundle_of("a\r\nb");
  std::string text = text_of(bundle), other;
  for (const char c : text) other += c == '\n' ? "\r\n" : std::string(1, c);
  const auto read = from_text(other);
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(*read, bundle);
}

TEST(BundleFile, EveryTruncationIsSaidAndOpensNothing) {
  const std::string text = text_of(bundle_of("key"));
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    const auto read = from_text(text.substr(0, size));
    ASSERT_FALSE(read) << size;
    ASSERT_TRUE(read.error().kind == ErrorKind::invalid_input) << size;
    ASSERT_EQ(read.error().not_done, "Nothing was opened.");
  }
  EXPECT_THAT(what_of(text.substr(0, text.rfind(mark))), HasSubstr("cut off"));
  EXPECT_THAT(what_of(text.substr(0, text.size() - 20)), HasSubstr("The file is incomplete"));
}

TEST(BundleFile, AnyChangedByteOfTheDataIsFound) {
  const std::string text = text_of(bundle_of("key"));
  const std::size_t from = text.rfind(mark), json = text.find('\n', from) + 1;
  for (std::size_t at = json; at < text.rfind("\n```"); at += 7) {
    std::string changed = text;
    changed[at] = changed[at] == 'x' ? 'y' : 'x';
    ASSERT_THAT(what_of(changed), HasSubstr("damaged or changed")) << at;
  }
  // Of the Markdown nothing is read, so that a remark may be written into it.
  EXPECT_TRUE(from_text("A remark of the reader.\n" + text));
  EXPECT_TRUE(from_text(text + "\nAnother one.\n"));
}

TEST(BundleFile, ANewerVersionIsNamedAndRefused) {
  const auto read = from_text(file_with("{}", "2"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::unsupported);
  EXPECT_THAT(read.error().what, HasSubstr("its format is 2, and this program reads 1"));
}

TEST(BundleFile, ForeignFilesAreRefused) {
  for (const std::string& text :
       {std::string(), std::string("hello"), std::string("# Onceover\n\n```json\n{}\n```\n"),
        std::string(1000, '\0'), std::string("```json onceover-bundle"), std::string("\x1f\x8b\x08", 3)}) {
    EXPECT_EQ(what_of(text), "This is not an incident bundle.") << visible(text);
  }
  EXPECT_THAT(what_of("```json onceover-bundle version=1 bytes=-1 sha256=0\n{}\n```\n"),
              HasSubstr("line before"));
  EXPECT_THAT(what_of("```json onceover-bundle version=1 bytes=9999999999999999999999 sha256=0\n{}\n```\n"),
              HasSubstr("line before"));
}

TEST(BundleFile, HostileDataIsRefusedAndNamed) {
  const std::string json = json_of(text_of(bundle_of("x")));
  const auto with = [&json](const std::string& from, const std::string& to) {
    std::string changed = json;
    const std::size_t at = changed.find(from);
    if (at == std::string::npos) throw std::runtime_error("not in it: " + from);
    return file_with(changed.replace(at, from.size(), to));
  };
  EXPECT_TRUE(from_text(file_with(json)));
  EXPECT_THAT(what_of(file_with("[]")), HasSubstr("not a JSON object"));
  EXPECT_THAT(what_of(file_with("{}")), HasSubstr("\"about\" is missing"));
  EXPECT_THAT(what_of(file_with("{\"about\":\"plan\",\"about\":\"key\"}")), HasSubstr("duplicate name"));
  EXPECT_THAT(what_of(file_with(std::string(100'000, '['))), HasSubstr("not a JSON object"));
  EXPECT_THAT(what_of(file_with("[" + std::string(7'000'000, ',') + "]")),
              HasSubstr("more values than any bundle"));
  EXPECT_THAT(what_of(with("\"left_out\": 3", "\"left_out\": -3")), HasSubstr("left_out"));
  EXPECT_THAT(what_of(with("\"step_us\": 10000000", "\"step_us\": 0")), HasSubstr("step_us"));
  EXPECT_THAT(what_of(with("\"step_us\": 10000000", "\"step_us\": 1e99")), HasSubstr("step_us"));
  EXPECT_THAT(what_of(with("\"with_bodies\": true", "\"with_bodies\": 1")), HasSubstr("with_bodies"));
  EXPECT_THAT(what_of(with("\"kind\": \"number\"", "\"kind\": \"picture\"")), HasSubstr("kind"));
  EXPECT_THAT(what_of(with("\"about\": \"plan\"", "\"about\": \"world\"")), HasSubstr("about"));
  EXPECT_THAT(what_of(with("\"onceover_bundle\": 1", "\"onceover_bundle\": 7")),
              HasSubstr("onceover_bundle"));
  // What a later program of the same version adds is passed over.
  EXPECT_TRUE(from_text(with("\"about\"", "\"remark\": {\"a\": [1]}, \"about\"")));
}

class BundleOnDisk : public testing::Test {
 protected:
  BundleOnDisk() { fs::create_directory(folder_); }
  ~BundleOnDisk() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ / name; }
  fs::path folder_ = fs::temp_directory_path() / ("onceover-bundle-" + new_uuid());
};

TEST_F(BundleOnDisk, IsForItsOwnerAloneAndOpensAgain) {
  const Bundle bundle = bundle_of("key");
  const auto bytes = to_file(bundle, path("b.md"));
  ASSERT_TRUE(bytes) << bytes.error().sentence();
  EXPECT_EQ(fs::file_size(path("b.md")), static_cast<std::uintmax_t>(*bytes));
  EXPECT_EQ(fs::status(path("b.md")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const auto read = from_file(path("b.md"));
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(*read, bundle);
}

TEST_F(BundleOnDisk, WhatCannotBeReadIsSaid) {
  const auto kind_of = [](const std::string& file) {
    const auto read = from_file(file);
    return read ? ErrorKind::internal : read.error().kind;
  };
  EXPECT_EQ(kind_of(path("missing.md")), ErrorKind::invalid_input);
  EXPECT_EQ(kind_of(folder_), ErrorKind::invalid_input);
  EXPECT_EQ(kind_of("/dev/zero"), ErrorKind::invalid_input);
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(kind_of(path("pipe")), ErrorKind::invalid_input)
      << "nobody writes into it, and nobody waits for him";
  std::ofstream(path("large.md")).seekp(max_file_bytes) << "xx";
  EXPECT_EQ(kind_of(path("large.md")), ErrorKind::invalid_input);
  EXPECT_EQ(fs::file_size(path("large.md")), static_cast<std::uintmax_t>(max_file_bytes) + 2)
      << "it was only read";
}

TEST_F(BundleOnDisk, WhatStoodThereStaysWhereItCannotBeWritten) {
  std::ofstream(path("b.md")) << "old";
  Bundle bundle = bundle_of("x");
  bundle.sections[0].notes.assign(4, std::string(20'000'000, 'x'));
  const auto written = to_file(bundle, path("b.md"));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::unsupported);
  EXPECT_EQ(fs::file_size(path("b.md")), 3U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

}  // namespace
}  // namespace onceover::bundle
