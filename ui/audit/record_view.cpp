#include "ui/audit/record_view.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>

#include "ui/audit/trail_model.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/json_view.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::audit {

using widgets::PlainLabel;
using widgets::shown;
using widgets::TextRole;

RecordView::RecordView(QWidget* parent)
    : Card({}, parent),
      fields_(new QFormLayout),
      badge_(new widgets::BadgeLabel),
      title_(new PlainLabel({}, nullptr, TextRole::heading)),
      tabs_(new QTabWidget),
      before_(new widgets::JsonView(tr("Row before"))),
      after_(new widgets::JsonView(tr("Row after"))),
      evidence_(new widgets::JsonView(tr("Evidence"))),
      open_(new QPushButton(tr("Open the &case"))),
      undo_(new QPushButton(widgets::icon(QStringLiteral("undo")), tr("&Undo …"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* close = new QToolButton;
  close->setIcon(widgets::icon(QStringLiteral("close")));
  close->setAutoRaise(true);
  close->setAccessibleName(tr("Close details"));
  close->setToolTip(widgets::toolTip(tr("Close details (Esc)")));
  connect(close, &QToolButton::clicked, this, &RecordView::closed);

  auto* top = new QHBoxLayout;
  top->addWidget(title_);
  top->addWidget(badge_);
  top->addStretch(1);
  top->addWidget(close);

  fields_->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
  fields_->setFormAlignment(Qt::AlignLeft | Qt::AlignTop);
  fields_->setHorizontalSpacing(t.gap);
  fields_->setVerticalSpacing(t.half);
  reason_ = field(tr("Reason"));
  ticket_ = field(tr("Ticket"));
  verdict_ = field(tr("Verdict"));
  change_ = field(tr("State"));
  fences_ = field(tr("Fence"));
  when_ = field(tr("When"));
  who_ = field(tr("Who"));
  database_ = field(tr("Database user"));
  key_ = field(tr("Key"));
  key_->setRole(TextRole::mono);
  operation_ = field(tr("Operation"));
  tenant_ = field(tr("Tenant"));
  correlation_ = field(tr("Correlation"));
  table_ = field(tr("Table"));
  row_ = field(tr("Row"));
  row_->setRole(TextRole::mono);
  elsewhere_ = widgets::wrapped(TextRole::caption);
  reason_->setRole(TextRole::strong);

  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("What was known"));
  tabs_->addTab(before_, tr("Before"));
  tabs_->addTab(after_, tr("After"));
  tabs_->addTab(evidence_, tr("Evidence"));
  connect(open_, &QPushButton::clicked, this, &RecordView::openCase);

  body()->addLayout(top);
  body()->addLayout(fields_);
  whyNotUndone_ = widgets::wrapped(TextRole::caption, tr("Why it is not undone"));
  undo_->setToolTip(widgets::toolTip(tr("Take this act back, as an act of its own  Ctrl+Z")));
  connect(undo_, &QPushButton::clicked, this, &RecordView::undoRequested);
  auto* buttons = widgets::lineOf(nullptr, t.unit);
  buttons->addWidget(open_);
  buttons->addWidget(undo_);
  buttons->addStretch(1);
  body()->addLayout(buttons);
  body()->addWidget(elsewhere_);
  body()->addWidget(whyNotUndone_);
  body()->addWidget(tabs_, 1);
  body()->addStretch(0);
}

PlainLabel* RecordView::field(const QString& name) {
  auto* label = new PlainLabel(name, nullptr, TextRole::caption);
  auto* value = widgets::wrapped();
  value->setAccessibleName(name);
  fields_->addRow(label, value);
  return value;
}

void RecordView::setRecord(const Record& record, Timestamp now, widgets::ClockChoice clock, const std::optional<key::Identity>& caseId,
                           const QString& whyNotUndone) {
  undo_->setEnabled(whyNotUndone.isEmpty());
  whyNotUndone_->setVisible(!whyNotUndone.isEmpty());
  whyNotUndone_->setText(tr("Not to be undone: %1").arg(whyNotUndone));
  record_ = record;
  case_ = caseId;
  const auto orDash = [](const std::string& data) { return data.empty() ? QStringLiteral("–") : shown(data); };
  const auto fence = [](std::optional<std::int64_t> n) { return n ? QString::number(*n) : QStringLiteral("–"); };
  const key::Identity id = record.id.value_or(key::Identity{});
  title_->setText(tr("No. %1").arg(record.number));
  badge_->setBadge(badgeOf(record));
  when_->setText(widgets::exact(record.at, clock) + QStringLiteral("  (") + widgets::relative(record.at, now) + ')');
  who_->setText(orDash(record.actor) + '@' + orDash(record.host) + tr(", with ") + orDash(record.program));
  database_->setText(orDash(record.db_user));
  key_->setText(orDash(id.key));
  operation_->setText(orDash(id.operation));
  tenant_->setText(orDash(id.tenant));
  change_->setText(changeOf(record).isEmpty() ? QStringLiteral("–") : changeOf(record));
  fences_->setText(fence(record.fence_before) + QStringLiteral(" → ") + fence(record.fence_after));
  verdict_->setText(orDash(record.verdict));
  reason_->setText(orDash(record.reason));
  ticket_->setText(orDash(record.ticket));
  correlation_->setText(orDash(record.correlation_id));
  setJson(before_, 0, record.before_json);
  setJson(after_, 1, record.after_json);
  setJson(evidence_, 2, record.evidence_json);
  tabs_->setVisible(!record.before_json.empty() || !record.after_json.empty() || !record.evidence_json.empty());
  const bool isForeign = !record.relation.empty();
  for (PlainLabel* field : {table_, row_}) {
    field->setVisible(isForeign);
    fields_->labelForField(field)->setVisible(isForeign);
  }
  table_->setText(isForeign ? tr("%1, by the profile %2").arg(orDash(record.relation), orDash(record.profile)) : QString());
  row_->setText(orDash(record.row_key_json));
  fences_->setVisible(!isForeign);
  fields_->labelForField(fences_)->setVisible(!isForeign);
  open_->setEnabled(case_.has_value());
  elsewhere_->setVisible(record.id.has_value() && !case_);
  elsewhere_->setText(isForeign ? tr("Choose this table on the Tables page to open its rows.")
                                : tr("Choose the onceover store on the Tables page to open its keys."));
}

// The trail holds neither bodies nor credentials, so it needs no mask.
void RecordView::setJson(widgets::JsonView* view, int tab, const std::string& json) {
  view->setBody(json);
  view->setMasked(false);
  tabs_->setTabEnabled(tab, !json.empty());
}

void RecordView::openCase() {
  if (case_) emit caseRequested(*case_);
}

}  // namespace onceover::audit
