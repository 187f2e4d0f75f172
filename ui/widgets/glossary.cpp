#include "ui/widgets/glossary.h"

#include <QFile>
#include <QMap>
#include <QToolTip>

#include "ui/widgets/controls.h"

namespace onceover::widgets {
namespace {

// "sweep, reap" with "to settle …; to delete …" are two terms with a meaning each.
QMap<QString, QString> readGlossary() {
  QMap<QString, QString> found;
  QFile file(QStringLiteral(":/manual/glossary.md"));
  if (!file.open(QIODevice::ReadOnly)) return found;
  for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
    const QStringList cells = line.split(QLatin1Char('|'));
    if (cells.size() != 4 || cells[1].contains(QLatin1String("---"))) continue;
    const QStringList terms = cells[1].trimmed().split(QStringLiteral(", "));
    const QStringList meanings = cells[2].trimmed().remove(QLatin1Char('`')).split(QStringLiteral("; "));
    for (qsizetype i = 0; i < terms.size(); ++i) {
      found.insert(terms[i].toLower(),
                   terms.size() > 1 && terms.size() == meanings.size() ? meanings[i] : meanings.join(QStringLiteral("; ")));
    }
  }
  found.remove(QStringLiteral("term"));  // the heading
  return found;
}

const QMap<QString, QString>& glossary() {
  static const QMap<QString, QString> read = readGlossary();
  return read;
}

}  // namespace

QString glossaryMeaning(const QString& term) { return glossary().value(term.toLower()); }

QToolButton* explained(const QStringList& terms) {
  QStringList lines;
  for (const QString& term : terms) lines.append(QObject::tr("%1: %2.").arg(term, glossaryMeaning(term)));
  QToolButton* button = iconButton(QStringLiteral("question"), QObject::tr("What is meant by: %1").arg(terms.join(QStringLiteral(", "))));
  button->setAccessibleDescription(lines.join(QLatin1Char(' ')));
  button->setToolTip(toolTip(lines.join(QLatin1Char('\n'))));
  QObject::connect(button, &QToolButton::clicked, button,
                   [button] { QToolTip::showText(button->mapToGlobal(button->rect().bottomLeft()), button->toolTip(), button); });
  return button;
}

}  // namespace onceover::widgets
