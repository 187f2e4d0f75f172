// A state in a word, a shape and a colour, so that none of them has to be told apart alone.
#pragma once

#include <QMetaType>
#include <QString>
#include <QWidget>

#include "core/browse/key_row.h"
#include "core/gateway/evidence.h"
#include "core/key/types.h"
#include "core/reconcile/verdict.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/tones.h"

namespace onceover::widgets {

struct Badge {
  QString word;
  QString icon;  // a name of icon.h: the shape
  Tone tone = Tone::neutral;
  bool operator==(const Badge&) const = default;
};

Badge badgeOf(key::State state);
// "stuck" and "needs a person" where the row is; the operator's own word where the profile does not know it.
Badge badgeOf(const browse::KeyRow& row, Timestamp asOf);
Badge badgeOf(gateway::Finding finding);
Badge badgeOf(reconcile::VerdictKind verdict);

// Paints the Badge a model gives under BadgeRole, ordinary text where there is none. The model gives the word as DisplayRole too.
class BadgeDelegate : public CellDelegate {
  Q_OBJECT
 public:
  explicit BadgeDelegate(QObject* parent = nullptr) : CellDelegate(Face::proportional, parent) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class BadgeLabel : public QWidget {
  Q_OBJECT
 public:
  explicit BadgeLabel(const Badge& badge = {}, QWidget* parent = nullptr);
  void setBadge(const Badge& badge);
  const Badge& badge() const { return badge_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Badge badge_;
};

}  // namespace onceover::widgets

Q_DECLARE_METATYPE(onceover::widgets::Badge)
