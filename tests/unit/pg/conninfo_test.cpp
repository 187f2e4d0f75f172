// SPDX-License-Identifier: Apache-2.0
#include "core/pg/conninfo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

namespace onceover::pg {
namespace {

using testing::HasSubstr;
using testing::Not;

// PG* variables and a service file, for as long as it lives.
class Surroundings {
 public:
  explicit Surroundings(const std::string& services, std::map<std::string, std::string> variables = {}) {
    const auto file = std::filesystem::path(testing::TempDir()) / "onceover_services";
    std::ofstream(file) << services;
    variables["PGSERVICEFILE"] = file;
    for (const char* name : {"PGHOST", "PGHOSTADDR", "PGPORT", "PGSERVICE", "PGSERVICEFILE", "PGSSLMODE",
                             "PGREQUIRESSL", "PGCONNECT_TIMEOUT"}) {
      if (const char* was = std::getenv(name))
        before_[name] = was;
      else
        before_[name] = std::nullopt;
      ::unsetenv(name);
    }
    for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
  }
  ~Surroundings() {
    for (const auto& [name, was] : before_)
      was ? ::setenv(name.c_str(), was->c_str(), 1) : ::unsetenv(name.c_str());
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

struct LocalCase {
  const char* conninfo;
  bool is_local;
};

TEST(Conninfo, ALocalHostIsSoByItsNameAndByItsAddress) {
  const Surroundings none("");
  for (const LocalCase& c : {LocalCase{"", true},
                             {"payments", true},
                             {"host=/run/postgresql", true},
                             {"host=@abstract", true},
                             {"host=localhost", true},
                             {"host=127.0.0.1", true},
                             {"host=127.9.9.9", true},
                             {"host=::1", true},
                             {"postgresql://[::1]/p", true},
                             {"hostaddr=127.0.0.1", true},
                             {"host=localhost hostaddr=::1", true},
                             {"host=localhost,/tmp", true},
                             {"host=localhost hostaddr=192.0.2.7", false},
                             {"host=/run/postgresql hostaddr=192.0.2.7", false},
                             {"hostaddr=192.0.2.7", false},
                             {"host=db.example hostaddr=127.0.0.1", false},
                             {"host=db.example", false},
                             {"host=127.0.0.1.example", false},
                             {"host=localhost.example", false},
                             {"host=/tmp,db.example", false},
                             {"host=localhost,localhost hostaddr=127.0.0.1,192.0.2.7", false},
                             {"host=a,b hostaddr=127.0.0.1", false}}) {
    const auto where = destination_of(c.conninfo);
    ASSERT_TRUE(where) << c.conninfo << ": " << where.error().sentence();
    EXPECT_EQ(where->is_local, c.is_local) << c.conninfo;
    EXPECT_EQ(where->sslmode, c.is_local ? "prefer" : "verify-full") << c.conninfo;
    EXPECT_EQ(where->warning(), "") << c.conninfo;
    EXPECT_EQ(where->requirement().empty(), c.is_local) << c.conninfo;
  }
}

TEST(Conninfo, TheVariablesLeadElsewhereToo) {
  for (const auto& [name, value] : std::map<std::string, std::string>{
           {"PGHOST", "db.example"}, {"PGHOSTADDR", "192.0.2.7"}, {"PGSERVICE", "far"}}) {
    const Surroundings far("[far]\nhost=db.example\n", {{name, value}});
    const auto where = destination_of("dbname=p");
    ASSERT_TRUE(where) << where.error().sentence();
    EXPECT_FALSE(where->is_local) << name;
    EXPECT_EQ(where->sslmode, "verify-full") << name;
  }
}

struct ModeCase {
  const char *conninfo, *variable, *mode, *source;
};

TEST(Conninfo, TheSourceThatSetsTheSslmodeIsNamed) {
  const char* services =
      "[near]\nhost=localhost\nsslmode=disable\n[shop]\nhost=db.example\nsslmode=disable\n[full]\nhost=db."
      "example\nsslmode=verify-full\n"
      "[none]\nhost=db.example\n[prefer]\nhost=db.example\nsslmode=prefer\n";
  for (const ModeCase& c :
       {ModeCase{"host=db.example", "", "verify-full", ""},
        {"host=db.example sslmode=require", "", "require", "the connection string"},
        {"postgresql://db.example/p?sslmode=disable", "", "disable", "the connection string"},
        {"host=db.example", "require", "require", "PGSSLMODE"},
        {"host=db.example sslmode=prefer", "disable", "prefer", "the connection string"},
        {"service=shop", "", "disable", "service shop"},
        {"service=shop", "require", "disable", "service shop"},
        {"service=shop", "disable", "disable", "service shop or PGSSLMODE"},
        {"service=shop sslmode=verify-full", "", "verify-full", "the connection string"},
        {"service=none", "", "verify-full", ""},
        {"service=none", "allow", "allow", "service none or PGSSLMODE"},
        {"service=full", "disable", "verify-full", "service full"},
        {"service=prefer", "", "verify-full", ""},
        {"service=prefer", "require", "prefer", "service prefer"},
        {"service=near", "", "disable", "service near"},
        {"host=localhost", "verify-full", "verify-full", "PGSSLMODE"}}) {
    const Surroundings some(services, *c.variable != '\0'
                                          ? std::map<std::string, std::string>{{"PGSSLMODE", c.variable}}
                                          : std::map<std::string, std::string>{});
    const auto where = destination_of(c.conninfo);
    ASSERT_TRUE(where) << c.conninfo << ": " << where.error().sentence();
    EXPECT_EQ(where->sslmode, c.mode) << c.conninfo << ' ' << c.variable;
    EXPECT_EQ(where->sslmode_source, c.source) << c.conninfo << ' ' << c.variable;
    if (where->is_local || where->sslmode == "verify-full") {
      EXPECT_EQ(where->warning(), "") << c.conninfo;
    } else {
      EXPECT_THAT(where->warning(), HasSubstr(std::string("sslmode=") + c.mode + " is set by " + c.source))
          << c.conninfo;
    }
  }
  const Surroundings empty("", {{"PGSSLMODE", ""}});
  EXPECT_EQ(destination_of("host=localhost")->sslmode, "prefer");
  EXPECT_EQ(destination_of("host=db.example")->sslmode, "verify-full");
  const Surroundings old("", {{"PGREQUIRESSL", "1"}});
  EXPECT_EQ(destination_of("host=db.example")->sslmode_source, "PGREQUIRESSL");
}

TEST(Conninfo, AWeakModeIsNeverCalledVerifyFull) {
  const Surroundings some("[shop]\nhost=db.example\nsslmode=disable\n");
  const auto where = destination_of("service=shop");
  ASSERT_TRUE(where);
  EXPECT_TRUE(where->may_be_unencrypted());
  EXPECT_EQ(where->warning(),
            "sslmode=disable is set by service shop: passwords and data are sent to db.example without "
            "encryption. Use sslmode=verify-full.");
  EXPECT_THAT(where->requirement(), Not(HasSubstr("verify-full")));
  EXPECT_THAT(destination_of("host=db.example")->requirement(),
              HasSubstr("sslmode=verify-full was required"));
}

TEST(Conninfo, HostsAddressesAndPortsBelongTogether) {
  const Surroundings none("", {{"PGCONNECT_TIMEOUT", "7"}});
  const auto where = destination_of("postgresql://a:1,b,c:3/p?target_session_attrs=read-write");
  ASSERT_TRUE(where);
  ASSERT_EQ(where->hosts.size(), 3U);
  EXPECT_EQ(where->hosts[0].port, "1");
  EXPECT_EQ(where->hosts[1].name, "b");
  EXPECT_EQ(where->hosts[1].port, "5432");
  EXPECT_EQ(where->hosts[2].shown(), "c port 3");
  EXPECT_EQ(where->target_session_attrs, "read-write");
  EXPECT_EQ(where->connect_timeout, std::chrono::seconds(7));
  const auto addresses = destination_of("host=a,b hostaddr=192.0.2.1,192.0.2.2 port=9 connect_timeout=-1");
  ASSERT_EQ(addresses->hosts.size(), 2U);
  EXPECT_EQ(addresses->hosts[1].shown(), "b (192.0.2.2) port 9");
  EXPECT_EQ(addresses->connect_timeout, Duration{0});
  EXPECT_EQ(destination_of("host=,b")->hosts.size(), 1U)
      << "libpq has a socket of its own for an empty entry";
}

TEST(Conninfo, WordsComeOutAsTheyWentIn) {
  for (const char* value : {"plain", "it's", "back\\slash", "two words", " ", "a=b", "ü", "tab\t"}) {
    const ConninfoWords words{{"user", value}, {"dbname", "p"}};
    const auto read = conninfo_words(conninfo_of(words));
    ASSERT_TRUE(read) << value;
    EXPECT_EQ(*read, words) << value;
  }
  EXPECT_EQ(conninfo_of({{"host", ""}, {"dbname", "p"}}), "dbname=p");
  EXPECT_EQ(word_of(conninfo_words("payments").value(), "dbname"), "payments") << "a bare name";
  EXPECT_EQ(word_of(conninfo_words("postgresql://u:a%40b@h/p").value(), "password"), "a@b");
}

TEST(Conninfo, WhatLibpqCannotReadIsAnErrorWithoutThePassword) {
  const Surroundings none("");
  for (const char* conninfo :
       {"host=h password=CANARY oops", "postgresql://u:CANARY@h:x y/p?=", "nonsense=1 password=CANARY"}) {
    for (const Error& error : {conninfo_words(conninfo).error(), destination_of(conninfo).error()}) {
      EXPECT_EQ(error.kind, ErrorKind::connection) << conninfo;
      EXPECT_THAT(error.sentence() + error.detail, Not(HasSubstr("CANARY")));
    }
  }
  const auto unknown = destination_of("service='no such'");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().detail, HasSubstr("no such"));
}

}  // namespace
}  // namespace onceover::pg
