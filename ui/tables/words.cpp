// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/words.h"

#include <QStringList>

#include "core/tables/detect/state_choice.h"
#include "ui/widgets/text.h"

namespace onceover::ui {

QString tableTitle(const std::string& schema, const std::string& table) {
  return widgets::shown(schema) + QLatin1Char('.') + widgets::shown(table);
}

QString namesShown(const std::vector<std::string>& names) {
  QStringList shown;
  for (const std::string& name : names) {
    if (!name.empty()) shown.append(widgets::shown(name));
  }
  return shown.isEmpty() ? widgets::dash : shown.join(QStringLiteral(", "));
}

QString conditionWords(const tables::Condition& condition) { return widgets::text(tables::words_of(condition)); }

QString confidenceWord(double confidence) { return confidence >= 0.9 ? tr("certain") : confidence >= 0.7 ? tr("likely") : tr("perhaps"); }

}  // namespace onceover::ui
