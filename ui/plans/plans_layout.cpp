// The widgets of the page of plans; what they do is in plans_page.cpp and plans_acts.cpp.
#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>

#include "ui/plans/items_model.h"
#include "ui/plans/plan_head.h"
#include "ui/plans/plans_model.h"
#include "ui/plans/plans_page.h"
#include "ui/plans/words.h"
#include "ui/widgets/action.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::plans {

PlansPage::PlansPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      plans_(new PlansModel(this)),
      items_(new ItemsModel(this)),
      facts_(new widgets::FieldsModel({{tr("Frozen with it"), 16}, {tr("As it was made"), 40}}, this)),
      came_(new widgets::FieldsModel({{tr("Foreseen"), 24}, {tr("What came"), 24, widgets::FieldsModel::Stretch}, {tr("Items"), 8}}, this)),
      planTable_(new widgets::TableView(tr("Plans"))),
      itemTable_(new widgets::TableView(tr("Items of the plan"))),
      factTable_(new widgets::TableView(tr("What was frozen with the plan"))),
      cameTable_(new widgets::TableView(tr("What was foreseen and what came"))),
      head_(new PlanHead),
      state_(new QComboBox),
      plansTitle_(new widgets::PlainLabel(tr("Plans, newest first"), nullptr, widgets::TextRole::heading)),
      itemsTitle_(new widgets::PlainLabel(tr("Items"), nullptr, widgets::TextRole::strong)),
      desk_(session, this) {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* split = new QSplitter(Qt::Vertical);
  split->setChildrenCollapsible(false);
  split->setHandleWidth(t.gap);
  split->addWidget(buildList());
  split->addWidget(buildDetail());
  split->setStretchFactor(1, 1);
  split->setSizes({150, 540});
  auto* layout = widgets::columnOf(content(), -1, QMargins(t.section, t.gap, t.section, t.gap));
  layout->addWidget(split);

  connect(planTable_, &widgets::TableView::currentRowChanged, this, &PlansPage::chooseRow);
  connect(planTable_, &widgets::TableView::opened, itemTable_, qOverload<>(&QWidget::setFocus));
  connect(itemTable_, &widgets::TableView::opened, this, &PlansPage::openItem);
  connect(items_, &ItemsModel::behindWanted, this, &PlansPage::readBehind);
  connect(state_, &QComboBox::currentIndexChanged, this, [this] {
    items_->setItems({}, false);
    readChosen();
  });
  connect(pane(), &widgets::StatePane::actionRequested, this, &PlansPage::newPlan);
  connect(&desk_, &DeskRun::ended, this, &PlansPage::endDesk);
  connect(&desk_, &DeskRun::noted, this, [this](const QString& note) { head_->say(note, widgets::Tone::warn); });
  connect(&session, &bridge::Session::stateChanged, this, &PlansPage::updateActs);
  connect(&session, &bridge::Session::armedChanged, this, &PlansPage::updateActs);
  connect(&poll_, &QTimer::timeout, this, &PlansPage::poll);
  updateActs();
  showLoading(tr("Reading plans…"));
}

QPushButton* PlansPage::addAct(Do what, const QString& text, const QString& icon, const QKeySequence& keys, void (PlansPage::*slot)()) {
  auto* action = acts_[what] = widgets::addAction(this, text, keys, icon);
  auto* button = new QPushButton(action->icon(), text);
  connect(button, &QPushButton::clicked, action, &QAction::trigger);
  connect(action, &QAction::enabledChanged, button, &QPushButton::setEnabled);
  connect(action, &QAction::changed, button, [action, button] { button->setToolTip(action->toolTip()); });
  connect(action, &QAction::triggered, this, slot);
  return button;
}

QWidget* PlansPage::buildList() {
  const widgets::Tokens t = widgets::tokensOf(this);
  planTable_->setModel(plans_);
  planTable_->setSelectionMode(QAbstractItemView::SingleSelection);
  auto* side = new QWidget;
  auto* layout = widgets::columnOf(side, t.unit);
  auto* top = new QHBoxLayout;
  top->addWidget(plansTitle_, 1);
  top->addWidget(addAct(Do::make, tr("New plan…"), QString(), QKeySequence(Qt::CTRL | Qt::Key_N), &PlansPage::newPlan));
  layout->addLayout(top);
  layout->addWidget(planTable_, 1);
  return side;
}

QWidget* PlansPage::buildDetail() {
  const widgets::Tokens t = widgets::tokensOf(this);
  head_->addTool(addAct(Do::dryRun, tr("Dry run"), QStringLiteral("eye"), QKeySequence(Qt::CTRL | Qt::Key_D), &PlansPage::dryRun));
  runButton_ = addAct(Do::run, tr("Run…"), QStringLiteral("play"), QKeySequence(Qt::CTRL | Qt::Key_R), &PlansPage::run);
  head_->addTool(runButton_);
  head_->addTool(addAct(Do::pause, tr("Pause"), QStringLiteral("pause"), QKeySequence(Qt::CTRL | Qt::Key_P), &PlansPage::pause));
  head_->addTool(
      addAct(Do::resume, tr("Resume…"), QStringLiteral("undo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), &PlansPage::resume));
  head_->addTool(addAct(Do::stop, tr("Stop…"), QStringLiteral("stop"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), &PlansPage::stop));
  head_->addTool(addAct(Do::report, tr("Report…"), QStringLiteral("export"), QKeySequence(Qt::CTRL | Qt::Key_J), &PlansPage::report));
  head_->addTool(addAct(Do::bundle, tr("Bundle…"), QStringLiteral("export"), QKeySequence(Qt::CTRL | Qt::Key_B), &PlansPage::saveBundle));

  itemTable_->setModel(items_);
  itemTable_->setSelectionMode(QAbstractItemView::SingleSelection);
  state_->setAccessibleName(tr("Items in which state"));
  state_->addItem(tr("All items"), QString());
  for (const auto state :
       {plan::ItemState::waiting, plan::ItemState::done, plan::ItemState::skipped, plan::ItemState::unsettled, plan::ItemState::failed}) {
    state_->addItem(widgets::icon(badgeOf(state).icon), badgeOf(state).word, widgets::text(plan::word(state)));
  }
  auto* itemSide = new QWidget;
  auto* itemLayout = widgets::columnOf(itemSide, t.unit);
  auto* itemTop = new QHBoxLayout;
  itemTop->addWidget(itemsTitle_, 1);
  itemTop->addWidget(state_);
  itemLayout->addLayout(itemTop);
  itemLayout->addWidget(itemTable_, 1);

  cameTable_->setModel(came_);
  factTable_->setModel(facts_);
  auto* sums = new QSplitter(Qt::Horizontal);
  sums->setChildrenCollapsible(false);
  sums->setHandleWidth(t.gap);
  sums->addWidget(cameTable_);
  sums->addWidget(factTable_);
  sums->setSizes({500, 500});
  auto* below = new QSplitter(Qt::Vertical);
  below->setChildrenCollapsible(false);
  below->setHandleWidth(t.unit);
  below->addWidget(sums);
  below->addWidget(itemSide);
  below->setStretchFactor(1, 1);
  below->setSizes({140, 280});

  auto* side = new QWidget;
  auto* layout = widgets::columnOf(side, t.unit);
  layout->addWidget(head_);
  layout->addWidget(below, 1);
  return side;
}

}  // namespace onceover::plans
