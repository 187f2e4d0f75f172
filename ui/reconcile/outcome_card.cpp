#include "ui/reconcile/outcome_card.h"

#include "ui/reconcile/case_text.h"
#include "ui/reconcile/override_card.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/row_write.h"
#include "ui/widgets/widgets.h"

namespace onceover::reconcile {

OutcomeCard::OutcomeCard(QWidget* parent)
    : ResultCard(tr("What happened"), parent),
      banner_(new widgets::Banner(widgets::Tone::warn, QStringLiteral("warning"), {})),
      model_(new widgets::FieldsModel({{tr("Field"), 14}, {tr("As you saw it"), 36}, {tr("Now"), 36}}, this)),
      table_(new widgets::TableView(tr("Row as you saw it and as it is now"), model_)),
      queue_(new QPushButton(widgets::icon(QStringLiteral("person")), tr("Show what &waits"))) {
  queue_->setToolTip(widgets::toolTip(tr("Opens the page “Needs a person”")));
  connect(queue_, &QPushButton::clicked, this, &OutcomeCard::queueRequested);
  widgets::fill(body(), {banner_, table_, {queue_, 0, Qt::AlignLeft}});
  banner_->hide();
  queue_->hide();
}

QString OutcomeCard::warning() const { return banner_->isVisibleTo(this) ? banner_->text() : QString(); }

// What differs; nothing where there is no row to compare with.
void OutcomeCard::compare(const browse::KeyRow& before, const std::optional<browse::KeyRow>& after) {
  auto fields = after ? compareRows(before, *after, false) : std::vector<FieldChange>();
  std::erase_if(fields, [](const FieldChange& field) { return !field.changed; });
  table_->setVisible(!fields.empty());
  model_->setRows(std::move(fields));
  table_->setHeightInRows(model_->rowCount());
}

void OutcomeCard::showAnswer(const VerdictAnswer& answer, const profile::Profile& profile) {
  const auto& outcome = answer.outcome;
  const bool waits = outcome ? std::holds_alternative<RowWaits>(*outcome) : outcome.error().kind == ErrorKind::waits;
  const auto after = outcome ? widgets::rowAfter(*outcome) : std::nullopt;
  compare(answer.before, after);
  widgets::Told told = widgets::toldOutcome(profile, answer.before, outcome);
  if (outcome && std::holds_alternative<RowChanged>(*outcome) && !profile::is_own(profile) && after && model_->rowCount() == 0) {
    told.words += ' ' + tr("Nothing that the profile names differs: another column was written, or the same values again.");
  }
  showResult(told);
  queue_->setVisible(waits);
  const std::string unconfirmed = outcome ? widgets::unconfirmedOf(*outcome) : std::string();
  banner_->setVisible(!unconfirmed.empty());
  banner_->setText(widgets::shown(unconfirmed) + ' ' +
                   tr("If this server is lost now, so is the settlement. Tell the people who run it, and check again afterwards."));
}

}  // namespace onceover::reconcile
