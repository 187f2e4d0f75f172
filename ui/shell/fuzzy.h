// How well a few typed letters fit a text. Pure.
#pragma once

#include <QString>
#include <optional>

namespace onceover::shell {

// The letters in their order, anywhere in the text, case ignored; none where they are not all there. Higher fits better: begins of
// words and runs of letters count most. An empty pattern fits everything equally.
std::optional<int> fuzzyScore(const QString& pattern, const QString& text);

}  // namespace onceover::shell
