// Is the window long enough? It must exceed the longest retry of any client, manual ones included, and should be twice that. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"

namespace onceover::calculator {

// The longest time after which the same key may still be sent.
struct RetryHorizon {
  std::optional<Duration> automatic;  // schedule.h, horizon_of(): nullopt: the client never stops
  Duration manual{};                  // how long afterwards a person, a batch or a queue may try again
};

enum class WindowFit {
  enough,     // at least twice the horizon
  tight,      // longer than the horizon, but not twice as long
  too_short,  // a retry may come after the key was deleted: the effect happens again
};

std::string_view word(WindowFit fit);

struct WindowVerdict {
  WindowFit fit = WindowFit::enough;
  std::optional<WindowFit> gateway;  // the gateway's own window compared with the same horizon; nullopt: unknown
  std::vector<std::string> words;    // sentences, the most severe first
};

// gateway_window: how long the gateway dedupes by our key; nullopt: unknown, or not at all.
WindowVerdict judge_window(Duration window, const RetryHorizon& horizon, std::optional<Duration> gateway_window);

}  // namespace onceover::calculator
