#include "ui/reconcile/foreign_text.h"

#include <QCoreApplication>

namespace onceover::reconcile {

QString foreignConsequence(VerdictKind kind) {
  const auto said = [](const char* words) { return QCoreApplication::translate("ForeignText", words); };
  switch (kind) {
    case VerdictKind::settle_succeeded:
    case VerdictKind::done_needs_response:
      return said("It happened: the row may say so. What a client that comes back gets then is for its service to say.");
    case VerdictKind::settle_failed: return said("It did not happen and never will: the row may say so.");
    case VerdictKind::release:
      return said("It did not happen yet: the row may be given back, and whoever takes it sends the same key again.");
    case VerdictKind::needs_human: return said("Find out what happened. A verdict by your word needs a ticket, and what shows it.");
    default: return said("This speaks for no verdict. Ask again later, or find out in another way what happened.");
  }
}

}  // namespace onceover::reconcile
