// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text.h"

#include <QDateTime>
#include <QEvent>
#include <QFontDatabase>
#include <QLocale>
#include <QPainter>
#include <QRegularExpression>

#include "core/roles/rights.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {

QString text(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}
std::string bytes(const QString& text) { return text.toStdString(); }
QString shown(std::string_view data) { return text(visible(data)); }
QString shown(const std::optional<std::string>& data) { return data ? shown(*data) : dash; }
QString wordShown(std::string_view word) {
  if (word == "needs_human") return tr("needs a person");
  QString words = orDash(word);
  if (!words.contains(' ')) words.replace('_', ' ');  // else it is a text, which may have names in it
  return QCoreApplication::translate("Words", words.toUtf8().constData());
}

QString linesShown(std::string_view data) { return text(visible_lines(data)); }

QString shownAll(const std::vector<std::string>& sentences, const QString& between) {
  QStringList lines;
  for (const std::string& sentence : sentences) lines.append(shown(sentence));
  return lines.join(between);
}

QString relationShown(const std::string& relation) {
  static const QRegularExpression needless(QStringLiteral("\"([a-z_][a-z0-9_]*)\""));
  return shown(relation).replace(needless, QStringLiteral("\\1"));
}

QString orDash(std::string_view data) { return data.empty() ? dash : shown(data); }

QString money(const key::Subject& subject) {
  if (!subject.amount) return dash;
  return shown(subject.amount) + (subject.currency ? ' ' + shown(subject.currency) : QString());
}

QString sumsShown(const key::Sums& sums) { return text(key::in_words(sums)); }

QString sumsBeside(const key::Sums& sums) {
  if (sums.is_known() && sums.empty() && sums.unreadable() == 0) return {};
  return QStringLiteral(" · ") + sumsShown(sums);
}

namespace {

// say: tr, or as it is, for a place within an English sentence of core.
QString relativeBy(QString (*say)(const char*), Timestamp at, Timestamp now) {
  if (at == Timestamp::infinity()) return say(QT_TR_NOOP("for ever"));
  if (at == Timestamp::minus_infinity()) return say(QT_TR_NOOP("never"));
  const Duration ago = now - at;
  if (ago > std::chrono::seconds(-1) && ago < std::chrono::seconds(1)) return say(QT_TR_NOOP("just now"));
  // Below a minute whole seconds are enough, and do not flicker.
  const auto words = [](Duration d) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(d);
    return seconds < std::chrono::minutes(1) ? QStringLiteral("%1 s").arg(seconds.count()) : span(seconds);
  };
  return ago > Duration(0) ? say(QT_TR_NOOP("%1 ago")).arg(words(ago))
                           : say(QT_TR_NOOP("in %1")).arg(words(-ago));
}

}  // namespace

QString relative(Timestamp at, Timestamp now) {
  return relativeBy([](const char* text) { return tr(text); }, at, now);
}

QString relative(const browse::RowTime& time, Timestamp now) {
  return time.at ? relative(*time.at, now) : orDash(time.zoneless);
}

QString exact(const browse::RowTime& time, ClockChoice clock) {
  return time.at ? exact(*time.at, clock) : orDash(time.zoneless);
}

QString exact(Timestamp at, ClockChoice clock) {
  if (!at.is_finite()) return text(iso(at));
  const QDateTime utc = QDateTime::fromMSecsSinceEpoch(at.us / 1000, Qt::UTC);
  const QString format = QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz");
  if (clock == ClockChoice::utc) return utc.toString(format) + QLatin1String(" UTC");
  const QDateTime local = utc.toLocalTime();
  return local.toString(format) + ' ' +
         local.toOffsetFromUtc(local.offsetFromUtc()).toString(Qt::ISODate).right(6);
}

namespace {

thread_local int plain = 0;

QLocale numbers() { return plain > 0 ? QLocale::c() : QLocale(); }

}  // namespace

QString span(Duration duration) {
  if (duration == Duration::max()) return tr("forever");
  return text(human(duration)).replace(QLatin1Char('.'), numbers().decimalPoint());
}

PlainNumbers::PlainNumbers() { ++plain; }
PlainNumbers::~PlainNumbers() { --plain; }
QString number(std::int64_t n) { return numbers().toString(static_cast<qlonglong>(n)); }
QString number(double value, char format, int precision) {
  return numbers().toString(value, format, precision);
}
int counted(std::int64_t n) {
  return static_cast<int>(std::clamp<std::int64_t>(n, 0, std::numeric_limits<int>::max()));
}

QString byteCount(std::int64_t n) {
  constexpr const char* units[] = {"kB", "MB", "GB", "TB"};
  if (n < 1000) return number(n) + QLatin1String(" B");
  double value = static_cast<double>(n) / 1000;
  std::size_t unit = 0;
  for (; value >= 999.95 && unit + 1 < std::size(units); ++unit) value /= 1000;
  return number(value, 'f', 1) + ' ' + QLatin1String(units[unit]);
}

namespace {

// What the server's state means; the server's own words follow.
QString meaningOf(std::string_view sqlstate) {
  if (sqlstate == "55P03") return QObject::tr("Another transaction holds a lock that this needs.");
  if (sqlstate == "57014") return QObject::tr("It took longer than its time limit.");
  if (sqlstate == "25006") return QObject::tr("This server or session only reads.");
  if (sqlstate == "40P01")
    return QObject::tr("It and another transaction waited for each other, and the server ended this one.");
  if (sqlstate == "40001") return QObject::tr("Another transaction changed the same rows.");
  if (sqlstate == "42P01" || sqlstate == "3F000") return QObject::tr("The table or its schema is not there.");
  if (sqlstate == "42703") return QObject::tr("A column that the profile names is not there.");
  if (sqlstate == "53100") return QObject::tr("The server's disk is full.");
  if (sqlstate.starts_with("53")) return QObject::tr("The server is out of connections or memory.");
  return {};
}

}  // namespace

