// How the page of a case is laid out.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>

#include "ui/reconcile/body_view.h"
#include "ui/reconcile/case_header.h"
#include "ui/reconcile/case_page.h"
#include "ui/reconcile/evidence_card.h"
#include "ui/reconcile/fingerprint_card.h"
#include "ui/reconcile/history_model.h"
#include "ui/reconcile/life_line.h"
#include "ui/reconcile/notes_card.h"
#include "ui/reconcile/outcome_card.h"
#include "ui/reconcile/override_card.h"
#include "ui/widgets/action.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::reconcile {

using widgets::PlainLabel;
using widgets::TextRole;

namespace {}  // namespace

CasePage::CasePage(bridge::Session& session, DescribedTables described, QWidget* parent)
    : Page(session, parent),
      described_(described),
      elsewhere_(new ElsewhereCard(session, std::move(described))),
      history_(new HistoryModel(this)),
      columns_(
          new widgets::FieldsModel({{tr("Column"), 20}, {tr("Value"), 33, widgets::FieldsModel::Mono}, {tr("What it means"), 26}}, this)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  addActions();
  auto* inside = new QWidget;
  auto* column = widgets::columnOf(inside, t.gap, QMargins(t.gap, t.gap, t.gap, t.gap));
  header_ = new CaseHeader({copyKey_, bundle_});
  column->addWidget(header_);
  bundleNote_ = widgets::wrapped(TextRole::caption);
  bundleNote_->setAccessibleName(tr("Incident bundle"));
  bundleNote_->hide();
  column->addWidget(bundleNote_);
  outcome_ = new OutcomeCard;
  column->addWidget(outcome_);
  connect(outcome_, &OutcomeCard::queueRequested, this, [this] { emit pageRequested(QStringLiteral("queue")); });
  auto* halves = widgets::lineOf(nullptr, t.gap);
  halves->addWidget(buildLeft(), 3);
  halves->addWidget(buildRight(), 2);
  column->addLayout(halves, 1);

  widgets::columnOf(content(), 0)->addWidget(widgets::scrolled(inside, tr("Case")));

  connect(&session, &bridge::Session::armedChanged, this, &CasePage::updateActions);
  connect(&session, &bridge::Session::profileChanged, this, &CasePage::startAnew);
  connect(evidence_, &EvidenceCard::suppliedChanged, this, &CasePage::updateActions);
  startAnew();
}

void CasePage::addActions() {
  const auto add = [this](const QString& iconName, const QString& words, const QKeySequence& keys) {
    return widgets::addAction(this, words, keys, iconName);
  };
  ask_ = add(QStringLiteral("search"), tr("Ask the gateway"), QKeySequence(Qt::CTRL | Qt::Key_G));
  settle_ = add(QStringLiteral("check"), tr("Settle …"), QKeySequence(Qt::CTRL | Qt::Key_Return));
  copyKey_ = add(QStringLiteral("copy"), tr("Copy the key"), QKeySequence(Qt::CTRL | Qt::Key_Y));
  bundle_ = add(QStringLiteral("export"), tr("Save incident bundle…"), QKeySequence(Qt::CTRL | Qt::Key_B));
  connect(bundle_, &QAction::triggered, this, &CasePage::saveBundle);
  connect(ask_, &QAction::triggered, this, &CasePage::ask);
  connect(settle_, &QAction::triggered, this, &CasePage::settle);
  connect(copyKey_, &QAction::triggered, this, [this] {
    if (id_) QGuiApplication::clipboard()->setText(widgets::text(id_->key));
  });
}

QWidget* CasePage::buildLeft() {
  auto* box = new QWidget;
  auto* column = widgets::columnOf(box, widgets::tokensOf(this).gap);
  evidence_ = new EvidenceCard(ask_, settle_);
  column->addWidget(evidence_);
  override_ = new OverrideCard(session());
  column->addWidget(override_);
  connect(override_, &OverrideCard::armRequested, this, &Page::armRequested);
  connect(override_, &OverrideCard::mappingRequested, this, [this] { emit mappingRequested(QStringLiteral("write.succeed")); });
  connect(override_, &OverrideCard::writingChanged, this, &CasePage::updateActions);
  connect(override_, &OverrideCard::answered, this, &CasePage::showAnswer);

  notes_ = new NotesCard(session());
  column->addWidget(notes_);
  connect(notes_, &NotesCard::finished, this, [this] {
    if (session().isReady()) refresh();
  });

  auto* history = historyCard_ = new widgets::Card(tr("History"));
  historyNote_ = widgets::wrapped(TextRole::caption);
  historyTable_ = new widgets::TableView(tr("History of this key"));
  historyTable_->setModel(history_);
  history->body()->addWidget(historyNote_);
  history->body()->addWidget(historyTable_);
  column->addWidget(history);
  column->addWidget(elsewhere_);
  connect(elsewhere_, &ElsewhereCard::rowRequested, this,
          [this](const std::shared_ptr<const profile::Profile>& table, const key::Identity& id) {
            CasePage::session().useProfile(table);
            open(id);
          });

  auto* row = new widgets::Card(tr("The row as it is"));
  rowNote_ = widgets::wrapped(TextRole::caption);
  rowNote_->setText(tr("Times in UTC. Bodies and stored headers show only their size here; bodies are beside, masked."));
  columnsTable_ = new widgets::TableView(tr("Columns of the row"));
  columnsTable_->setModel(columns_);
  row->body()->addWidget(rowNote_);
  row->body()->addWidget(columnsTable_);
  column->addWidget(row);
  column->addStretch(1);
  return box;
}

QWidget* CasePage::buildRight() {
  auto* box = new QWidget;
  auto* column = widgets::columnOf(box, widgets::tokensOf(this).gap);
  auto* life = new widgets::Card(tr("Life"));
  life_ = new LifeLine;
  life->body()->addWidget(life_);
  column->addWidget(life);

  auto* lock = new widgets::Card(tr("Who holds it, who locks the row"));
  lease_ = widgets::wrapped();
  lease_->setAccessibleName(tr("Who holds the lease"));
  lock->body()->addWidget(lease_);
  lock_ = widgets::wrapped();
  lock_->setAccessibleName(tr("Who locks the row"));
  lock->body()->addWidget(lock_);
  auto* caveat = widgets::wrapped(TextRole::caption);
  caveat->setText(tr("A row lock is no sign of life: an executor in the middle of a call to the gateway holds none."));
  lock->body()->addWidget(caveat);
  column->addWidget(lock);

  auto* stored = new widgets::Card;
  responseMeta_ = widgets::wrapped(TextRole::caption);
  response_ = new BodyView(tr("Stored response"));
  stored->body()->addWidget(response_);
  stored->body()->addWidget(responseMeta_);
  column->addWidget(stored);

  payloadCard_ = new widgets::Card;
  payload_ = new BodyView(tr("Payload"));
  payloadCard_->body()->addWidget(payload_);
  column->addWidget(payloadCard_);

  fingerprint_ = new FingerprintCard;
  column->addWidget(fingerprint_);
  column->addStretch(1);
  return box;
}

}  // namespace onceover::reconcile
