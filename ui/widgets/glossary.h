// Unusual terms in the words of the manual's page Glossary (resources/manual/glossary.md): the one source of what they mean.
#pragma once

#include <QString>
#include <QStringList>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

// Whatever its case; empty where the glossary has no such term.
QString glossaryMeaning(const QString& term);
// A small "?" that shows what the terms mean, by pointing at it or by pressing it.
QToolButton* explained(const QStringList& terms);

}  // namespace onceover::widgets
