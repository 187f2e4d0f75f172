// A past for a new store: finished keys and counters of the last days, ending now. Made by the server itself, set by set.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "app/try/ledger.h"
#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::try_it {

// What is made: rows finished keys of the last three days (payments, refunds, ledger entries, credits of three tenants; one in forty
// failed), the same for the same seed up to the time of the call. Our schema must be installed.
struct History {
  std::int64_t rows = 0;
  std::uint64_t seed = 1;
};

// Makes it in parts, the newest keys first. Before keys can be seen they are in the gateway's books: what each payment and refund did
// there, or that it was refused. For one thread at a time.
class HistoryMaker {
 public:
  // The ledger must outlive it.
  HistoryMaker(std::string conninfo, Ledger& ledger, const History& history)
      : conninfo_(std::move(conninfo)), ledger_(ledger), history_(history), missing_(history.rows) {}

  // So many that the first pages are full; within a second.
  Result<void> make_recent();
  // All that is missing, and what the keys and their replays would have counted, rolled up. Asks before each part whether to go on.
  Result<void> make_rest(const std::function<bool()>& goes_on);

 private:
  Result<void> make_keys(pg::Connection& connection, std::int64_t part);

  std::string conninfo_;
  Ledger& ledger_;
  History history_;
  std::int64_t missing_;  // keys 1 to so many are not made yet
};

}  // namespace onceover::try_it
