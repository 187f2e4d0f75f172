// Is the window long enough? It must exceed the longest retry of any client, manual ones included, and should be twice that. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"

namespace onceover::planner {

// The longest time after which somebody may still send the same key.
struct RetryHorizon {
  std::optional<Duration> automatic;  // schedule.h, horizon_of(): nullopt: the client never ends
  Duration manual{};                  // how long afterwards a person, a batch or a queue may try again
};

enum class WindowFit {
  enough,     // at least twice the horizon
  tight,      // longer than the horizon, but not twice as long
  too_short,  // a retry may come when the key is gone: the effect happens again
};

std::string_view word(WindowFit fit);

struct WindowVerdict {
  WindowFit fit = WindowFit::enough;
  std::optional<WindowFit> gateway;  // of the gateway's own window against the same horizon; nullopt where it is not known
  std::vector<std::string> words;    // sentences, the gravest first
};

// gateway_window: how long the gateway dedupes by our key; nullopt: not known, or not at all.
WindowVerdict judge_window(Duration window, const RetryHorizon& horizon, std::optional<Duration> gateway_window);

}  // namespace onceover::planner
