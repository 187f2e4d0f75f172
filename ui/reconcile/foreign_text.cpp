#include "ui/reconcile/foreign_text.h"

#include <QCoreApplication>

namespace onceover::reconcile {

QString foreignConsequence(VerdictKind kind, bool cancels) {
  const auto said = [](const char* words) { return QCoreApplication::translate("ForeignText", words); };
  if (cancels)
    return said("The gateway knows nothing of this key. When you settle, it is told never to perform it, which cannot be taken back.");
  switch (kind) {
    case VerdictKind::settle_succeeded:
    case VerdictKind::done_needs_response:
      return said("It happened: the row may say so. What a client that retries then gets depends on its service.");
    case VerdictKind::settle_failed: return said("It did not happen and never will: the row may say so.");
    case VerdictKind::release: return said("It has not happened: the row may be released. Its service then sends the same key again.");
    case VerdictKind::needs_human: return said("Find out what happened. A manual override needs a ticket, and what shows it.");
    default: return said("Nothing follows from this. Ask again later, or find out in another way what happened.");
  }
}

}  // namespace onceover::reconcile
