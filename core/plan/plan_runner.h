// The one runner there is: what drives it (runner.cpp), what all acts share (runner_items.cpp), keys of onceover.keys (runner_own.cpp,
// runner_at_once.cpp), rows of other tables (runner_foreign.cpp). Inside the room only.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspect/inspect.h"
#include "core/plan/pace.h"
#include "core/plan/plan.h"
#include "core/plan/record.h"
#include "core/reconcile/ask.h"
#include "core/reconcile/own_due.h"
#include "core/reconcile/write_row.h"

namespace onceover::plan {

// A row that somebody has locked at this moment is tried again so often.
inline constexpr int most_locked = 20;
inline constexpr Duration soon = std::chrono::milliseconds(250);
// What is foreseen of an item that is not written.
inline constexpr std::string_view skip = "skip";

struct Taken {
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

struct Foreseen {
  int position = 0;
  std::string word, why, evidence_json;
  bool writes = false;
};

// What is to become of a row of a table that is not ours.
struct Decision {
  const Taken* item = nullptr;
  std::optional<reconcile::SeenRow> seen;
  std::optional<reconcile::Asked> asked;
  reconcile::WriteRequest request;
  bool writes = false;
  bool retries = false;  // the gateway did not answer
  bool files = false;    // nothing follows from the evidence: a case is kept
  std::string word, why, outcome;
  ItemState otherwise = ItemState::skipped;
};

std::string evidence_of(const reconcile::Asked& asked);
// The gateway did not answer.
bool is_silent(const reconcile::Asked& asked);
// What was not asked for want of time: it waits again, and that was no try.
Ended not_asked(const Taken& item, const reconcile::Asked& asked, std::int64_t fence = 0, Duration next_try = {});

class PlanRunner final : public Runner {
 public:
  PlanRunner(pg::Connection& connection, Plan plan, Work work, gateway::Gateway* gateway, audit::Actor actor, RunOptions options,
             Random random, profile::Profile p, std::string system);

  Result<void> begin();
  Result<Step> step() override;

 private:
  bool is_at_once() const { return is_own_ && (plan_.act == Act::reap || plan_.act == Act::extend); }
  bool asks() const { return asks_gateway(plan_, p_); }
  Result<void> look_at_access();

  Result<std::vector<Taken>> take(Step& step);
  Result<std::vector<Taken>> take_items(Step& step, int limit, bool only_fresh);
  Result<void> own(const std::vector<Taken>& taken);
  Result<void> nothing_left(Step& step);

  Result<void> foresee_own(const std::vector<Taken>& taken, std::vector<Foreseen>& foreseen);
  Result<void> foresee_foreign(const std::vector<Taken>& taken, std::vector<Foreseen>& foreseen);
  Result<void> run_own(const std::vector<Taken>& taken, Step& step);
  Result<void> run_at_once(const std::vector<Taken>& taken, Step& step);
  Result<void> run_foreign(const std::vector<Taken>& taken, Step& step);
  Result<void> write_foreign(const Taken& item, const Decision& decision, Step& step);
  Result<void> file_case(const Taken& item, const Decision& decision, Step& step);
  Result<std::vector<Decision>> decide_foreign(const std::vector<Taken>& taken);

  std::vector<reconcile::Asked> ask(const std::vector<browse::KeyRow>& rows, Timestamp now, const std::vector<Taken>& of);
  Result<void> explain(const std::vector<Taken>& left, Step& step);
  Ended why_left(const Taken& item, const std::optional<browse::KeyRow>& now, Timestamp as_of);
  bool is_for(reconcile::VerdictKind kind) const;
  Ended unsettled(const Taken& item, const reconcile::Asked& asked);

  Result<void> check_within(pg::Connection& connection) const;
  Result<void> keep_within(pg::Connection& connection, const std::vector<Ended>& ended) const;
  Result<void> keep(const std::vector<Ended>& ended, Step& step);
  void count(const std::vector<Ended>& ended, Step& step) const;
  Result<void> stop_on_errors(Step& step);
  void wrote(Steady::time_point from, Step& step) const {
    step.longest = std::max(step.longest, Duration(std::chrono::duration_cast<Duration>(Steady::now() - from)));
  }

  pg::Connection& connection_;
  Plan plan_;
  Work work_;
  gateway::Gateway* gateway_;
  audit::Actor actor_;
  RunOptions options_;
  Random random_;
  profile::Profile p_;
  bool is_own_;
  std::string system_, name_;
  profile::Access access_;
  Pace pace_;
  retry::Budget budget_;
  retry::Breaker breaker_;
  std::vector<reconcile::DueRow> owned_;  // of the batch in hand; whose items' positions are
  std::vector<int> owned_positions_;
  int behind_ = 0;
  bool answers_soon_ = true;
  bool asked_nobody_ = false;  // in the batch in hand, although it had questions: the gateway's declared rate is used up
};

}  // namespace onceover::plan
