// SPDX-License-Identifier: Apache-2.0
// F43: a silent first host; and the other rules of a list of hosts, which libpq keeps only in its blocking
// calls.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string_view>

#include "core/pg/conninfo.h"
#include "tests/integration/pg/fixture.h"
#include "tests/support/hostile_server.h"
#include "tests/support/patience.h"
#include "tests/support/proxy.h"
#include "tests/support/standby.h"

// A name with two addresses, of which the first may be silent. Names of the machine's own are resolved as
// ever.
extern "C" int getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** list) {
  static const auto real = reinterpret_cast<decltype(&getaddrinfo)>(::dlsym(RTLD_NEXT, "getaddrinfo"));
  if (name == nullptr || std::string_view(name) != "two-addresses.example")
    return real(name, service, hints, list);
  addrinfo* second = nullptr;
  const int error =
      real("127.0.0.2", service, hints, list) != 0 ? EAI_NONAME : real("127.0.0.1", service, hints, &second);
  if (error == 0) (*list)->ai_next = second;
  return error;
}

namespace onceover::test {
namespace {

using pg::Connection;
using std::chrono::milliseconds;
using std::chrono::seconds;

std::string port_of(const std::string& conninfo) {
  const auto at = conninfo.find("port=") + 5;
  return conninfo.substr(at, conninfo.find(' ', at) - at);
}

class HostsTest : public PgTest {
 protected:
  HostileServer silent{[](Peer& peer) { peer.wait_until_gone(); }};
  PgProxy proxy{shared_server().socket_dir()};

  // The silent host, then the server, over TCP.
  std::string list(const std::string& more = {}) {
    return fmt::format(
        "host=127.0.0.1,127.0.0.1 port={},{} user=postgres dbname={} sslmode=disable gssencmode=disable {}",
        port_of(silent.conninfo()), proxy.port(), database.name(), more);
  }
  static Duration since(Steady::time_point before) {
    return std::chrono::duration_cast<Duration>(Steady::now() - before);
  }
};

TEST_F(HostsTest, F43ASilentFirstHostCostsItsConnectTimeoutAndTheNextOneIsUsed) {
  const auto before = Steady::now();
  const auto opened = Connection::open({.conninfo = list("connect_timeout=1")});
  ASSERT_TRUE(opened) << opened.error().sentence();
  EXPECT_EQ(opened->port(), std::to_string(proxy.port()));
  EXPECT_GE(since(before), seconds(1));
  EXPECT_LT(since(before), test::well_before_half_a_minute);
  EXPECT_EQ(silent.accepted(), 1);
}

TEST_F(HostsTest, F43WithoutAConnectTimeoutEachHostHasItsShareOfTheDeadline) {
  const auto before = Steady::now();
  const auto opened = Connection::open({.conninfo = list(), .connect_timeout = seconds(2)});
  ASSERT_TRUE(opened) << opened.error().sentence();
  EXPECT_GE(since(before), seconds(1));
}

TEST_F(HostsTest, F43AConnectionThatWasLostFindsTheNextHostAgain) {
  auto opened = Connection::open({.conninfo = list("connect_timeout=1")});
  ASSERT_TRUE(opened) << opened.error().sentence();
  proxy.cut_now();
  EXPECT_FALSE(opened->exec("SELECT 1"));
  const auto again = opened->reopen();
  ASSERT_TRUE(again) << again.error().sentence();
  EXPECT_TRUE(opened->exec("SELECT 1"));
}

TEST_F(HostsTest, F43AConnectTimeoutLongerThanTheDeadlineStarvesNoHost) {
  const auto opened =
      Connection::open({.conninfo = list("connect_timeout=60"), .connect_timeout = seconds(2)});
  ASSERT_TRUE(opened) << opened.error().sentence();
}

TEST_F(HostsTest, AOneHostsConnectTimeoutHoldsToo) {
  const auto before = Steady::now();
  const auto opened = Connection::open({.conninfo = silent.conninfo() + " connect_timeout=1"});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::connection);
  EXPECT_LT(since(before), test::well_before_half_a_minute);
  EXPECT_NE(opened.error().what.find("within 1.0 s"), std::string::npos) << opened.error().sentence();
}

TEST_F(HostsTest, WhatEachHostSaidIsInTheError) {
  const std::string conninfo =
      fmt::format("host=127.0.0.1,127.0.0.1 port={},1 user=u sslmode=disable", port_of(silent.conninfo()));
  const auto opened = Connection::open({.conninfo = conninfo, .connect_timeout = seconds(1)});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::connection);
  EXPECT_NE(opened.error().what.find("None of the 2 hosts"), std::string::npos) << opened.error().what;
  EXPECT_NE(opened.error().detail.find("no answer within"), std::string::npos) << opened.error().detail;
  EXPECT_NE(opened.error().detail.find("refused"), std::string::npos) << opened.error().detail;
}

