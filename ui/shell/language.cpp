// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/language.h"

#include <QCoreApplication>
#include <QTranslator>

#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

// All texts are kept under one context: one English text has one translation, whichever class shows it.
class Texts : public QTranslator {
 public:
  using QTranslator::QTranslator;
  QString translate(const char*, const char* text, const char* comment, int n) const override {
    return QTranslator::translate("Onceover", text, comment, n);
  }
};

}  // namespace

const QStringList& languages() {
  static const QStringList all{QStringLiteral("en"), QStringLiteral("de")};
  return all;
}

QString languageName(const QString& choice) {
  return languages().contains(choice) ? QLocale(choice).nativeLanguageName().section(QLatin1Char(' '), -1)
                                      : tr("as the system");
}

QString languageOf(const QString& choice, const QStringList& systems) {
  if (languages().contains(choice)) return choice;
  for (const QString& system : systems) {
    const QString language = system.section(QLatin1Char('-'), 0, 0);
    if (languages().contains(language)) return language;
  }
  return languages().front();
}

void speak(const QString& language) {
  // Of the same language, the system's own form: Swiss numbers are not Germany's.
  const QLocale wanted(language), system = QLocale::system();
  QLocale::setDefault(system.language() == wanted.language() ? system : wanted);
  const auto install = [&language](QTranslator* texts, const QString& name) {
    texts->setParent(QCoreApplication::instance());
    if (texts->load(QStringLiteral(":/languages/%1_%2.qm").arg(name, language)))
      QCoreApplication::installTranslator(texts);
  };
  install(new QTranslator, QStringLiteral("qtbase"));
  install(new Texts, QStringLiteral("onceover"));  // asked first
}

}  // namespace onceover::shell
