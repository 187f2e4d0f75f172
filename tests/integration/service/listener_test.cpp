// SPDX-License-Identifier: Apache-2.0
// The status listener under clients that are slow, large or wrong: none of them delays another one, or costs
// the service its memory.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "tests/integration/service/fixture.h"
#include "tests/support/patience.h"

namespace onceover::oncectl {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using testing::HasSubstr;
using testing::StartsWith;

// One connection to the listener.
class Peer {
 public:
  explicit Peer(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_connected_ =
        socket_ >= 0 && ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
  }
  Peer(Peer&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), is_connected_(other.is_connected_) {}
  Peer& operator=(Peer&&) = delete;
  ~Peer() {
    if (socket_ >= 0) ::close(socket_);
  }
  bool is_connected() const { return is_connected_; }
  // False where the listener has closed it.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }
  // What comes until the listener closes it, or until the limit.
  std::string rest(milliseconds within = std::chrono::seconds(10)) {
    std::string out;
    const auto until = Clock::now() + within;
    for (;;) {
      pollfd one{socket_, POLLIN, 0};
      const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now()).count();
      if (left <= 0 || ::poll(&one, 1, static_cast<int>(left)) <= 0) return out + " (still open)";
      char bytes[4096];
      const ssize_t count = ::recv(socket_, bytes, sizeof bytes, 0);
      if (count <= 0) return out;
      out.append(bytes, static_cast<std::size_t>(count));
    }
  }

 private:
  int socket_;
  bool is_connected_ = false;
};

class ListenerTest : public ServiceFileTest {
 protected:
  void SetUp() override {
    configured(simple());
    service_.emplace(serve());
  }
  std::string asked(std::string_view request) {
    Peer peer(port_);
    peer.send(request);
    return peer.rest();
  }
  // Resident memory of the service.
  std::int64_t kilobytes() {
    std::ifstream status("/proc/" + std::to_string(service_->pid()) + "/status");
    for (std::string word; status >> word;) {
      std::int64_t value = 0;
      if (word == "VmRSS:" && status >> value) return value;
    }
    return 0;
  }
  std::optional<test::Process> service_;
};

TEST_F(ListenerTest, OnlyReadsAreAnswered) {
  const std::string whole = asked("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(whole, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(whole, HasSubstr("onceover_"));
  const std::string head = asked("HEAD /metrics?name=x HTTP/1.0\r\n\r\n");
  EXPECT_THAT(head, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(head, testing::EndsWith("\r\n\r\n"));
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "X"}) {
    const std::string refused =
        asked(std::string(method) + " /metrics HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc");
    EXPECT_THAT(refused, StartsWith("HTTP/1.1 405 ")) << method;
    EXPECT_THAT(refused, HasSubstr("\r\nAllow: GET, HEAD\r\n")) << method;
  }
  EXPECT_THAT(asked("GET /other HTTP/1.1\r\n\r\n"), StartsWith("HTTP/1.1 404 "));
  for (const char* wrong : {"\r\n\r\n", "GET\r\n\r\n", "GET /metrics\r\n\r\n", "GET /metrics SSH-2.0\r\n\r\n",
                            "\x16\x03\x01\r\n\r\n"})
    EXPECT_THAT(asked(wrong), StartsWith("HTTP/1.1 400 ")) << wrong;
}

// It used 436 MB.
TEST_F(ListenerTest, HeadersOf48MegabytesAreRefusedAtTheirBeginning) {
  ASSERT_EQ(get("/healthz").status, 200);
  const std::int64_t before = kilobytes();
  const std::string line = "X-Long: " + std::string(4000, 'x') + "\r\n";
  for (int i = 0; i < 4; ++i) {
    Peer peer(port_);
    peer.send("GET /healthz HTTP/1.1\r\n");
    std::size_t sent = 0;
    while (sent < 48U * 1024 * 1024 && peer.send(line)) sent += line.size();
    EXPECT_LT(sent, 16U * 1024 * 1024) << "the listener went on reading";
  }
  EXPECT_THAT(asked("GET / HTTP/1.1\r\n" + line + line + line), StartsWith("HTTP/1.1 431 "));
  EXPECT_LT(kilobytes() - before, 20 * 1024);
}

// Two of them at a byte a second starved everybody.
TEST_F(ListenerTest, TwoThousandSlowClientsDelayNobody) {
  rlimit files{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  files.rlim_cur = std::min<rlim_t>(files.rlim_max, 4096);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
  if (files.rlim_cur < 2100) GTEST_SKIP() << "this user may not open 2,000 connections";
  ASSERT_EQ(get("/healthz").status, 200);
  const std::int64_t before = kilobytes();
  std::vector<Peer> slow;
  milliseconds worst{0};
  const auto look = [&] {
    const auto from = Clock::now();
    ASSERT_THAT(asked("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"), HasSubstr("HTTP/1.1 200 OK"));
    worst = std::max(worst, std::chrono::duration_cast<milliseconds>(Clock::now() - from));
  };
  for (int i = 0; i < 2000; ++i) {
    slow.emplace_back(port_);
    ASSERT_TRUE(slow.back().is_connected()) << i;
    slow.back().send("G");
    if (i % 100 == 99) look();
  }
  for (Peer& peer : slow) peer.send("E");
  look();
  // With many, a page is kept for a quarter of a second.
  const std::string once = asked("GET /metrics HTTP/1.1\r\n\r\n");
  EXPECT_EQ(asked("GET /metrics HTTP/1.1\r\n\r\n").size(), once.size());
  EXPECT_LT(worst, test::well_before_half_a_minute);
  EXPECT_LT(kilobytes() - before, 20 * 1024);
  // Those that were let in end with their deadline, however slow they are.
  EXPECT_EQ(slow.back().rest(std::chrono::seconds(20)), "");
}

}  // namespace
}  // namespace onceover::oncectl
