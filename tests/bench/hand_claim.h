// SPDX-License-Identifier: Apache-2.0
// The ways of running a request as a careful author would write them with plain libpq, on the same tables,
// with the guards that the engine's have: lock_timeout set and put back, isolation looked at, commits by
// lease made durable, the lease by the database's clock, the fence drawn for real inserts alone, business
// statements skipped on a conflict, completion under the fence.
#pragma once

#include <string>
#include <string_view>

#include "core/engine/engine.h"
#include "tests/bench/common.h"
#include "tests/bench/hand.h"

namespace onceover::bench {

inline constexpr std::string_view answer_body =
    R"({"id":"pay_00000000000000000001","status":"succeeded","amount":1000,"currency":"EUR"})";

class ClaimByHand : public Client {
 public:
  int backend_pid() override { return hand_.backend_pid(); }

 protected:
  explicit ClaimByHand(const std::string& conninfo);
  // The parts of a flush.
  void send_insert(const engine::Request& request, std::string_view owner);
  void send_finish(const engine::Request& request, std::int64_t fence);
  void send_business(const engine::Request& request);
  std::string owner_word();
  Hand hand_;
  std::string headers_;
  std::uint64_t owners_ = 0;
};

// Claim, business statements and the final answer in one flush; the key is written once, already final.
class KnownByHand : public ClaimByHand {
 public:
  explicit KnownByHand(const std::string& conninfo);
  bool run(std::int64_t number) override;
};

// Two round trips: BEGIN and claim; business statements, completion and COMMIT.
class InteractiveByHand : public ClaimByHand {
 public:
  explicit InteractiveByHand(const std::string& conninfo);
  bool run(std::int64_t number) override;
};

// Two flushes that commit.
class LeaseByHand : public ClaimByHand {
 public:
  explicit LeaseByHand(const std::string& conninfo);
  bool run(std::int64_t number) override;
};

// What an expert would write without this library, on a table with what the promises need and nothing more:
// identity, fingerprint, fence, lease, times and answer; two indexes and no checks.
std::string_view minimal_table();

// The key and the business row in one statement.
class KnownMinimal : public ClaimByHand {
 public:
  explicit KnownMinimal(const std::string& conninfo);
  bool run(std::int64_t number) override;
};

// Two round trips: BEGIN and claim; the business row, completion and COMMIT.
class InteractiveMinimal : public ClaimByHand {
 public:
  explicit InteractiveMinimal(const std::string& conninfo);
  bool run(std::int64_t number) override;
};

// Two statements that commit.
class LeaseMinimal : public ClaimByHand {
 public:
  explicit LeaseMinimal(const std::string& conninfo);
  bool run(std::int64_t number) override;
};

// As it is mostly written: BEGIN, claim, business insert, completion, COMMIT, each a round trip, nothing
// prepared.
class FiveTrips : public ClaimByHand {
 public:
  explicit FiveTrips(const std::string& conninfo) : ClaimByHand(conninfo) {}
  bool run(std::int64_t number) override;
};

}  // namespace onceover::bench
