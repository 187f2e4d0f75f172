#include "ui/metrics/typed_range.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTimeZone>
#include <optional>

#include "ui/widgets/text.h"

namespace onceover::metrics {
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
      return std::any_of(names.begin(), names.end(), [&](const char* name) { return unit == QLatin1String(name); });
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
  static const QRegularExpression shape(
      QStringLiteral("^\\s*(?:(\\d{4}-\\d{2}-\\d{2})(?:[ t]+|$))?(?:(\\d{1,2}):(\\d{2})(?::(\\d{2}))?)?\\s*$"));
  const auto match = shape.match(typed);
  if (!match.hasMatch() || typed.trimmed().isEmpty()) return std::nullopt;
  const bool hasDate = !match.captured(1).isEmpty();
  const QDate date = hasDate ? QDate::fromString(match.captured(1), Qt::ISODate) : day;
  const QTime time(match.captured(2).toInt(), match.captured(3).toInt(), match.captured(4).toInt());
  if (!date.isValid() || !time.isValid()) return std::nullopt;
  const QDateTime moment(date, time, clock == widgets::ClockChoice::local ? QTimeZone::systemTimeZone() : QTimeZone::utc());
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
  static const QRegularExpression between(QStringLiteral("\\s+(?:to|until|-|–)\\s+|(?<=\\d{2}:\\d{2})\\s*[-–]\\s*(?=\\d{1,2}:\\d{2})"));
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
    return fail(ErrorKind::invalid_input, "This time has not come yet.", "The charts show what they showed.", "Type an earlier time.");
  }
  return TimeFrame{now - from->at, from->at, {}};
}

QString rangeText(const TimeFrame& frame, widgets::ClockChoice clock) {
  const auto time = [&](Timestamp at) { return widgets::exact(at, clock).section(QLatin1Char('.'), 0, 0); };
  if (frame.isPart()) return QObject::tr("%1 to %2").arg(time(*frame.from), time(*frame.to).section(QLatin1Char(' '), 1));
  return frame.isSince() ? QObject::tr("Since %1").arg(time(*frame.from)) : QObject::tr("Last %1").arg(widgets::span(frame.span));
}

}  // namespace onceover::metrics
