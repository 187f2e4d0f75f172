// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calculator/words.h"

#include <QRegularExpression>
#include <cmath>

#include "ui/widgets/text.h"

namespace onceover::calculator {
namespace {

struct SpanUnit {
  const char* word;
  double us;
};
// Those that are written, the largest first; and two more that are read.
constexpr SpanUnit spanUnits[] = {{"d", 86'400e6}, {"h", 3'600e6}, {"min", 60e6},      {"s", 1e6},
                                  {"ms", 1e3},     {"m", 60e6},    {"w", 7 * 86'400e6}};
constexpr std::size_t written = 5;

double usOf(const QString& unit) {
  const auto found =
      std::ranges::find_if(spanUnits, [&](const SpanUnit& one) { return unit == QLatin1String(one.word); });
  return found == std::end(spanUnits) ? 1e6 : found->us;
}

}  // namespace

std::optional<Duration> parseSpan(const QString& text) {
  static const QRegularExpression part(
      QStringLiteral("\\G\\s*(\\d+(?:\\.\\d+)?)\\s*(ms|min|m|s|h|d|w)?(?=\\s|\\d|$)"));
  const QString given = text.trimmed().toLower();
  qsizetype at = 0;
  double us = 0;
  while (at < given.size()) {
    const auto match = part.match(given, at);
    if (!match.hasMatch()) return std::nullopt;
    us += match.captured(1).toDouble() * usOf(match.captured(2));
    at = match.capturedEnd();
  }
  if (given.isEmpty() || us > static_cast<double>(endless.count())) return std::nullopt;
  return Duration(static_cast<Duration::rep>(std::llround(us)));
}

QString spanText(Duration span) {
  auto us = static_cast<double>(span.count());
  if (us == 0) return QStringLiteral("0");
  // A fraction of a second, or of a millisecond, is one number: two units are for minutes and more.
  if (us < 60e6) {
    const bool isSeconds = us >= 1e6;
    return QString::number(us / (isSeconds ? 1e6 : 1e3), 'g', 10) +
           (isSeconds ? QStringLiteral(" s") : QStringLiteral(" ms"));
  }
  QStringList parts;
  for (const SpanUnit& unit : std::span(spanUnits).first<written>()) {
    const double n = std::floor(us / unit.us);
    if (n < 1) continue;
    parts << QString::number(n, 'f', 0) + QLatin1Char(' ') + QLatin1String(unit.word);
    us -= n * unit.us;
  }
  return parts.join(QLatin1Char(' '));
}

std::vector<double> hoursOf(const QString& text) {
  std::vector<double> out;
  for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
    out.push_back(part.trimmed().toDouble());
  return out;
}

QStringList hourProblems(const QString& text) {
  QStringList out;
  for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    bool isNumber = false;
    part.trimmed().toDouble(&isNumber);
    if (!isNumber)
      out << tr("Per hour: \"%1\" is not a number.").arg(widgets::shown(widgets::bytes(part.trimmed())));
  }
  return out;
}

QString joined(const std::vector<std::string>& sentences, QLatin1String between) {
  QStringList out;
  for (const std::string& one : sentences) out << widgets::shown(one);
  return out.join(between);
}

double milliseconds(Duration span) { return static_cast<double>(span.count()) / 1000; }

QString titleOf(Backoff backoff) {
  switch (backoff) {
    case Backoff::none: return tr("None: at once");
    case Backoff::fixed: return tr("Fixed");
    case Backoff::exponential: return tr("Exponential");
    case Backoff::full_jitter: return tr("Full jitter");
    case Backoff::equal_jitter: return tr("Equal jitter");
    case Backoff::decorrelated_jitter: return tr("Decorrelated jitter");
  }
  return {};
}

QString figureTitle(const std::string& name) {
  if (name.starts_with("index:")) return tr("Index %1").arg(widgets::shown(std::string_view(name).substr(6)));
  if (name == "rows") return tr("Rows");
  if (name == "heap") return tr("Stored rows");
  if (name == "toast") return tr("Out of line");
  if (name == "size") return tr("Total");
  if (name == "each_day") return tr("Each further day");
  if (name == "wal") return tr("WAL");
  if (name == "dead") return tr("Dead rows");
  if (name == "money") return tr("Cost");
  if (name == "event") return tr("One event");
  if (name == "partitions") return tr("Partitions");
  return widgets::shown(name);
}

widgets::Badge badgeOf(WindowFit fit) {
  switch (fit) {
    case WindowFit::enough: return {tr("LONG ENOUGH"), QStringLiteral("check"), widgets::Tone::ok};
    case WindowFit::tight: return {tr("TIGHT"), QStringLiteral("warning"), widgets::Tone::warn};
    case WindowFit::too_short: return {tr("TOO SHORT"), QStringLiteral("cross"), widgets::Tone::danger};
  }
  return {};
}

widgets::Badge captureBadge(bool isAdvised) {
  return isAdvised ? widgets::Badge{tr("CAPTURE"), QStringLiteral("warning"), widgets::Tone::warn}
                   : widgets::Badge{tr("RELAY"), QStringLiteral("check"), widgets::Tone::ok};
}

widgets::Badge badgeOf(Fit fit) {
  switch (fit) {
    case Fit::fits: return {tr("fits"), QStringLiteral("check"), widgets::Tone::ok};
    case Fit::too_soon: return {tr("too soon"), QStringLiteral("cross"), widgets::Tone::danger};
    case Fit::too_late: return {tr("too late"), QStringLiteral("clock"), widgets::Tone::warn};
    case Fit::not_allowed: return {tr("not allowed"), QStringLiteral("cross"), widgets::Tone::danger};
    case Fit::not_retryable: return {tr("not retryable"), QStringLiteral("stop"), widgets::Tone::danger};
  }
  return {};
}

widgets::Badge badgeOf(Severity severity) {
  switch (severity) {
    case Severity::error: return {tr("error"), QStringLiteral("cross"), widgets::Tone::danger};
    case Severity::warning: return {tr("warning"), QStringLiteral("warning"), widgets::Tone::warn};
    case Severity::note: return {tr("note"), QStringLiteral("info"), widgets::Tone::info};
  }
  return {};
}

Run::Run(QObject* parent) : QObject(parent) {
  tick_.setInterval(std::chrono::milliseconds(100));
  connect(&tick_, &QTimer::timeout, this, &Run::progressed);
}

Run::~Run() {
  if (hand_) hand_->stops = true;
}

void Run::begin(Launch launch) {
  if (!isRunning()) return launchNow(launch);
  hand_->stops = true;
  next_ = std::move(launch);
}

void Run::launchNow(const Launch& launch) {
  hand_ = std::make_shared<Hand>();
  tick_.start();
  launch(hand_);
  emit runningChanged();
}

void Run::cancel() {
  if (!isRunning()) return;
  hand_->stops = true;
  next_ = nullptr;
}

// The thread has ended. True: another one was waiting for that.
bool Run::isReplaced() {
  hand_.reset();
  tick_.stop();
  if (const Launch next = std::exchange(next_, nullptr)) {
    launchNow(next);
    return true;
  }
  emit runningChanged();
  return false;
}

}  // namespace onceover::calculator
