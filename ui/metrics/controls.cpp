// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/metrics/controls.h"

#include <QAction>
#include <QDateTime>
#include <QMenu>
#include <QRegularExpression>
#include <QTimeZone>

#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::metrics {
namespace {

constexpr int narrowestBox = 96;

Timestamp floorTo(Timestamp at, Duration step) {
  const std::int64_t rest = ((at.us % step.count()) + step.count()) % step.count();
  return {at.us - rest};
}

QComboBox* tipped(QComboBox* box) {
  box->setToolTip(widgets::toolTip(box->accessibleName()));
  return box;
}

QComboBox* namesBox(const QString& all, const QString& name) {
  QComboBox* box = widgets::editableBox(name);
  box->lineEdit()->setPlaceholderText(all);
  return box;
}

}  // namespace

void TimeFrames::zoom(Timestamp from, Timestamp to) {
  if (to - from < shortest_frame) {
    const Timestamp middle{from.us + (to.us - from.us) / 2};
    from = middle - shortest_frame / 2;
    to = from + shortest_frame;
  }
  frames_.append(TimeFrame{to - from, from, to});
}

Request requestFor(const TimeFrame& frame, Timestamp now, int points) {
  Request out;
  const Duration span = frame.isPart()    ? *frame.to - *frame.from
                        : frame.isSince() ? std::max(now - *frame.from, shortest_frame)
                                          : frame.span;
  out.step = step_for(span, std::max(1, points));
  if (frame.isPart()) {
    out.from = floorTo(*frame.from, out.step);
    out.to = floorTo(*frame.to - Duration(1), out.step) + out.step;
  } else {
    out.to = floorTo(now, out.step) + out.step;
    out.from = floorTo(frame.isSince() ? std::min(*frame.from, now) : out.to - span, out.step);
  }
  return out;
}

Controls::Controls(QWidget* parent) : QWidget(parent) {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* row = new widgets::FlowLayout(t.unit, this);
  row->setContentsMargins(t.gap, t.unit, t.gap, t.unit);
  constexpr int hour = 3600, day = 24 * hour;
  source_ = tipped(widgets::comboBox(tr("Source of the numbers")));
  source_->hide();
  span_ = widgets::editableBox(tr("Time range"));
  span_->setMinimumContentsLength(16);
  span_->setToolTip(
      widgets::toolTip(tr("Time range: choose one, or type 45m, 2h30m, since 14:05, 14:05 to 15:10")));
  span_->setCompleter(nullptr);  // what is typed is not a beginning of what is listed
  for (const int seconds : {900, hour, 3 * hour, 6 * hour, day, 7 * day, 30 * day})
    span_->addItem(tr("Last %1").arg(widgets::span(std::chrono::seconds(seconds))), seconds);
  span_->setCurrentIndex(1);
  tenant_ = namesBox(tr("All tenants"), tr("Filter by tenant"));
  operation_ = namesBox(tr("All operations"), tr("Filter by operation"));
  split_ = tipped(widgets::comboBox(tr("Split by"), {{tr("Not split"), static_cast<int>(By::nothing)}}));
  compare_ = tipped(widgets::comboBox(
      tr("Compare with"),
      {{tr("Not compared"), 0}, {tr("With yesterday"), day}, {tr("With last week"), 7 * day}}));
  for (QComboBox* one : {source_, span_, tenant_, operation_, split_, compare_}) {
    one->setMinimumWidth(narrowestBox);  // a long name of a source or a tenant does not widen the page
    row->addWidget(one);
  }
  connect(source_, &QComboBox::activated, this, &Controls::sourceChosen);
  connect(span_, &QComboBox::activated, this, [this](int index) {
    const int seconds = span_->itemData(index).toInt();
    if (seconds > 0) emit frameChosen(TimeFrame{std::chrono::seconds(seconds), {}, {}});
  });
  connect(span_->lineEdit(), &QLineEdit::returnPressed, this, &Controls::readRange);
  // Left half typed, it says again what is shown.
  connect(span_->lineEdit(), &QLineEdit::editingFinished, this, [this] {
    if (!span_->lineEdit()->hasFocus()) span_->setEditText(rangeText(frame_, clock_));
  });
  for (QComboBox* one : {tenant_, operation_, split_, compare_})
    connect(one, &QComboBox::activated, this, &Controls::changed);
  for (QComboBox* one : {tenant_, operation_})
    connect(one->lineEdit(), &QLineEdit::returnPressed, this, &Controls::changed);
}

