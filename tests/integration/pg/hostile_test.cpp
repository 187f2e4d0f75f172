// SPDX-License-Identifier: Apache-2.0
// Servers that do harm: each attack costs at most the deadline and a bounded amount of memory, and ends with
// an error.
#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "tests/integration/pg/fixture.h"
#include "tests/support/hostile_server.h"
#include "tests/support/patience.h"
#include "tests/support/process.h"

namespace onceover::test {
namespace {

using pg::Connection;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::int64_t mib = 1024 * 1024;

// Of this process, from /proc/self/status.
std::int64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoll(line.substr(6)) * 1024;
  }
  return -1;
}

bool let_in(Peer& peer) {
  return peer.let_in() && peer.send(wire::authenticated() + wire::parameter("server_version", "15.0") +
                                    wire::parameter("client_encoding", "UTF8") +
                                    wire::message('K', wire::int32(7) + wire::int32(7)) + wire::ready());
}

// A server that lets everybody in and answers the first statement so.
std::function<void(Peer&)> answering(const std::function<void(Peer&)>& answer) {
  return [answer](Peer& peer) {
    if (let_in(peer) && peer.wait_for_query()) answer(peer);
  };
}

// As what a child ended.
struct Outcome {
  std::string kind, sentence;
  bool is_open = false, is_left_behind = false;
  std::int64_t peak_mib = 0;
  Steady::duration took{};
};

using Act = std::function<Result<void>(Connection&)>;

Result<void> select(Connection& connection) {
  return connection.exec("SELECT 1").map([](const pg::Rows&) {});
}

// In a process of its own, whose memory is measured, and which may end while a thread still computes; in this
// one under ThreadSanitizer.
Outcome attacked(const pg::ConnectOptions& options, const Act& act = select) {
  const auto before = Steady::now();
  const auto told = [&] {
    const std::int64_t start = peak_memory();
    Result<void> done;
    bool open = false;
    {
      auto connection = Connection::open(options);
      done = connection ? act(*connection) : fail(connection.error());
      open = connection && connection->is_open();
    }
    return fmt::format("{}\n{}\n{:d} {:d} {}\n", done ? "done" : word(done.error().kind),
                       done ? "" : done.error().sentence(), open, pg::is_connecting_left_behind(),
                       (peak_memory() - start) / mib);
  };
  std::string text;
  if (forks_may_have_threads) {
    Process child = Process::forked([&] {
      std::fputs(told().c_str(), stdout);
      std::fflush(nullptr);
      return 0;
    });
    const auto exit = child.wait(seconds(60));
    EXPECT_EQ(exit, (Exit{0, 0})) << child.out() << child.err();
    text = child.out();
  } else {
    text = told();
  }
  Outcome outcome;
  outcome.took = Steady::now() - before;
  std::istringstream out(text);
  std::getline(out, outcome.kind);
  std::getline(out, outcome.sentence);
  out >> outcome.is_open >> outcome.is_left_behind >> outcome.peak_mib;
  return outcome;
}

struct Attack {
  std::string name;
  std::function<void(Peer&)> answer;
  std::string kind, says;
};

class HostileAnswers : public testing::TestWithParam<Attack> {};

// Limit and deadline are small, so that the tests are short.
pg::ConnectOptions options_for(const HostileServer& server) {
  return {.conninfo = server.conninfo(),
          .connect_timeout = seconds(2),
          .deadline = seconds(4),
          .most_answer_bytes = 16 * mib};
}

// What a sanitizer keeps beside the program's own memory, or instead of giving it back, is not the program's.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool measures_memory = false;
#else
constexpr bool measures_memory = true;
#endif

const std::string described = wire::message('1', "") + wire::message('2', "") + wire::description(1);

TEST_P(HostileAnswers, CostBoundedMemoryAndAtMostTheDeadline) {
  const Attack& attack = GetParam();
  for (const auto on : {HostileServer::On::tcp, HostileServer::On::unix_socket}) {
    const HostileServer server(answering(attack.answer), on);
    const Outcome outcome = attacked(options_for(server));
    EXPECT_EQ(outcome.kind, attack.kind) << outcome.sentence;
    EXPECT_NE(outcome.sentence.find(attack.says), std::string::npos) << outcome.sentence;
    EXPECT_TRUE(!measures_memory || outcome.peak_mib < 256)
        << outcome.peak_mib << " MiB; " << outcome.sentence;
    EXPECT_LT(outcome.took, test::well_before_half_a_minute);
    EXPECT_FALSE(outcome.is_open);
    RecordProperty("peak_mib", static_cast<int>(outcome.peak_mib));
  }
}

const char* const too_much = "The server sent more than 16 MiB in answer to one call.";

