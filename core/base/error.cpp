#include "core/base/error.h"

#include <exception>
#include <new>

#include "core/base/text.h"
#include "core/base/words.h"

namespace onceover {

std::string Error::sentence() const {
  std::string text = what;
  if (!not_done.empty()) text += " Not done: " + not_done;
  if (!next.empty()) text += " Next: " + next;
  if (!detail.empty() && detail != what) text += " [" + detail + "]";
  if (!sqlstate.empty()) text += " (SQLSTATE " + sqlstate + ")";
  return text;
}

constexpr auto error_kind_words = words<ErrorKind>({{ErrorKind::invalid_input, "invalid_input"},
                                                    {ErrorKind::connection, "connection"},
                                                    {ErrorKind::in_doubt, "in_doubt"},
                                                    {ErrorKind::timeout, "timeout"},
                                                    {ErrorKind::cancelled, "cancelled"},
                                                    {ErrorKind::busy, "busy"},
                                                    {ErrorKind::database, "database"},
                                                    {ErrorKind::not_permitted, "not_permitted"},
                                                    {ErrorKind::read_only, "read_only"},
                                                    {ErrorKind::schema, "schema"},
                                                    {ErrorKind::stopped, "stopped"},
                                                    {ErrorKind::waits, "waits"},
                                                    {ErrorKind::unsupported, "unsupported"},
                                                    {ErrorKind::io, "io"},
                                                    {ErrorKind::internal, "internal"}});

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
