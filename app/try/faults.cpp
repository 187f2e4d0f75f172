#include "app/try/faults.h"

#include <array>
#include <utility>

namespace onceover::try_it {
namespace {

constexpr std::array<std::pair<Fault, std::string_view>, 10> fault_words{{{Fault::none, "none"},
                                                                          {Fault::slow, "slow"},
                                                                          {Fault::timeout_after_effect, "timeout_after_effect"},
                                                                          {Fault::error_after_effect, "error_after_effect"},
                                                                          {Fault::error_before_effect, "error_before_effect"},
                                                                          {Fault::arrives_late, "arrives_late"},
                                                                          {Fault::rate_limited, "rate_limited"},
                                                                          {Fault::wrong_key_echoed, "wrong_key_echoed"},
                                                                          {Fault::declined, "declined"},
                                                                          {Fault::stays_pending, "stays_pending"}}};

}  // namespace

std::string_view word(Fault fault) {
  for (const auto& [known, text] : fault_words) {
    if (known == fault) return text;
  }
  return "";
}

std::optional<Fault> fault_from_word(std::string_view text) {
  for (const auto& [fault, known] : fault_words) {
    if (known == text) return fault;
  }
  return std::nullopt;
}

}  // namespace onceover::try_it
