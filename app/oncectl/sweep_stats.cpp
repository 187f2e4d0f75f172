#include "app/oncectl/sweep_stats.h"

#include <algorithm>

namespace onceover::oncectl {
namespace {

// Four times as long as it takes to the next count.
constexpr Duration count_holds = std::chrono::seconds(60);

Timestamp machine_time() { return {std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count()}; }

}  // namespace

void Took::add(Duration took) {
  const double seconds = std::chrono::duration<double>(took).count();
  ++in_bucket[static_cast<std::size_t>(std::ranges::lower_bound(bounds, seconds) - bounds.begin())];
  sum_s += seconds;
}

SweepStats::SweepStats(std::string name, std::string store, std::string gateway, std::string relation) {
  facts_.name = std::move(name);
  facts_.store = std::move(store);
  facts_.gateway = std::move(gateway);
  facts_.relation = std::move(relation);
  facts_.alive_at = Steady::now();
}

SweepFacts SweepStats::facts() const {
  const std::scoped_lock lock(mutex_);
  SweepFacts facts = facts_;
  // A pass that waits, for a lock say, counts nothing meanwhile.
  if (Steady::now() - facts.counted_at > count_holds) {
    facts.unfinished.reset();
    facts.needs_human.reset();
  }
  return facts;
}

void SweepStats::did(sweeper::Work work, Duration took) {
  const std::scoped_lock lock(mutex_);
  facts_.work[work].add(took);
}

void SweepStats::answered(const std::vector<gateway::Evidence>& answers) {
  const std::scoped_lock lock(mutex_);
  for (const gateway::Evidence& answer : answers) {
    if (!answer.was_asked) continue;
    ++facts_.answers[answer.finding];
    facts_.question.add(answer.took);
  }
}

void SweepStats::progressed(int worker, const sweeper::SweepCounts& counts, const sweeper::Condition& condition) {
  const std::scoped_lock lock(mutex_);
  facts_.sum += counts;
  facts_.workers[worker] = condition;
  facts_.alive_at = Steady::now();
}

void SweepStats::pass_ended(const sweeper::SweepCounts& counts, Duration took) {
  const std::scoped_lock lock(mutex_);
  ++facts_.passes_ended;
  facts_.pass.add(took);
  facts_.is_stopped = counts.stopped;
  facts_.is_store_up = true;
  facts_.error.clear();
  facts_.last_pass = machine_time();
  facts_.alive_at = Steady::now();
}

void SweepStats::pass_failed(const Error& error) {
  const std::scoped_lock lock(mutex_);
  ++facts_.passes_failed;
  facts_.is_store_up = !error.is_connection_lost();
  facts_.error = error.sentence();
  // What was counted before says nothing of now.
  facts_.unfinished.reset();
  facts_.needs_human.reset();
}

void SweepStats::backlog(const std::optional<browse::StateCounts>& counts) {
  const std::scoped_lock lock(mutex_);
  facts_.unfinished.reset();
  facts_.needs_human.reset();
  if (!counts) return;
  facts_.unfinished = counts->unfinished;
  facts_.counted_at = Steady::now();
  if (counts->needs_human_known.known == unfinished::Known::exact || counts->needs_human > 0) facts_.needs_human = counts->needs_human;
}

std::vector<gateway::Evidence> CountedGateway::ask(const std::vector<gateway::Question>& questions, Deadline deadline) {
  auto answers = asked_.ask(questions, deadline);
  stats_.answered(answers);
  return answers;
}

gateway::Evidence CountedGateway::cancel(const gateway::Question& question, Deadline deadline) {
  auto answer = asked_.cancel(question, deadline);
  stats_.answered({answer});
  return answer;
}

}  // namespace onceover::oncectl
