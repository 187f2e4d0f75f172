#include "ui/calculator/cards.h"

#include <QVBoxLayout>

#include "ui/calculator/words.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/rows_model.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {

widgets::Card* cardOf(QWidget* chart, int height) {
  auto* card = new widgets::Card;
  chart->setMinimumHeight(height);
  card->body()->addWidget(chart);
  return card;
}

void tell(widgets::PlainLabel* note, widgets::Tone tone, const QString& words) {
  note->setTone(tone);
  note->setText(words);
  note->setVisible(!words.isEmpty());
}

void FindingsCard::show(const std::vector<Finding>& findings) {
  const widgets::Tokens t = widgets::tokensOf(this);
  delete list_;
  list_ = new QWidget;
  list_->setAccessibleName(tr("Findings"));
  auto* lines = widgets::columnOf(list_, t.gap);
  for (const Finding& one : findings) {
    auto* texts = widgets::columnOf(nullptr, t.half);
    texts->addWidget(widgets::wrappedText(widgets::shown(one.what), widgets::TextRole::strong));
    texts->addWidget(widgets::wrappedText(widgets::shown(one.consequence), widgets::TextRole::body));
    texts->addWidget(widgets::wrappedText(tr("Remedy: %1").arg(widgets::shown(one.remedy)), widgets::TextRole::body));
    auto* line = widgets::lineOf(nullptr, t.unit);
    auto* badge = new widgets::BadgeLabel(badgeOf(one.severity));
    badge->setMinimumWidth(84);
    widgets::fill(line, {{badge, 0, Qt::AlignTop}, {texts, 1}});
    lines->addLayout(line);
  }
  if (findings.empty()) lines->addWidget(widgets::wrappedText(tr("No known problems."), widgets::TextRole::body));
  body()->addWidget(list_);
}

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
