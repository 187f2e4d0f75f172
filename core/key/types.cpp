#include "core/key/types.h"

namespace onceover::key {

std::string_view word(State state) {
  switch (state) {
    case State::in_progress: return "in_progress";
    case State::released: return "released";
    case State::succeeded: return "succeeded";
    case State::failed: return "failed";
  }
  return "in_progress";
}

std::optional<State> state_from_word(std::string_view text) {
  for (const State state : {State::in_progress, State::released, State::succeeded, State::failed}) {
    if (word(state) == text) return state;
  }
  return std::nullopt;
}

std::string_view word(FingerprintKind kind) { return kind == FingerprintKind::jcs_sha256 ? "jcs-sha256" : "raw-sha256"; }

std::optional<FingerprintKind> fingerprint_kind_from_word(std::string_view text) {
  if (text == "jcs-sha256") return FingerprintKind::jcs_sha256;
  if (text == "raw-sha256") return FingerprintKind::raw_sha256;
  return std::nullopt;
}

std::string_view word(Holder holder) {
  switch (holder) {
    case Holder::executor: return "executor";
    case Holder::sweeper: return "sweeper";
    case Holder::operator_: return "operator";
  }
  return "executor";
}

std::optional<Holder> holder_from_word(std::string_view text) {
  for (const Holder holder : {Holder::executor, Holder::sweeper, Holder::operator_}) {
    if (word(holder) == text) return holder;
  }
  return std::nullopt;
}

}  // namespace onceover::key
