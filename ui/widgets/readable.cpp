#include "ui/widgets/readable.h"

#include <QRegularExpression>

#include "ui/widgets/text.h"

namespace onceover::widgets {

QString toSecond(Timestamp at, ClockChoice clock) {
  QString words = exact(at, clock);
  if (at.is_finite()) words.remove(words.indexOf('.'), 4);
  return words;
}

QString readable(std::string_view sentence, Timestamp now, ClockChoice clock) {
  static const QRegularExpression instant(QStringLiteral("(\\d{4,6}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d{6}Z| UTC)"));
  const QString words = shown(sentence);
  QString out;
  qsizetype done = 0;
  for (auto matches = instant.globalMatch(words); matches.hasNext();) {
    const auto match = matches.next();
    const auto at = parse_iso(bytes(match.captured(1) + 'T' + match.captured(2) + 'Z'));
    if (!at) continue;
    out += words.mid(done, match.capturedStart() - done) + toSecond(*at, clock) + QStringLiteral(" (") + relative(*at, now) + ')';
    done = match.capturedEnd();
  }
  return out + words.mid(done);
}

}  // namespace onceover::widgets
