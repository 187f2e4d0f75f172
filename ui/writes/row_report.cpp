// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/writes/row_report.h"

#include <algorithm>
#include <map>

#include "ui/widgets/rows_model.h"
#include "ui/widgets/widgets.h"

namespace onceover::writes {
namespace {

// The page below stays in sight.
constexpr int mostRows = 5;

}  // namespace

RowReportCard::RowReportCard(QWidget* parent)
    : widgets::ResultCard(tr("Result"), parent),
      model_(new widgets::FieldsModel({{tr("Row"), 34, widgets::FieldsModel::Mono}, {tr("Result"), 12}, {tr("Details"), 60}}, this)),
      table_(new widgets::TableView(tr("Result of each row"), model_)) {
  body()->addWidget(table_);
}

void RowReportCard::showReport(const VerdictReport& report, const tables::Profile& profile) {
  std::vector<widgets::FieldChange> lines;
  std::int64_t written = 0;
  key::Sums sums;
  for (const RowReport& row : report.rows) {
    const widgets::Told told = toldOutcome(profile, row.seen.row, row.outcome);
    const bool isWritten = told.badge.tone == widgets::Tone::ok;
    written += isWritten ? 1 : 0;
    if (isWritten) sums.add(row.seen.row.subject);
    QString said = QString(told.words).replace(QLatin1Char('\n'), QLatin1Char(' '));
    if (const auto unconfirmed = row.outcome ? unconfirmedOf(*row.outcome) : std::string(); !unconfirmed.empty())
      said += ' ' + widgets::shown(unconfirmed);
    lines.push_back({widgets::shown(row.seen.row.id.key), told.badge.word, said, false});
  }
  const QString title = report.title.isEmpty() ? verbTitle(report.verb) : report.title;
  const auto asked = static_cast<std::int64_t>(report.rows.size());
  const bool all = written == asked && asked > 0;
  const auto badge = all           ? widgets::Badge{tr("written"), QStringLiteral("check"), widgets::Tone::ok}
                     : written > 0 ? widgets::Badge{tr("in part"), QStringLiteral("half"), widgets::Tone::warn}
                                   : widgets::Badge{tr("not written"), QStringLiteral("warning"), widgets::Tone::warn};
  QString words = asked == 0 ? tr("%1: these rows no longer exist.").arg(title)
                             : tr("%1: %2 of %3 rows written.").arg(title, widgets::number(written), widgets::number(asked));
  if (written > 0 && !profile.amount.empty()) words += ' ' + tr("Written: %1.").arg(widgets::sumsShown(sums));
  if (report.left > 0 && asked > 0) words += ' ' + tr("%1 more were skipped: gone, or in another state.").arg(widgets::number(report.left));
  model_->setRows(std::move(lines));
  table_->setVisible(asked > 0);
  table_->setHeightInRows(std::min(model_->rowCount(), mostRows));
  showResult({badge, words});
}

void RowReportCard::showError(const Error& error) {
  model_->setRows({});
  table_->hide();
  showResult(widgets::toldFailure(error));
}

namespace {

// The list below stays in sight.
constexpr int mostAnswers = 6;

}  // namespace

AnswersModel::AnswersModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Key"), 26, Mono}, [](const Answered& one) { return widgets::shown(one.row.id.key); }},
      {{tr("Customer"), 16}, [](const Answered& one) { return widgets::shown(one.row.subject.customer); }},
      {{tr("Amount"), 18, Right | Whole}, [](const Answered& one) { return widgets::money(one.row.subject); }},
      {{tr("The gateway"), 22}, [](const Answered& one) { return widgets::badgeOf(one.asked.evidence.finding); }},
      {{tr("Verdict"), 22}, [](const Answered& one) { return widgets::badgeOf(one.asked.verdict.kind); }},
      {{tr("Why"), 30, Stretch}, [](const Answered& one) { return widgets::shown(one.asked.verdict.why); }},
  });
}

std::vector<widgets::FieldChange> verdictsOf(const std::vector<Answered>& rows) {
  std::map<QString, std::pair<std::int64_t, key::Sums>> found;
  for (const Answered& one : rows) {
    auto& [n, sums] = found[widgets::badgeOf(one.asked.verdict.kind).word];
    ++n;
    sums.add(one.row.subject);
  }
  std::vector<widgets::FieldChange> fields;
  for (const auto& [word, counted] : found)
    fields.push_back({word, widgets::number(counted.first), widgets::sumsShown(counted.second), false});
  return fields;
}

AnswersCard::AnswersCard(QWidget* parent)
    : widgets::ResultCard(tr("Answers of the gateway"), parent),
      model_(new AnswersModel(this)),
      table_(new widgets::TableView(tr("Answer for each row"), model_)) {
  body()->addWidget(table_);
}

void AnswersCard::showAnswers(const Answers& answers) {
  const auto n = static_cast<std::int64_t>(answers.rows.size());
  widgets::Told told{{tr("asked"), QStringLiteral("check"), widgets::Tone::info},
                     n == 1 ? tr("The gateway was asked about 1 row. Nothing was written.")
                            : tr("The gateway was asked about %1 rows. Nothing was written.").arg(widgets::number(n))};
  told.lines.append(tr("As of %1").arg(widgets::exact(answers.asOf, widgets::ClockChoice::utc)));
  for (const widgets::FieldChange& field : verdictsOf(answers.rows)) {
    told.lines.append(field.after.isEmpty() ? tr("%1: %2").arg(field.name, field.before)
                                            : tr("%1: %2, %3").arg(field.name, field.before, field.after));
  }
  if (answers.gone > 0) told.lines.append(tr("%1 rows no longer exist.").arg(widgets::number(answers.gone)));
  model_->setRows(answers.rows, answers.asOf);
  table_->setVisible(n > 0);
  table_->setHeightInRows(std::min(model_->rowCount(), mostAnswers));
  showResult(told);
}

void AnswersCard::showError(const Error& error) {
  model_->setRows({});
  table_->hide();
  showResult(widgets::toldFailure(error));
}

}  // namespace onceover::writes
