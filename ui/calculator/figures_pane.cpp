#include "ui/calculator/figures_pane.h"

#include "ui/calculator/words.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {

using widgets::TextRole;

FiguresPane::FiguresPane(QWidget* parent)
    : QWidget(parent),
      figures_(new widgets::FieldsModel({{tr("Figure"), 22}, {tr("Value"), 26}, {tr("How"), 40}}, this)),
      table_(new widgets::TableView(tr("Figures"))),
      sum_(widgets::wrapped(TextRole::mono, tr("Arithmetic of the chosen figure"))),
      remarks_(widgets::wrapped(TextRole::caption, tr("Assumptions"))) {
  table_->setModel(figures_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  auto* sumCard = new widgets::Card(tr("Calculation"));
  sumCard->body()->addWidget(sum_);
  widgets::fill(widgets::columnOf(this, widgets::tokensOf(this).unit), {{table_, 1}, sumCard, remarks_});
  connect(table_, &widgets::TableView::currentRowChanged, this, &FiguresPane::showSum);
}

void FiguresPane::show(const std::vector<const Figure*>& figures, const std::vector<std::string>& remarks) {
  std::vector<widgets::FieldChange> rows;
  sums_.clear();
  for (const Figure* figure : figures) {
    rows.push_back({figureTitle(figure->name), widgets::shown(figure->text), joined(figure->arithmetic, QLatin1String("; "))});
    sums_ << joined(figure->arithmetic, QLatin1String("\n"));
  }
  figures_->setRows(std::move(rows));
  remarks_->setText(joined(remarks));
  if (!table_->currentIndex().isValid() && figures_->rowCount() > 0) table_->setCurrentIndex(figures_->index(0, 0));
  showSum(table_->currentIndex().row());
}

void FiguresPane::showSum(int row) { sum_->setText(sums_.value(row)); }

}  // namespace onceover::calculator
