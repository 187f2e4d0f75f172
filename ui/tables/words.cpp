#include "ui/tables/words.h"

#include <QStringList>
#include <cmath>

#include "ui/widgets/text.h"

namespace onceover::tables {

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

QString conditionWords(const profile::Condition& condition) {
  using Is = profile::Condition::Is;
  const QString column = widgets::shown(condition.column);
  if (condition.is == Is::one_of) return QStringLiteral("%1 = %2").arg(column, namesShown(condition.values));
  if (condition.is == Is::between) return tr("%1 from %2 to %3").arg(column).arg(condition.lowest).arg(condition.highest);
  return column + QLatin1Char(' ') + wordOf(conditionTests, condition.is);
}

QString ruleWords(const profile::StateRule& rule) {
  QStringList words;
  for (const profile::Condition& condition : rule.when) words.append(conditionWords(condition));
  return words.isEmpty() ? tr("every row") : words.join(tr(" and "));
}

QString confidenceWord(double confidence) { return QStringLiteral("%1 %").arg(std::lround(confidence * 100)); }

}  // namespace onceover::tables
