// SPDX-License-Identifier: GPL-3.0-or-later
// A standing line across a page: icon, words, at most one button, and one to make it go where that is offered.
#pragma once

#include <QWidget>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

class Banner : public QWidget {
  Q_OBJECT
 public:
  // icon: a name of icon.h. action: a button's label; empty: no button.
  Banner(Tone tone, const QString& icon, const QString& text, const QString& action = {}, QWidget* parent = nullptr);
  void setText(const QString& text);
  // The same line with other words, in place: what has the focus keeps it.
  void show(Tone tone, const QString& text);
  using QWidget::show;
  void setActionVisible(bool visible);
  // A button that makes it go; what becomes of the banner is its owner's. what: in words, "Quiet until …".
  void setDismissable(const QString& what);
  QString text() const;
  bool says(Tone tone, const QString& text) const { return tone == tone_ && text == this->text(); }

 signals:
  void actionRequested();
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Tone tone_;
  QString icon_;
  PlainLabel* words_;
  QPushButton* button_;
};

}  // namespace onceover::widgets
