// SPDX-License-Identifier: Apache-2.0
// Each guard by itself, what is refused and why, and commits that got lost.
#include <future>

#include "tests/integration/foreign_writes/fixture.h"
#include "tests/support/eventually.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

using reconcile::Changed;
using reconcile::Held;
using reconcile::RowWritten;
using reconcile::Withheld;
using tables::Access;
using tables::Verb;
using testing::HasSubstr;

// Only the granted columns may be read and written: the row's version is hidden.
constexpr const char* column_grants =
    "GRANT SELECT (tenant, key, status, locked_until, owner, attempts, created_at, updated_at, code, body, "
    "error, customer), UPDATE (status, locked_until, owner, error, attempts) ON words TO ROLE";

class RowGuard : public ForeignTest {
 protected:
  void SetUp() override { make("words"); }

  void refused(const Access& with, pg::Connection& by, Verb verb, const std::string& why) {
    const auto before = picture();
    EXPECT_THAT(with.offers.at(verb).why_not, testing::Contains(HasSubstr(why)));
    auto row = seen();
    const auto outcome = reconcile::write(by, p, with, row, asking(verb), alice);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::unsupported) << outcome.error().sentence();
    EXPECT_THAT(outcome.error().what, HasSubstr(why));
    EXPECT_EQ(picture(), before);
    EXPECT_EQ(audit_rows(), "0");
  }
};

TEST_F(RowGuard, WithRightsOnSomeColumnsThoseAreWrittenAndTheOthersCompared) {
  Role role(database, column_grants);
  auto clerk = connected(role.conninfo());
  const Access access_of_clerk = inspected(clerk);
  EXPECT_FALSE(access_of_clerk.reads_xmin);
  EXPECT_TRUE(access_of_clerk.offers.at(Verb::release).is_offered());
  EXPECT_THAT(testing::PrintToString(access_of_clerk.offers.at(Verb::succeed).why_not),
              HasSubstr("no UPDATE on"));
  for (const std::string column :
       {"customer", "created_at", "code", "body", "error", "attempts", "owner", "status"}) {
    SCOPED_TRACE(column);
    restore();
    const auto row = seen(clerk, access_of_clerk, 1);
    EXPECT_FALSE(row.xmin);
    const std::string value = column == "body"                           ? "'{}'"
                              : column == "created_at"                   ? "now() + interval '1 s'"
                              : column == "code" || column == "attempts" ? "77"
                                                                         : "'x'";
    raw.exec("UPDATE words SET " + column + " = " + value + " WHERE marker = 1");
    const auto theirs = picture();
    (void)take<Changed>(reconcile::write(clerk, p, access_of_clerk, row, asking(Verb::release), alice));
    EXPECT_EQ(picture(), theirs);
  }
  // What remains without the version: a change taken back, and columns that the profile does not name.
  restore();
  const auto row = seen(clerk, access_of_clerk, 1);
  raw.exec(
      "UPDATE words SET note = 'other', owner = 'x' WHERE marker = 1; UPDATE words SET owner = 'w-1' WHERE "
      "marker = 1");
  EXPECT_EQ(take<RowWritten>(reconcile::write(clerk, p, access_of_clerk, row, asking(Verb::release), alice))
                .after->state_word,
            "NEW");
  EXPECT_EQ(raw.scalar("SELECT note FROM words WHERE marker = 1"), "other");
  EXPECT_EQ(raw.scalar("SELECT db_user FROM onceover.audit"),
            raw.scalar("SELECT rolname FROM pg_roles WHERE rolname LIKE 'clerk%' AND rolname = $1",
                       {"clerk_" + database.name()}));
}

