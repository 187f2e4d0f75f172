// SPDX-License-Identifier: Apache-2.0
// Random calls of several handlers against a model of each event; every answer and every row must be as the
// model's.
#include <fmt/format.h>

#include <map>

#include "tests/integration/inbox/fixture.h"

namespace onceover::test {
namespace {

constexpr int attempts_allowed = 3;

struct Model {
  bool is_there = false, stored = false, started = false, due = true;
  // a lease that ran out is still its owner's, until another one takes the event
  bool reserved = false, leased = false;
  inbox::State state = inbox::State::in_progress;
  std::string fingerprint;
  int attempts = 0, effects = 0;
  std::int64_t fence = 0;
  std::string told() const {
    if (!is_there) return "none";
    return fmt::format("{} {} {} {}", word(state), attempts, leased ? "leased" : "free",
                       started ? "started" : "-");
  }
};

class ModelTest : public InboxTest {
 protected:
  void run(unsigned seed, int steps);

  int draw(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  std::string some_id() { return "e" + std::to_string(draw(8)); }
  std::string some_fingerprint() { return draw(8) == 0 ? "B" : draw(8) == 0 ? "" : "A"; }
  static inbox::Answer repeat(const Model& model, const std::string& fingerprint) {
    return inbox::answer_to_repeat(model.fingerprint, fingerprint);
  }
  void add();
  void begin_one();
  void end_one();
  void take_some();
  void pass_time();

  std::mt19937 random_;
  std::map<std::string, Model> models_;
  std::vector<inbox::TakenEvent> held_;  // right or not: some of them were lost since
};

void ModelTest::add() {
  const bool stores = draw(2) == 0;
  std::vector<inbox::Event> events;
  std::vector<inbox::Answer> expected;
  auto after = models_;
  for (int i = 0; i <= draw(4); ++i) {
    events.push_back(event_of(some_id(), some_fingerprint()));
    Model& model = after[events.back().id];
    expected.push_back(model.is_there ? repeat(model, events.back().fingerprint) : inbox::Answer::accepted);
    if (model.is_there) continue;
    model = {.is_there = true, .stored = stores, .fingerprint = events.back().fingerprint};
    if (stores) continue;
    model.state = inbox::State::succeeded;
    ++model.effects;
  }
  if (stores) {
    EXPECT_EQ(words_of(must(box.store(events))), words_of(expected));
  } else {
    begin(connection);
    EXPECT_EQ(words_of(must(box.accept_within(events))), words_of(expected));
    const bool keeps = draw(3) != 0;
    (void)must(connection.exec(keeps ? "COMMIT" : "ROLLBACK"));
    if (!keeps) return;
  }
  models_ = after;
}

void ModelTest::begin_one() {
  const auto event = event_of(some_id(), some_fingerprint());
  Model& model = models_[event.id];
  const auto outcome = must(box.begin(event, "model"));
  std::size_t expected = 0;
  if (model.is_there) {
    if (repeat(model, event.fingerprint) == inbox::Answer::mismatch) {
      expected = 2;
    } else if (model.state == inbox::State::succeeded) {
      expected = 1;
    } else if (model.state == inbox::State::dead) {
      expected = 5;
    } else if (model.leased) {
      expected = 3;
    } else if (model.attempts >= attempts_allowed) {
      expected = 5;
      model.state = inbox::State::dead;
      model.started = model.reserved = false;
    } else if (!model.due) {
      expected = 4;
    }
  }
  ASSERT_EQ(outcome.index(), expected) << event.id << " was " << model.told();
  if (expected != 0) return;
  const auto& attempt = std::get<inbox::Begun>(outcome).attempt;
  if (!model.is_there) model = {.is_there = true, .fingerprint = event.fingerprint};
  EXPECT_GT(attempt.fence, model.fence);
  EXPECT_EQ(attempt.number, ++model.attempts);
  model.fence = attempt.fence;
  model.reserved = model.leased = model.started = true;
  held_.push_back({event, attempt, true});
}

void ModelTest::end_one() {
  if (held_.empty()) return;
  const auto at = static_cast<std::ptrdiff_t>(draw(static_cast<int>(held_.size())));
  inbox::TakenEvent& held = held_[static_cast<std::size_t>(at)];
  Model& model = models_[held.event.id];
  const bool is_mine = model.state == inbox::State::in_progress && model.fence == held.attempt.fence;
  switch (draw(4)) {
    case 0: {
      if (held.started) return;
      const bool expected = is_mine && model.reserved && !model.started;
      EXPECT_EQ(must(box.start(held)).index(), expected ? 0U : 1U) << model.told();
      if (!expected) break;
      ++model.attempts;
      model.started = model.leased = true;
      return;
    }
    case 1: {
      const bool expected = is_mine && model.reserved && !held.started;
      EXPECT_EQ(must(box.release(std::span(&held, 1))), expected ? 1 : 0);
      if (held.started) return;
      if (expected) model.reserved = model.leased = false;
      break;
    }
    case 2: {
      const bool definitive = draw(4) == 0, later = draw(2) == 0;
      const bool expected = is_mine && model.started;
      const auto outcome = must(
          box.fail(held.attempt, {"no", definitive, later ? std::chrono::hours(1) : std::chrono::hours(0)}));
      const bool dies = definitive || held.attempt.number >= attempts_allowed;
      ASSERT_EQ(outcome.index(), !expected ? 2U : dies ? 1U : 0U) << model.told();
      if (!expected) break;
      model.started = model.reserved = model.leased = false;
      model.due = !later;
      if (dies) model.state = inbox::State::dead;
      break;
    }
    default: {
      const bool expected = is_mine && model.started;
      begin(connection);
      ASSERT_EQ(must(box.finish_within(held.attempt)).index(), expected ? 0U : 1U) << model.told();
      const bool keeps = draw(3) != 0;
      (void)must(connection.exec(expected && keeps ? "COMMIT" : "ROLLBACK"));
      if (!expected || !keeps) break;
      model.state = inbox::State::succeeded;
      model.started = model.reserved = model.leased = false;
      ++model.effects;
      break;
    }
  }
  held_.erase(held_.begin() + at);
}

void ModelTest::take_some() {
  const int most = draw(3) == 0 ? 1 : 1 + draw(6);
  const auto batch = must(box.take(most, "model"));
  int due = 0;
  for (const auto& [id, model] : models_)
    due += model.is_there && model.stored && model.state == inbox::State::in_progress && !model.leased &&
                   model.due
               ? 1
               : 0;
  EXPECT_EQ(batch.events.size() + batch.dead.size(), static_cast<std::size_t>(std::min(due, most)));
  for (const auto& dead : batch.dead) {
    Model& model = models_[dead.id];
    EXPECT_TRUE(model.stored && !model.leased && model.attempts >= attempts_allowed) << model.told();
    model.state = inbox::State::dead;
    model.started = model.reserved = false;
  }
  for (const auto& one : batch.events) {
    Model& model = models_[one.event.id];
    ASSERT_TRUE(model.stored && model.state == inbox::State::in_progress && !model.leased && model.due &&
                model.attempts < attempts_allowed)
        << model.told();
    EXPECT_GT(one.attempt.fence, model.fence);
    EXPECT_EQ(one.started, most == 1);
    if (most == 1) ++model.attempts;
    EXPECT_EQ(one.attempt.number, model.attempts);
    model.fence = one.attempt.fence;
    model.reserved = model.leased = true;
    model.started = most == 1;
    held_.push_back(one);
  }
}

void ModelTest::pass_time() {
  const std::string id = some_id();
  Model& model = models_[id];
  if (draw(2) == 0) {
    if (model.leased) expire(id);
    model.leased = false;
  } else {
    raw.tamper(
        "UPDATE onceover.inbox SET next_try_at = clock_timestamp() WHERE event_id = $1 AND next_try_at IS "
        "NOT NULL",
        {id});
    model.due = true;
  }
}

void ModelTest::run(unsigned seed, int steps) {
  random_.seed(seed);
  for (int step = 0; step < steps && !HasFailure(); ++step) {
    SCOPED_TRACE(fmt::format("ONCEOVER_SEED={} step {}", seed, step));
    switch (draw(8)) {
      case 0: add(); break;
      case 1: begin_one(); break;
      case 2: take_some(); break;
      case 3: pass_time(); break;
      default: end_one(); break;
    }
    for (const auto& [id, model] : models_) {
      const auto is = raw.scalar(
          "SELECT coalesce((SELECT format('%s %s %s %s', state, attempts, CASE WHEN locked_until > "
          "clock_timestamp() THEN 'leased' ELSE 'free' END, CASE WHEN started_at IS NOT NULL THEN 'started' "
          "ELSE '-' END) FROM onceover.inbox WHERE event_id = $1), 'none')",
          {id});
      ASSERT_EQ(is, model.told()) << id;
      ASSERT_LE(model.effects, 1) << id;
      ASSERT_LE(model.attempts, attempts_allowed) << id;
    }
  }
}

TEST_F(ModelTest, EveryAnswerIsTheModels) {
  const unsigned first = seed_of_run();
  for (unsigned seed = first; seed < first + 8 && !HasFailure(); ++seed) {
    raw.exec("TRUNCATE onceover.inbox");
    models_.clear();
    held_.clear();
    run(seed, 150);
  }
}

}  // namespace
}  // namespace onceover::test
