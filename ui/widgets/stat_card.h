// A number that matters, its trend, and a way to the rows behind it.
#pragma once

#include <QAbstractButton>
#include <QVector>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

class StatCard : public QAbstractButton {
  Q_OBJECT
 public:
  // label: "Stuck leases". clicked() leads to the rows; setClickable(false) where there are none to lead to.
  explicit StatCard(const QString& label, QWidget* parent = nullptr);
  // value: formatted, "12 345" or "3 h 20 min"; "–" where it is not known.
  void setValue(const QString& value, Tone tone = Tone::neutral);
  // A line under the number: "oldest 12 min", "about, from statistics".
  void setNote(const QString& note);
  // Drawn below; also said in words: "rising", "falling", "steady".
  void setTrend(const QVector<double>& values);
  void setIcon(const QString& name);
  void setClickable(bool clickable);
  const QString& value() const { return value_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void describe();
  QString label_, value_, note_, iconName_;
  Tone tone_ = Tone::neutral;
  QVector<double> trend_;
  bool clickable_ = true;
};

// A line without axes, for a card or a cell. The number beside it says the same.
void paintSparkline(QPainter& painter, const QRectF& area, const QVector<double>& values, const QColor& colour);

}  // namespace onceover::widgets
