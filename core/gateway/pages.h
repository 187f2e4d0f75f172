// The answer to one question, page by page: pure.
#pragma once

#include <set>
#include <string>

#include "core/gateway/mapping.h"

namespace onceover::gateway {

class PagedAnswer {
 public:
  // All three must outlive it.
  PagedAnswer(const Lookup& lookup, const Declaration& declared, const Question& question)
      : lookup_(lookup), declared_(declared), question_(question) {}

  // Whether to ask for another page, at next().
  bool take(HttpAnswer page);
  // A page did not arrive: the answer is incomplete and proves nothing, unless two effects were already seen.
  void lose(const std::string& why);
  const std::string& next() const { return next_; }
  int pages() const { return pages_; }
  // What all pages prove together. Its body and effect_at are those of the deciding page.
  const Evidence& evidence() const { return evidence_; }

 private:
  void merge(Evidence page);
  const Lookup& lookup_;
  const Declaration& declared_;
  const Question& question_;
  Evidence evidence_;
  int pages_ = 0, done_ = 0;
  std::string next_;
  std::set<std::string> seen_;  // the pages so far: finds loops
};

}  // namespace onceover::gateway