TEST_F(HostsTest, AHostThatEndsTheConnectionOrStartsUpIsPassedOver) {
  for (const bool starting : {false, true}) {
    const HostileServer broken([starting](Peer& peer) {
      if (peer.let_in() && starting) peer.send(wire::error("57P03", "the database system is starting up"));
    });
    const std::string conninfo = fmt::format(
        "host=127.0.0.1,{} port={},5432 user=postgres dbname={} sslmode=disable gssencmode=disable",
        shared_server().socket_dir(), port_of(broken.conninfo()), database.name());
    const auto opened = Connection::open({.conninfo = conninfo});
    ASSERT_TRUE(opened) << opened.error().sentence();
    EXPECT_EQ(broken.accepted(), 1);
  }
}

// As libpq: a server that answers and refuses ends the search.
TEST_F(HostsTest, ARefusedLoginIsNotTriedElsewhere) {
  const HostileServer refusing([](Peer& peer) {
    if (peer.let_in()) peer.send(wire::error("28P01", "password authentication failed"));
  });
  const auto opened = Connection::open(
      {.conninfo = fmt::format("host=127.0.0.1,{} port={},5432 user=postgres dbname={} sslmode=disable",
                               shared_server().socket_dir(), port_of(refusing.conninfo()), database.name())});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().sqlstate, "28P01");
  EXPECT_EQ(opened.error().kind, ErrorKind::not_permitted);
}

TEST_F(HostsTest, AListOfAddressesIsWalkedTheSameWay) {
  const std::string conninfo = fmt::format(
      "host=db.example,db.example hostaddr=127.0.0.1,127.0.0.1 port={},{} user=postgres dbname={} "
      "sslmode=disable gssencmode=disable connect_timeout=1",
      port_of(silent.conninfo()), proxy.port(), database.name());
  const auto opened = Connection::open({.conninfo = conninfo});
  ASSERT_TRUE(opened) << opened.error().sentence();
  EXPECT_EQ(opened->host(), "db.example");
  EXPECT_FALSE(opened->is_local()) << "a tunnel leads elsewhere";
}

// Listens where nobody accepts: the system answers, the server does not.
class SilentAddress {
 public:
  SilentAddress(const char* address, int port) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, address, &at.sin_addr);
    if (::bind(fd_, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0 || ::listen(fd_, 8) != 0)
      throw std::runtime_error("cannot listen");
  }
  ~SilentAddress() { ::close(fd_); }
  SilentAddress(const SilentAddress&) = delete;
  SilentAddress& operator=(const SilentAddress&) = delete;

 private:
  int fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

TEST_F(HostsTest, F43ASilentFirstAddressOfANameIsLeftToo) {
  const SilentAddress first("127.0.0.2", proxy.port());
  for (const char* timeout : {"connect_timeout=1", ""}) {
    const auto before = Steady::now();
    const auto opened =
        Connection::open({.conninfo = fmt::format("host=two-addresses.example port={} user=postgres "
                                                  "dbname={} sslmode=disable gssencmode=disable {}",
                                                  proxy.port(), database.name(), timeout),
                          .connect_timeout = seconds(4)});
    ASSERT_TRUE(opened) << opened.error().sentence();
    EXPECT_EQ(opened->host(), "two-addresses.example");
    EXPECT_GE(since(before), seconds(1));
  }
}

