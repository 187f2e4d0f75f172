// SPDX-License-Identifier: Apache-2.0
// The one runner there is: what drives it (runner.cpp), what all acts share (runner_items.cpp), which rows a
// batch has in hand (runner_rows.cpp), and what becomes of them (runner_settle.cpp). Its private functions
// throw errors as .value() does. Inside the room only.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"
#include "core/plan/record.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/target.h"
#include "core/retry/policy.h"
#include "core/tables/inspect/inspect.h"

namespace onceover::plan {

// A row that is locked at this moment is tried again so often.
inline constexpr int most_locked = 20;
inline constexpr Duration soon = std::chrono::milliseconds(250);
// What is foreseen of an item that is not written.
inline constexpr std::string_view skip = "skip";

struct TakenItem {
  int position = 0;
  key::Identity id;
  std::string frozen_json;
  std::int64_t fence = 0;
  int tries = 0;
  std::string foreseen;
};

struct Ended {
  int position = 0;
  ItemState state = ItemState::skipped;
  std::string outcome, why, evidence_json, to_state;
  std::int64_t audit_id = 0, fence = 0;
  Duration next_try{0};  // of one that waits again
  bool was_tried = true;
};

// A row that may be written: of our own keys owned by this runner, but in a dry run.
struct InHand {
  const TakenItem* item = nullptr;
  reconcile::TakenRow row;
};

struct Judged {
  const InHand* in_hand = nullptr;
  reconcile::Decision decision;
  bool was_asked = false;
  bool is_silent = false;  // the gateway did not answer: the item waits again
  bool writes = false;     // what the plan wants
  bool files = false;      // the answer goes on file as a case
  std::string word, why;   // as foreseen
};

std::string evidence_of(const reconcile::JudgedEvidence& asked);
// Nothing is written.
Ended skipped(const TakenItem& item, std::string outcome, std::string why);
// What was not asked for want of time: it waits again, and that was no try.
Ended not_asked(const TakenItem& item, const reconcile::JudgedEvidence& asked, std::int64_t fence = 0,
                Duration next_try = {});

class PlanRunner final : public Runner {
 public:
  PlanRunner(pg::Connection& connection, Plan plan, Work work, gateway::Gateway* gateway, audit::Actor actor,
             RunOptions options, Random random, tables::Profile p, std::string system);

  void begin();
  Result<Step> step() override;

 private:
  bool is_at_once() const { return is_own_ && (plan_.act == Verb::reap || plan_.act == Verb::extend); }
  bool asks() const { return asks_gateway(plan_, p_); }
  void look_at_access();

  std::vector<TakenItem> take_readable(Step& step);
  bool fail_first(int behind, const Error& error, Step& step);
  void keep_failed(const TakenItem& item, const Error& error, Step& step);
  Result<void> each_item(const std::vector<TakenItem>& taken, Step& step,
                         const std::function<void(const std::vector<TakenItem>&)>& work);
  std::string held_by_note(const std::vector<TakenItem>& taken);
  std::vector<TakenItem> take(int most, Step& step);
  std::vector<TakenItem> take_items(int limit, bool only_fresh);
  void own(const std::vector<TakenItem>& taken);
  void move(State to, const std::string& from, const std::string& why, Step& step);
  void nothing_left(Step& step);

  std::vector<InHand> look_at_own(const std::vector<TakenItem>& taken, std::vector<Ended>& left);
  std::vector<InHand> look_at_rows(const std::vector<TakenItem>& taken, std::vector<Ended>& left);
  std::vector<Judged> judge(const std::vector<InHand>& rows);
  void foresee(const std::vector<TakenItem>& taken, Step& step);
  void keep_foreseen(const std::vector<std::int64_t>& positions, const std::vector<std::string>& words,
                     const std::vector<std::string>& whys, const std::vector<std::string>& evidence,
                     const std::vector<std::int64_t>& writes, Step& step);
  Ended end_of(const Judged& judged);
  Ended why_unwritten(const TakenItem& item, const reconcile::RowOutcome& outcome, std::string evidence_json);
  void settle(const std::vector<TakenItem>& taken, Step& step);
  void run_at_once(const std::vector<TakenItem>& taken, Step& step);

  std::vector<reconcile::JudgedEvidence> ask(const std::vector<InHand>& rows);
  void explain(const std::vector<TakenItem>& left, Step& step);
  bool was_extended_for_long(const browse::KeyRow& now, Timestamp as_of);
  Ended why_left(const TakenItem& item, const std::optional<browse::KeyRow>& now, Timestamp as_of);
  Ended unsettled(const TakenItem& item, const reconcile::JudgedEvidence& asked);

  void check_within(pg::Connection& connection) const;
  void keep_within(pg::Connection& connection, const std::vector<Ended>& ended) const;
  void keep(const std::vector<Ended>& ended, Step& step);
  void count(const std::vector<Ended>& ended, Step& step) const;
  void stop_on_errors(Step& step);
  // One writing transaction. The statements return whether there is anything to commit.
  void write(Step& step, const std::function<bool(pg::Transaction&)>& statements);
  void wrote(Steady::time_point from, Step& step) const {
    step.longest =
        std::max(step.longest, Duration(std::chrono::duration_cast<Duration>(Steady::now() - from)));
  }

  pg::Connection& connection_;
  Plan plan_;
  Work work_;
  gateway::Gateway* gateway_;
  audit::Actor actor_;
  RunOptions options_;
  Random random_;
  tables::Profile p_;
  bool is_own_;
  std::string system_, name_;
  tables::Access access_;
  retry::Pace pace_;
  reconcile::Asker asker_;
  std::unique_ptr<reconcile::Target> target_;
  std::optional<Duration> window_of(const std::string& operation);
  std::map<std::string, std::optional<Duration>> windows_;  // registered_window(), by operation
  std::map<int, reconcile::TakenRow> owned_;                // own keys of the batch, by the item's position
  int behind_ = 0;
  std::string held_;  // held_by_note() of the batch in hand
  bool answers_soon_ = true;
  // in the batch in hand, although it had questions: the gateway's declared rate is used up
  bool asked_nobody_ = false;
};

}  // namespace onceover::plan
