// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/words.h"

#include <gtest/gtest.h>

#include <QDBusVariant>

#include "ui/shell/command_palette.h"
#include "ui/shell/theme.h"

namespace onceover::shell {
namespace {

struct Refusal {
  const char *said, *told;
  bool wantsPassword;
};

TEST(Words, WhatIsWrongWithAConnectionIsSaidInWords) {
  const Refusal refusals[] = {
      {"connection to server at \"db\", port 5432 failed: fe_sendauth: no password supplied",
       "asks for a password", true},
      {"FATAL:  password authentication failed for user \"ops\"", "password, or the user, is wrong", true},
      {"could not translate host name \"dbb\" to address: Name or service not known",
       "host name cannot be resolved", false},
      {"connection to server at \"127.0.0.1\", port 1 failed: Connection refused", "No server listens",
       false},
      {"root certificate file \"/root/.postgresql/root.crt\" does not exist",
       "root certificate for this server is missing", false},
      {"SSL error: certificate verify failed", "does not trust the server", false},
      {"server certificate for \"a\" does not match host name \"b\"", "is for another host", false},
      {"server does not support SSL, but SSL was required", "does not speak TLS", false},
      {"FATAL:  database \"paymets\" does not exist", "no such database", false},
      {"FATAL:  role \"opps\" does not exist", "no such user", false},
      {"FATAL:  no pg_hba.conf entry for host \"10.0.0.1\", user \"ops\"", "does not allow this user", false},
      {"definition of service \"paymnts\" not found", "not in pg_service.conf", false},
  };
  for (const Refusal& refusal : refusals) {
    const Diagnosis diagnosis =
        diagnose({ErrorKind::connection, "The server could not be reached.", "", "", "", refusal.said});
    EXPECT_TRUE(diagnosis.what.contains(QLatin1String(refusal.told)))
        << refusal.said << " → " << diagnosis.what.toStdString();
    EXPECT_FALSE(diagnosis.next.isEmpty()) << refusal.said;
    EXPECT_EQ(diagnosis.wantsPassword, refusal.wantsPassword) << refusal.said;
  }
}

TEST(Words, WhatNobodyForesawIsSaidAsItCame) {
  const Diagnosis diagnosis = diagnose({ErrorKind::connection, "Something else.", "", "Do this.", "", "odd"});
  EXPECT_EQ(diagnosis.what.toStdString(), "Something else.");
  EXPECT_EQ(diagnosis.next.toStdString(), "Do this.");
}

TEST(Words, AnUnencryptedWayToAnotherMachineIsSaidLoudly) {
  bridge::ServerFacts facts;
  facts.host = QStringLiteral("db.example");
  facts.database = QStringLiteral("payments");
  EXPECT_TRUE(factsLine(facts).contains(QStringLiteral("NOT encrypted")));
  facts.sslmodeWarning = QStringLiteral("sslmode=disable is set by service shop.");
  EXPECT_TRUE(testWords(facts).contains(facts.sslmodeWarning));
  facts.isEncrypted = true;
  EXPECT_FALSE(factsLine(facts).contains(QStringLiteral("NOT")));
}

TEST(Fuzzy, LettersFitInTheirOrderAndBeginningsOfWordsFitBest) {
  EXPECT_FALSE(fuzzyScore(QStringLiteral("xyz"), QStringLiteral("Overview")));
  EXPECT_FALSE(fuzzyScore(QStringLiteral("wo"), QStringLiteral("ow")));
  EXPECT_GT(*fuzzyScore(QStringLiteral("sl"), QStringLiteral("Stuck leases")),
            *fuzzyScore(QStringLiteral("sl"), QStringLiteral("Disallow")));
  EXPECT_GT(*fuzzyScore(QStringLiteral("key"), QStringLiteral("Keys")),
            *fuzzyScore(QStringLiteral("key"), QStringLiteral("Make every y")));
  EXPECT_TRUE(fuzzyScore(QString(), QStringLiteral("anything")));
}

TEST(Portal, TheSchemeIsReadThroughOneVariantOrTwo) {
  const QVariant once = QVariant::fromValue(QDBusVariant(uint(1)));
  const QVariant twice = QVariant::fromValue(QDBusVariant(QVariant::fromValue(QDBusVariant(uint(2)))));
  EXPECT_EQ(prefersDark(once), std::optional(true));
  EXPECT_EQ(prefersDark(twice), std::optional(false));
  EXPECT_EQ(prefersDark(QVariant(uint(0))), std::nullopt);
}

}  // namespace
}  // namespace onceover::shell
