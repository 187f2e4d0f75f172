// SPDX-License-Identifier: Apache-2.0
// The downstream of a run: in the process, with faults by script and dice, and a ledger that decides in the
// end what really happened. It keeps what it declares on any machine, however slow: it dedupes for ever, a
// tombstone stands for ever, and a look-up lags by its own clock. Thread-safe.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>

#include "core/gateway/evidence.h"
#include "tests/integration/history/plan.h"

namespace onceover::test::history {

// Waits that a simulated world is made of (a slow answer, a paused sweeper); all of them end at once when the
// run does.
class Pacer {
 public:
  void rest(Duration span);
  void end();

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool is_ended_ = false;
};

class Bank {
 public:
  Bank(const Plan& plan, Log& log, Pacer& pacer);

  struct Reply {
    int status = 0;
    std::string word;  // "captured", "declined", "cancelled"; empty where there is no body
    std::string echoed_key;
    std::string id;
  };
  // nullopt: nothing was heard in time.
  std::optional<Reply> send(int key, const std::string& amount, SendFault fault, Duration delay,
                            const std::string& from);
  gateway::Evidence look_up(int key);
  // Places the tombstone; where it was too late, what is known of the effect.
  gateway::Evidence cancel(int key);

  // Its clerk knows what happened, and blocks for good what has not: true, it was performed.
  bool by_phone(int key);

  // Whatever is still on its way arrives.
  void land_all();
  // From now on the bank is well: it lags no longer than it declares, and tells what it knows.
  void calm();
  bool is_calm() const;

  const gateway::Declaration* declaration(Way way) const;
  const std::vector<KeyPlan>& keys() const { return keys_; }
  int key_of(const key::Identity& id) const { return index_.at(id); }
  Log& log() { return log_; }
  Pacer& pacer() { return pacer_; }
  // How much of an answer is worth keeping, beside its few words.
  void answer_with(std::size_t bytes) { answer_bytes_ = bytes; }
  std::size_t answer_bytes() const { return answer_bytes_; }

  // What went wrong on purpose; "F17 …" where FAULTS.md has a number for it.
  void count(const std::string& fault);
  // The next sweeper that asks is held in the middle of its sweep, until let_go(). False where none asked
  // within the time.
  bool catch_a_sweeper(Duration within);
  void let_go();
  // Of a sweeper that asks: where it is to be held, it is.
  void pass_the_gate();

  // For the recording.
  std::vector<Landing> landings() const;
  std::map<std::string, int> faults() const;

 private:
  struct Account {
    std::optional<Steady::time_point> performed_at, visible_at;
    std::string amount;
    bool declined = false, tombstone = false;
    int effects = 0;
  };
  struct OnItsWay {
    int key;
    std::string amount, from;
  };
  Reply land(int key, const std::string& amount, const std::string& from);
  void land_due();
  gateway::Evidence known(int key);

  const std::vector<KeyPlan>& keys_;
  std::map<key::Identity, int> index_;
  std::map<Way, gateway::Declaration> declarations_;
  Log& log_;
  Pacer& pacer_;
  mutable std::mutex mutex_;
  std::vector<Account> accounts_;
  std::multimap<Steady::time_point, OnItsWay> under_way_;
  std::vector<Landing> landings_;
  std::map<std::string, int> faults_;
  enum class Gate { open, set, holding } gate_ = Gate::open;
  std::condition_variable gate_moved_;
  std::size_t answer_bytes_ = 0;  // set before anybody else is there
  bool calm_ = false;
};

// A process that ends in the middle of its work: nothing that it meant to do behind this point is done.
struct Killed {};

// How one sweeper, runner or operator reaches the bank: with look-ups that fail, and pauses between evidence
// and what follows from it. mortal: now and then whoever asks dies of it (Killed), with or without an answer.
class BankLine : public gateway::Gateway {
 public:
  BankLine(Bank& bank, std::string actor, Random random, double mortal = 0)
      : bank_(bank), actor_(std::move(actor)), random_(random), mortal_(mortal) {}
  const gateway::Declaration* declaration(const std::string& operation) const override;
  std::string effect(const std::string&) const override { return "refund"; }
  std::vector<gateway::Evidence> ask(const std::vector<gateway::Question>& questions,
                                     Deadline deadline) override;
  gateway::Evidence cancel(const gateway::Question& question, Deadline deadline) override;

 private:
  std::optional<gateway::Evidence> disturbed();
  std::vector<gateway::Evidence> answers_to(const std::vector<gateway::Question>& questions);
  Bank& bank_;
  std::string actor_;
  Random random_;
  double mortal_;
};

}  // namespace onceover::test::history
