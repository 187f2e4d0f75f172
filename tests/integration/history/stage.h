// SPDX-License-Identifier: Apache-2.0
// Where a run takes place: a server of its own, and what only a server of one's own can suffer.
#pragma once

#include <memory>
#include <vector>

#include "app/try/private_server.h"
#include "tests/integration/history/bank.h"
#include "tests/support/fake_clock.h"
#include "tests/support/small_disk.h"
#include "tests/support/standby.h"

namespace onceover::test::history {

enum class Scene {
  restarts,   // stopped at once in a sweep, or a backend killed, and there again (F18, F5)
  clock,      // its clock is put back an hour and forward two days (F16)
  full_disk,  // its disk is full for a while (F14)
  failover,   // it is lost, and a standby promoted that had not received everything (F8)
};
inline constexpr int scene_count = 4;
std::string_view word(Scene scene);
// Seeds take turns.
Scene scene_of(std::uint64_t seed);
// Why it cannot be played on this machine; empty: it can.
std::string unavailable(Scene scene);

// Failures throw.
class Stage {
 public:
  Stage(Scene scene, int keys);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // Wherever the server is: a directory whose link follows it.
  std::string socket_dir() const { return directory_ + "/server"; }
  std::string conninfo(const std::string& database = "history") const;

  // The scene's own trouble, from beginning to end; the server answers again when it returns.
  void trouble(Random& random, Bank& bank);
  // Clocks go on from where no lease of the storm is left.
  void settle_down();

  // What the server's clock said, as the true time.
  std::int64_t true_us(std::int64_t db_us) const;
  const std::vector<std::int64_t>& clock_steps() const { return clock_steps_; }
  const std::optional<Lost>& lost() const { return lost_; }

 private:
  void follow(const std::string& socket_dir);
  void restart(Random& random, Bank& bank);
  void step_clock(Random& random, Bank& bank);
  void fill_disk(Random& random, Bank& bank);
  void fail_over(Random& random, Bank& bank);
  void wait_ready() const;

  Scene scene_;
  std::string directory_;
  std::int64_t begun_us_ = Log::now_us();
  std::unique_ptr<FakeClock> clock_;
  std::unique_ptr<try_it::PrivateServer> server_;
  std::unique_ptr<SmallDiskServer> disk_;
  std::unique_ptr<Standby> standby_;
  int troubles_ = 0;
  std::size_t clock_stands_ = 0;
  std::vector<std::int64_t> clock_steps_;
  std::optional<Lost> lost_;
};

}  // namespace onceover::test::history
