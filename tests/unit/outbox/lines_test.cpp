// SPDX-License-Identifier: Apache-2.0
// JSON lines: each event is one line that a reader can parse, whatever its payload, and whatever the output
// did with the line before.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/outbox/destination.h"

namespace onceover::outbox {
namespace {

using Json = nlohmann::json;

Stored with_payload(std::int64_t seq, std::optional<std::string_view> payload) {
  return {.seq = seq,
          .id = "e",
          .topic = "t",
          .aggregate_id = "a",
          .payload = payload,
          .content_type = "application/json",
          .headers = "{}"};
}

class LinesTest : public testing::Test {
 protected:
  LinesTest() {
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) throw std::runtime_error("no pipe");
    ::fcntl(ends[1], F_SETPIPE_SZ, 4096);
    lines = to_lines(ends[1]);
  }
  ~LinesTest() override {
    for (const int end : ends) ::close(end);
  }
  std::string read() {
    std::string all;
    std::array<char, 4096> bytes{};
    for (ssize_t n = 0; (n = ::read(ends[0], bytes.data(), bytes.size())) > 0;)
      all.append(bytes.data(), static_cast<std::size_t>(n));
    return all;
  }
  // The whole output of one event.
  std::string written(const Stored& event) {
    lines->send(1, event);
    std::string all;
    while (lines->poll(Duration{0}).empty()) all += read();
    return all + read();
  }

  std::array<int, 2> ends{};
  std::unique_ptr<Destination> lines;
};

TEST_F(LinesTest, APayloadIsWrittenAsJsonOnlyWhereEveryReaderSeesThatJson) {
  EXPECT_EQ(Json::parse(written(with_payload(1, R"({"n":1})")))["payload"], Json({{"n", 1}}));
  for (const std::string_view payload :
       {std::string_view("{\"n\":1}\0,\"seq\":9", 16), std::string_view("\xEF\xBB\xBF{\"n\":1}"),
        std::string_view("{\"n\":\r1}"), std::string_view("{\"n\":\n1}"), std::string_view("{\"n\":1")}) {
    const std::string line = written(with_payload(7, payload));
    EXPECT_EQ(line.find_first_of(std::string_view("\n\r\0", 3)), line.size() - 1) << line;
    const Json read = Json::parse(line, nullptr, false);
    ASSERT_TRUE(read.is_object()) << line;
    EXPECT_EQ(read["seq"], 7);
    EXPECT_EQ(read["payload"], std::string(payload));
  }
  EXPECT_EQ(Json::parse(written(with_payload(8, "\xFF")))["payload_base64"], "/w==");
  EXPECT_TRUE(Json::parse(written(with_payload(9, std::nullopt)))["payload"].is_null());
}

// The relay was taken over, or its disk was full: what comes next is not of the line that was cut.
TEST_F(LinesTest, AfterALineThatWasCutTheNextBeginsAnew) {
  const std::string large = '"' + std::string(6000, 'x') + '"';
  lines->send(1, with_payload(1, large));
  EXPECT_TRUE(lines->poll(Duration{0}).empty()) << "the pipe is full";
  lines->abandon(Duration{0});
  const std::string cut = read();
  ASSERT_FALSE(cut.empty());
  ASSERT_EQ(cut.find('\n'), std::string::npos);
  std::string rest = written(with_payload(1, large));
  rest += written(with_payload(2, "2"));
  ASSERT_EQ(rest.front(), '\n') << "the cut line ends";
  const std::size_t end = rest.find('\n', 1);
  EXPECT_EQ(Json::parse(rest.substr(1, end - 1))["seq"], 1);
  EXPECT_EQ(Json::parse(rest.substr(end + 1))["seq"], 2) << "once: a whole line is followed by the next";
}

}  // namespace
}  // namespace onceover::outbox
