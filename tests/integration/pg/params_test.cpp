// SPDX-License-Identifier: Apache-2.0
// Every kind of value, to the server and back.
#include "tests/integration/pg/fixture.h"

namespace onceover::test {
namespace {

using namespace std::string_literals;

TEST_F(PgTest, TextComesBackExactly) {
  for (const std::string& text : {""s, "plain"s, "it's \"quoted\" \\ {,}"s, "Zürich € 😀"s, "\n\t\r"s,
                                  std::string(1 << 20, 'x'), "NULL"s}) {
    EXPECT_EQ(scalar("SELECT $1::text", pg::Params().text(text)), text);
  }
}

TEST_F(PgTest, EveryByteComesBackAsBytea) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(scalar("SELECT $1", pg::Params().bytes(all)), all);
  EXPECT_EQ(scalar("SELECT pg_catalog.encode($1, 'hex')", pg::Params().bytes("\0\xff"s)), "00ff");
}

TEST_F(PgTest, NumbersAndTruthComeBack) {
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, INT64_MAX, INT64_MIN}) {
    const auto rows = value_of(connection.exec("SELECT $1, $1::text", pg::Params().integer(value)));
    EXPECT_EQ(rows.integer(0, 0), value);
    EXPECT_EQ(rows.text(0, 1), std::to_string(value));
  }
  const auto rows =
      value_of(connection.exec("SELECT 1::int2, -2::int4, 1.5::float8, $1, NOT $1, NULL::int8, NULL::bool",
                               pg::Params().boolean(true)));
  EXPECT_EQ(rows.integer(0, 0), 1);
  EXPECT_EQ(rows.integer(0, 1), -2);
  EXPECT_EQ(rows.real(0, 2), 1.5);
  EXPECT_TRUE(rows.boolean(0, 3));
  EXPECT_FALSE(rows.boolean(0, 4));
  EXPECT_EQ(rows.optional_integer(0, 5), std::nullopt);
  EXPECT_FALSE(rows.boolean(0, 6));
}

TEST_F(PgTest, ParametersAndColumnsAreTakenByTheirTypes) {
  const std::optional<std::int64_t> none;
  const pg::Params params =
      pg::params("a", std::string("b"), std::optional<std::string>(), 7, none, true, Timestamp{5}, nullptr);
  const auto rows = value_of(
      pg::run(connection,
              "SELECT $1::text, $2::text, $3::text, $4::int8, $5::int8, $6::bool, $7::timestamptz, $8::text",
              params));
  std::string a;
  std::optional<std::string> b, c, h;
  int d = 0;
  std::optional<std::int64_t> e = 1;
  bool f = false;
  Timestamp g;
  rows.read(0, 0, a, b, c, d, e, f, g, h);
  EXPECT_EQ(a, "a");
  EXPECT_EQ(b, "b");
  EXPECT_EQ(c, std::nullopt);
  EXPECT_EQ(d, 7);
  EXPECT_EQ(e, std::nullopt);
  EXPECT_TRUE(f);
  EXPECT_EQ(g, Timestamp{5});
  EXPECT_EQ(h, std::nullopt);
  EXPECT_EQ(rows.map([&](int i) { return rows.text(i, 0); }), std::vector<std::string>{"a"});
}

TEST_F(PgTest, AStatementOfItsOwnIsCommittedUnlessItOnlyReads) {
  EXPECT_EQ(pg::run(connection, "CREATE TEMP TABLE t ()").error().kind, ErrorKind::read_only);
  ASSERT_TRUE(pg::run(connection, "CREATE TEMP TABLE t ()", {}, {}));
  EXPECT_EQ(scalar("SELECT pg_catalog.count(*)::text FROM pg_temp.t"), "0");
}

TEST_F(PgTest, InstantsComeBackToTheMicrosecondAndKeepInfinity) {
  ASSERT_TRUE(connection.script("SET TimeZone = 'UTC'; SET DateStyle = 'SQL, DMY'"));
  const struct {
    const char* sql;
    Timestamp at;
  } cases[] = {{"1970-01-01 00:00:00.000001", {1}},
               {"2026-11-21 02:03:04.000005", *parse_iso("2026-11-21T02:03:04.000005Z")},
               {"0044-03-15 00:00:00 BC", *parse_iso("0044-03-15T00:00:00Z BC")},
               {"4714-11-24 00:00:00 BC", *parse_iso("4714-11-24T00:00:00Z BC")},
               {"294247-01-10 04:00:54.775806", Timestamp::latest()},
               {"infinity", Timestamp::infinity()},
               {"-infinity", Timestamp::minus_infinity()}};
  for (const auto& c : cases) {
    const auto rows = value_of(
        connection.exec("SELECT $1, $1 = $2::text::timestamptz", pg::Params().timestamp(c.at).text(c.sql)));
    EXPECT_EQ(rows.timestamp(0, 0), c.at) << c.sql;
    EXPECT_TRUE(rows.boolean(0, 1)) << c.sql;
  }
  EXPECT_EQ(value_of(connection.exec("SELECT '294276-12-31 23:59:59.999999'::timestamptz")).timestamp(0, 0),
            Timestamp::latest());
}

TEST_F(PgTest, IntervalsAreMicroseconds) {
  for (const Duration span : {Duration{0}, Duration{1}, Duration{-1}, Duration(std::chrono::hours(72)),
                              Duration{Duration::max()}}) {
    const auto rows = value_of(
        connection.exec("SELECT (extract(epoch FROM $1) * 1000000)::int8", pg::Params().interval(span)));
    EXPECT_EQ(rows.integer(0, 0), span.count());
  }
}

