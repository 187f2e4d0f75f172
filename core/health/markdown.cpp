#include "core/health/markdown.h"

#include <fmt/format.h>

#include "core/base/words.h"
#include "core/exports/cell_text.h"

namespace onceover::health {
namespace {

std::string cell(std::string_view text) {
  std::string out;
  exports::append_markdown(out, text, false);
  return out;
}

// A fence longer than any run of backticks inside.
std::string code(std::string_view sql) {
  std::size_t longest = 2, run = 0;
  for (const char c : sql) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}sql\n{}{}{}\n", fence, sql, sql.ends_with('\n') ? "" : "\n", fence);
}

}  // namespace

constexpr auto review_item_answer_words = words<ReviewItem::Answer>(
    {{ReviewItem::Answer::holds, "holds"}, {ReviewItem::Answer::fails, "fails"}, {ReviewItem::Answer::ask, "ask"}});

std::string_view word(ReviewItem::Answer answer) { return review_item_answer_words.of(answer); }

std::string to_markdown(const Report& report) {
  std::string text = fmt::format("# Health of {}\n\nAs of {}.\n", cell(report.table), iso(report.as_of));
  if (report.findings.empty()) text += "\nNothing was found.\n";
  for (const Finding& f : report.findings) {
    text += fmt::format("\n## {}: {}\n\n{}\n\n{}\n", word(f.severity), info(f.check).title, cell(f.evidence), info(f.check).consequence);
    if (!f.advice.empty()) text += "\n" + cell(f.advice) + "\n";
    if (!f.sql.empty()) text += "\n" + code(f.sql);
  }
  if (!report.not_checked.empty()) text += "\n## Not checked\n\n| check | why |\n| --- | --- |\n";
  for (const NotChecked& n : report.not_checked) text += fmt::format("| {} | {} |\n", info(n.check).title, cell(n.why));
  text += "\n## Review checklist\n\n| answer | promise | by |\n| --- | --- | --- |\n";
  for (const ReviewItem& item : report.review) {
    std::string by = item.how_to_see;
    for (const Check check : item.by) by += fmt::format("{}{}", by.empty() ? "" : ", ", info(check).title);
    text += fmt::format("| {} | {} | {} |\n", word(item.answer), item.what, by);
  }
  return text;
}

}  // namespace onceover::health
