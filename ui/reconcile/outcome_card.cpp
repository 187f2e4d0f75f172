#include "ui/reconcile/outcome_card.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/reconcile/case_text.h"
#include "ui/reconcile/override_card.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/row_write.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::reconcile {

using widgets::shown;
using widgets::Tone;

OutcomeCard::OutcomeCard(QWidget* parent)
    : Card(tr("What happened"), parent),
      badge_(new widgets::BadgeLabel),
      banner_(new widgets::Banner(Tone::warn, QStringLiteral("warning"), {})),
      words_(widgets::wrapped(widgets::TextRole::strong, tr("Result"))),
      table_(new widgets::TableView(tr("Row as you saw it and as it is now"))),
      model_(new widgets::FieldsModel({{tr("Field"), 14}, {tr("As you saw it"), 36}, {tr("Now"), 36}}, this)),
      queue_(new QPushButton(widgets::icon(QStringLiteral("person")), tr("Show what &waits"))) {
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
  banner_->hide();
  body()->addWidget(banner_);
  body()->addWidget(table_);
  queue_->setToolTip(widgets::toolTip(tr("Opens the page “Needs a person”")));
  queue_->hide();
  connect(queue_, &QPushButton::clicked, this, &OutcomeCard::queueRequested);
  body()->addWidget(queue_, 0, Qt::AlignLeft);
  hide();
}

QString OutcomeCard::words() const { return words_->text(); }
QString OutcomeCard::warning() const { return banner_->isVisibleTo(this) ? banner_->text() : QString(); }

void OutcomeCard::tell(const QString& icon, const QString& word, Tone tone, const QString& words) {
  badge_->setBadge({word, icon, tone});
  words_->setText(words);
  queue_->hide();
  show();
}

void OutcomeCard::compare(const browse::KeyRow& before, const std::optional<browse::KeyRow>& after) {
  table_->setVisible(after.has_value());
  model_->setRows({});
  if (!after) return;
  auto fields = compareRows(before, *after, false);
  std::erase_if(fields, [](const FieldChange& field) { return !field.changed; });
  table_->setVisible(!fields.empty());
  model_->setRows(std::move(fields));
  table_->setHeightInRows(model_->rowCount());
}

void OutcomeCard::warnUnconfirmed(const std::string& unconfirmed) {
  banner_->setVisible(!unconfirmed.empty());
  if (unconfirmed.empty()) return;
  banner_->setText(shown(unconfirmed) + ' ' +
                   tr("If this server is lost now, so is the settlement. Tell the people who run it, and check again afterwards."));
}

void OutcomeCard::showAnswer(const VerdictAnswer& answer, const profile::Profile& profile) {
  if (!answer.outcome) return showError(answer.outcome.error());
  const OneOutcome& outcome = *answer.outcome;
  const auto after = widgets::rowAfter(outcome);
  if (const auto* waits = std::get_if<RowWaits>(&outcome)) {
    showWaits(sentence(*waits));
  } else {
    const widgets::ToldOutcome told = widgets::toldOutcome(profile, answer.before, answer.outcome);
    tell(told.icon, told.word, told.tone, told.words);
  }
  compare(answer.before, after);
  const bool isSilent = std::holds_alternative<RowChanged>(outcome) && !profile::is_own(profile) && after && model_->rowCount() == 0;
  if (isSilent) {
    words_->setText(words_->text() + ' ' +
                    tr("Nothing that the profile names differs: another column was written, or the same values again."));
  }
  warnUnconfirmed(widgets::unconfirmedOf(outcome));
}

void OutcomeCard::showError(const Error& error) {
  if (error.kind == ErrorKind::waits) return showWaits(error.what);
  tell(QStringLiteral("cross"), tr("failed"), Tone::danger, widgets::sentences(error));
  warnUnconfirmed({});
  table_->hide();
}

void OutcomeCard::showWaits(std::string_view what) {
  tell(QStringLiteral("clock"), tr("waits"), Tone::warn, widgets::waitsInWords(what));
  warnUnconfirmed({});
  table_->hide();
  queue_->show();
}

}  // namespace onceover::reconcile
