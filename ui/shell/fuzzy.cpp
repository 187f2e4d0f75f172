#include "ui/shell/fuzzy.h"

namespace onceover::shell {

std::optional<int> fuzzyScore(const QString& pattern, const QString& text) {
  int score = 0;
  qsizetype at = 0;
  bool run = false;
  for (const QChar wanted : pattern) {
    if (wanted.isSpace()) {
      run = false;
      continue;
    }
    const qsizetype from = at;
    while (at < text.size() && text[at].toCaseFolded() != wanted.toCaseFolded()) ++at;
    if (at == text.size()) return std::nullopt;
    const bool begins = at == 0 || !text[at - 1].isLetterOrNumber();
    run = run && at == from;
    score += 1 + (begins ? 8 : 0) + (run ? 5 : 0);
    run = true;
    ++at;
  }
  return pattern.isEmpty() ? 0 : score * 100 - static_cast<int>(text.size());
}

}  // namespace onceover::shell
