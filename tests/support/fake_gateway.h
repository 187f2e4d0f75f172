// SPDX-License-Identifier: Apache-2.0
// A gateway in the process, with its own ledger and an answer the test scripts. Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/gateway/evidence.h"

namespace onceover::test {

class FakeGateway : public gateway::Gateway {
 public:
  FakeGateway() {
    declared.name = "fake";
    declared.dedupe_window = std::chrono::hours(24);
    declared.final_refusals = {"declined"};
    declared.echoes_amount = declared.echoes_currency = true;
    declared.response = gateway::ResponseTemplate{201, "application/json", R"({"id":"{{/id}}"})"};
  }
  gateway::Declaration declared;
  std::vector<std::string> further;  // effects beside the refund
  // Runs before each look-up is answered, outside the lock: the test's way to let something happen in
  // between.
  std::function<void(const gateway::Question&)> before_answer;
  // Overrides the ledger's answer.
  std::function<gateway::Evidence(const gateway::Question&)> answer;

  // An effect under the downstream key, as the charge itself would make it.
  void perform(const std::string& downstream_key, const std::string& amount = "10.00") {
    const std::scoped_lock lock(mutex_);
    if (tombstones_.contains(downstream_key)) return;
    effects_[downstream_key] = amount;
    ++performed_[downstream_key];
  }
  int asked() const {
    const std::scoped_lock lock(mutex_);
    return asked_;
  }
  int times_asked(const std::string& downstream_key) const {
    const std::scoped_lock lock(mutex_);
    const auto found = times_asked_.find(downstream_key);
    return found == times_asked_.end() ? 0 : found->second;
  }

  const gateway::Declaration* declaration(const std::string&) const override { return &declared; }
  std::string effect(const std::string&) const override { return "refund"; }
  std::vector<std::string> effects(const std::string& operation) const override {
    std::vector<std::string> all{effect(operation)};
    all.insert(all.end(), further.begin(), further.end());
    return all;
  }

  std::vector<gateway::Evidence> ask(const std::vector<gateway::Question>& questions, Deadline) override {
    std::vector<gateway::Evidence> answers;
    for (const auto& question : questions) {
      if (before_answer) before_answer(question);
      answers.push_back(answer ? answer(question) : look_up(question));
    }
    return answers;
  }

  gateway::Evidence cancel(const gateway::Question& question, Deadline) override {
    {
      const std::scoped_lock lock(mutex_);
      if (!effects_.contains(question.downstream_key)) tombstones_.insert({question.downstream_key, true});
    }
    gateway::Evidence evidence = look_up(question);
    evidence.cancel_held = evidence.finding == gateway::Finding::no_such_key;
    return evidence;
  }

  static gateway::Evidence of(gateway::Finding finding, const std::string& why) {
    gateway::Evidence evidence;
    evidence.finding = finding;
    evidence.why = why;
    return evidence;
  }

  // What the ledger itself would answer; for scripts that override some keys only.
  gateway::Evidence look_up(const gateway::Question& question) {
    const std::scoped_lock lock(mutex_);
    ++asked_;
    ++times_asked_[question.downstream_key];
    const auto found = effects_.find(question.downstream_key);
    if (found == effects_.end()) return of(gateway::Finding::no_such_key, "HTTP 404");
    gateway::Evidence evidence = of(gateway::Finding::done, "captured");
    evidence.status = 200;
    evidence.echoed.amount = found->second;
    evidence.echoed.currency = "EUR";
    evidence.body = R"({"id":"rf_)" + question.downstream_key.substr(3, 6) + R"("})";
    evidence.duplicate_effects = performed_[question.downstream_key] > 1;
    return evidence;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> effects_;
  std::map<std::string, int> performed_, times_asked_;
  std::map<std::string, bool> tombstones_;
  int asked_ = 0;
};

}  // namespace onceover::test