TEST_F(RowGuard, TwoRowsOfOneIdentityAreBothLeftAlone) {
  Role role(database, column_grants);
  auto clerk = connected(role.conninfo());
  const Access then = inspected(clerk);
  const auto row = seen(clerk, then, 1);
  // Since then somebody dropped the key, and there are twins.
  raw.exec(
      "ALTER TABLE words DROP CONSTRAINT words_pkey; INSERT INTO words SELECT * FROM words WHERE marker = 1");
  const auto outcome = reconcile::write(clerk, p, then, row, asking(Verb::release), alice);
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().what, HasSubstr("2 rows"));
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM words WHERE status = 'RUNNING'"), "3");
  EXPECT_EQ(audit_rows(), "0");
  EXPECT_FALSE(reconcile::read_row(clerk, p, then, row.row.id));
  EXPECT_THAT(inspected(connection).offers.at(Verb::release).why_not,
              testing::Contains(HasSubstr("No unique key")));
}

TEST_F(RowGuard, AViewIsOnlyRead) {
  raw.exec("CREATE VIEW seen_words AS SELECT * FROM words");
  auto table_row = seen();
  p.table = "seen_words";
  const Access view = inspected(connection);
  EXPECT_EQ(view.relation, Access::Relation::view);
  EXPECT_FALSE(view.reads_xmin);
  EXPECT_TRUE(reconcile::read_row(connection, p, view, table_row.row.id).value());
  const auto outcome = reconcile::write(connection, p, view, table_row, asking(Verb::release), alice);
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().what, HasSubstr("It is a view"));
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(RowGuard, ATableWithoutAUniqueKeyIsOnlyRead) {
  raw.exec("ALTER TABLE words DROP CONSTRAINT words_pkey; CREATE INDEX ON words (tenant, key)");
  refused(inspected(connection), connection, Verb::release, "No unique key");
}

TEST_F(RowGuard, WhereRightsAreMissingTheyAreNamed) {
  Role role(database, "GRANT SELECT ON words TO ROLE");
  auto clerk = connected(role.conninfo());
  refused(inspected(clerk), clerk, Verb::fail, "no UPDATE on \"status\", \"error\", \"locked_until\"");
}

TEST_F(RowGuard, AVerbThatTheProfileDoesNotHaveIsNotWritten) {
  p.writes.erase(Verb::release);
  access = inspected(connection);
  const auto outcome = write(seen(), asking(Verb::release));
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().what, HasSubstr("does not say what \"release\" writes"));
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(RowGuard, WhatIsMissingOrWouldBeDroppedIsRefusedBeforeAnythingIsSent) {
  const auto refused_as_input = [&](const reconcile::WriteRequest& request) {
    const auto outcome = write(seen(), request);
    EXPECT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::invalid_input);
  };
  auto request = asking(Verb::succeed);
  request.values.body.reset();
  refused_as_input(request);
  request = asking(Verb::succeed);
  request.values.body = std::string("{\"a\":\0}", 7);
  refused_as_input(request);
  request = asking(Verb::release);
  request.values.code = 200;
  refused_as_input(request);
  request = asking(Verb::release);
  request.reason.clear();
  refused_as_input(request);
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(RowGuard, NoWordAboutTheEffectIsWrittenThatNothingBearsOut) {
  for (const Verb verb : {Verb::succeed, Verb::fail, Verb::release}) {
    auto request = asking(verb);
    request.verdict.reset();
    request.evidence_json.clear();
    const auto outcome = write(seen(), request);
    ASSERT_FALSE(outcome) << tables::word(verb);
    EXPECT_THAT(outcome.error().what, HasSubstr("needs what shows it"));
    EXPECT_FALSE(reconcile::script(p, access, seen(), request, alice, reconcile::AuditTo::trail))
        << "a script is written with the same care";
    request = asking(verb);
    request.verdict.reset();
    request.ticket.clear();
    EXPECT_THAT(write(seen(), request).error().what, HasSubstr("needs a ticket"));
  }
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(RowGuard, WhatWouldChangeNothingIsNotWritten) {
  p.writes[Verb::extend].set = {{.column = "owner", .value = tables::Assignment::Value::text, .text = "w-3"},
                                {.column = "error", .value = tables::Assignment::Value::null}};
  access = inspected(connection);
  const auto outcome = write(seen(3), asking(Verb::extend));
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().what, HasSubstr("already as \"extend\" would leave it"));
  EXPECT_EQ(audit_rows(), "0");
  raw.exec("UPDATE words SET error = '' WHERE marker = 3");
  take<reconcile::RowWritten>(write(seen(3), asking(Verb::extend)));
  EXPECT_EQ(audit_rows(), "1") << "an empty text is not NULL";
}

