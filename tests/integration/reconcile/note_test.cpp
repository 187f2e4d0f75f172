// SPDX-License-Identifier: Apache-2.0
// Notes of people: kept as written, by whom the server says, on keys that are there or were.
#include "core/reconcile/note.h"

#include <gmock/gmock.h>

#include "core/reconcile/case_list.h"
#include "tests/integration/reconcile/fixture.h"

namespace onceover::test {
namespace {

using testing::HasSubstr;

class NoteTest : public StuckTest {
 protected:
  reconcile::Note note(const std::string& key, const std::string& text, const audit::Actor& who = alice) {
    auto added = reconcile::add_note(connection, id_of(key), text, who);
    if (!added) throw std::runtime_error(added.error().sentence() + added.error().detail);
    return std::move(*added);
  }
  reconcile::Notes notes(const std::string& key, int limit = 200) {
    auto found = reconcile::notes_of(connection, reconcile::subject_of(profile, id_of(key)), limit);
    if (!found) throw std::runtime_error(found.error().sentence() + found.error().detail);
    return std::move(*found);
  }
  std::string by_hand(const std::string& text) {
    return raw.sqlstate_of(
        "INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, note) VALUES ('a', 'h', "
        "'p', 't', 'o', 'k', " +
        text + ")");
  }
};

TEST_F(NoteTest, TellWhoWroteWhatAndWhenTheNewestFirst) {
  stuck("r-1");
  stuck("r-2");
  const std::string before = raw.scalar("SELECT k::text FROM onceover.keys k WHERE key = 'r-1'");
  const auto first = note("r-1", "  called the bank:\r\nthey look  ");
  note("r-1", "the bank says it went through", bob);
  note("r-2", "another");
  EXPECT_EQ(first.text, "called the bank:\nthey look");
  EXPECT_EQ(first.db_user, raw.scalar("SELECT session_user"));
  const auto found = notes("r-1");
  ASSERT_EQ(found.notes.size(), 2U);
  EXPECT_EQ(found.total, 2);
  EXPECT_EQ(found.notes[0].actor.name, "bob");
  EXPECT_EQ(found.notes[1].number, first.number);
  EXPECT_EQ(found.notes[1].text, first.text);
  EXPECT_GE(found.notes[0].at, found.notes[1].at);
  EXPECT_EQ(notes("r-1", 1).notes.size(), 1U);
  EXPECT_EQ(notes("r-1", 1).total, 2);
  // It is no act.
  EXPECT_EQ(audit_rows(), "0");
  EXPECT_EQ(raw.scalar("SELECT k::text FROM onceover.keys k WHERE key = 'r-1'"), before);
  EXPECT_EQ(notes("nobody").total, 0);
}

TEST_F(NoteTest, StayAsTheyWereWritten) {
  stuck("r-1");
  note("r-1", "mine");
  for (const char* change :
       {"UPDATE onceover.notes SET note = 'x'", "DELETE FROM onceover.notes", "TRUNCATE onceover.notes",
        "UPDATE onceover.notes SET actor = 'x' WHERE false"}) {
    EXPECT_EQ(raw.sqlstate_of(change), "OC003") << change;
  }
  ASSERT_EQ(notes("r-1").total, 1);
  EXPECT_EQ(notes("r-1").notes[0].text, "mine");
}

TEST_F(NoteTest, AreSignedByTheServerWhateverIsSaid) {
  raw.exec(
      "INSERT INTO onceover.notes (at, db_user, actor, host, program, tenant, operation, key, note) VALUES "
      "('2001-01-01', 'somebody', 'a', 'h', 'p', 'acme', 'POST /refunds', 'r-1', 'forged')");
  EXPECT_EQ(
      raw.scalar(
          "SELECT (db_user = session_user AND at > now() - interval '1 hour')::text FROM onceover.notes"),
      "true");
}

TEST_F(NoteTest, AreTextInTheTableToo) {
  constexpr const char* check_violation = "23514";
  for (const char* bad : {"''", "' x'", "E'x\\n'", "E'a\\tb'", "E'a\\u0085b'", "E'a\\u001bb'", "E'a\\u007fb'",
                          "repeat('é', 4001)"}) {
    EXPECT_EQ(by_hand(bad), check_violation) << bad;
  }
  for (const char* good : {"'x'", "E'a\\nb'", "repeat('é', 4000)", "E'a\\u00a0b'"})
    EXPECT_EQ(by_hand(good), "") << good;
  for (const char* half : {"relation", "profile"}) {
    EXPECT_EQ(
        raw.sqlstate_of(
            std::string("INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, note, ") +
            half + ") VALUES ('a', 'h', 'p', 't', 'o', 'k', 'n', 'x')"),
        check_violation);
  }
}

TEST_F(NoteTest, AreWrittenWhileAllIsStopped) {
  stuck("r-1");
  raw.exec("UPDATE onceover.control SET stopped = true, reason = 'drill'");
  EXPECT_EQ(note("r-1", "we stopped because of this one").actor.name, "alice");
}

TEST_F(NoteTest, OutliveTheCaseAndTheKey) {
  stuck("r-1");
  note("r-1", "while it was open");
  ASSERT_TRUE(settle(own("r-1")));
  note("r-1", "after it was settled");
  raw.tamper("DELETE FROM onceover.cases; DELETE FROM onceover.keys");
  note("r-1", "after it was reaped");
  EXPECT_EQ(notes("r-1").total, 3);
  const auto unknown = reconcile::add_note(connection, id_of("never"), "x", alice);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, ErrorKind::invalid_input);
  EXPECT_THAT(unknown.error().what, HasSubstr("no such key"));
}

TEST_F(NoteTest, AreToldApartByTenantOperationAndTable) {
  const auto add = [this](const std::string& tenant, const std::string& operation,
                          const std::string& relation) {
    raw.exec(
        "INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, profile, relation, "
        "row_key, note) SELECT 'a', 'h', 'p', $1, $2, 'r-1', CASE WHEN $3 <> '' THEN 'p' END, NULLIF($3, "
        "''), CASE WHEN $3 <> '' THEN '{\"id\": \"r-1\"}'::jsonb END, concat($1::text, $2::text, $3::text)",
        {tenant, operation, relation});
  };
  for (const char* tenant : {"acme", "other"}) {
    for (const char* operation : {"POST /refunds", "other"}) add(tenant, operation, "");
  }
  add("acme", "POST /refunds", "\"shop\".\"jobs\"");
  add("acme", "POST /refunds", "\"shop\".\"others\"");
  add("acme", "POST /refunds", "\"shop\".\"jobs\"");
  const std::vector<reconcile::NoteSubject> subjects{
      {.id = {"acme", "POST /refunds", "r-1"}, .relation = {}, .row_key_json = {}},
      {.id = {"nobody", "POST /refunds", "r-1"}, .relation = {}, .row_key_json = {}},
      {.id = {"acme", "POST /refunds", "r-1"},
       .relation = "\"shop\".\"jobs\"",
       .row_key_json = R"({"id":"r-1"})"},
      {.id = {"acme", "POST /refunds", "r-1"},
       .relation = "\"shop\".\"jobs\"",
       .row_key_json = R"({"id":"r-2"})"}};
  const auto tallies = reconcile::note_tallies(connection, subjects);
  ASSERT_TRUE(tallies) << tallies.error().sentence() << tallies.error().detail;
  std::vector<std::int64_t> counts;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    counts.push_back((*tallies)[i].count);
    EXPECT_EQ(reconcile::notes_of(connection, subjects[i]).value().total, (*tallies)[i].count) << i;
  }
  EXPECT_THAT(counts, testing::ElementsAre(1, 0, 2, 0));
  EXPECT_EQ((*tallies)[0].last->text, "acmePOST /refunds");
  EXPECT_EQ((*tallies)[2].last->number, 7);
}

TEST_F(NoteTest, WithoutTheSchemaThereAreNone) {
  raw.exec("DROP SCHEMA onceover CASCADE");
  EXPECT_EQ(notes("r-1").total, 0);
  EXPECT_EQ(reconcile::add_note(connection, id_of("r-1"), "x", alice).error().kind, ErrorKind::schema);
}

}  // namespace
}  // namespace onceover::test
