// SPDX-License-Identifier: Apache-2.0
// Every shape of tests/support/shapes.h is read through its profile, and each row is what a person wrote that
// it is.
#include "tests/support/shapes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "core/browse/browser.h"
#include "core/tables/sql.h"
#include "core/tables/toml.h"
#include "tests/integration/shapes/told.h"
#include "tests/support/database.h"

namespace onceover::browse {
namespace {

using test::Shape;
using testing::ElementsAreArray;

#define ASSERT_DONE(result) \
  ASSERT_TRUE((result).has_value()) << (result).error().sentence() << " " << (result).error().detail

constexpr key::State all_states[] = {key::State::in_progress, key::State::released, key::State::succeeded,
                                     key::State::failed};

// A database a shape, which every test reads and none changes. Gone before the server is.
class Databases : public testing::Environment {
 public:
  static const test::TestDatabase& of(const Shape& shape) {
    auto& one = made_[shape.name];
    if (!one) {
      one = std::make_unique<test::TestDatabase>();
      one->connect().exec(shape.sql);
    }
    return *one;
  }
  void TearDown() override { made_.clear(); }

 private:
  static inline std::map<std::string, std::unique_ptr<test::TestDatabase>> made_;
};
const auto* const databases = testing::AddGlobalTestEnvironment(new Databases);

class ShapesTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!shape_.extension.empty()) {
      auto plain = test::RawConnection(test::shared_server().conninfo("postgres"));
      if (plain.exec("SELECT FROM pg_available_extensions WHERE name = $1", {shape_.extension}).empty())
        GTEST_SKIP() << "this server has no " << shape_.extension;
    }
    database_ = &Databases::of(shape_);
    auto profiles = tables::profiles_from_toml(shape_.toml, shape_.name);
    ASSERT_DONE(profiles);
    profile_ = profiles->back();
    auto connection = pg::Connection::open(
        {.conninfo = database_->conninfo() + " user=" + shape_.role, .application_name = "shapes-test"});
    ASSERT_DONE(connection);
    connection_.emplace(std::move(*connection));
    browser_.emplace(*connection_, profile_, Limits{std::chrono::seconds(60), std::chrono::seconds(20)});
  }

  std::vector<std::string> lines(const Page& page) const {
    std::vector<std::string> out;
    for (const KeyRow& row : page.rows) out.push_back(told(row, page.as_of));
    return out;
  }

  // The rows of the whole listing.
  Page everything(const Filter& filter = {}) {
    auto page = browser_->page({.filter = filter, .limit = 1000});
    if (!page) {
      ADD_FAILURE() << page.error().sentence() << " " << page.error().detail;
      return {};
    }
    return *page;
  }

  // The hand-written rows of which this holds.
  std::vector<std::string> those(const std::function<bool(const std::string&)>& holds) const {
    std::vector<std::string> out;
    std::ranges::copy_if(shape_.rows, std::back_inserter(out), holds);
    return out;
  }
  std::vector<std::string> those_in(const std::set<std::string>& states) const {
    return those([&](const std::string& line) {
      return std::ranges::any_of(states, [&](const std::string& state) {
        const auto at = line.find(" " + state);
        return at != std::string::npos &&
               (line.size() == at + 1 + state.size() || line[at + 1 + state.size()] == ' ');
      });
    });
  }
  // By a policy, or by a view that is more than columns of its table.
  bool hides_rows() const {
    return shape_.is == Shape::Is::foreign || std::string_view(GetParam()) == "row_security" ||
           std::string_view(GetParam()) == "view";
  }
  static bool is_stuck(const std::string& line) { return line.find(" stuck") != std::string::npos; }

  const Shape& shape_ = test::shape(GetParam());
  const test::TestDatabase* database_ = nullptr;
  tables::Profile profile_;
  std::optional<pg::Connection> connection_;
  std::optional<Browser> browser_;
};

TEST_P(ShapesTest, EveryRowIsWhatItIs) { EXPECT_THAT(lines(everything()), ElementsAreArray(shape_.rows)); }

TEST_P(ShapesTest, PagesGoThroughAllRowsInBothDirections) {
  if (!shape_.has_identity) {
    auto first = browser_->page({.limit = 2});
    ASSERT_DONE(first);
    EXPECT_TRUE(first->more);
    EXPECT_THAT(first->remark, testing::HasSubstr("names no identity of this table's rows"));
    auto next = browser_->page({.after = cursor_of(first->rows.back()), .limit = 2});
    ASSERT_FALSE(next);
    EXPECT_EQ(next.error().kind, ErrorKind::invalid_input);
    return;
  }
  for (const bool newest_first : {true, false}) {
    SCOPED_TRACE(newest_first);
    std::vector<std::string> wanted = shape_.rows;
    if (!newest_first) std::ranges::reverse(wanted);
    std::vector<std::string> forward;
    std::optional<Cursor> after;
    for (bool more = true; more && forward.size() <= wanted.size();) {
      auto page = browser_->page({.after = after, .newest_first = newest_first, .limit = 2});
      ASSERT_DONE(page);
      EXPECT_TRUE(page->remark.empty());
      std::ranges::copy(lines(*page), std::back_inserter(forward));
      more = page->more;
      if (!page->rows.empty()) after = cursor_of(page->rows.back());
    }
    EXPECT_THAT(forward, ElementsAreArray(wanted));
    // And back from the last row, which a page before it does not hold.
    std::vector<std::string> backward = {wanted.back()};
    for (bool more = true; more && backward.size() <= wanted.size();) {
      auto page =
          browser_->page({.after = after, .newest_first = newest_first, .backwards = true, .limit = 2});
      ASSERT_DONE(page);
      const auto before = lines(*page);
      backward.insert(backward.begin(), before.begin(), before.end());
      more = page->more;
      if (!page->rows.empty()) after = cursor_of(page->rows.front());
    }
    EXPECT_THAT(backward, ElementsAreArray(wanted));
  }
}

