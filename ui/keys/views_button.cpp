#include "ui/keys/views_button.h"

#include <QMenu>

#include "ui/widgets/json.h"
#include "ui/widgets/widgets.h"

namespace onceover::keys {
namespace {

// A menu takes & for a mark of its own.
QString inMenu(const QString& name) { return widgets::shown(widgets::bytes(name)).replace('&', QLatin1String("&&")); }

}  // namespace

QString writtenViews(const QList<SavedView>& views) {
  QJsonArray all;
  for (const SavedView& view : views) all.append(QJsonObject{{QStringLiteral("name"), view.name}, {QStringLiteral("filter"), view.state}});
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
    connect(menu()->addAction(inMenu(view.name)), &QAction::triggered, this, [this, state = view.state] { emit chosen(state); });
  }
  if (views_.isEmpty()) menu()->addAction(tr("No view is saved for this table"))->setEnabled(false);
  menu()->addSeparator();
  connect(menu()->addAction(tr("Save this filter…")), &QAction::triggered, this, &ViewsButton::saveRequested);
  if (views_.isEmpty()) return;
  QMenu* forgetting = menu()->addMenu(tr("Forget"));
  for (const SavedView& view : views_) {
    connect(forgetting->addAction(inMenu(view.name)), &QAction::triggered, this, [this, name = view.name] { forget(name); });
  }
}

}  // namespace onceover::keys
