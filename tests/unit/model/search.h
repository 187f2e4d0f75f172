// SPDX-License-Identifier: Apache-2.0
// An explicit-state search: every state reachable from one, breadth first, so that the first violation found
// is among the shortest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace onceover::model {

// One step out of a state.
template <class State>
struct Step {
  State next;
  std::string_view who, what;  // "sweeper 1", "settles nothing"; must outlive the search, as literals do
  bool is_fault = false;       // a crash, a loss, a lie: does not happen once faults have stopped
  std::string_view violation;  // of an invariant by this step or by the state it leads to; empty: none
};

template <class State>
struct SearchResult {
  std::size_t states = 0;
  std::string violation;           // empty: every reachable state was seen, and none violates anything
  std::vector<std::string> trace;  // the steps that lead to it, in words; or to a state that is stuck
  bool is_stuck = false;  // no violation, but from the trace's end no goal can be reached without faults
};

// State: plain bytes without padding. steps(state, emit) emits every step; is_goal: where a life without
// faults must be able to end.
template <class State>
SearchResult<State> search(
    const State& initial,
    const std::function<void(const State&, const std::function<void(Step<State>&&)>&)>& steps,
    const std::function<bool(const State&)>& is_goal) {
  static_assert(std::has_unique_object_representations_v<State>);
  struct Hash {
    std::size_t operator()(const State& state) const {
      return std::hash<std::string_view>{}({reinterpret_cast<const char*>(&state), sizeof(State)});
    }
  };
  struct Same {
    bool operator()(const State& a, const State& b) const { return std::memcmp(&a, &b, sizeof(State)) == 0; }
  };
  struct Origin {
    std::uint32_t from;
    std::string_view who, what;
  };
  const auto words = [](std::string_view who, std::string_view what) {
    return std::string(who) + " " + std::string(what);
  };
  std::unordered_map<State, std::uint32_t, Hash, Same> numbers = {{initial, 0}};
  std::vector<State> states = {initial};
  std::vector<Origin> origins = {{0, "", ""}};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> calm_edges;  // (to, from), faults left out

  const auto trace_to = [&](std::uint32_t number) {
    std::vector<std::string> trace;
    for (; number != 0; number = origins[number].from)
      trace.insert(trace.begin(), words(origins[number].who, origins[number].what));
    return trace;
  };

  SearchResult<State> result;
  for (std::uint32_t at = 0; at < states.size(); ++at) {
    const State state = states[at];
    steps(state, [&](Step<State>&& step) {
      if (!result.violation.empty()) return;
      const auto [found, is_new] = numbers.try_emplace(step.next, static_cast<std::uint32_t>(states.size()));
      if (is_new) {
        states.push_back(step.next);
        origins.push_back({at, step.who, step.what});
      }
      if (!step.is_fault && found->second != at) calm_edges.emplace_back(found->second, at);
      if (!step.violation.empty()) {
        result.violation = step.violation;
        result.trace = trace_to(at);
        result.trace.push_back(words(step.who, step.what));
      }
    });
    if (!result.violation.empty()) break;
  }
  result.states = states.size();
  if (!result.violation.empty()) return result;

  // Backwards from the goals: what is not met on the way cannot reach one.
  std::vector<std::uint32_t> begins(states.size() + 1, 0), sources(calm_edges.size());
  for (const auto& [to, from] : calm_edges) ++begins[to + 1];
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  std::vector<std::uint32_t> next_slot(begins.begin(), begins.end() - 1);
  for (const auto& [to, from] : calm_edges) sources[next_slot[to]++] = from;
  std::vector<bool> can_end(states.size(), false);
  std::vector<std::uint32_t> open;
  const auto mark = [&](std::uint32_t number) {
    if (can_end[number]) return;
    can_end[number] = true;
    open.push_back(number);
  };
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (is_goal(states[i])) mark(i);
  }
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    open.pop_back();
    for (std::uint32_t i = begins[number]; i < begins[number + 1]; ++i) mark(sources[i]);
  }
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (can_end[i]) continue;
    result.is_stuck = true;
    result.trace = trace_to(i);
    break;
  }
  return result;
}

}  // namespace onceover::model