// Otherwise a row would leave the list of stuck ones for ever, a day at a time.
TEST_F(RowGuard, ALeaseIsExtendedForADayAtMostHoweverOften) {
  const auto some_hours_pass = [this](int hours) {
    raw.exec(
        "ALTER TABLE onceover.audit DISABLE TRIGGER USER; UPDATE onceover.audit SET at = at - interval '" +
        std::to_string(hours) +
        " hours'; ALTER TABLE onceover.audit ENABLE TRIGGER USER; UPDATE words SET locked_until = now() + "
        "interval '1 minute' WHERE marker = 3");
  };
  auto extending = asking(Verb::extend);
  extending.values.lease = std::chrono::hours(25);
  EXPECT_THAT(write(seen(3), extending).error().what, HasSubstr("a day at most"));
  extending.values.lease = std::chrono::hours(10);
  take<reconcile::RowWritten>(write(seen(3), extending));
  some_hours_pass(9);
  take<reconcile::RowWritten>(write(seen(3), extending));
  some_hours_pass(9);
  const auto before = picture();
  const auto outcome = write(seen(3), extending);
  ASSERT_FALSE(outcome) << "28 hours in all";
  EXPECT_THAT(outcome.error().what, HasSubstr("again and again"));
  EXPECT_EQ(picture(), before);
  extending.values.lease = std::chrono::hours(5);
  take<reconcile::RowWritten>(write(seen(3), extending));
  some_hours_pass(26);
  take<reconcile::RowWritten>(write(seen(3), extending));  // it had ended meanwhile
  EXPECT_EQ(audit_rows(), "4");
}

TEST_F(RowGuard, AWriteThatWouldLeaveAnotherStateThanItsVerbSaysIsTakenBack) {
  p.writes[Verb::succeed].set[0].text = "ERROR";
  access = inspected(connection);
  const auto before = picture();
  const auto outcome = write(seen(), asking(Verb::succeed));
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().what, HasSubstr("would leave the row failed"));
  EXPECT_EQ(picture(), before);
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(RowGuard, TheProfilesOwnGuardWithholdsARow) {
  raw.exec("UPDATE words SET error = NULL WHERE marker = 2");
  const auto outcome = write(seen(2), asking(Verb::discard));
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().what, HasSubstr("does not meet the profile's condition"));
}

