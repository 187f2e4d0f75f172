// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in a window of its own: Markdown that is part of the program (resources/manual). Nothing is
// fetched, from no file and no network; a link that leads elsewhere shows only where.
#pragma once

#include <QDialog>
#include <QList>
#include <QTextBrowser>

#include "ui/widgets/forward.h"

namespace onceover::manual {

// A page and a heading of it; an empty heading is the page's beginning.
struct Place {
  QString page, heading;
  bool operator==(const Place&) const = default;
};

// Shows what it is given and loads nothing but the manual's own pictures.
class ManualView : public QTextBrowser {
  Q_OBJECT
 public:
  explicit ManualView(QWidget* parent = nullptr);
  QVariant loadResource(int type, const QUrl& name) override;
  void showMarkdown(const QString& markdown);
  // False where there is no such heading.
  bool goToHeading(const QString& heading);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void render();
  QString markdown_;
  QString heading_;    // where it was last led; empty: nowhere on this page
  int headingAt_ = 0;  // the scroll bar, there
};

class ManualWindow : public QDialog {
  Q_OBJECT
 public:
  explicit ManualWindow(QWidget* parent = nullptr);
  // "console", "Stuck leases". An unknown page shows the contents, an unknown heading the page's beginning.
  void showPage(const QString& page, const QString& heading = {});
  Place place() const { return places_.value(at_); }

  static QStringList pages();                      // in the order of the contents
  static QString markdownOf(const QString& page);  // empty: there is none
  static QString titleOf(const QString& page);

 private:
  void display(const Place& place);
  void follow(const QUrl& link);
  void step(int by);
  void find();
  ManualView* view_;
  QListWidget* contents_;
  QLineEdit* search_;
  widgets::PlainLabel* note_;
  QAction *back_, *forward_;
  QList<Place> places_;
  int at_ = -1;
};

}  // namespace onceover::manual
