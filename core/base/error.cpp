#include "core/base/error.h"

namespace onceover {

std::string Error::sentence() const {
  std::string text = what;
  if (!not_done.empty()) text += " Not done: " + not_done;
  if (!next.empty()) text += " Next: " + next;
  if (!detail.empty() && detail != what) text += " [" + detail + "]";
  if (!sqlstate.empty()) text += " (SQLSTATE " + sqlstate + ")";
  return text;
}

std::string_view word(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::invalid_input: return "invalid_input";
    case ErrorKind::connection: return "connection";
    case ErrorKind::in_doubt: return "in_doubt";
    case ErrorKind::timeout: return "timeout";
    case ErrorKind::cancelled: return "cancelled";
    case ErrorKind::busy: return "busy";
    case ErrorKind::database: return "database";
    case ErrorKind::not_permitted: return "not_permitted";
    case ErrorKind::read_only: return "read_only";
    case ErrorKind::schema: return "schema";
    case ErrorKind::stopped: return "stopped";
    case ErrorKind::waits: return "waits";
    case ErrorKind::unsupported: return "unsupported";
    case ErrorKind::io: return "io";
    case ErrorKind::internal: return "internal";
  }
  return "internal";
}

}  // namespace onceover
