// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/bars.h"

#include <QMenu>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "ui/widgets/code_view.h"
#include "ui/widgets/widgets.h"

namespace onceover::keys {
namespace {

// What a bar can count, with room for the sums it makes.
constexpr qint64 mostSteps = 1'000'000'000;

}  // namespace

PlaceBar::PlaceBar(QWidget* parent) : QScrollBar(Qt::Vertical, parent) {
  setAccessibleName(tr("Place in the listing"));
  connect(this, &QScrollBar::valueChanged, this, &PlaceBar::moved);
}

void PlaceBar::setPlace(qint64 rows, qint64 top, int shown) {
  const qint64 last = std::max<qint64>(0, rows - shown);
  if (isSliderDown() && last > 0) return;
  const QSignalBlocker quiet(this);
  rowsPerStep_ = 1 + last / mostSteps;
  setRange(0, static_cast<int>(last / rowsPerStep_));
  setPageStep(std::max(1, static_cast<int>(shown / rowsPerStep_)));
  setValue(static_cast<int>(std::min(top, last) / rowsPerStep_));
  setVisible(last > 0);
}

void PlaceBar::moved(int value) {
  emit rowWanted(value == maximum() ? (value + 1) * rowsPerStep_ : value * rowsPerStep_);
}

namespace {

constexpr int widest = 640;

QString about(double n) {
  const auto rounded = [](double value) {
    return value < 9.95 ? widgets::number(value, 'g', 2) : widgets::number(value, 'f', 0);
  };
  if (n >= 999.5e6) return tr("%1 billion").arg(rounded(n / 1e9));
  if (n >= 999.5e3) return tr("%1 million").arg(rounded(n / 1e6));
  return widgets::number(std::llround(n));
}

}  // namespace

QString costInWords(const browse::Forecast& forecast) {
  const double found = std::max(forecast.rows, 1.0);
  return tr("This reads up to about %1 rows to find about %2.").arg(about(forecast.table_rows), about(found));
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
  widgets::fill(card->body(),
                {cost_, why_, new widgets::PlainLabel(tr("It can be cancelled while it runs."))});
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

namespace {

// A menu takes & for a mark of its own.
QString inMenu(const QString& name) {
  return widgets::shown(widgets::bytes(name)).replace('&', QLatin1String("&&"));
}

}  // namespace

QString writtenViews(const QList<SavedView>& views) {
  QJsonArray all;
  for (const SavedView& view : views)
    all.append(QJsonObject{{QStringLiteral("name"), view.name}, {QStringLiteral("filter"), view.state}});
  return widgets::jsonText(QJsonDocument(all));
}

QList<SavedView> readViews(const QString& kept) {
  QList<SavedView> views;
  for (const QJsonValue& each : QJsonDocument::fromJson(kept.toUtf8()).array()) {
    const QJsonObject view = each.toObject();
    const QString name = view.value(QLatin1String("name")).toString();
    if (!name.isEmpty()) views.append({name, view.value(QLatin1String("filter")).toObject()});
  }
  return views;
}

ViewsButton::ViewsButton(QWidget* parent) : QToolButton(parent) {
  setText(tr("&Views"));
  setIcon(widgets::icon(QStringLiteral("table")));
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setPopupMode(QToolButton::InstantPopup);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Saved views"));
  setMenu(new QMenu(this));
  rebuild();
}

void ViewsButton::setPlace(const QString& place, const widgets::Page::Memory& memory) {
  place_ = place;
  memory_ = memory;
  views_ = memory_.recall ? readViews(memory_.recall(place_)) : QList<SavedView>();
  rebuild();
}

void ViewsButton::save(const QString& name, const QJsonObject& state) {
  const QString trimmed = name.trimmed();
  if (trimmed.isEmpty()) return;
  views_.removeIf([&](const SavedView& view) { return view.name == trimmed; });
  views_.append({trimmed, state});
  keep();
}

void ViewsButton::forget(const QString& name) {
  views_.removeIf([&](const SavedView& view) { return view.name == name; });
  keep();
}

void ViewsButton::keep() {
  if (memory_.keep) memory_.keep(place_, writtenViews(views_));
  rebuild();
}

void ViewsButton::rebuild() {
  menu()->clear();
  for (const SavedView& view : views_) {
    connect(menu()->addAction(inMenu(view.name)), &QAction::triggered, this,
            [this, state = view.state] { emit chosen(state); });
  }
  if (views_.isEmpty()) menu()->addAction(tr("No view is saved for this table"))->setEnabled(false);
  menu()->addSeparator();
  connect(menu()->addAction(tr("Save this filter…")), &QAction::triggered, this, &ViewsButton::saveRequested);
  if (views_.isEmpty()) return;
  QMenu* forgetting = menu()->addMenu(tr("Forget"));
  for (const SavedView& view : views_) {
    connect(forgetting->addAction(inMenu(view.name)), &QAction::triggered, this,
            [this, name = view.name] { forget(name); });
  }
}

}  // namespace onceover::keys
