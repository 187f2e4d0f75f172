// SPDX-License-Identifier: Apache-2.0
// Where a consumer's events come from: a port. kafka_source.h is one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/inbox/inbox.h"

namespace onceover::inbox {

struct Received {
  std::uint64_t token = 0;       // for acknowledge()
  std::string lane;              // what is read in order and can be taken away: "payments/3"
  std::uint64_t assignment = 0;  // a number for each time that the lane was given to this process
  std::string place;             // where the message is: "payments/3/1742"
  Event event;
  // why it is no event (a sentence): the event's id is then empty, the rest as far as it is known; empty: it
  // is one
  std::string unusable;
};

// How far a lane of a source is stored in the consumer's database, kept there before the sender is told. A
// sender that was told more than the database knows: the database was restored, and what lies between is lost
// to it.
struct Position {
  std::string place;                   // cluster, group, topic and partition
  std::int64_t next = 0;               // the first message that is not stored
  std::optional<std::int64_t> before;  // what the database knew when this process last read or kept it
  std::int64_t first = 0;              // where this consumer began to store
};
struct KnownPosition {
  std::optional<std::int64_t> next, first;  // none: the database knows nothing of the place
  // For the sender to keep: the same after a restore, and of no other database, consumer or place.
  std::string mark;
};
class Positions {
 public:
  virtual ~Positions() = default;
  // In the order of the places.
  virtual Result<std::vector<KnownPosition>> known(const std::vector<std::string>& places) = 0;
  // False: the database does not have what it had before, at least for one of them; read them again.
  virtual Result<bool> keep(std::span<const Position> positions) = 0;
  // The sender was told `told` by this consumer, and the database knows `known`, or nothing of what was
  // stored from there on. Read again from there, or passed over.
  virtual void is_behind(const std::string& lane, std::int64_t known, std::int64_t told, bool read_again) = 0;
  // The sender was told `told`, by another program as far as is known, and the database knows nothing of this
  // lane: the source goes on from there.
  virtual void is_unknown(const std::string& lane, std::int64_t told) = 0;
  // Nothing was told, and the configuration says to begin at the end: what is there before is passed over.
  virtual void begins_at_end(const std::string& lane, std::int64_t first, std::int64_t end) = 0;
};

// Belongs to the consumer's thread.
class Source {
 public:
  virtual ~Source() = default;
  // What is received and not acknowledged, at most about `most`, after waiting for the first up to `wait`.
  // What the last call returned and was not acknowledged comes first again, unless its lane was taken away.
  // 0: only keeps the connection alive. The span is valid until the next call. An Error: the configuration is
  // wrong, or the source must be opened anew, which the next call does.
  virtual Result<std::span<const Received>> poll(std::size_t most, Duration wait) = 0;
  // These are committed in the database. The sender is told soon, and only of a lane's messages before the
  // first that is not acknowledged.
  virtual void acknowledge(std::span<const std::uint64_t> tokens) = 0;
  // From now on; nullptr: no more, and what was not kept is not told. A source without positions ignores it.
  virtual void use(Positions* positions) { (void)positions; }
  // Why nothing comes now, a sentence; empty: it may come.
  virtual std::string trouble() const = 0;
  // All that was there for this process is acknowledged, as far as is known; false until it is known what is
  // there.
  virtual bool is_at_end() const = 0;
  // Tells the sender what was acknowledged, and leaves; waits up to `wait`. poll() opens it again.
  virtual void close(Duration wait) = 0;
};

}  // namespace onceover::inbox
