// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <exception>
#include <new>

#include "core/base/enum_names.h"
#include "core/base/text.h"

namespace onceover {

std::string Error::sentence() const {
  std::string text = what;
  if (!not_done.empty()) text += " Not done: " + not_done;
  if (!next.empty()) text += " Next: " + next;
  if (!detail.empty() && detail != what) text += " [" + detail + "]";
  if (!sqlstate.empty()) text += " (SQLSTATE " + sqlstate + ")";
  return text;
}

constexpr auto error_kind_words = enum_names<ErrorKind>();

Error unexpected(const std::exception& thrown) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr) {
    return {ErrorKind::internal,
            "There is not enough memory.",
            "The work was not finished.",
            "Look at what was written, then ask for less, or give the program more memory.",
            "",
            ""};
  }
  return {ErrorKind::internal,
          "The program met something that it does not expect: " + visible(elided(thrown.what(), 500)),
          "The work was not finished.",
          "Look at what was written, then report this with the command.",
          "",
          ""};
}

std::string_view word(ErrorKind kind) { return error_kind_words.of(kind); }

}  // namespace onceover
