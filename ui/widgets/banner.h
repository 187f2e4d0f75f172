// A standing line across a page: icon, words, and at most one button.
#pragma once

#include <QWidget>

#include "ui/widgets/tones.h"

class QPushButton;

namespace onceover::widgets {

class PlainLabel;

class Banner : public QWidget {
  Q_OBJECT
 public:
  // icon: a name of icon.h. action: a button's label; empty: no button.
  Banner(Tone tone, const QString& icon, const QString& text, const QString& action = {}, QWidget* parent = nullptr);
  void setText(const QString& text);
  QString text() const;

 signals:
  void actionRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Tone tone_;
  QString icon_;
  PlainLabel* words_;
  QPushButton* button_;
};

}  // namespace onceover::widgets
