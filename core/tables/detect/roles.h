// SPDX-License-Identifier: Apache-2.0
// The roles of one table's columns, each judged by itself, in an order in which a column that is taken is no
// candidate any more. role_signs.cpp has the table of signs; the identity and the state are in roles_*.cpp.
// Inside the room only.
#pragma once

#include <iterator>
#include <set>

#include "core/tables/detect/kind.h"

namespace onceover::tables {

using Type = ColumnFacts::Type;
using Cell = std::optional<std::string>;

// Answers, and the words in which they are given.
RoleAnswer none(std::string why);
RoleAnswer unknown(std::string why);
RoleAnswer found(std::vector<std::string> columns, std::string form, double confidence, std::string why,
                 std::map<std::string, std::string> meanings = {});
std::string plain_form(const Column& column);
// "Several columns might be the tenant: …", "\"ts\" may be …", for a person to choose.
using Columns = std::vector<const Column*>;
RoleAnswer several(std::string_view what, const Columns& columns);
RoleAnswer unclear(const Columns& columns, std::string_view what);
std::string list(const Columns& columns);

// Named for work that is done, in a table of this kind: what comes in was published and sent by others,
// before.
bool names_done(const Column& column, Kind kind);

class Roles {
 public:
  Roles(const TableFacts& table, Kind kind)
      : table_(table), kind_(kind), columns_(table.columns.begin(), table.columns.end()) {
    if (kind == Kind::idempotency) {
      shape_ = answer_shape(table, columns_).value_or(AnswerShape());
    } else {
      events_ = event_shape(columns_).value_or(EventShape());
    }
  }

  std::vector<std::pair<std::string, RoleAnswer>> all();

 private:
  friend struct RoleSigns;
  using Holds = std::function<bool(const Column&)>;
  Columns those(const Holds& holds) const {
    Columns out;
    for (const Column& c : columns_) {
      if (holds(c) && !taken_.contains(c.facts.name)) out.push_back(&c);
    }
    return out;
  }
  Columns those(std::string_view pattern) const {
    return those([&](const Column& c) { return fits(c, pattern); });
  }
  RoleAnswer take(RoleAnswer answer) {
    if (answer.is == RoleAnswer::Is::found) taken_.insert(answer.columns.begin(), answer.columns.end());
    return answer;
  }
  RoleAnswer identity();
  RoleAnswer by_odd_index(const IndexFacts* by) const;
  RoleAnswer operation();
  RoleAnswer state();
  std::optional<RoleAnswer> state_by_words();
  std::optional<RoleAnswer> state_in_words(const Column& c, bool named) const;
  std::optional<RoleAnswer> state_in_unknown_words(const Columns& weak) const;
  RoleAnswer with_outcome(RoleAnswer answer) const;
  RoleAnswer with_error(RoleAnswer answer) const;
  std::optional<RoleAnswer> by_end_and_success(const Column& end, const Column& good) const;
  // Of the column of an answer's status, which is never NULL.
  static States answered_states(const std::string& code);
  RoleAnswer by_answered(const Column& code) const;
  RoleAnswer by_ends(const Column* done, const Column* dead, double confidence, std::string why,
                     const Columns& others = {}) const;
  struct Ends {
    Columns done, dead, vague;
  };
  Ends times_of_end() const;
  void doubt_words_of_two_meanings(const Column& words, std::map<std::string, std::string>& meanings) const;
  void doubt_words_by_rows(const Column& words, std::map<std::string, std::string>& meanings) const;
  struct RowsOfValue {
    int done = 0, open = 0;  // with and without the time
  };
  // For each time of completion, or of any end, that some rows lack: the rows of each value of this column.
  std::vector<std::map<std::string, RowsOfValue>> rows_by_completion(const Column& values,
                                                                     bool by_any_end) const;
  std::optional<RoleAnswer> state_by_code();
  std::map<std::string, std::string> meanings_of_codes(const Column& code) const;
  std::optional<RoleAnswer> state_by_flags();
  std::optional<RoleAnswer> state_by_instants();
  const Column* given_up_without(const Column& done) const;
  const Column* error_of_some(const Column& done, bool of_done) const;
  RoleAnswer state_by_presence();
  RoleAnswer sent_by_presence() const;
  RoleAnswer worked_by_presence() const;
  std::optional<RoleAnswer> answered_by_presence(const Columns& bodies) const;
  bool may_be_an_end(const Column& c) const;
  RoleAnswer lease();
  RoleAnswer attempts();
  // By the signs of role_signs.cpp.
  RoleAnswer solve(std::string_view role);
  RoleAnswer subject(std::string_view role, std::initializer_list<std::string_view> members);

  // Every row, by columns and not by expressions.
  bool identifies_rows(const IndexFacts& index) const;
  const IndexFacts* index_named_for_the_table() const;
  bool may_miss_rows(const IndexFacts& index) const;
  const Column* column(const std::string& name) const {
    for (const Column& c : columns_) {
      if (c.facts.name == name) return &c;
    }
    return nullptr;
  }
  bool is_key_like(const Column& c) const;
  bool has_rows() const {
    return std::ranges::any_of(columns_,
                               [](const Column& c) { return !c.facts.sample.empty() || c.has_values(); });
  }
  // Of the sampled rows. The state of each in our words, "unknown" where it is; empty where the state is not
  // found in columns or no row was read.
  std::vector<std::string> states_of_rows() const;
  bool is_set_only_when_finished(const Column& c) const;
  bool is_set_while_unfinished(const Column& c) const;
  bool comes_with_the_answer(const Column& c) const;
  bool is_drawn_for_each_claim(const Column& c) const;
  // Seconds from the creation to this column, over the sampled rows that have both, sorted; empty where
  // nothing can be said.
  std::vector<double> since_creation(const Column& c) const {
    return created_ == nullptr ? std::vector<double>() : spans(*created_, c);
  }

  const TableFacts& table_;
  const Kind kind_;
  std::vector<Column> columns_;
  std::set<std::string> taken_;
  std::vector<std::string> identity_;
  const Column* created_ = nullptr;
  const Column* lease_ = nullptr;  // the column of the lease's time
  bool is_by_presence_ = false;    // a row's being there is its state
  EventShape events_;
  AnswerShape shape_;                      // what values show; all nullptr where they show no answer
  RoleAnswer state_;                       // what state() found
  const Column* response_code_ = nullptr;  // what response_code() found
};

}  // namespace onceover::tables
