#include "ui/inbox/report_card.h"

#include <algorithm>

#include "ui/widgets/fields_model.h"
#include "ui/widgets/widgets.h"

namespace onceover::inbox {

using widgets::Tone;

namespace {

// The page below stays in sight.
constexpr int mostRows = 5;

}  // namespace

ReportCard::ReportCard(QWidget* parent)
    : ResultCard(tr("Result"), parent),
      model_(new widgets::FieldsModel({{tr("Event"), 34, widgets::FieldsModel::Mono}, {tr("Result"), 12}, {tr("Details"), 60}}, this)),
      table_(new widgets::TableView(tr("Result of each row"), model_)) {
  body()->addWidget(table_);
}

void ReportCard::showReport(const VerdictReport& report, const profile::Profile& profile) {
  std::vector<widgets::FieldChange> lines;
  std::int64_t written = 0;
  for (const RowReport& row : report.rows) {
    const widgets::Told told = widgets::toldOutcome(profile, row.seen.row, row.outcome);
    written += told.badge.tone == Tone::ok ? 1 : 0;
    QString said = QString(told.words).replace(QLatin1Char('\n'), QLatin1Char(' '));
    if (const auto unconfirmed = row.outcome ? widgets::unconfirmedOf(*row.outcome) : std::string(); !unconfirmed.empty())
      said += ' ' + widgets::shown(unconfirmed);
    lines.push_back({widgets::shown(row.seen.row.id.key), told.badge.word, said, false});
  }
  const auto asked = static_cast<std::int64_t>(report.rows.size());
  const bool all = written == asked && asked > 0;
  const auto badge = all           ? widgets::Badge{tr("written"), QStringLiteral("check"), Tone::ok}
                     : written > 0 ? widgets::Badge{tr("in part"), QStringLiteral("half"), Tone::warn}
                                   : widgets::Badge{tr("not written"), QStringLiteral("warning"), Tone::warn};
  QString words =
      asked == 0 ? tr("%1: these rows no longer exist.").arg(widgets::verbTitle(report.verb))
                 : tr("%1: %2 of %3 rows written.").arg(widgets::verbTitle(report.verb), widgets::number(written), widgets::number(asked));
  if (report.left > 0 && asked > 0) words += ' ' + tr("%1 more were skipped: gone, or in another state.").arg(widgets::number(report.left));
  model_->setRows(std::move(lines));
  table_->setVisible(asked > 0);
  table_->setHeightInRows(std::min(model_->rowCount(), mostRows));
  showResult({badge, words});
}

void ReportCard::showError(const Error& error) {
  model_->setRows({});
  table_->hide();
  showResult(widgets::toldFailure(error));
}

}  // namespace onceover::inbox
