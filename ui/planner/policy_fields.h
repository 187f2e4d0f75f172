// The fields of a retry policy.
#pragma once

#include "core/planner/policy.h"
#include "ui/planner/inputs.h"
#include "ui/widgets/forward.h"

namespace onceover::planner {

struct PolicyFields {
  QComboBox* backoff = nullptr;  // none where several are compared
  SpanEdit *base = nullptr, *cap = nullptr, *total = nullptr;
  QLineEdit* attempts = nullptr;
  QComboBox* power = nullptr;

  // Shown first is `like`.
  void make(Inputs& inputs, const Policy& like, bool withBackoff);
  Policy policy() const;
  // Where a number of attempts cannot be read; empty: it can.
  QString wrong() const;
};

}  // namespace onceover::planner
