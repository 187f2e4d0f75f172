// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/connection_profile.h"

#include <gtest/gtest.h>

namespace onceover::bridge {
namespace {

struct SplitCase {
  const char *given, *kept, *password;
};

TEST(ConnectionProfile, APasswordIsTakenOutOfEveryFormOfAConnectionString) {
  const SplitCase cases[] = {
      {"postgresql://ops:s3cret@db.example/payments", "user=ops dbname=payments host=db.example", "s3cret"},
      {"postgres://ops:a%40b%3A@db:5433,db2/p?sslmode=require",
       "user=ops dbname=p host=db,db2 port=5433, sslmode=require", "a@b:"},
      {"postgresql://db/p?user=ops&password=x%26y&sslmode=require",
       "user=ops dbname=p host=db sslmode=require", "x&y"},
      {"postgresql://db/p?password=x", "dbname=p host=db", "x"},
      {"postgresql://ops@db/p", "postgresql://ops@db/p", ""},
      {"postgresql:///p?host=/run/pg", "postgresql:///p?host=/run/pg", ""},
      {"host=db password='it\\'s a' dbname=p", "dbname=p host=db", "it's a"},
      {"payments", "payments", ""},
      // libpq cannot read it: no password is kept all the same.
      {"host=db password=x oops", "host=db password=*** oops", ""},
      {"host = db  password = x", "host=db", "x"},
      {"host=db dbname=p", "host=db dbname=p", ""},
      {"", "", ""},
  };
  for (const SplitCase& c : cases) {
    const SplitConninfo split = withoutPassword(QString::fromLatin1(c.given));
    EXPECT_EQ(split.conninfo.toStdString(), c.kept) << c.given;
    EXPECT_EQ(split.password.toStdString(), c.password) << c.given;
  }
}

TEST(ConnectionProfile, FieldsBecomeQuotedWordsAndEmptyOnesAreLeftToLibpq) {
  ConnectionFields fields;
  fields.host = QStringLiteral("db.example");
  fields.database = QStringLiteral("my 'db'");
  fields.user = QStringLiteral("  ops ");
  EXPECT_EQ(conninfoOf(fields).toStdString(), "host=db.example dbname='my \\'db\\'' user=ops");
  EXPECT_EQ(conninfoOf({}).toStdString(), "");
}

TEST(ConnectionProfile, ThePlaceNamesDatabaseAndHostAndNoSecret) {
  EXPECT_EQ(
      placeOf(QStringLiteral("postgresql://ops:x@db.example:5433/payments?sslmode=require")).toStdString(),
      "payments on db.example:5433");
  EXPECT_EQ(placeOf(QStringLiteral("service=payments")).toStdString(), "service payments");
  EXPECT_EQ(placeOf(QStringLiteral("host=db dbname=p password=x")).toStdString(), "p on db");
  EXPECT_EQ(placeOf(QStringLiteral("payments")).toStdString(), "payments");
  EXPECT_EQ(placeOf(QStringLiteral("postgresql://db:5433,db2/p")).toStdString(), "p on db:5433,db2");
  EXPECT_EQ(placeOf(QStringLiteral("postgresql:///p?host=/run/pg")).toStdString(), "p on /run/pg");
  EXPECT_EQ(placeOf(QStringLiteral("hostaddr=10.0.0.7")).toStdString(), "10.0.0.7");
  EXPECT_EQ(placeOf(QStringLiteral("user=ops")).toStdString(), "PG* variables");
  EXPECT_EQ(placeOf({}).toStdString(), "PG* variables");
}

TEST(ConnectionProfile, ProductionWithoutANameIsStillCalledProduction) {
  ConnectionProfile profile;
  profile.isProduction = true;
  EXPECT_EQ(profile.environmentName().toStdString(), "production");
  profile.environment = QStringLiteral("live-eu");
  EXPECT_EQ(profile.environmentName().toStdString(), "live-eu");
}

}  // namespace
}  // namespace onceover::bridge
