// A button with the saved views of one table: named filters, kept on this desktop. Applying one, keeping one, forgetting one.
#pragma once

#include <QJsonObject>
#include <QList>
#include <QToolButton>

#include "ui/widgets/page.h"

namespace onceover::keys {

struct SavedView {
  QString name;
  QJsonObject state;  // FilterBar::state()
  bool operator==(const SavedView&) const = default;
};

// As kept; what cannot be read is no view.
QString writtenViews(const QList<SavedView>& views);
QList<SavedView> readViews(const QString& kept);

class ViewsButton : public QToolButton {
  Q_OBJECT
 public:
  explicit ViewsButton(QWidget* parent = nullptr);
  // Whose views these are ("views/public.keys"), and where they are kept.
  void setPlace(const QString& place, const widgets::Page::Memory& memory);
  const QList<SavedView>& views() const { return views_; }
  // Replaces a view of this name. An empty name is none.
  void save(const QString& name, const QJsonObject& state);
  void forget(const QString& name);

 signals:
  void chosen(const QJsonObject& state);
  void saveRequested();  // ask for a name, then save()

 private:
  void rebuild();
  void keep();
  QString place_;
  widgets::Page::Memory memory_;
  QList<SavedView> views_;
};

}  // namespace onceover::keys
