#include "ui/keys/typed.h"

#include <QRegularExpression>
#include <charconv>

#include "core/base/text.h"
#include "ui/widgets/text.h"

namespace onceover::keys {
namespace {

void appendUtf8(std::string& out, std::uint32_t c) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) return put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
  if (c < 0x10000) return put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
  put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
}

// Reads "{202e}" at the beginning of text. 0: it is none.
std::size_t readCodePoint(std::string_view text, std::uint32_t& c) {
  const std::size_t end = text.find('}');
  if (text.empty() || text[0] != '{' || end == std::string_view::npos || end < 2 || end > 7) return 0;
  const auto read = std::from_chars(text.data() + 1, text.data() + end, c, 16);
  return read.ec == std::errc() && read.ptr == text.data() + end && c <= 0x10FFFF ? end + 1 : 0;
}

}  // namespace

std::optional<std::string> unspelled(std::string_view text) {
  std::string out;
  if (text.starts_with("\\x") && from_hex(text.substr(2), out)) {
    if (visible(out) == text) return out;
    out.clear();
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char next = text[at] == '\\' && at + 1 < text.size() ? text[at + 1] : '\0';
    std::uint32_t c = 0;
    if (next == 'n' || next == 'r' || next == 't') {
      out += next == 'n' ? '\n' : next == 'r' ? '\r' : '\t';
      ++at;
    } else if (const std::size_t length = next == 'u' ? readCodePoint(text.substr(at + 2), c) : 0; length > 0) {
      appendUtf8(out, c);
      at += 1 + length;
    } else {
      out += text[at];
    }
  }
  if (out == text || visible(out) != text) return std::nullopt;
  return out;
}

std::optional<Timestamp> momentOf(const QString& typed) {
  static const QRegularExpression shape(QStringLiteral(
      "^\\s*(\\d{4}-\\d{2}-\\d{2})(?:[ T](\\d{2}:\\d{2})(?::(\\d{2}(?:\\.\\d{1,6})?))?\\s*(Z|UTC|[+-]\\d{2}:\\d{2})?)?\\s*$"));
  const auto match = shape.match(typed);
  if (!match.hasMatch()) return std::nullopt;
  const QString time = match.captured(2).isEmpty() ? QStringLiteral("00:00") : match.captured(2);
  const QString seconds = match.captured(3).isEmpty() ? QStringLiteral("00") : match.captured(3);
  const QString zone = match.captured(4).isEmpty() || match.captured(4) == QLatin1String("UTC") ? QStringLiteral("Z") : match.captured(4);
  return parse_iso(widgets::bytes(match.captured(1) + 'T' + time + ':' + seconds + zone));
}

QString typedAs(Timestamp at) {
  QString out = widgets::text(iso(at));
  out.replace('T', ' ');
  out.remove(QLatin1String(".000000"));
  return out;
}

}  // namespace onceover::keys