void Controls::setSources(const QStringList& names, int current) {
  source_->clear();
  source_->addItems(names);
  source_->setCurrentIndex(current);
  source_->setVisible(names.size() > 1);
}

void Controls::setSplits(const QVector<By>& by) {
  const By chosen = split();
  split_->clear();
  split_->addItem(tr("Not split"), static_cast<int>(By::nothing));
  for (const By one : by)
    split_->addItem(tr("By %1").arg(widgets::wordShown(word(one))), static_cast<int>(one));
  split_->setCurrentIndex(std::max(0, split_->findData(static_cast<int>(chosen))));
}

void Controls::readRange() {
  const QString typed = span_->currentText();
  if (typed.compare(rangeText(frame_, clock_), Qt::CaseInsensitive) == 0) return;
  const auto frame = typedRange(typed, now_ ? now_() : Timestamp{}, clock_);
  if (!frame) return emit frameRefused(frame.error());
  emit frameChosen(*frame);
}

void Controls::setFrame(const TimeFrames& frames, widgets::ClockChoice clock) {
  frame_ = frames.current();
  clock_ = clock;
  const bool isListed = !frame_.from;
  span_->setCurrentIndex(isListed ? span_->findData(static_cast<int>(frame_.span / std::chrono::seconds(1)))
                                  : -1);
  span_->setEditText(rangeText(frame_, clock_));
}

// What is chosen or half typed stays.
void Controls::offer(QComboBox* box, const std::vector<std::string>& values) {
  QStringList words;
  for (const std::string& value : values) words.append(widgets::text(value));
  QStringList there;
  for (int i = 0; i < box->count(); ++i) there.append(box->itemText(i));
  if (there == words) return;
  const QString typed = box->currentText();
  box->clear();
  box->addItems(words);
  box->setCurrentIndex(-1);
  box->setEditText(typed);
}

void Controls::setNames(const std::vector<std::string>& tenants, const std::vector<std::string>& operations) {
  offer(tenant_, tenants);
  offer(operation_, operations);
}

void Controls::addButton(QAction* action, bool hasText) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setToolButtonStyle(hasText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setAccessibleName(action->text());
  layout()->addWidget(button);
}

void Controls::addMenu(QMenu* menu, const QString& text) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setAccessibleName(text);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setMenu(menu);
  layout()->addWidget(button);
}

std::string Controls::tenant() const { return widgets::bytes(tenant_->currentText().trimmed()); }
std::string Controls::operation() const { return widgets::bytes(operation_->currentText().trimmed()); }
By Controls::split() const { return static_cast<By>(split_->currentData().toInt()); }
Comparison Controls::comparison() const {
  const int back = compare_->currentData().toInt();
  return {std::chrono::seconds(back), back == 0       ? QString()
                                      : back == 86400 ? tr("yesterday")
                                                      : tr("last week")};
}
void Controls::focusSearch() { operation_->setFocus(); }

