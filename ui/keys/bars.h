// SPDX-License-Identifier: GPL-3.0-or-later
// What is above a listing of keys: the place it leads to, a warning before a scan, the kept views.
#pragma once

#include <QJsonObject>
#include <QList>
#include <QScrollBar>
#include <QToolButton>
#include <QWidget>

#include "core/browse/browser.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::keys {

// The scroll bar of a whole listing, of which the table holds a window.
class PlaceBar : public QScrollBar {
  Q_OBJECT
 public:
  explicit PlaceBar(QWidget* parent = nullptr);
  // rows: of the listing, counted or estimated; top: the first one shown; shown: how many are at once. Asks
  // for nothing. While a person holds the slider it stays there.
  void setPlace(qint64 rows, qint64 top, int shown);

 signals:
  // A person moved it there; rows − shown or more is the end.
  void rowWanted(qint64 top);

 private:
  void moved(int value);
  qint64 rowsPerStep_ = 1;  // a bar counts in int
};

// In place of rows: what a query would cost before it runs, and the choice.

// "This reads about 12 million rows to find about 300." Pure.
QString costInWords(const browse::Forecast& forecast);

class ScanWarning : public QWidget {
  Q_OBJECT
 public:
  explicit ScanWarning(QWidget* parent = nullptr);
  void setForecast(const browse::Forecast& forecast);
  QString words() const;

 signals:
  void runRequested();
  void narrowRequested();

 private:
  widgets::PlainLabel *cost_, *why_;
  QPushButton *run_, *narrow_;
};

// A button with the saved views of one table: named filters, kept on this desktop. Applying one, keeping one,
// forgetting one.
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