TEST_F(HostsTest, ANameWithoutAnAddressSaysSo) {
  const auto opened = Connection::open({.conninfo = "host=no-such-name.invalid user=u sslmode=disable"});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::connection);
  EXPECT_NE(opened.error().detail.find("could not translate host name \"no-such-name.invalid\""),
            std::string::npos)
      << opened.error().detail;
}

TEST_F(HostsTest, AListWithoutAMatchIsLibpqsOwnError) {
  const auto opened = Connection::open({.conninfo = "host=a,b hostaddr=127.0.0.1,127.0.0.1,127.0.0.1"});
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().detail.find("could not match 2 host names to 3 hostaddr values"),
            std::string::npos)
      << opened.error().detail;
}

// The host's name is not this machine, though its address is: nothing but a request for TLS may be sent to
// it.
TEST_F(HostsTest, NothingIsSentToAnotherMachineBeforeItProvesWhoItIs) {
  std::atomic<int> messages = 0;
  const HostileServer plain([&messages](Peer& peer) {
    if (peer.read().empty()) return;
    ++messages;  // the request for TLS
    peer.send("N");
    while (!peer.read().empty()) ++messages;
  });
  for (const std::string mode : {"", " sslmode=disable"}) {
    messages = 0;
    const auto opened = Connection::open(
        {.conninfo = "host=db.example hostaddr=127.0.0.1 user=u password=hush gssencmode=disable port=" +
                     port_of(plain.conninfo()) + mode,
         .connect_timeout = seconds(1)});
    ASSERT_FALSE(opened);
    if (!mode.empty()) continue;
    EXPECT_EQ(messages, 1);
    EXPECT_NE(opened.error().next.find("sslmode=verify-full was required"), std::string::npos)
        << opened.error().next;
  }
}

struct RoleCase {
  const char* wanted;
  bool is_standby;  // what is found, where the standby is named first; and the primary first
  bool is_standby_second;
};

TEST_F(HostsTest, TheWantedRoleIsFoundWhereverItIsInTheList) {
  const auto primary = std::move(*try_it::PrivateServer::start({}));
  const Standby standby(*primary);
  const auto conninfo = [&](bool standby_first, const std::string& wanted) {
    const std::string there = standby.conninfo(), here = primary->conninfo();
    const auto dir = [](const std::string& text) { return pg::conninfo_words(text).value(); };
    const auto a = dir(standby_first ? there : here), b = dir(standby_first ? here : there);
    const auto of = [](const pg::ConninfoWords& words, const char* name) { return pg::word_of(words, name); };
    return fmt::format(
        "host={},127.0.0.1,{} port={},{},{} user=postgres dbname=postgres connect_timeout=1 sslmode=disable "
        "{}",
        of(a, "host"), of(b, "host"), of(a, "port"), port_of(silent.conninfo()), of(b, "port"),
        wanted.empty() ? "" : "target_session_attrs=" + wanted);
  };
  for (const RoleCase& c :
       {RoleCase{"", true, false}, RoleCase{"any", true, false}, RoleCase{"read-write", false, false},
        RoleCase{"primary", false, false}, RoleCase{"read-only", true, true}, RoleCase{"standby", true, true},
        RoleCase{"prefer-standby", true, true}}) {
    for (const bool standby_first : {true, false}) {
      auto opened = Connection::open({.conninfo = conninfo(standby_first, c.wanted)});
      ASSERT_TRUE(opened) << c.wanted << ": " << opened.error().sentence();
      EXPECT_EQ(value_of(opened->exec("SELECT pg_catalog.pg_is_in_recovery()")).boolean(0, 0),
                standby_first ? c.is_standby : c.is_standby_second)
          << c.wanted << (standby_first ? ", standby first" : ", primary first");
    }
  }
  // No standby is there: any other will do; none is writable: none.
  auto any = Connection::open({.conninfo = primary->conninfo() + " target_session_attrs=prefer-standby"});
  EXPECT_TRUE(any) << any.error().sentence();
  const auto none = Connection::open({.conninfo = standby.conninfo() + " target_session_attrs=read-write"});
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().detail.find("read-only"), std::string::npos) << none.error().detail;
}

}  // namespace
}  // namespace onceover::test
