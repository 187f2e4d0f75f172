// What every service of this room does: it walks over all keys, oldest first, a slice at a time, so that no statement reads more than a
// slice of a large table; and it rests between its statements.
#pragma once

#include <functional>
#include <optional>

#include "core/base/result.h"
#include "core/pg/connection.h"
#include "core/reconcile/own_due.h"
#include "core/retry/pace.h"

namespace onceover::sweeper {

using reconcile::Place;
using retry::Pace;
using retry::PaceConfig;

// Every key is in exactly one slice of a walk: behind `behind`, up to `until`, itself included.
struct Slice {
  Place behind;
  std::optional<Place> until;  // none: the last one, to the end
};

class Walk {
 public:
  // rows: of a slice, at least 1. The connection must outlive the walk.
  Walk(pg::Connection& connection, std::int64_t rows, const Place& from) : connection_(connection), rows_(rows), next_{from, {}} {}
  // The next slice; none behind the last.
  Result<std::optional<Slice>> next();

 private:
  pg::Connection& connection_;
  std::int64_t rows_;
  Slice next_;
  bool ended_ = false;
};

// The first key of the slice that is not finished; none where all are, and will be.
Result<std::optional<Place>> first_unfinished(pg::Connection& connection, const Slice& slice);

// Reports each transaction: for benchmarks, and for tests of what is bounded. An empty function discards.
enum class Work { look, own, settle, reap };
using WorkSink = std::function<void(Work work, int rows, Duration took)>;

// What a batch cost the store, and the rest behind it.
class Effort {
 public:
  Effort(const Pace& pace, const WorkSink& sink) : pace_(pace), sink_(sink) {}
  // A transaction that began at `from` has ended now.
  void did(Work work, int rows, Steady::time_point from);
  // The store was left alone since `from`.
  void waited(Steady::time_point from);
  Duration longest_write() const { return longest_write_; }
  // Sleeps as the pace says and begins anew. go_on (may be empty) is asked now and then: false ends the rest.
  void rest(const std::function<bool()>& go_on);

 private:
  const Pace& pace_;
  const WorkSink& sink_;
  Duration worked_{0}, idle_{0}, longest_write_{0};
};

}  // namespace onceover::sweeper