TEST_F(RowGuard, WhatATriggerHoldsBackIsNotCalledWritten) {
  raw.exec(
      "CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$; CREATE "
      "TRIGGER never BEFORE UPDATE ON words FOR EACH ROW EXECUTE FUNCTION never()");
  EXPECT_THAT(take<Withheld>(write(seen(), asking(Verb::release))).why, HasSubstr("trigger"));
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(RowGuard, RowLevelSecurityIsSaidAndHolds) {
  Role role(database,
            "GRANT SELECT, UPDATE ON words TO ROLE; ALTER TABLE words ENABLE ROW LEVEL SECURITY; CREATE "
            "POLICY look ON words FOR SELECT TO ROLE USING (marker < 3); CREATE POLICY change ON words FOR "
            "UPDATE TO ROLE USING (marker = 2)");
  auto clerk = connected(role.conninfo());
  const Access with = inspected(clerk);
  EXPECT_TRUE(with.hides_rows);
  EXPECT_THAT(testing::PrintToString(with.remarks), HasSubstr("rows may be hidden"));
  EXPECT_THAT(
      take<Withheld>(reconcile::write(clerk, p, with, seen(clerk, with, 1), asking(Verb::release), alice))
          .why,
      HasSubstr("policy"));
  EXPECT_FALSE(reconcile::read_row(clerk, p, with, id_of(3)).value());
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(RowGuard, WithoutALeaseToBeSeenAPersonMustSayThatNobodyIsAtWork) {
  p.lease = {.form = tables::Lease::Form::owner_only};
  access = inspected(connection);
  EXPECT_FALSE(take<Held>(write(seen(), asking(Verb::release))).is_observable);
  auto request = asking(Verb::release);
  request.although_held = true;
  (void)take<RowWritten>(write(seen(), request));
}

TEST_F(RowGuard, ANullThatTheUniqueKeyDoesNotTellApartIsOnlyRead) {
  raw.exec(
      "ALTER TABLE words DROP CONSTRAINT words_pkey; ALTER TABLE words ALTER tenant DROP NOT NULL; CREATE "
      "UNIQUE INDEX ON words (tenant, key); UPDATE words SET tenant = NULL WHERE marker = 1");
  access = inspected(connection);
  EXPECT_EQ(access.unique, Access::Unique::without_null);
  const auto outcome = write(seen(1), asking(Verb::release));
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().what, HasSubstr("\"tenant\" is NULL"));
  (void)take<RowWritten>(write(seen(2), asking(Verb::requeue)));
}

TEST_F(RowGuard, WordsThatAreEqualToTheirCollationAloneAreAChange) {
  raw.exec(
      "CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false); ALTER "
      "TABLE words ALTER owner TYPE text COLLATE any_case");
  access = inspected(connection);
  access.reads_xmin = false;
  const auto row = seen();
  raw.exec("UPDATE words SET owner = 'W-1' WHERE marker = 1");
  (void)take<Changed>(write(row, asking(Verb::release)));
}

TEST_F(RowGuard, WithoutOurSchemaNothingIsWrittenAndTheScriptStillWorks) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  const auto before = picture();
  const auto row = seen();
  const auto outcome = write(row, asking(Verb::release));
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::schema);
  EXPECT_THAT(outcome.error().next, HasSubstr("as a script"));
  EXPECT_EQ(picture(), before);
  EXPECT_EQ(
      database.connect().sqlstate_of(
          reconcile::script(p, access, row, asking(Verb::release), alice, reconcile::AuditTo::trail).value()),
      "42P01");
  EXPECT_EQ(picture(), before);
  database.connect().exec(
      reconcile::script(p, access, row, asking(Verb::release), alice, reconcile::AuditTo::notice).value());
  EXPECT_EQ(picture().at("1").at("status"), "NEW");
}

TEST_F(RowGuard, AnAuditRowThatIsRefusedTakesTheWriteWithIt) {
  raw.exec("ALTER TABLE onceover.audit ADD CONSTRAINT refuse CHECK (action <> 'write')");
  const auto before = picture();
  EXPECT_FALSE(write(seen(), asking(Verb::release)));
  EXPECT_EQ(picture(), before);
}

TEST_F(RowGuard, AWriteIsDurableWhateverTheServersDefault) {
  raw.exec(
      "ALTER DATABASE " + database.name() +
      " SET synchronous_commit = off; CREATE TABLE setting (v text); CREATE FUNCTION note() RETURNS trigger "
      "LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.setting VALUES "
      "(current_setting('synchronous_commit')); RETURN new; END $$; CREATE TRIGGER note BEFORE UPDATE ON "
      "words FOR EACH ROW EXECUTE FUNCTION note()");
  connection = connected(database.conninfo());
  (void)take<RowWritten>(write(seen(), asking(Verb::release)));
  EXPECT_EQ(raw.scalar("SELECT v FROM setting"), "on");
}

// As the owner's own code finds them: a trigger that names its function without a schema ended every write.
TEST_F(RowGuard, ATriggerFindsWhatItNamesInTheTablesSchema) {
  raw.exec(
      "CREATE TABLE heard (v text, n int); CREATE FUNCTION hear(t text, n bigint) RETURNS void LANGUAGE sql "
      "AS $$ INSERT INTO public.heard VALUES (t, n) $$; CREATE FUNCTION upper(t text) RETURNS text LANGUAGE "
      "sql AS $$ SELECT 'hijacked' $$; CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
      "PERFORM hear(upper('told'), count(*)) FROM words; RETURN new; END $$; CREATE TRIGGER tell AFTER "
      "UPDATE ON words FOR EACH ROW EXECUTE FUNCTION tell()");
  const auto row = seen();
  (void)take<RowWritten>(write(row, asking(Verb::release)));
  EXPECT_EQ(raw.scalar("SELECT v FROM heard"), "TOLD");
}

