// SPDX-License-Identifier: Apache-2.0
// Many events in one statement, for accept_within and store.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/inbox/inbox.h"

namespace onceover::inbox {

class Inbox::Array {
 public:
  enum class Kind { accept, store };
  Array(pg::Connection& connection, const std::string& consumer, const Policy& policy,
        std::span<const Event> events, Kind kind);
  // In the open transaction of the connection.
  Result<std::vector<Answer>> run();

 private:
  using Part = std::span<const std::size_t>;
  struct Fate {
    Answer answer = Answer::contended;
    std::string stored;  // of a row that was there: the fingerprint that repeats are compared with
  };
  enum class Tried { done, contended };

  // The first of each identity, sorted by it: all transactions insert in this order, so none waits for
  // another in a circle.
  void sort();
  // Inserts under a savepoint, and halves what a rival holds until it is alone.
  Result<void> take(Part part, bool is_whole);
  Result<Tried> insert(Part part, bool is_whole);
  // In one call with its wait and its savepoint: an event that comes by itself costs no more than its insert
  // by hand.
  Result<void> insert_one(std::size_t input, Duration wait);
  Result<void> after_insert(Part part, const pg::Rows& inserted);
  Result<void> move_versions(const std::vector<std::size_t>& inserted);
  Result<void> explain(const std::vector<std::size_t>& missing);
  Result<Tried> back_to_savepoint(const Error& error);
  pg::Statement insert_statement(Part part) const;
  bool is_one(Part part) const;  // which costs less than an array of one
  Duration wait_for(Part part, bool is_whole) const;
  Answer answer_of(std::size_t input) const;

  pg::Connection& connection_;
  const std::string& consumer_;
  const Policy& policy_;
  std::span<const Event> events_;
  Kind kind_;
  bool versioned_ = false;
  std::vector<std::size_t> leaders_;    // positions in events_, sorted by identity
  std::vector<std::size_t> leader_of_;  // of each event
  std::vector<Fate> fates_;             // of each leader, by its position
  Deadline until_;                      // for waits after the first
};

}  // namespace onceover::inbox