TEST_F(PgTest, ArraysKeepQuotesBracesAndTheWordNull) {
  const std::vector<std::string> values{"", "a b", "\"", "\\", "{}", ",", "NULL", "null", "it's", "é\n"};
  const auto rows =
      value_of(connection.exec("SELECT u FROM pg_catalog.unnest($1) WITH ORDINALITY AS t (u, n) ORDER BY n",
                               pg::Params().texts(values)));
  ASSERT_EQ(rows.size(), static_cast<int>(values.size()));
  for (int i = 0; i < rows.size(); ++i) EXPECT_EQ(rows.text(i, 0), values[static_cast<std::size_t>(i)]);
  EXPECT_EQ(scalar("SELECT pg_catalog.cardinality($1)::text", pg::Params().texts({})), "0");
  EXPECT_EQ(scalar("SELECT $1::text", pg::Params().integers({INT64_MIN, 0, INT64_MAX})),
            "{-9223372036854775808,0,9223372036854775807}");
}

TEST_F(PgTest, ArraysOfBytesComeBackExactly) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  const auto rows =
      value_of(connection.exec("SELECT u FROM pg_catalog.unnest($1) WITH ORDINALITY AS t (u, n) ORDER BY n",
                               pg::Params().byteas({all, "", "\0"s})));
  ASSERT_EQ(rows.size(), 3);
  EXPECT_EQ(rows.text(0, 0), all);
  EXPECT_EQ(rows.text(1, 0), "");
  EXPECT_EQ(rows.text(2, 0), "\0"s);
}

TEST_F(PgTest, NullIsNull) {
  const auto rows = value_of(connection.exec(
      "SELECT $1::text IS NULL, $2 IS NULL, $3 IS NULL, $4 IS NULL",
      pg::Params().null().bytes(std::optional<std::string>()).integer(std::nullopt).timestamp(std::nullopt)));
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(rows.boolean(0, i)) << i;
}

TEST_F(PgTest, ATextWithNulIsRefusedBeforeAnythingIsSent) {
  raw.exec("CREATE TABLE kept (t text)");
  const auto params = pg::Params().text("a\0b"s);
  const pg::Statement statement{"INSERT INTO public.kept VALUES ($1::text)", params};
  const auto direct = connection.exec(statement.sql, params);
  const auto prepared = connection.exec_prepared(statement.sql, params);
  const auto piped = connection.pipeline({&statement, 1}, pg::Connection::Ends::commits);
  ASSERT_FALSE(direct);
  ASSERT_FALSE(prepared);
  ASSERT_FALSE(piped);
  for (const Error& error : {direct.error(), prepared.error(), piped.error()})
    EXPECT_EQ(error.kind, ErrorKind::invalid_input);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM kept"), "0");
  EXPECT_EQ(scalar("SELECT 'usable'"), "usable");
}

TEST_F(PgTest, RowsOutliveTheirConnection) {
  pg::Rows rows;
  {
    auto short_lived = open_pg(database.conninfo());
    rows = value_of(short_lived.exec("SELECT 'kept' AS word, NULL::text AS nothing"));
  }
  EXPECT_EQ(rows.text(0, 0), "kept");
  EXPECT_EQ(rows.optional_text(0, 1), std::nullopt);
  EXPECT_EQ(rows.tag(), "SELECT 1");
  EXPECT_TRUE(pg::Rows().empty());
}

TEST_F(PgTest, ClientsInUtf8ReadEveryDatabase) {
  raw.exec("CREATE DATABASE ascii_" + database.name() +
           " TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'");
  raw.exec("CREATE DATABASE latin_" + database.name() +
           " TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
  {
    auto ascii = open_pg(shared_server().conninfo("ascii_" + database.name()));
    ASSERT_TRUE(ascii.script("CREATE TABLE public.t (k text)"));
    // What another client put in is bytes of no encoding; it comes as it is.
    RawConnection other(shared_server().conninfo("ascii_" + database.name()) + " client_encoding=SQL_ASCII");
    other.exec("INSERT INTO t VALUES ('k\xff\xe9')");
    EXPECT_EQ(value_of(ascii.exec("SELECT k FROM public.t")).text(0, 0), "k\xff\xe9");
    EXPECT_EQ(value_of(ascii.exec("SELECT $1::text", pg::Params().text("Zürich"))).text(0, 0), "Zürich");
  }
  {
    auto latin = open_pg(shared_server().conninfo("latin_" + database.name()));
    EXPECT_EQ(value_of(latin.exec("SELECT pg_catalog.convert_to($1::text, 'LATIN1')", pg::Params().text("ü")))
                  .text(0, 0),
              "\xfc");
    EXPECT_EQ(value_of(latin.exec("SELECT pg_catalog.chr(252)")).text(0, 0), "ü");
    const auto refused = latin.exec("SELECT $1::text", pg::Params().text("€"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().sqlstate, "22P05");
    EXPECT_EQ(value_of(latin.exec("SELECT 'usable'::text")).text(0, 0), "usable");
  }
  raw.exec("DROP DATABASE ascii_" + database.name() + " WITH (FORCE)");
  raw.exec("DROP DATABASE latin_" + database.name() + " WITH (FORCE)");
}

TEST_F(PgTest, APasswordCommandRunsAtEachConnectAndItsFailureIsTheConnections) {
  pg::ConnectOptions options{.conninfo = database.conninfo(), .password_command = "/bin/echo s3cret"};
  auto opened = pg::Connection::open(options);
  ASSERT_TRUE(opened) << opened.error().sentence();
  EXPECT_TRUE(opened->reopen());
  options.password_command = "/bin/false";
  const auto refused = pg::Connection::open(options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_input);
}

}  // namespace
}  // namespace onceover::test
