#include "ui/keys/scan_warning.h"

#include <cmath>

#include "ui/widgets/widgets.h"

namespace onceover::keys {
namespace {

constexpr int widest = 640;

QString about(double n) {
  const auto rounded = [](double value) { return QString::number(value, 'f', value < 9.95 ? 1 : 0).remove(QLatin1String(".0")); };
  if (n >= 999.5e6) return rounded(n / 1e9) + QLatin1String(" billion");
  if (n >= 999.5e3) return rounded(n / 1e6) + QLatin1String(" million");
  return widgets::number(std::llround(n));
}

}  // namespace

QString costInWords(const browse::Forecast& forecast) {
  const double found = std::max(forecast.rows, 1.0);
  return QStringLiteral("This reads up to about %1 rows to find about %2.").arg(about(forecast.table_rows), about(found));
}

ScanWarning::ScanWarning(QWidget* parent)
    : QWidget(parent),
      cost_(widgets::wrapped(widgets::TextRole::heading)),
      why_(widgets::wrapped()),
      run_(new QPushButton(tr("&Run anyway"))),
      narrow_(new QPushButton(tr("&Narrow"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* card = new widgets::Card;
  card->setMaximumWidth(widest);
  run_->setAccessibleName(tr("Run the query anyway"));
  narrow_->setAccessibleName(tr("Narrow the filter"));
  narrow_->setDefault(true);
  widgets::fill(card->body(), {cost_, why_, new widgets::PlainLabel(tr("It can be cancelled while it runs."))});
  auto* buttons = widgets::fill(widgets::lineOf(nullptr, t.unit), {narrow_, run_, widgets::stretch()});
  card->body()->addLayout(buttons);
  auto* layout = new QVBoxLayout(this);
  auto* middle = widgets::fill(new QHBoxLayout, {widgets::stretch(), {card, 4}, widgets::stretch()});
  widgets::fill(layout, {widgets::stretch(), middle, widgets::stretch(2)});
  connect(run_, &QPushButton::clicked, this, &ScanWarning::runRequested);
  connect(narrow_, &QPushButton::clicked, this, &ScanWarning::narrowRequested);
}

void ScanWarning::setForecast(const browse::Forecast& forecast) {
  cost_->setText(costInWords(forecast));
  why_->setText(widgets::text(forecast.why));
}

QString ScanWarning::words() const { return cost_->text() + '\n' + why_->text(); }

}  // namespace onceover::keys
