#include "ui/widgets/answers_card.h"

#include <algorithm>
#include <map>

#include "ui/widgets/fields_model.h"
#include "ui/widgets/widgets.h"

namespace onceover::widgets {
namespace {

// The list below stays in sight.
constexpr int mostAnswers = 6;

}  // namespace

AnswersModel::AnswersModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Key"), 26, Mono}, [](const Answered& one) { return shown(one.row.id.key); }},
      {{tr("Customer"), 16}, [](const Answered& one) { return shown(one.row.subject.customer); }},
      {{tr("Amount"), 18, Right | Whole}, [](const Answered& one) { return money(one.row.subject); }},
      {{tr("The gateway"), 22}, [](const Answered& one) { return badgeOf(one.asked.evidence.finding); }},
      {{tr("Verdict"), 22}, [](const Answered& one) { return badgeOf(one.asked.verdict.kind); }},
      {{tr("Why"), 30, Stretch}, [](const Answered& one) { return shown(one.asked.verdict.why); }},
  });
}

std::vector<FieldChange> verdictsOf(const std::vector<Answered>& rows) {
  std::map<QString, std::pair<std::int64_t, key::Sums>> found;
  for (const Answered& one : rows) {
    auto& [n, sums] = found[badgeOf(one.asked.verdict.kind).word];
    ++n;
    sums.add(one.row.subject);
  }
  std::vector<FieldChange> fields;
  for (const auto& [word, counted] : found) fields.push_back({word, number(counted.first), sumsShown(counted.second), false});
  return fields;
}

AnswersCard::AnswersCard(QWidget* parent)
    : ResultCard(tr("Answers of the gateway"), parent),
      model_(new AnswersModel(this)),
      table_(new TableView(tr("Answer for each row"), model_)) {
  body()->addWidget(table_);
}

void AnswersCard::showAnswers(const Answers& answers) {
  const auto n = static_cast<std::int64_t>(answers.rows.size());
  Told told{{tr("asked"), QStringLiteral("check"), Tone::info},
            n == 1 ? tr("The gateway was asked about 1 row. Nothing was written.")
                   : tr("The gateway was asked about %1 rows. Nothing was written.").arg(number(n))};
  told.lines.append(tr("As of %1").arg(exact(answers.asOf, ClockChoice::utc)));
  for (const FieldChange& field : verdictsOf(answers.rows)) {
    told.lines.append(field.after.isEmpty() ? tr("%1: %2").arg(field.name, field.before)
                                            : tr("%1: %2, %3").arg(field.name, field.before, field.after));
  }
  if (answers.gone > 0) told.lines.append(tr("%1 rows no longer exist.").arg(number(answers.gone)));
  model_->setRows(answers.rows, answers.asOf);
  table_->setVisible(n > 0);
  table_->setHeightInRows(std::min(model_->rowCount(), mostAnswers));
  showResult(told);
}

void AnswersCard::showError(const Error& error) {
  model_->setRows({});
  table_->hide();
  showResult(toldFailure(error));
}

}  // namespace onceover::widgets
