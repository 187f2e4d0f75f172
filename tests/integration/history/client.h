// SPDX-License-Identifier: Apache-2.0
// A client and the executor it becomes, if the key lets it.
#pragma once

#include "tests/integration/history/bank.h"

namespace onceover::test::history {

class Client {
 public:
  // conninfo: of the server or of a proxy before it.
  Client(std::string name, const std::string& conninfo, Duration deadline, Bank& bank, std::uint64_t seed);

  // The whole script, then everything that had been paused.
  void run(const std::vector<Step>& script);
  // One visit.
  void visit(const Step& step);

 private:
  // An executor that stands still with its claim, and perhaps an answer, in hand.
  struct Paused {
    Steady::time_point until, leased_until;
    engine::Claim claim;
    Step step;
    std::optional<Bank::Reply> reply;
    bool has_sent = false;
  };
  void by_lease(const Step& step);
  void in_transaction(const Step& step);
  void known_in_advance(const Step& step);
  void go_on(const engine::Claim& claim, const Step& step);
  void send(const engine::Claim& claim, const Step& step);
  void finish(const engine::Claim& claim, const Step& step, const std::optional<Bank::Reply>& reply);
  void finish_here(const engine::Claim& claim, const Step& step);
  void wake(bool all);
  void die(const std::string& where);
  Steady::time_point leased_until(const Step& step) const;
  int begin(Act act, const Step& step, std::int64_t fence = 0, const std::string& digest = {});
  void end(int call, Act act, const Step& step, Phase phase, const std::string& result,
           std::int64_t fence = 0, const std::string& digest = {});
  template <class Variant>
  void end_duplicate(int call, Act act, const Step& step, const Variant& outcome);
  void note_write(int call, Act act, const Step& step, const Result<engine::WriteOutcome>& outcome,
                  std::int64_t fence, const std::string& digest);
  bool connected();
  const KeyPlan& plan(const Step& step) const { return bank_.keys()[static_cast<std::size_t>(step.key)]; }

  std::string name_, conninfo_;
  Duration deadline_;
  Bank& bank_;
  Random random_;
  std::optional<pg::Connection> connection_;
  std::vector<Paused> paused_;
};

}  // namespace onceover::test::history