QString whatHappened(const Error& happened) {
  const Error error = roles::named_right(happened);
  const QString what = shown(std::string_view(error.what));
  const QString meaning = meaningOf(error.sqlstate);
  // The server's messages begin with a small letter, ours with a capital one.
  if (meaning.isEmpty() || what.isEmpty() || !what.at(0).isLower()) return what;
  return QObject::tr("%1 PostgreSQL: %2.").arg(meaning, what);
}

QString sentences(const Error& happened) {
  const Error error = roles::named_right(happened);  // one that was read beside others comes as it was
  QStringList lines{whatHappened(error)};
  if (!error.not_done.empty()) lines.append(shown(std::string_view(error.not_done)));
  if (!error.next.empty()) lines.append(shown(std::string_view(error.next)));
  return lines.join('\n');
}

QString toolTip(const QString& plain) {
  if (plain.isEmpty()) return {};
  QString escaped = plain.toHtmlEscaped();
  escaped.replace('\n', QLatin1String("<br/>"));
  return QLatin1String("<qt>") + escaped + QLatin1String("</qt>");
}

QFont monospaceFont(const QFont& like) {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPointSizeF(like.pointSizeF() > 0 ? like.pointSizeF() : 10);
  return font;
}

PlainLabel::PlainLabel(const QString& text, QWidget* parent, TextRole role) : QLabel(parent), role_(role) {
  setTextFormat(Qt::PlainText);
  setText(text);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setFocusPolicy(Qt::NoFocus);  // a click selects; Tab goes to controls
  restyle();
}

void PlainLabel::setRole(TextRole role) {
  role_ = role;
  restyle();
}

void PlainLabel::setTone(Tone tone) {
  tone_ = tone;
  restyle();
}

void PlainLabel::setElided(bool elided) {
  elided_ = elided;
  updateGeometry();
  QLabel::update();
}

void PlainLabel::setTime(Timestamp at, Timestamp now, ClockChoice clock) {
  setText(relative(at, now));
  setToolTip(widgets::toolTip(exact(at, clock)));
}

QSize PlainLabel::minimumSizeHint() const {
  const QSize hint = QLabel::minimumSizeHint();
  return elided_ ? QSize(std::min(hint.width(), fontMetrics().averageCharWidth() * 4), hint.height()) : hint;
}

void PlainLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::StyleChange) restyle();
}

void PlainLabel::paintEvent(QPaintEvent* event) {
  if (!elided_ || fontMetrics().horizontalAdvance(text()) <= contentsRect().width())
    return QLabel::paintEvent(event);
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  const QString cut = fontMetrics().elidedText(
      text(), elisionOf(text(), role_ == TextRole::mono ? Qt::ElideMiddle : Qt::ElideRight),
      contentsRect().width());
  painter.drawText(contentsRect(), static_cast<int>(alignment()), cut);
}

void PlainLabel::restyle() {
  if (restyling_) return;
  restyling_ = true;
  const Tokens t = tokensOf(this);
  QFont font = QWidget::parentWidget() != nullptr ? QWidget::parentWidget()->font() : QFont();
  const qreal size = font.pointSizeF() > 0 ? font.pointSizeF() : 10;
  font.setWeight(QFont::Normal);
  QColor colour = t.colour(tone_);
  switch (role_) {
    case TextRole::body: break;
    case TextRole::strong: font.setWeight(QFont::DemiBold); break;
    case TextRole::title:
      font.setWeight(QFont::DemiBold);
      font.setPointSizeF(size * 1.5);
      break;
    case TextRole::heading:
      font.setWeight(QFont::DemiBold);
      font.setPointSizeF(size * 1.1);
      break;
    case TextRole::caption:
      font.setPointSizeF(size * 0.92);
      if (tone_ == Tone::neutral) colour = t.secondaryText;
      break;
    case TextRole::mono: font = monospaceFont(font); break;
  }
  setFont(font);
  QPalette p = palette();
  for (const auto group : {QPalette::Active, QPalette::Inactive})
    p.setColor(group, QPalette::WindowText, colour);
  setPalette(p);
  restyling_ = false;
}

PlainLabel* wrapped(TextRole role, const QString& name) {
  PlainLabel* label = wrappedText({}, role);
  if (!name.isEmpty()) label->setAccessibleName(name);
  return label;
}

PlainLabel* wrappedText(const QString& text, TextRole role) {
  auto* label = new PlainLabel(text, nullptr, role);
  label->setWordWrap(true);
  return label;
}

QString toSecond(Timestamp at, ClockChoice clock) {
  QString words = exact(at, clock);
  if (at.is_finite()) words.remove(words.indexOf('.'), 4);
  return words;
}

QString readable(std::string_view sentence, Timestamp now, ClockChoice clock) {
  static const QRegularExpression instant(
      QStringLiteral("(\\d{4,6}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d{6}Z| UTC)"));
  const QString words = shown(sentence);
  QString out;
  qsizetype done = 0;
  for (auto matches = instant.globalMatch(words); matches.hasNext();) {
    const auto match = matches.next();
    const auto at = parse_iso(bytes(match.captured(1) + 'T' + match.captured(2) + 'Z'));
    if (!at) continue;
    out += words.mid(done, match.capturedStart() - done) + toSecond(*at, clock) + QStringLiteral(" (") +
           relativeBy([](const char* text) { return QString::fromUtf8(text); }, *at, now) + ')';
    done = match.capturedEnd();
  }
  return out + words.mid(done);
}

}  // namespace onceover::widgets
