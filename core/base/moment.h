// An instant in a sentence that a person reads.
#pragma once

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

}  // namespace onceover
