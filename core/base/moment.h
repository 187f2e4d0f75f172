// SPDX-License-Identifier: Apache-2.0
// Instants for people: in a sentence, and by this machine's clock.
#pragma once

#include <chrono>
#include <string>

#include "core/base/time.h"

namespace onceover {

// "2026-11-21 02:03:04 UTC": as iso(), to the second; "infinity" and "-infinity" as there.
inline std::string moment(Timestamp at) {
  std::string text = iso(at);
  if (!at.is_finite()) return text;
  text[text.find('T')] = ' ';
  return text.replace(text.find('.'), 8, " UTC");
}

// For texts, files and waits; about rows the database's clock decides.
inline Timestamp machine_time() {
  return {std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count()};
}

}  // namespace onceover
