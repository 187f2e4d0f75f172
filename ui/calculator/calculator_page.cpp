#include "ui/calculator/calculator_page.h"

#include <QAction>
#include <QTabBar>
#include <QTabWidget>

#include "ui/calculator/events_tab.h"
#include "ui/calculator/layers_tab.h"
#include "ui/calculator/schedule_tab.h"
#include "ui/calculator/size_tab.h"
#include "ui/calculator/storm_tab.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {

CalculatorPage::CalculatorPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      tabs_(new QTabWidget),
      size_(new SizeTab(session)),
      outbox_(new OutboxTab),
      inbox_(new InboxTab),
      schedule_(new ScheduleTab),
      storm_(new StormTab),
      layers_(new LayersTab) {
  const widgets::Tokens t = widgets::tokensOf(this);
  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("What is planned"));
  tabs_->tabBar()->setAccessibleName(tr("What is planned"));
  tabs_->addTab(size_, tr("&Window and size"));
  tabs_->addTab(schedule_, tr("Retry &schedule"));
  tabs_->addTab(storm_, tr("S&torm"));
  tabs_->addTab(layers_, tr("Am&plification"));
  // At the end: the chosen tab is kept by its number.
  tabs_->addTab(outbox_, tr("&Outbox size"));
  tabs_->addTab(inbox_, tr("&Inbox size"));
  // In the palette of commands wherever the page is; they work on what the tab shows.
  for (QAction* action : {storm_->runAction(), storm_->cancelAction()}) {
    addAction(action);
    connect(action, &QAction::triggered, this, [this] { tabs_->setCurrentWidget(storm_); });
  }
  auto* layout = widgets::columnOf(content(), -1, QMargins(t.gap, t.unit, t.gap, 0));
  layout->addWidget(tabs_);
  connect(size_, &SizeTab::longestRetryRequested, this, [this] { size_->takeLongestRetry(schedule_->horizon()); });
  connect(size_->inputs(), &Inputs::changed, this, &CalculatorPage::passWindows);
  connect(tabs_, &QTabWidget::currentChanged, this, [this](int tab) { keep(QStringLiteral("calculator/tab"), QString::number(tab)); });
  passWindows();
  showContent();
}

std::vector<Inputs*> CalculatorPage::inputs() const {
  return {size_->inputs(),   schedule_->inputs(), storm_->inputs(), layers_->inputs(), layers_->hedging()->inputs(),
          outbox_->inputs(), inbox_->inputs()};
}

void CalculatorPage::refresh() { showContent(); }

QString CalculatorPage::shownSql() const { return tabs_->currentWidget() == size_ ? size_->sql() : QString(); }

void CalculatorPage::passWindows() { schedule_->setWindows(size_->windows()); }

void CalculatorPage::memoryChanged() {
  for (Inputs* each : inputs()) each->setMemory(memory());
  if (!memory().recall) return;
  const int tab = kept(QStringLiteral("calculator/tab")).toInt();
  if (tab >= 0 && tab < tabs_->count()) tabs_->setCurrentIndex(tab);
}

// What was typed a moment ago is not lost with the window.
void CalculatorPage::hideEvent(QHideEvent* event) {
  Page::hideEvent(event);
  for (Inputs* each : inputs()) each->keepNow();
}

}  // namespace onceover::calculator
