// The headline: an icon in its tone, the sentence, and what else is worth knowing.
#pragma once

#include <QWidget>

#include "ui/overview/headline.h"
#include "ui/widgets/forward.h"

namespace onceover::overview {

class HeadlineView : public QWidget {
  Q_OBJECT
 public:
  explicit HeadlineView(QWidget* parent = nullptr);
  void setHeadline(const Headline& headline);
  QString sentence() const;
  QString details() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Headline headline_;
  widgets::PlainLabel *sentence_, *details_;
};

}  // namespace onceover::overview
