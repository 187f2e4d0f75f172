#include "app/try/faults.h"

#include "core/base/words.h"

namespace onceover::try_it {

constexpr auto fault_words = words<Fault>({{Fault::none, "none"},
                                           {Fault::slow, "slow"},
                                           {Fault::timeout_after_effect, "timeout_after_effect"},
                                           {Fault::error_after_effect, "error_after_effect"},
                                           {Fault::error_before_effect, "error_before_effect"},
                                           {Fault::arrives_late, "arrives_late"},
                                           {Fault::rate_limited, "rate_limited"},
                                           {Fault::wrong_key_echoed, "wrong_key_echoed"},
                                           {Fault::declined, "declined"},
                                           {Fault::stays_pending, "stays_pending"}});

std::string_view word(Fault fault) { return fault_words.of(fault); }

std::optional<Fault> fault_from_word(std::string_view text) { return fault_words.from(text); }

}  // namespace onceover::try_it