INSTANTIATE_TEST_SUITE_P(
    Attacks, HostileAnswers,
    testing::Values(
        Attack{"endless_rows",
               [](Peer& peer) {
                 peer.send(described) && (peer.send_forever(wire::row(std::string(1000, 'x'))), true);
               },
               "unsupported", too_much},
        Attack{"endless_rows_of_nothing",
               [](Peer& peer) {
                 // Four bytes on the way, sixteen in memory.
                 std::string nulls = wire::int16(1000);
                 for (int i = 0; i < 1000; ++i) nulls += wire::int32(-1);
                 if (peer.send(wire::message('1', "") + wire::message('2', "") + wire::description(1000))) {
                   peer.send_forever(wire::message('D', nulls));
                 }
               },
               "unsupported", too_much},
        Attack{"one_huge_row",
               [](Peer& peer) {
                 if (peer.send(described + wire::announced('D', 800 * mib + 10) + wire::int16(1) +
                               wire::int32(800 * mib))) {
                   peer.send_forever(std::string(1000, 'x'));
                 }
               },
               "unsupported", too_much},
        Attack{"a_message_that_announces_a_gigabyte_and_does_not_come",
               [](Peer& peer) {
                 peer.send(described + wire::announced('D', 1024 * mib));
                 peer.wait_until_gone();
               },
               "timeout", "The server did not answer within 4.0 s."},
        Attack{"an_error_that_announces_a_gigabyte",
               [](Peer& peer) {
                 if (peer.send(wire::announced('E', 1000 * mib))) peer.send_forever(std::string(1000, 'M'));
               },
               "unsupported", too_much},
        Attack{"endless_notices", [](Peer& peer) { peer.send_forever(wire::notice(std::string(500, 'n'))); },
               "unsupported", too_much},
        Attack{"endless_parameters",
               [](Peer& peer) {
                 for (int i = 0;
                      peer.send(wire::parameter("p" + std::to_string(i), std::string(20'000, 'v'))); ++i) {
                 }
               },
               "unsupported", too_much},
        Attack{"endless_results",
               [](Peer& peer) {
                 peer.send_forever(wire::description(1) + wire::row(std::string(1000, 'x')) +
                                   wire::complete());
               },
               "unsupported", too_much},
        Attack{"garbage", [](Peer& peer) { peer.send_forever("\x7F\x80garbage\xFF"); }, "connection",
               "The connection to the server was lost."},
        Attack{"a_cut_in_the_middle_of_a_message",
               [](Peer& peer) { peer.send(described + wire::row("x").substr(0, 6)); }, "connection",
               "The connection to the server was lost."}),
    [](const auto& attack) { return attack.param.name; });

class HostileHandshakes : public testing::TestWithParam<Attack> {};

TEST_P(HostileHandshakes, CostBoundedMemoryAndAtMostTheDeadline) {
  const Attack& attack = GetParam();
  for (const auto on : {HostileServer::On::tcp, HostileServer::On::unix_socket}) {
    const HostileServer server(
        [&attack](Peer& peer) {
          if (peer.let_in()) attack.answer(peer);
        },
        on);
    const Outcome outcome = attacked(options_for(server));
    EXPECT_EQ(outcome.kind, attack.kind) << outcome.sentence;
    EXPECT_NE(outcome.sentence.find(attack.says), std::string::npos) << outcome.sentence;
    EXPECT_EQ(outcome.sentence.find("hush"), std::string::npos) << outcome.sentence;
    EXPECT_TRUE(!measures_memory || outcome.peak_mib < 96)
        << outcome.peak_mib << " MiB; " << outcome.sentence;
    EXPECT_LT(outcome.took, test::well_before_half_a_minute);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Attacks, HostileHandshakes,
    testing::Values(Attack{"endless_parameters",
                           [](Peer& peer) {
                             peer.send(wire::authenticated());
                             for (int i = 0; peer.send(
                                      wire::parameter("p" + std::to_string(i), std::string(20'000, 'v')));
                                  ++i) {
                             }
                           },
                           "connection", "The server sent more than 4 MB while connecting."},
                    Attack{"endless_notices",
                           [](Peer& peer) {
                             peer.send(wire::authenticated());
                             peer.send_forever(wire::notice(std::string(500, 'n')));
                           },
                           "connection", "The server sent more than 4 MB while connecting."},
                    Attack{"a_notice_that_announces_a_gigabyte",
                           [](Peer& peer) {
                             peer.send(wire::authenticated() + wire::announced('N', 1000 * mib));
                             peer.send_forever(std::string(1000, 'M'));
                           },
                           "connection", "The server sent more than 4 MB while connecting."},
                    Attack{"garbage_after_authentication",
                           [](Peer& peer) {
                             peer.send(wire::authenticated());
                             peer.send_forever("\x7F\x80garbage\xFF");
                           },
                           "connection", "No connection was made."},
                    Attack{"a_parameter_at_a_time",
                           [](Peer& peer) {
                             peer.send(wire::authenticated());
                             peer.wait_until_gone();
                           },
                           "connection", "The server did not answer within 2.0 s."},
                    Attack{"a_cut_in_the_middle_of_a_message",
                           [](Peer& peer) {
                             peer.send(wire::authenticated() +
                                       wire::parameter("server_version", "15.0").substr(0, 9));
                           },
                           "connection", "No connection was made."}),
    [](const auto& attack) { return attack.param.name; });

// SCRAM-SHA-256 up to the message that names the number of iterations.
void ask_for(Peer& peer, const std::string& iterations) {
  if (!peer.let_in() ||
      !peer.send(wire::message('R', wire::int32(10) + std::string("SCRAM-SHA-256") + '\0' + '\0')))
    return;
  const std::string first = peer.read();
  const auto nonce = first.find(",r=");
  if (nonce == std::string::npos) return;
  peer.send(wire::message(
      'R', wire::int32(11) + "r=" + first.substr(nonce + 3) + "server,s=c2FsdHNhbHRzYWx0,i=" + iterations));
}

void ask_for_many_iterations(Peer& peer) {
  ask_for(peer, "2000000000");
  peer.wait_until_gone();
}

class HostileScram : public testing::Test {
 protected:
  void SetUp() override {
    if (!forks_may_have_threads) GTEST_SKIP() << "A thread that computes on would stay in this process.";
  }
};

TEST_F(HostileScram, TwoThousandMillionIterationsCostTheConnectTimeout) {
  const HostileServer server(ask_for_many_iterations);
  const Outcome outcome = attacked({.conninfo = server.conninfo(), .connect_timeout = seconds(1)});
  EXPECT_EQ(outcome.kind, "connection");
  EXPECT_NE(outcome.sentence.find("The server did not answer within 1.0 s."), std::string::npos)
      << outcome.sentence;
  EXPECT_TRUE(outcome.is_left_behind);
  EXPECT_LT(outcome.took, test::well_before_half_a_minute);
}

// Over a local socket what arrives is judged by the memory of the process, which others use as well.
TEST_F(HostileScram, MemoryOfOtherThreadsIsNotTakenForWhatTheServerSent) {
  const HostileServer server(
      [](Peer& peer) {
        ask_for(peer, "200000");
        (void)peer.read();  // the proof, once it is computed
      },
      HostileServer::On::unix_socket);
  const pg::ConnectOptions options{.conninfo = server.conninfo(), .connect_timeout = seconds(20)};
  const Outcome outcome =
      attacked({.conninfo = shared_server().conninfo()}, [&options](Connection&) -> Result<void> {
        std::atomic<bool> ends = false;
        std::thread busy([&ends] {
          std::vector<std::string> kept;
          while (!ends) {
            if (kept.size() == 100) kept.clear();
            kept.emplace_back(2'000'000, 'x');
          }
        });
        const auto opened = Connection::open(options);
        ends = true;
        busy.join();
        return fail(opened.error());
      });
  EXPECT_NE(outcome.sentence.find("The server refused the connection"), std::string::npos)
      << outcome.sentence;
}

TEST_F(HostileScram, ACancelEndsIt) {
  std::atomic<int> served = 0;
  const HostileServer server([&served](Peer& peer) {
    if (served++ > 0) return ask_for_many_iterations(peer);
    let_in(peer);
    peer.wait_until_gone();
  });
  const Outcome outcome =
      attacked({.conninfo = server.conninfo(), .connect_timeout = seconds(40)}, [&](Connection& connection) {
        std::thread canceller([&server, handle = connection.cancel_handle()] {
          eventually([&] { return server.accepted() == 2; });
          handle.cancel();
        });
        auto again = connection.reopen();
        canceller.join();
        return again;
      });
  EXPECT_EQ(outcome.kind, "cancelled") << outcome.sentence;
  EXPECT_LT(outcome.took, seconds(20));
}

TEST_F(HostileScram, AttemptsThatStillComputeAreLimited) {
  const HostileServer server(ask_for_many_iterations);
  const pg::ConnectOptions options{.conninfo = server.conninfo(), .connect_timeout = milliseconds(150)};
  const Outcome outcome =
      attacked({.conninfo = shared_server().conninfo()}, [&options](Connection&) -> Result<void> {
        // Also where the machine is so slow that an attempt ends before libpq computes.
        for (const auto until = Steady::now() + seconds(40);;) {
          const auto opened = Connection::open(options);
          if (Steady::now() > until || opened.error().what.starts_with("Earlier"))
            return fail(opened.error());
        }
      });
  EXPECT_EQ(outcome.kind, "connection");
  EXPECT_NE(outcome.sentence.find("Earlier attempts to connect are still computing"), std::string::npos)
      << outcome.sentence;
}

TEST(HostileNotices, AFloodWithinTheLimitIsDroppedAndTheAnswerRead) {
  const HostileServer server(answering([](Peer& peer) {
    std::string flood;
    for (int i = 0; i < 20'000; ++i) flood += wire::notice("no matter");
    flood += wire::notice(std::string(200'000, 'n'));
    peer.send(flood + described + wire::row("1") + wire::complete() + wire::ready());
    peer.wait_until_gone();
  }));
  auto connection = open_pg(server.conninfo());
  EXPECT_EQ(value_of(connection.exec("SELECT 1")).text(0, 0), "1");
  EXPECT_TRUE(connection.is_open());
}

TEST(HostileNotices, ALongMessageAndAFalseStateAreCut) {
  const HostileServer server(answering([](Peer& peer) {
    peer.send(wire::notice(std::string(200'000, 'n')) + wire::error("\x1b[31m", std::string(200'000, 'e')) +
              wire::ready());
    peer.wait_until_gone();
  }));
  auto connection = open_pg(server.conninfo());
  const auto refused = connection.exec("SELECT 1");
  ASSERT_FALSE(refused);
  EXPECT_LE(refused.error().what.size(), 17'000u);
  EXPECT_EQ(refused.error().sqlstate, "XX000");
  EXPECT_TRUE(connection.is_open());
}

TEST(HostileRows, ARowOrColumnThatIsNotThereIsNullAlsoAfterTheConnection) {
  const HostileServer server(answering([](Peer& peer) {
    peer.send(described + wire::row("x") + wire::complete() + wire::ready());
    peer.wait_until_gone();
  }));
  pg::Rows rows;
  {
    auto connection = open_pg(server.conninfo());
    rows = value_of(connection.exec("SELECT 1, 2"));
  }
  for (const auto& [row, column] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {7, 7}}) {
    EXPECT_TRUE(rows.is_null(row, column));
    EXPECT_EQ(rows.text(row, column), "");
    EXPECT_EQ(rows.integer(row, column), 0);
    EXPECT_EQ(rows.optional_integer(row, column), std::nullopt);
    EXPECT_EQ(rows.real(row, column), 0);
    EXPECT_FALSE(rows.boolean(row, column));
    EXPECT_EQ(rows.optional_timestamp(row, column), std::nullopt);
  }
}

TEST(HostileCopies, OneEndlessLineIsTooLargeAndManyLinesAreNot) {
  const std::string copy = wire::message('1', "") + wire::message('2', "") +
                           wire::message('H', std::string(1, '\0') + wire::int16(1) + wire::int16(0));
  const HostileServer endless(answering([&](Peer& peer) {
    if (peer.send(copy + wire::announced('d', 900 * mib))) peer.send_forever(std::string(1000, 'x'));
  }));
  const auto read = [](Connection& connection) -> Result<void> {
    return connection
        .copy_out("COPY t TO STDOUT", {.silence = seconds(4)},
                  [](std::string_view) -> Result<void> { return {}; })
        .map([](std::int64_t) {});
  };
  const Outcome outcome = attacked(options_for(endless), read);
  EXPECT_EQ(outcome.kind, "unsupported") << outcome.sentence;
  EXPECT_NE(outcome.sentence.find(too_much), std::string::npos) << outcome.sentence;
  EXPECT_TRUE(!measures_memory || outcome.peak_mib < 160) << outcome.peak_mib << " MiB";

  const HostileServer long_one(answering([&](Peer& peer) {
    std::string lines;
    for (int i = 0; i < 40'000; ++i) lines += wire::message('d', std::string(1000, 'x') + '\n');
    peer.send(copy + lines + wire::message('c', "") + wire::complete("COPY 40000") + wire::ready());
    peer.wait_until_gone();
  }));
  EXPECT_EQ(attacked(options_for(long_one), read).kind, "done");
}

// A service claims through such a connection: a commit whose answer is too large is in doubt, never "not
// done".
TEST(HostileCommits, AnAnswerThatIsTooLargeIsInDoubt) {
  const HostileServer server(
      answering([](Peer& peer) { peer.send_forever(wire::notice(std::string(500, 'n'))); }));
  const Outcome outcome = attacked(options_for(server), [](Connection& connection) -> Result<void> {
    const pg::Statement statement{"INSERT INTO t VALUES (1)", {}};
    return connection.pipeline({&statement, 1}, Connection::Ends::commits)
        .map([](const std::vector<pg::Rows>&) {});
  });
  EXPECT_EQ(outcome.kind, "in_doubt") << outcome.sentence;
}

}  // namespace
}  // namespace onceover::test
