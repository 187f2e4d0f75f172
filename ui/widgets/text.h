// SPDX-License-Identifier: GPL-3.0-or-later
// Data on a screen is text and nothing else: never markup, never trusted. Pages show data through these and
// never through a bare QLabel.
#pragma once

#include <QCoreApplication>
#include <QFont>
#include <QLabel>
#include <QString>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/time.h"
#include "core/browse/key_row.h"
#include "core/key/money.h"
#include "core/key/types.h"
#include "ui/widgets/forward.h"

namespace onceover {

// As QObject::tr(), for what belongs to no class. An English text has one translation, wherever it is shown
// (ui/languages/update.py).
inline QString tr(const char* text, const char* comment = nullptr, int n = -1) {
  return QCoreApplication::translate("Onceover", text, comment, n);
}

}  // namespace onceover

namespace onceover::widgets {

// UTF-8 as it is; bytes that are not UTF-8 become replacement characters. For our own texts; data goes
// through shown().
QString text(std::string_view utf8);
std::string bytes(const QString& text);
// One line in which every character can be told apart (core's visible()).
QString shown(std::string_view data);
inline QString shown(const std::string& data) { return shown(std::string_view(data)); }
inline QString shown(const char* data) { return shown(std::string_view(data)); }
QString shown(const std::optional<std::string>& data);  // dash where there is none

// Stands where there is nothing to show.
inline const QString dash = QStringLiteral("–");
// A word of core or of the database as people read it: "in_progress" → "in progress", "needs_human" → "needs
// a person", in the language of the console where it is one of ui/languages/core_words.txt; dash where it is
// empty.
QString wordShown(std::string_view word);
// As shown(), line by line: the ends of lines are the data's own.
QString linesShown(std::string_view data);
// Each as shown(), joined.
QString shownAll(const std::vector<std::string>& sentences, const QString& between = QStringLiteral(" "));
// A table's quoted name as people write it: "shop.requests" of "\"shop\".\"requests\""; quotes only where
// they say something.
QString relationShown(const std::string& relation);
// Data, or dash where it is empty.
QString orDash(std::string_view data);
// "12.50 EUR", or dash.
QString money(const key::Subject& subject);
// "1250.00 EUR, 13.20 USD; 3 without an amount": core's in_words().
QString sumsShown(const key::Sums& sums);
// The same after other words, " · 12.50 EUR"; empty where no row has an amount.
QString sumsBeside(const key::Sums& sums);

// "12 min ago", "in 3 min", "just now"; "never" and "for ever" at the infinities.
QString relative(Timestamp at, Timestamp now);
// A time of unknown zone as the table has it; a dash for none.
QString relative(const browse::RowTime& time, Timestamp now);
QString exact(const browse::RowTime& time, ClockChoice clock);
// "2026-11-21 02:03:04.000 UTC", or with the local zone's offset.
QString exact(Timestamp at, ClockChoice clock);
// "12 min".
QString span(Duration duration);
// Numbers as people of the language write them: "12,345,678", "0.5". What is copied, exported, typed or
// compared byte by byte (amounts are the database's own text) keeps the form of C, and times keep ISO 8601:
// engineers compare them with logs.
QString number(std::int64_t n);
QString number(double value, char format, int precision);
// While one lives, numbers of this thread have the form of C: what is copied goes into commands and scripts.
class PlainNumbers {
 public:
  PlainNumbers();
  ~PlainNumbers();
};
// For tr("%Ln rows", nullptr, counted(n)).
int counted(std::int64_t n);
// "1.2 MB".
QString byteCount(std::int64_t n);
// What happened, in words: the server's own follow what its state means.
QString whatHappened(const Error& error);
// What happened. Not done: … Next: … in lines.
QString sentences(const Error& error);

// A tooltip that shows exactly this text: QToolTip guesses rich text.
QString toolTip(const QString& plain);

QFont monospaceFont(const QFont& like);

enum class TextRole { body, strong, title, heading, caption, mono };

// The one label for anything that is not a literal: plain text, selectable by mouse and keyboard, named for
// assistive technology.
class PlainLabel : public QLabel {
  Q_OBJECT
 public:
  explicit PlainLabel(const QString& text = {}, QWidget* parent = nullptr, TextRole role = TextRole::body);
  void setRole(TextRole role);
  // Text and strokes of the tone; neutral is the palette's text.
  void setTone(Tone tone);
  // One line, cut in the middle or at the end with "…"; the whole text in the tooltip.
  void setElided(bool elided);
  // A time that says how long ago, with the exact one in the tooltip. Say it again when time has passed.
  void setTime(Timestamp at, Timestamp now, ClockChoice clock);
  QSize minimumSizeHint() const override;

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void restyle();
  TextRole role_;
  Tone tone_ = Tone::neutral;
  bool elided_ = false;
  bool restyling_ = false;
};

// A label that breaks its lines. name: for assistive technology, where it is not its text.
PlainLabel* wrapped(TextRole role = TextRole::body, const QString& name = {});
PlainLabel* wrappedText(const QString& text, TextRole role = TextRole::body);

// Core's sentences as a page shows them.

// As exact() without the fraction: "2026-11-21 02:03:04 UTC".
QString toSecond(Timestamp at, ClockChoice clock = ClockChoice::utc);
// With its instants by this clock, and how long ago: "… at 2026-11-21 04:03:44 UTC (4 min ago)". Instants are
// found as iso() and moment() write them.
QString readable(std::string_view sentence, Timestamp now, ClockChoice clock = ClockChoice::utc);

}  // namespace onceover::widgets
