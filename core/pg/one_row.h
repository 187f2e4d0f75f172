// SPDX-License-Identifier: Apache-2.0
// One row that a statement cannot handle must not stop the rows beside it. A batch that fails is divided
// until the row is alone; the caller sets that row aside and reports it, and the rest goes on.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "core/base/result.h"

namespace onceover::pg {

// Whether the cause may be a single row: its values, a constraint or a trigger that refuses it, a limit that
// it exceeds, or damage on the disk. False where every other row would fail as well: a right, a lock, the
// connection, a statement that is wrong.
bool may_be_one_row(const Error& error);

// Of the case, the dead letter or the item that such a row becomes.
std::string cannot_be_read(const Error& error);

// So many rows in succession that fail are no single rows any more: something else is wrong, and the error is
// reported.
inline constexpr int most_alone = 8;

template <class Batch>
struct Part {
  Batch batch;
  int limit = 0;  // under which it was taken: a batch with fewer rows is the last
};

// The next batch of at most `limit` rows, by take(limit). Where it fails, halves of it are tried: the rows
// before the one at fault come first. Where that row is the first one left, set_aside(error) moves the caller
// past it; false: it found none, and the error stands.
template <class Take, class SetAside>
auto take_around(int limit, Take take, SetAside set_aside)
    -> Result<Part<typename decltype(take(limit))::value_type>> {
  int alone = 0;
  for (int rows = limit;;) {
    auto taken = take(rows);
    if (taken) return Part<typename decltype(take(limit))::value_type>{std::move(*taken), rows};
    if (!may_be_one_row(taken.error())) return fail(std::move(taken.error()));
    if (rows > 1) {
      rows /= 2;
      continue;
    }
    if (++alone > most_alone) return fail(std::move(taken.error()));
    const Result<bool> aside = set_aside(taken.error());
    if (!aside) return fail(aside.error());
    if (!*aside) return fail(std::move(taken.error()));
    rows = limit;
  }
}

// Does [first, last) by work(first, last) → Result<void>, in one call where none of them fails. alone(i,
// error) is called for each row that fails by itself. is_one_row: which errors are divided; others end all.
template <class Work, class Alone>
Result<void> divide(std::size_t first, std::size_t last, const Work& work, const Alone& alone,
                    bool (*is_one_row)(const Error&) = may_be_one_row) {
  if (first >= last) return {};
  Result<void> done = work(first, last);
  if (done || !is_one_row(done.error())) return done;
  if (last - first == 1) {
    alone(first, done.error());
    return {};
  }
  const std::size_t middle = first + (last - first) / 2;
  if (auto half = divide(first, middle, work, alone, is_one_row); !half) return half;
  return divide(middle, last, work, alone, is_one_row);
}

}  // namespace onceover::pg
