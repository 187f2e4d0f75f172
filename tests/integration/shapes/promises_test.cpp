// SPDX-License-Identifier: Apache-2.0
// What is said about fence, 409, executor, lease, order and rights is true of each shape: no sentence
// promises what its profile does not give.
#include "core/browse/promises.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "core/browse/browser.h"
#include "core/browse/filter_sql.h"
#include "core/tables/toml.h"
#include "tests/support/shapes.h"

namespace onceover::browse {
namespace {

using tables::Profile;
using Form = tables::Lease::Form;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

const Timestamp now = *parse_iso("2026-11-21T02:03:04.000005Z");

struct Table {
  std::string name;
  Profile profile;
};

// Every shape, our own tables, and each shape as `--older-than` judges it.
std::vector<Table> tables() {
  std::vector<Table> out{{"onceover.keys", tables::own()},
                         {"onceover.inbox", tables::own_inbox()},
                         {"onceover.outbox", tables::own_outbox()}};
  for (const test::Shape& shape : test::shapes()) {
    Profile read = tables::profiles_from_toml(shape.toml, shape.name).value().back();
    if (auto aged = tables::stuck_by_age(read, std::chrono::minutes(15)))
      out.push_back({shape.name + " by age", *aged});
    out.push_back({shape.name, std::move(read)});
  }
  return out;
}

// A row in each state, with and without owner and lease, as this table may hold it.
std::vector<KeyRow> rows_of(const Profile& p) {
  std::vector<KeyRow> out;
  for (const key::State state :
       {key::State::in_progress, key::State::released, key::State::succeeded, key::State::failed}) {
    for (const auto& lease :
         {std::optional<Timestamp>(), std::optional(now - std::chrono::minutes(4)),
          std::optional(now + std::chrono::minutes(4)), std::optional(Timestamp::infinity())}) {
      for (const char* owner : {"", "w-1#7"}) {
        KeyRow row;
        row.state = state;
        row.state_word = "WORD";
        row.created_at = now - std::chrono::hours(1);
        row.owner = p.owner.empty() && !tables::is_own(p) ? "" : owner;
        row.lease_known = p.lease.is_observable();
        row.free_waits = !tables::is_own(p) && p.lease.form != Form::age;
        if (row.lease_known) row.locked_until = lease;
        row.attempts_known = !p.attempts.empty();
        row.attempts = row.attempts_known ? 2 : 0;
        out.push_back(row);
      }
    }
  }
  return out;
}

std::set<std::string> sentences(const Profile& p) {
  std::set<std::string> all{clients_meanwhile(p),  stuck_headline(p, 1), stuck_headline(p, 3),
                            none_stuck(p),         row_lock_caveat(p),   worker_is_unseen(p),
                            no_row(p).rule,        no_row(p).clears,     who_may_write(p),
                            longest_stuck_words(p)};
  for (const KeyRow& row : rows_of(p)) {
    for (const std::string& one : {if_it_resumes(p, row), about_its_worker(p, row, now),
                                   who_holds(p, row, now), why_held(p, row), tries_in_words(p, row)})
      all.insert(one);
    if (tables::is_own(p)) continue;
    const External answer = external_answer(p, row, now);
    for (const std::string& one : {standing(p, row, now), answer.rule, answer.clears}) all.insert(one);
  }
  return all;
}

bool says(const std::string& sentence, const char* pattern) {
  static std::map<std::string, std::regex> made;
  const auto [at, is_new] = made.try_emplace(pattern);
  if (is_new) at->second = std::regex(pattern, std::regex::optimize);
  return std::regex_search(sentence, at->second);
}

TEST(Promises, NoSentencePromisesWhatTheProfileDoesNotGive) {
  for (const auto& [name, p] : tables()) {
    const bool own = tables::is_own(p);
    const bool is_key = p.kind == tables::Kind::idempotency;
    const bool has_lease = p.lease.is_observable() && p.lease.form != Form::age;
    for (const std::string& sentence : sentences(p)) {
      SCOPED_TRACE(name + ": " + sentence);
      // A fence: only onceover.keys has one; elsewhere its absence may be said.
      EXPECT_FALSE(!own && (says(sentence, "fence") && !says(sentence, "no fence")));
      // What clients get: decided by the row in our own table, by the service elsewhere, and by no one where
      // there are no clients.
      EXPECT_FALSE(!own && (says(sentence, "409") && !says(sentence, "(some|many|usually) answer 409")));
      EXPECT_FALSE(!is_key && (says(sentence, "409|[Cc]lient|request|executor")));
      EXPECT_FALSE(is_key && (says(sentence, "\\b(worker|consumer|relay|event|job)s?\\b")));
      EXPECT_FALSE(p.kind == tables::Kind::queue && (says(sentence, "\\b(event|consumer|relay)s?\\b")));
      // A lease: none ends, is held or is live where there is none.
      EXPECT_FALSE(!has_lease && (says(sentence, "[Ll]ease") &&
                                  !says(sentence, "no lease|No lease|without a lease|whether a lease")));
      // An answer is stored where a column keeps one.
      EXPECT_FALSE(!own && p.response_code.empty() && p.response_body.empty() &&
                   says(sentence, "stored answer"));
      // An instant is one that a person reads.
      EXPECT_FALSE(says(sentence, "\\d\\d\\.\\d{6}Z"));
      // Only onceover.keys has sweepers that settle.
      EXPECT_FALSE(!own && (says(sentence, "sweeper|gateway is asked first")));
    }
  }
}

TEST(Promises, TheOrderIsNamedByTheFirstColumnOfTheOrder) {
  for (const auto& [name, p] : tables()) {
    const auto columns = tables::order_columns(p);
    const std::string first = columns.empty() ? p.created_at.column : columns.front();
    const bool by_time = !first.empty() && first == p.created_at.column;
    EXPECT_EQ(order_words(p, true) == "newest first", by_time) << name << ": " << order_words(p, true);
    if (!by_time && !first.empty()) {
      EXPECT_THAT(order_words(p, false), HasSubstr(first)) << name;
    }
  }
}

// The list of stuck rows has an order of its own, whatever the listing's is.
TEST(Promises, TheOrderOfStuckRowsIsThatOfTheirLeases) {
  for (const auto& [name, p] : tables()) {
    if (!p.lease.is_observable()) continue;
    const auto query = longest_stuck_sql(p, {.stuck = true}, nullptr);
    EXPECT_THAT(std::string(query.sql()), HasSubstr(" ORDER BY COALESCE(")) << name;
    EXPECT_EQ(longest_stuck_words(p), p.lease.form == Form::age
                                          ? "unfinished for the longest time first"
                                          : "by the end of the lease, longest ago first")
        << name;
  }
}

TEST(Promises, TriesThatAreNotCountedAreNoZero) {
  for (const auto& [name, p] : tables()) {
    KeyRow row;
    row.attempts_known = false;
    EXPECT_EQ(tries(row), "") << name;
    EXPECT_THAT(tries_in_words(p, row),
                AnyOf("This table does not count tries.", "This row has no count of tries."))
        << name;
  }
}

TEST(Promises, OurOwnTableKeepsItsWords) {
  const Profile& own = tables::own();
  EXPECT_EQ(stuck_headline(own, 1), "1 stuck key; its clients get 409.");
  EXPECT_EQ(stuck_headline(own, 18), "18 stuck keys; their clients get 409.");
  KeyRow held;
  EXPECT_EQ(if_it_resumes(own, held),
            "If it resumes before another process takes the row over, it can still finish it. After that the "
            "fence rejects its write.");
  held.holder = key::Holder::sweeper;
  EXPECT_EQ(if_it_resumes(own, held), "If it resumes, the fence rejects its write.");
  KeyRow row;
  row.attempts = 3;
  EXPECT_EQ(tries_in_words(own, row), "Claimed 3 times by an executor.");
}

// The sentences above are the only ones of their kind: no page and no command writes its own.
TEST(Promises, NoPageAndNoCommandWritesItsOwn) {
  const std::regex own_words("\"[^\"]*(fence (rejects|refuses)|(gets?|getting) 409)[^\"]*\"");
  for (const char* folder : {"/ui", "/app/oncectl", "/core/browse", "/core/plan", "/core/reconcile"}) {
    for (const auto& file :
         std::filesystem::recursive_directory_iterator(std::string(ONCEOVER_SOURCE_DIR) + folder)) {
      if (file.path().extension() != ".cpp" || file.path().filename() == "promises.cpp") continue;
      std::ifstream in(file.path());
      for (std::string line; std::getline(in, line);)
        EXPECT_FALSE(std::regex_search(line, own_words)) << file.path() << ": " << line;
    }
  }
}

}  // namespace
}  // namespace onceover::browse
