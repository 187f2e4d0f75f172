#include "ui/widgets/chart_frame.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/widgets/export_button.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {

ChartFrame::ChartFrame(const QString& title, const QString& unit, QWidget* chart, QWidget* parent)
    : QWidget(parent),
      title_(title),
      chart_(chart),
      heading_(new PlainLabel(title, nullptr, TextRole::heading)),
      unit_(new PlainLabel(unit, nullptr, TextRole::caption)),
      readout_(new PlainLabel({}, nullptr, TextRole::caption)),
      toggle_(new QToolButton),
      stack_(new QStackedWidget),
      table_(new QTableWidget),
      line_(new QHBoxLayout),
      layout_(new QVBoxLayout(this)) {
  line_->addWidget(heading_);
  line_->addWidget(unit_);
  // Not shown before they have a parent: they would be windows.
  if (title.isEmpty()) heading_->hide();
  if (unit.isEmpty()) unit_->hide();
  line_->addWidget(readout_, 1);
  line_->addWidget(toggle_);
  readout_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  readout_->setElided(true);
  toggle_->setCheckable(true);
  toggle_->setAutoRaise(true);
  toggle_->setIcon(icon(QStringLiteral("table")));
  toggle_->setAccessibleName(tr("%1 as a table").arg(title));
  toggle_->setToolTip(widgets::toolTip(tr("Show as a table")));
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setTabKeyNavigation(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->setShowGrid(false);
  table_->setAccessibleName(title);
  stack_->addWidget(chart_);
  stack_->addWidget(table_);
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(tokensOf(this).half);
  layout_->addLayout(line_);
  layout_->addWidget(stack_, 1);
  chart_->setAccessibleName(title);
  connect(toggle_, &QToolButton::toggled, this, &ChartFrame::choose);
}

void ChartFrame::putReadoutBelow() {
  line_->removeWidget(readout_);
  line_->insertStretch(2, 1);
  layout_->insertWidget(1, readout_);
  readout_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  readout_->setFixedHeight(readout_->fontMetrics().height());
  heading_->setElided(true);
  unit_->setElided(true);
}

void ChartFrame::setReadout(const QString& words) { readout_->setText(words); }
void ChartFrame::setDescription(const QString& words) { chart_->setAccessibleDescription(words); }
void ChartFrame::setTableShown(bool shown) { toggle_->setChecked(shown); }
bool ChartFrame::isTableShown() const { return toggle_->isChecked(); }
void ChartFrame::addLegend(QWidget* legend) { layout_->addWidget(legend); }

void ChartFrame::addToTitle(QWidget* widget) {
  line_->addWidget(widget);
  inTitle_.append(widget);
}

void ChartFrame::addExport(ExportButton* button) {
  addToTitle(button);
  connect(button, &ExportButton::exported, this, [this](const QString& path) { setReadout(tr("Saved as %1").arg(path)); });
  connect(button, &ExportButton::exportFailed, this, [this](const Error& error) { setReadout(sentences(error).replace('\n', ' ')); });
}

void ChartFrame::setUnit(const QString& unit) {
  unit_->setText(unit);
  unit_->setVisible(!unit.isEmpty());
}

void ChartFrame::setShowcase(bool on) {
  heading_->setRole(on ? TextRole::title : TextRole::heading);
  toggle_->setVisible(!on);
  if (on) setTableShown(false);
  for (QWidget* widget : std::as_const(inTitle_)) widget->setVisible(!on);
}

void ChartFrame::setTable(std::function<ChartTable()> table) {
  source_ = std::move(table);
  if (isTableShown()) fill();
}

void ChartFrame::setTable(const QStringList& headings, const QList<QStringList>& rows) {
  setTable([headings, rows] { return ChartTable{headings, rows}; });
}

void ChartFrame::choose(bool table) {
  if (table) fill();
  stack_->setCurrentWidget(table ? static_cast<QWidget*>(table_) : chart_);
}

void ChartFrame::fill() {
  if (!source_) return;
  const auto [headings, rows] = source_();
  table_->setColumnCount(static_cast<int>(headings.size()));
  table_->setHorizontalHeaderLabels(headings);
  table_->setRowCount(static_cast<int>(rows.size()));
  for (int row = 0; row < rows.size(); ++row) {
    for (int column = 0; column < rows[row].size(); ++column) {
      auto* item = new QTableWidgetItem(rows[row][column]);
      if (column > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      table_->setItem(row, column, item);
    }
  }
  table_->horizontalHeader()->resizeSections(QHeaderView::ResizeToContents);
}

QToolButton* newLegendMark(const QString& series, const QString& chart) {
  auto* mark = new QToolButton;
  mark->setAutoRaise(true);
  mark->setCheckable(true);
  mark->setProperty("quiet", true);
  mark->setChecked(true);
  mark->setText(series);
  mark->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  mark->setFocusPolicy(Qt::StrongFocus);
  mark->setAccessibleName(QObject::tr("Show %1 in %2").arg(series, chart));
  return mark;
}

}  // namespace onceover::widgets
