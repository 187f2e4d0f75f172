#include <fmt/format.h>

#include "core/base/storable.h"
#include "core/inbox/inbox.h"

namespace onceover::inbox {
namespace {

constexpr std::size_t longest_name = 255, longest_fingerprint = 64;

}  // namespace

std::string why_no_name(const char* what, const std::string& name) {
  if (name.empty()) return fmt::format("The event's {} is empty.", what);
  if (name.size() > longest_name)
    return fmt::format("The event's {} has {} bytes; at most {} are allowed.", what, name.size(), longest_name);
  if (!is_storable(name)) return fmt::format("The event's {} is not UTF-8, or contains NUL.", what);
  return {};
}

std::string why_unusable(const Event& event) {
  if (auto why = why_no_name("id", event.id); !why.empty()) return why;
  if (auto why = why_no_name("source", event.source); !why.empty()) return why;
  if (event.fingerprint.size() > longest_fingerprint)
    return fmt::format("The event's fingerprint has {} bytes; at most {} are allowed.", event.fingerprint.size(), longest_fingerprint);
  if (!is_storable(event.content_type)) return "The event's content type is not UTF-8, or contains NUL.";
  if (!event.aggregate) return {};
  if (auto why = why_no_name("aggregate type", event.aggregate->type); !why.empty()) return why;
  return why_no_name("aggregate id", event.aggregate->id);
}

}  // namespace onceover::inbox
