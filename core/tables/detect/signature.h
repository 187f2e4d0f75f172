// SPDX-License-Identifier: Apache-2.0
// The one rule about what a verb may write: it must leave a row like those that the service's own code
// leaves. The signature of a row is, for each column outside the identity, whether it is NULL, and its value
// where few values occur. A write is rehearsed on sampled rows of its source state: each row as it would be
// is compared with the rows of the target state. Pure.
#pragma once

#include "core/tables/facts.h"
#include "core/tables/profile.h"

namespace onceover::tables {

// So many rows of the target state must be there: with fewer, the owner declares that the write is right
// (Write::declared).
inline constexpr std::size_t enough_to_compare = 30;
// From so many rows on a proposal follows them.
inline constexpr std::size_t enough_alike = 3;

struct Verdict {
  enum class Is { offered, withheld, not_rehearsed };
  Is is = Is::not_rehearsed;
  // What the rows of the target state have, and the write leaves out.
  struct Addition {
    Assignment set;
    std::string why;
  };
  std::vector<Addition> also;
  // What keeps the write from rows of its source state that it would leave without what every row of the
  // target state has, as those that no worker has had, and from rows that run again and again.
  std::vector<Condition> guard;
  std::vector<std::string> why;  // sentences: how the row would differ, where no value follows
  std::size_t rehearsed = 0;     // rows of the source state
  std::size_t owners = 0;        // rows of the target state
  std::size_t alike = 0;         // those of them that have the signature that the write leaves
  std::string target;            // what they are called: "finished"

  // "rehearsed on 4 rows; the result is like 71 of 71 finished rows".
  std::string sentence() const;
};

// Of a write as it is: an addition is a difference too, and withholds it.
Verdict verdict_on(const Profile& profile, const TableFacts& table, Verb verb, const Write& write);
// The same after the write took over what follows.
Verdict complete(const Profile& profile, const TableFacts& table, Verb verb, Write& write);

// now, in the form in which the profile reads the column, or in its type's; none: it holds no time, or its
// zone is not known.
std::optional<Assignment> now_in(const Profile& profile, const TableFacts& table, const std::string& column);

}  // namespace onceover::tables