namespace {

// Longer is no range of a dashboard, and an overflow is near.
constexpr Duration longestRange = std::chrono::hours(24 * 3660);

Error notARange() {
  return {ErrorKind::invalid_input,
          "This is not a time range.",
          "The charts show what they showed.",
          "Type how long (45m, 2h30m), since when (since 14:05), or from when to when (14:05 to 15:10).",
          "",
          ""};
}

std::optional<Duration> spanOf(const QString& typed) {
  static const QRegularExpression whole(QStringLiteral("^(?:\\s*\\d+(?:\\.\\d+)?\\s*[a-z]+)+\\s*$"));
  static const QRegularExpression piece(QStringLiteral("(\\d+(?:\\.\\d+)?)\\s*([a-z]+)"));
  if (!whole.match(typed).hasMatch()) return std::nullopt;
  double seconds = 0;
  for (auto all = piece.globalMatch(typed); all.hasNext();) {
    const auto match = all.next();
    const QString unit = match.captured(2);
    const auto isOneOf = [&](std::initializer_list<const char*> names) {
      return std::any_of(names.begin(), names.end(),
                         [&](const char* name) { return unit == QLatin1String(name); });
    };
    const double each = isOneOf({"s", "sec", "second", "seconds"})           ? 1
                        : isOneOf({"m", "min", "mins", "minute", "minutes"}) ? 60
                        : isOneOf({"h", "hour", "hours"})                    ? 3600
                        : isOneOf({"d", "day", "days"})                      ? 86'400
                        : isOneOf({"w", "week", "weeks"})                    ? 604'800
                                                                             : 0;
    if (each == 0) return std::nullopt;
    seconds += match.captured(1).toDouble() * each;
  }
  if (!(seconds > 0) || seconds > std::chrono::duration<double>(longestRange).count()) return std::nullopt;
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
}

struct Moment {
  Timestamp at;
  bool hasDate = false;
};

// day: of a time without one.
std::optional<Moment> momentAt(const QString& typed, const QDate& day, widgets::ClockChoice clock) {
  static const QRegularExpression shape(QStringLiteral(
      "^\\s*(?:(\\d{4}-\\d{2}-\\d{2})(?:[ t]+|$))?(?:(\\d{1,2}):(\\d{2})(?::(\\d{2}))?)?\\s*$"));
  const auto match = shape.match(typed);
  if (!match.hasMatch() || typed.trimmed().isEmpty()) return std::nullopt;
  const bool hasDate = !match.captured(1).isEmpty();
  const QDate date = hasDate ? QDate::fromString(match.captured(1), Qt::ISODate) : day;
  const QTime time(match.captured(2).toInt(), match.captured(3).toInt(), match.captured(4).toInt());
  if (!date.isValid() || !time.isValid()) return std::nullopt;
  const QDateTime moment(
      date, time, clock == widgets::ClockChoice::local ? QTimeZone::systemTimeZone() : QTimeZone::utc());
  return Moment{{moment.toMSecsSinceEpoch() * 1000}, hasDate};
}

}  // namespace

Result<TimeFrame> typedRange(const QString& typed, Timestamp now, widgets::ClockChoice clock) {
  QString text = typed.trimmed().toLower();
  constexpr auto last = QLatin1String("last "), since = QLatin1String("since ");
  if (const auto span = spanOf(text.startsWith(last) ? text.mid(last.size()) : text))
    return TimeFrame{std::max(*span, shortest_frame), {}, {}};
  const QDateTime at = QDateTime::fromMSecsSinceEpoch(now.us / 1000, QTimeZone::utc());
  const QDate today = (clock == widgets::ClockChoice::local ? at.toLocalTime() : at).date();
  // A time of day that is still to come was yesterday's.
  const auto before = [&](const QString& words, Timestamp limit) -> std::optional<Moment> {
    auto found = momentAt(words, today, clock);
    if (found && !found->hasDate && found->at >= limit) found = momentAt(words, today.addDays(-1), clock);
    return found;
  };
  static const QRegularExpression between(
      QStringLiteral("\\s+(?:to|until|-|–)\\s+|(?<=\\d{2}:\\d{2})\\s*[-–]\\s*(?=\\d{1,2}:\\d{2})"));
  const QStringList ends = text.split(between);
  if (ends.size() == 2) {
    auto to = before(ends[1], now);
    if (!to) return fail(notARange());
    const auto from = before(ends[0], to->at);
    // An end without a date is of the day it began, or of the next.
    if (from && from->hasDate && !to->hasDate) {
      const QDate day = QDate::fromString(ends[0].trimmed().left(10), Qt::ISODate);
      to = momentAt(ends[1], day, clock);
      if (to && to->at <= from->at) to = momentAt(ends[1], day.addDays(1), clock);
    }
    if (!from || !to || !(from->at < to->at)) return fail(notARange());
    return TimeFrame{to->at - from->at, from->at, to->at};
  }
  const auto from = before(text.startsWith(since) ? text.mid(since.size()) : text, now);
  if (!from) return fail(notARange());
  if (!(from->at < now)) {
    return fail(ErrorKind::invalid_input, "This time has not come yet.", "The charts show what they showed.",
                "Type an earlier time.");
  }
  return TimeFrame{now - from->at, from->at, {}};
}

QString rangeText(const TimeFrame& frame, widgets::ClockChoice clock) {
  const auto time = [&](Timestamp at) { return widgets::exact(at, clock).section(QLatin1Char('.'), 0, 0); };
  if (frame.isPart())
    return QObject::tr("%1 to %2").arg(time(*frame.from), time(*frame.to).section(QLatin1Char(' '), 1));
  return frame.isSince() ? QObject::tr("Since %1").arg(time(*frame.from))
                         : QObject::tr("Last %1").arg(widgets::span(frame.span));
}

}  // namespace onceover::metrics