TEST_F(RowGuard, ATriggerFindsNothingInASchemaThatOthersWriteInto) {
  raw.exec(
      "GRANT CREATE ON SCHEMA public TO PUBLIC; CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS "
      "$$ BEGIN PERFORM count(*) FROM words; RETURN new; END $$; CREATE TRIGGER tell AFTER UPDATE ON words "
      "FOR EACH ROW EXECUTE FUNCTION tell()");
  const auto before = picture();
  const auto outcome = write(seen(), asking(Verb::release));
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().sentence(), HasSubstr("words"));
  EXPECT_EQ(picture(), before);
}

TEST_F(RowGuard, ARowThatSomebodyHasLockedIsNotWaitedForLong) {
  const auto row = seen();
  auto other = database.connect();
  other.exec("BEGIN; SELECT FROM words WHERE marker = 1 FOR UPDATE");
  const auto outcome = write(row, asking(Verb::release));
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().sqlstate, "55P03");
  EXPECT_EQ(audit_rows(), "0");
}

TEST_F(RowGuard, AKeyOfTwoAndAHalfKilobytesHasItsPlaceInTheTrail) {
  const std::string key = raw.scalar("SELECT string_agg(md5(i::text), '') FROM generate_series(1, 80) i");
  raw.exec("UPDATE words SET key = $1 WHERE marker = 1", {key});
  const auto row = seen();
  (void)take<RowWritten>(write(row, asking(Verb::release)));
  EXPECT_EQ(raw.scalar("SELECT row_key->>'key' FROM onceover.audit"), key);
}

class LostCommit : public RowGuard {
 protected:
  PgProxy proxy{shared_server().socket_dir()};
  pg::Connection shaky = connected(proxy.conninfo(database.name()));
};

TEST_F(LostCommit, ThatArrivedIsFoundByItsAuditRow) {
  const auto row = seen();
  proxy.trap(TrapAt::commit, TrapThen::cut_after);
  const auto written =
      take<RowWritten>(reconcile::write(shaky, p, access, row, asking(Verb::release), alice));
  EXPECT_EQ(written.after->state, key::State::released);
  EXPECT_EQ(raw.scalar("SELECT max(id) FROM onceover.audit"), std::to_string(written.audit_id));
}

TEST_F(LostCommit, ThatNeverArrivedWroteNothingAndSaysSo) {
  const auto before = picture();
  const auto row = seen();
  proxy.trap(TrapAt::commit, TrapThen::cut_before);
  const auto outcome = reconcile::write(shaky, p, access, row, asking(Verb::release), alice);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::connection) << outcome.error().sentence();
  EXPECT_EQ(outcome.error().not_done, "Nothing was written.");
  EXPECT_EQ(picture(), before);
}

// COMMIT itself waits while the connection is cut: the backend's decision is waited for.
TEST_F(LostCommit, ThatIsStillUnderWayIsWaitedFor) {
  raw.exec(
      "CREATE FUNCTION wait_in_commit() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$ BEGIN "
      "PERFORM pg_advisory_xact_lock(42); RETURN NULL; END $$; CREATE CONSTRAINT TRIGGER wait AFTER INSERT "
      "ON onceover.audit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_in_commit()");
  const auto row = seen();
  raw.exec("SELECT pg_advisory_lock(42)");
  auto running = std::async(std::launch::async, [&] {
    return reconcile::write(shaky, p, access, row, asking(Verb::release), alice);
  });
  const std::string waiting =
      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid "
      "FROM pg_database WHERE datname = current_database())";
  EXPECT_TRUE(eventually([&] { return raw.scalar(waiting) == "1"; }));
  proxy.cut_now();
  EXPECT_TRUE(eventually([&] { return raw.scalar(waiting) == "2"; }));
  raw.exec("SELECT pg_advisory_unlock(42)");
  EXPECT_EQ(take<RowWritten>(running.get()).after->state, key::State::released);
  EXPECT_EQ(audit_rows(), "1");
}

}  // namespace
}  // namespace onceover::test
