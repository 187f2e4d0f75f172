// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the console. It is taken at the start: texts are asked for when a widget is made.
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>

namespace onceover::shell {

// "en" and "de": those with a file in ui/languages.
const QStringList& languages();
// In the language itself, "Deutsch"; of "system": that it follows the system.
QString languageName(const QString& choice);
// The one that is chosen; else the first of the system's that is there; else English.
QString languageOf(const QString& choice, const QStringList& systems = QLocale::system().uiLanguages());
// The program's texts, Qt's own, and how numbers are written. Before the first widget, and once.
void speak(const QString& language);

}  // namespace onceover::shell
