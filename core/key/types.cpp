#include "core/key/types.h"

namespace onceover::key {

std::string_view word(State state) { return state_words.of(state); }

std::optional<State> state_from_word(std::string_view text) { return state_words.from(text); }

constexpr auto fingerprint_words =
    words<FingerprintKind>({{FingerprintKind::jcs_sha256, "jcs-sha256"}, {FingerprintKind::raw_sha256, "raw-sha256"}});

std::string_view word(FingerprintKind kind) { return fingerprint_words.of(kind); }

std::optional<FingerprintKind> fingerprint_kind_from_word(std::string_view text) { return fingerprint_words.from(text); }

constexpr auto holder_words =
    words<Holder>({{Holder::executor, "executor"}, {Holder::sweeper, "sweeper"}, {Holder::operator_, "operator"}});

std::string_view word(Holder holder) { return holder_words.of(holder); }

std::optional<Holder> holder_from_word(std::string_view text) { return holder_words.from(text); }

}  // namespace onceover::key
