// SPDX-License-Identifier: Apache-2.0
// oncectl against servers whose answers make no sense: every command ends by itself, with an exit code and a
// message.
#include "tests/support/hostile_server.h"

#include "tests/integration/oncectl/fixture.h"
#include "tests/support/patience.h"

namespace onceover::oncectl {
namespace {

using test::HostileServer;
using test::Peer;
namespace wire = test::wire;

// What every statement is answered with.
struct Sense {
  std::string name;
  int columns, rows, format;
  std::string cell;
};

void answer_without_sense(Peer& peer, const Sense& sense) {
  if (!peer.let_in() || !peer.send(wire::authenticated() + wire::parameter("server_version", "15.0") +
                                   wire::parameter("client_encoding", "UTF8") +
                                   wire::message('K', wire::int32(7) + wire::int32(7)) + wire::ready())) {
    return;
  }
  std::string all;
  for (int i = 0; i < sense.rows; ++i) all += wire::row(sense.cell, sense.columns);
  std::string answers;
  bool copies = false;
  for (std::string message = peer.read(); !message.empty(); message = peer.read()) {
    switch (message[0]) {
      case 'P':
        copies = message.find("COPY (") != std::string::npos;
        answers += wire::message('1', "");
        break;
      case 'B': answers += wire::message('2', ""); break;
      case 'D': answers += copies ? "" : wire::description(sense.columns, sense.format); break;
      case 'E':
        answers += !copies ? all + wire::complete()
                           : wire::message('H', std::string(1, '\0') + wire::int16(1) + wire::int16(0)) +
                                 wire::message('d', sense.cell + '\t' + sense.cell + '\n') +
                                 wire::message('c', "") + wire::complete("COPY 1");
        break;
      case 'Q': answers += wire::complete("BEGIN") + wire::ready(); break;
      case 'S': answers += wire::ready(); break;
      default: break;
    }
    if (message[0] != 'Q' && message[0] != 'S' && message[0] != 'H') continue;
    if (!peer.send(answers)) return;
    answers.clear();
  }
}

class NoSense : public testing::TestWithParam<Sense> {};

TEST_P(NoSense, EndsEachCommandWithAMessage) {
  const HostileServer server([](Peer& peer) { answer_without_sense(peer, GetParam()); });
  FakeGateway gateway;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"schema", "status"},
                                             {"keys", "list"},
                                             {"keys", "show", "k"},
                                             {"keys", "export"},
                                             {"stuck"},
                                             {"ask", "k"},
                                             {"settle", "k", "--reason", "why"},
                                             {"sweep"},
                                             {"reap"},
                                             {"stats"},
                                             {"metrics"},
                                             {"audit"},
                                             {"audit", "verify"},
                                             {"cases"},
                                             {"approvals"},
                                             {"plan", "list"},
                                             {"plan", "show", "1"},
                                             {"doctor"},
                                             {"check"},
                                             {"drift", "--from", "1h"},
                                             {"profile", "detect"},
                                             {"stop", "--reason", "why"}}) {
    std::vector<std::string> all{"--dsn", server.conninfo(), "--gateway", gateway.config_path(), "--timeout",
                                 "2s"};
    all.insert(all.end(), words.begin(), words.end());
    const Ran ran = run(all);  // throws if a signal ended it
    EXPECT_GE(ran.code, 0);
    EXPECT_LE(ran.code, 13) << words[0] << ' ' << ran.err;
    EXPECT_TRUE(ran.code == 0 || !(ran.out + ran.err).empty()) << words[0];
    EXPECT_EQ((ran.out + ran.err).find("terminate called"), std::string::npos) << words[0];
  }
}

INSTANTIATE_TEST_SUITE_P(Answers, NoSense,
                         testing::Values(Sense{"no_columns", 0, 3, 0, ""}, Sense{"no_rows", 30, 0, 1, ""},
                                         Sense{"too_few_columns", 1, 1, 1, "x"},
                                         Sense{"all_bits", 40, 3, 1, std::string(8, '\xFF')},
                                         Sense{"the_largest", 40, 3, 1, "\x7F" + std::string(7, '\xFF')},
                                         Sense{"one", 40, 1, 1, std::string(7, '\0') + '\1'},
                                         Sense{"deep_json", 40, 2, 1, std::string(100'000, '[')},
                                         Sense{"half_json", 40, 2, 0, R"({"a":[1,{"b":"\ud800)"},
                                         Sense{"numbers_as_text", 40, 2, 0, "99999999999999999999999999"},
                                         Sense{"true", 40, 1, 0, "t"},
                                         Sense{"control", 40, 2, 0, "\x1b]0;x\x07\xC0\x80\n\t"}),
                         [](const auto& each) { return each.param.name; });

TEST(HostileServerForOncectl, IterationsWithoutEndCostTheTimeLimit) {
  const HostileServer server([](Peer& peer) {
    if (!peer.let_in() ||
        !peer.send(wire::message('R', wire::int32(10) + std::string("SCRAM-SHA-256") + '\0' + '\0')))
      return;
    const std::string first = peer.read();
    const auto nonce = first.find(",r=");
    if (nonce == std::string::npos) return;
    peer.send(wire::message(
        'R', wire::int32(11) + "r=" + first.substr(nonce + 3) + "server,s=c2FsdHNhbHRzYWx0,i=2000000000"));
    peer.wait_until_gone();
  });
  const auto before = std::chrono::steady_clock::now();
  const Ran ran = run({"--dsn", server.conninfo(), "--timeout", "1s", "stuck"});
  EXPECT_EQ(ran.code, 6) << ran.err;
  EXPECT_NE(ran.err.find("The server did not answer within 1.0 s."), std::string::npos) << ran.err;
  EXPECT_LT(std::chrono::steady_clock::now() - before, test::well_before_half_a_minute);
}

TEST(HostileServerForOncectl, AnEndlessListIsAnError) {
  const HostileServer server([](Peer& peer) {
    if (!peer.let_in()) return;
    peer.send(wire::authenticated() + wire::message('K', wire::int32(7) + wire::int32(7)) + wire::ready());
    if (!peer.wait_for_query()) return;
    peer.send(wire::message('1', "") + wire::message('2', "") + wire::description(1));
    peer.send_forever(wire::row(std::string(10'000, 'x')));
  });
  const Ran ran = run({"--dsn", server.conninfo(), "--timeout", "20s", "schema", "status"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.err.find("The server sent more than 256 MiB"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace onceover::oncectl
