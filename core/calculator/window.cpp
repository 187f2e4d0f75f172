#include "core/calculator/window.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/words.h"

namespace onceover::calculator {
namespace {

WindowFit fit_of(Duration window, std::optional<Duration> horizon) {
  if (!horizon || window <= *horizon) return WindowFit::too_short;
  return window - *horizon < *horizon ? WindowFit::tight : WindowFit::enough;
}

}  // namespace

constexpr auto window_fit_words =
    words<WindowFit>({{WindowFit::enough, "enough"}, {WindowFit::tight, "tight"}, {WindowFit::too_short, "too_short"}});

std::string_view word(WindowFit fit) { return window_fit_words.of(fit); }

WindowVerdict judge_window(Duration window, const RetryHorizon& horizon, std::optional<Duration> gateway_window) {
  std::optional<Duration> longest;
  if (horizon.automatic) longest = *horizon.automatic + std::max(horizon.manual, Duration::zero());
  WindowVerdict out{.fit = fit_of(window, longest)};
  const std::string until = !longest                            ? "without end"
                            : horizon.manual > Duration::zero() ? fmt::format("up to {} ({} by itself, {} by hand)", human(*longest),
                                                                              human(*horizon.automatic), human(horizon.manual))
                                                                : fmt::format("up to {}", human(*longest));
  const std::string head = fmt::format("Keys are kept for {}, retries come {}", human(window), until);
  switch (out.fit) {
    case WindowFit::too_short:
      out.words.push_back(head + ": a late retry finds no key, and the effect happens a second time. " +
                          (longest ? fmt::format("Keep keys for at least {}.", human(*longest * 2)) : "Limit the client's retries."));
      break;
    case WindowFit::tight:
      out.words.push_back(head + fmt::format(": long enough, but with little reserve for clocks, queues and outages. {} would be better.",
                                             human(*longest * 2)));
      break;
    case WindowFit::enough: out.words.push_back(head + ": long enough."); break;
  }
  if (!gateway_window) {
    out.words.emplace_back("The gateway's own window is unknown: after a crash a key may only be settled from evidence, never released.");
    return out;
  }
  out.gateway = fit_of(*gateway_window, longest);
  if (out.gateway == WindowFit::too_short) {
    out.words.push_back(
        fmt::format("The gateway forgets a key after {}: a later retry is a new effect there. A released key must "
                    "not be claimed again after that (retry_before).",
                    human(*gateway_window)));
  } else if (*gateway_window < window) {
    out.words.push_back(
        fmt::format("The gateway forgets a key after {}, before this store does: a key that is unfinished then can no longer be "
                    "released, only settled from evidence.",
                    human(*gateway_window)));
  } else {
    out.words.push_back(fmt::format("The gateway remembers a key for {}, at least as long as this store.", human(*gateway_window)));
  }
  return out;
}

}  // namespace onceover::calculator