TEST_P(ShapesTest, AFilterByStatesFindsExactlyTheirRows) {
  for (unsigned chosen = 1; chosen < 16; ++chosen) {
    Filter filter;
    std::set<std::string> names;
    for (unsigned i = 0; i < 4; ++i) {
      if ((chosen >> i & 1) == 0) continue;
      filter.states.push_back(all_states[i]);
      names.insert(std::string(key::word(all_states[i])));
    }
    SCOPED_TRACE(testing::PrintToString(names));
    EXPECT_THAT(lines(everything(filter)), ElementsAreArray(those_in(names)));
    auto count = browser_->count(filter);
    ASSERT_DONE(count);
    EXPECT_EQ(static_cast<std::size_t>(count->n), those_in(names).size());
    EXPECT_TRUE(browser_->forecast(filter).has_value());
  }
}

TEST_P(ShapesTest, StuckRowsAreFoundCountedAndGrouped) {
  const auto stuck = those(is_stuck);
  const bool leases_are_seen = profile_.lease.is_observable();
  if (leases_are_seen) {
    EXPECT_THAT(lines(everything({.stuck = true})), ElementsAreArray(stuck));
  } else {
    // "None" would be a guess.
    ASSERT_TRUE(stuck.empty());
    const auto page = browser_->page({.filter = {.stuck = true}});
    const auto count = browser_->count({.stuck = true});
    const auto stuck_groups = browser_->stuck_groups();
    ASSERT_FALSE(page.has_value());
    ASSERT_FALSE(count.has_value());
    ASSERT_FALSE(stuck_groups.has_value());
    for (const Error& refused : {page.error(), count.error(), stuck_groups.error()}) {
      EXPECT_EQ(refused.kind, ErrorKind::invalid_input) << refused.what;
      EXPECT_NE(refused.what.find("does not show leases"), std::string::npos) << refused.what;
    }
  }
  auto counts = browser_->state_counts();
  ASSERT_DONE(counts);
  // What is in no state that is named may be stuck, and what is held until the year 2038 or 2999.
  const bool is_endless =
      leases_are_seen && profile_.lease.form != tables::Lease::Form::age &&
      !those([](const std::string& line) {
         return line.find("lease=2999") != std::string::npos || line.find("lease=2038") != std::string::npos;
       }).empty();
  const bool are_hidden = hides_rows();
  EXPECT_EQ(counts->finished.known, are_hidden ? unfinished::Known::at_least : unfinished::Known::exact);
  EXPECT_EQ(counts->unfinished.is_exact(), those_in({"unknown"}).empty() && !are_hidden && !is_endless);
  EXPECT_EQ(static_cast<std::size_t>(counts->unfinished.stuck), stuck.size());
  EXPECT_EQ(static_cast<std::size_t>(counts->unfinished.in_progress), those_in({"in_progress"}).size());
  EXPECT_EQ(static_cast<std::size_t>(counts->unfinished.released), those_in({"released"}).size());
  EXPECT_EQ(static_cast<std::size_t>(counts->succeeded), those_in({"succeeded"}).size());
  EXPECT_EQ(static_cast<std::size_t>(counts->failed), those_in({"failed"}).size());
  if (!leases_are_seen) return;
  auto groups = browser_->stuck_groups();
  ASSERT_DONE(groups);
  std::size_t grouped = 0;
  for (const StuckGroup& group : groups->groups) {
    grouped += static_cast<std::size_t>(group.n);
    EXPECT_LE(group.oldest, group.newest);
    EXPECT_LE(group.newest, groups->as_of);
  }
  EXPECT_EQ(grouped, stuck.size());
  auto forecast = browser_->forecast({.stuck = true});
  ASSERT_DONE(forecast);
  EXPECT_FALSE(forecast->scans);
}

