#include "ui/inbox/report_card.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/badge.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::inbox {

using widgets::Tone;

namespace {

// The page below stays in sight.
constexpr int mostRows = 5;

}  // namespace

ReportCard::ReportCard(QWidget* parent)
    : Card(tr("What happened"), parent),
      badge_(new widgets::BadgeLabel),
      words_(widgets::wrapped(widgets::TextRole::strong, tr("Result"))),
      table_(new widgets::TableView(tr("What happened to each row"))),
      model_(new widgets::FieldsModel({{tr("Event"), 34, widgets::FieldsModel::Mono}, {tr("Result"), 12}, {tr("In words"), 60}}, this)) {
  table_->setModel(model_);
  auto* close = new QToolButton;
  close->setIcon(widgets::icon(QStringLiteral("close")));
  close->setAutoRaise(true);
  close->setAccessibleName(tr("Close the result"));
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  addToTitle(close);
  auto* line = new QHBoxLayout;
  line->addWidget(badge_, 0, Qt::AlignTop);
  line->addWidget(words_, 1);
  body()->addLayout(line);
  body()->addWidget(table_);
  hide();
}

QString ReportCard::words() const { return words_->text(); }

void ReportCard::showReport(const VerdictReport& report, const profile::Profile& profile) {
  std::vector<widgets::FieldChange> lines;
  std::int64_t written = 0;
  for (const RowReport& row : report.rows) {
    const widgets::ToldOutcome told = widgets::toldOutcome(profile, row.seen.row, row.outcome);
    written += told.isWritten ? 1 : 0;
    QString said = QString(told.words).replace(QLatin1Char('\n'), QLatin1Char(' '));
    if (const auto unconfirmed = row.outcome ? widgets::unconfirmedOf(*row.outcome) : std::string(); !unconfirmed.empty())
      said += ' ' + widgets::shown(unconfirmed);
    lines.push_back({widgets::shown(row.seen.row.id.key), told.word, said, false});
  }
  const auto asked = static_cast<std::int64_t>(report.rows.size());
  const bool all = written == asked && asked > 0;
  badge_->setBadge(all           ? widgets::Badge{tr("written"), QStringLiteral("check"), Tone::ok}
                   : written > 0 ? widgets::Badge{tr("in part"), QStringLiteral("half"), Tone::warn}
                                 : widgets::Badge{tr("not written"), QStringLiteral("warning"), Tone::warn});
  QString words =
      asked == 0 ? tr("%1: none of the rows is there any more.").arg(widgets::verbTitle(report.verb))
                 : tr("%1: %2 of %3 rows written.").arg(widgets::verbTitle(report.verb), widgets::number(written), widgets::number(asked));
  if (report.left > 0 && asked > 0)
    words += ' ' + tr("%1 more were left alone: gone, or not in a state that it is for.").arg(widgets::number(report.left));
  words_->setText(words);
  model_->setRows(std::move(lines));
  table_->setVisible(asked > 0);
  table_->setHeightInRows(std::min(model_->rowCount(), mostRows));
  show();
}

void ReportCard::showError(const Error& error) {
  badge_->setBadge({tr("failed"), QStringLiteral("cross"), Tone::danger});
  words_->setText(widgets::sentences(error));
  model_->setRows({});
  table_->hide();
  show();
}

}  // namespace onceover::inbox
