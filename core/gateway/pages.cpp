#include "core/gateway/pages.h"

#include <fmt/format.h>

#include <utility>

namespace onceover::gateway {
namespace {

// The least certain finding wins.
int rank(Finding finding) {
  switch (finding) {
    case Finding::unknown: return 0;
    case Finding::pending: return 1;
    case Finding::done: return 2;
    case Finding::refused: return 3;
    case Finding::no_such_key: return 4;
  }
  return 0;
}

}  // namespace

void PagedAnswer::merge(Evidence page) {
  if (pages_ == 1 || rank(page.finding) < rank(evidence_.finding)) evidence_ = std::move(page);
  if (done_ < 2) return;
  evidence_.finding = Finding::done;
  evidence_.duplicate_effects = true;
  evidence_.why = fmt::format("{} effects under this key", done_);
}

bool PagedAnswer::take(HttpAnswer answer) {
  PageRead page = read_page(lookup_, declared_, question_, std::move(answer));
  ++pages_;
  done_ += page.done;
  merge(std::move(page.evidence));
  if (!page.has_next) return false;
  if (!seen_.insert(page.next).second) {
    lose("the pages of the answer form a loop");
    return false;
  }
  if (pages_ >= lookup_.pages->max) {
    lose(fmt::format("the answer has more than {} pages", lookup_.pages->max));
    return false;
  }
  next_ = std::move(page.next);
  return true;
}

void PagedAnswer::lose(const std::string& why) {
  if (evidence_.duplicate_effects) return;
  evidence_.finding = Finding::unknown;
  evidence_.why = pages_ == 0 ? why : fmt::format("{} (after page {})", why, pages_);
}

}  // namespace onceover::gateway