TEST_P(ShapesTest, ARowIsFoundByItsIdentityAndByWhatAPersonKnowsOfIt) {
  const Page page = everything();
  bool body_seen = false;
  for (const KeyRow& row : page.rows) {
    const std::string line = told(row, page.as_of);
    SCOPED_TRACE(line);
    auto detail = browser_->detail(row.id);
    ASSERT_DONE(detail);
    ASSERT_TRUE(detail->found() != nullptr);
    if (shape_.has_identity) {
      // A body in another table is looked at for one row alone.
      if (profile_.response_body.is_pointer()) detail->found()->row.response_bytes = row.response_bytes;
      EXPECT_EQ(told(detail->found()->row, page.as_of), line);
      EXPECT_FALSE(detail->found()->columns.empty());
    }
    if (!shape_.body.empty() && !body_seen && row.state_known && key::is_final(row.state) &&
        row.response_code) {
      body_seen = true;
      ASSERT_TRUE(detail->found()->response.has_value()) << detail->found()->response_problem;
      EXPECT_EQ(detail->found()->response->body, shape_.body);
      EXPECT_EQ(detail->found()->response->code, row.response_code);
    }
    auto by_names = browser_->detail({row.id.tenant, row.id.operation, row.id.key});
    ASSERT_DONE(by_names);

    auto found = browser_->find(row.id.key);
    ASSERT_DONE(found);
    EXPECT_THAT(lines(*found), testing::Contains(line));
    for (const KeyRow& one : found->rows) EXPECT_EQ(one.id.key, row.id.key);

    for (std::size_t size = 1; size <= row.id.key.size(); ++size) {
      const std::string prefix = row.id.key.substr(0, size);
      // inside a character
      if (size < row.id.key.size() && (static_cast<unsigned char>(row.id.key[size]) & 0xC0) == 0x80) continue;
      EXPECT_THAT(
          lines(everything({.key = prefix, .prefix = true})),
          ElementsAreArray(those([&](const std::string& other) { return other.starts_with(prefix); })));
    }
    const auto with = [&](const Filter& filter) {
      EXPECT_THAT(lines(everything(filter)), testing::Contains(line));
    };
    with({.contains = row.id.key});
    if (!row.id.tenant.empty()) with({.tenant = row.id.tenant});
    if (!row.id.operation.empty() && !profile_.operation.empty()) with({.operation = row.id.operation});
    if (row.response_code) with({.response_code = row.response_code});
    if (!row.error_code.empty() && profile_.error.holds == tables::Place::Holds::jsonb)
      with({.error_code = row.error_code});
    if (row.subject.customer && profile_.customer.holds == tables::Place::Holds::jsonb)
      with({.contains = *row.subject.customer});
    if (row.created_at.is_finite() && row.created_at > Timestamp{0})
      with({.from = row.created_at, .to = row.created_at + std::chrono::seconds(1)});
    auto why = browser_->why(row.id, std::nullopt);
    ASSERT_DONE(why);
    EXPECT_FALSE(why->rule.empty());
  }
  EXPECT_EQ(body_seen, !shape_.body.empty());
}

TEST_P(ShapesTest, WhatIsNoValueOfAColumnEqualsNothing) {
  const bool are_hidden = hides_rows();
  for (const std::string& nothing :
       {std::string("no such key, in no table"), std::string("99999999999999999999999999")}) {
    auto found = browser_->find(nothing);
    ASSERT_DONE(found);
    EXPECT_TRUE(found->rows.empty());
    auto detail = browser_->detail({nothing, nothing, nothing});
    ASSERT_DONE(detail);
    const bool is_no_value = detail->none().as_of == Timestamp{};  // the column cannot hold it
    EXPECT_EQ(detail->is_absent(), is_no_value || !are_hidden);
    EXPECT_TRUE(browser_->why({nothing, nothing, nothing}, std::nullopt).has_value());
    EXPECT_TRUE(browser_->who_locks({nothing, nothing, nothing}).has_value());
    auto count = browser_->count({.key = nothing});
    ASSERT_DONE(count);
    EXPECT_EQ(count->n, 0);
    if (!profile_.tenant.empty()) {
      EXPECT_TRUE(everything({.tenant = nothing}).rows.empty());
    }
  }
  EXPECT_TRUE(browser_->operations().has_value());
  EXPECT_TRUE(browser_->tenants().has_value());
}

TEST_P(ShapesTest, WhoLocksARowIsToldWhereTheTableKnows) {
  const Page page = everything();
  ASSERT_FALSE(page.rows.empty());
  const auto live = std::ranges::find(page.rows, false, &KeyRow::archived);
  ASSERT_NE(live, page.rows.end());
  const key::Identity id = live->id;
  auto nobody = browser_->who_locks(id);
  ASSERT_DONE(nobody);
  using Answer = LockHolder::Answer;
  const bool tells = shape_.is == Shape::Is::table && shape_.name != "column_grants";
  EXPECT_EQ(nobody->answer, tells ? Answer::nobody : Answer::cannot_tell) << nobody->words;
  if (!tells || !shape_.has_identity) return;
  test::RawConnection locker = database_->connect();
  locker.exec("BEGIN");
  locker.exec("SELECT FROM " + tables::table_name(profile_) + " FOR UPDATE");
  auto held = browser_->who_locks(id);
  ASSERT_DONE(held);
  EXPECT_EQ(held->answer, Answer::held) << held->words;
  EXPECT_EQ(held->pid, locker.backend_pid());
}

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const Shape& shape : test::shapes()) out.push_back(shape.name);
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, ShapesTest, testing::ValuesIn(names()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace onceover::browse
