// SPDX-License-Identifier: GPL-3.0-or-later
// A state in a word, a shape and a colour, so that none of them has to be told apart alone.
#pragma once

#include <QCache>
#include <QMetaType>
#include <QStaticText>
#include <QString>
#include <QStyledItemDelegate>
#include <QWidget>
#include <map>
#include <vector>

#include "core/browse/key_row.h"
#include "core/gateway/evidence.h"
#include "core/key/types.h"
#include "core/reconcile/note.h"
#include "core/reconcile/verdict.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {

// How a cell of one line of text is drawn: a page of a table is a few hundred of them, and laying each out
// anew at every paint is what a person feels while scrolling.

// Where a text is cut that is too long: usual, but a time never in its middle.
Qt::TextElideMode elisionOf(const QString& text, Qt::TextElideMode usual);

class CellDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  enum class Face { proportional, monospace, whole };
  // whole: a cell that is too narrow for its text has its column widened, up to longestWhole characters. Of
  // several amounts those that fit are drawn, and "…" for the others; of one amount never a part.
  explicit CellDelegate(Face face = Face::proportional, QObject* parent = nullptr);
  static constexpr int longestWhole = 64;
  // What is more than text (an icon, a box to tick) is left to the style.
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  // As it was laid out last: most of what a paint needs was on the screen before.
  struct Line {
    QStaticText text;
    int width = 0;
  };
  const Line& lineOf(const QStyleOptionViewItem& option, int width) const;
  QRect inSight(const QStyleOptionViewItem& cell, const QRect& room, int margin) const;
  QString wholeParts(const QStyleOptionViewItem& cell, int width) const;
  // needed: of its text
  void askForRoom(const QStyleOptionViewItem& cell, int column, int needed, int margins) const;

  Face face_;
  mutable QFont base_, font_;  // what font_ was made from, so that it is not made for each cell
  mutable QFont laidOut_;      // what lines_ are made in
  mutable QCache<QString, Line> lines_{2'000};
};

struct Badge {
  QString word;
  QString icon;  // a name of icon.h: the shape
  Tone tone = Tone::neutral;
  bool operator==(const Badge&) const = default;
};

Badge badgeOf(key::State state);
// "PENDING (in progress)": the word that a table keeps, with ours where that is another one.
QString stateShown(const std::string& stored, key::State state);
// "stuck" and "needs a person" where the row is; the operator's own word where the profile does not know it.
Badge badgeOf(const browse::KeyRow& row, Timestamp asOf);
Badge badgeOf(const events::Publication& publication);
Badge badgeOf(gateway::Finding finding);
Badge badgeOf(reconcile::VerdictKind verdict);
// Of a finished key: what the gateway's answer says of it.
Badge badgeOf(const reconcile::Verdict& verdict);

// What people wrote down about rows, as a mark beside a row's state, and as a line for its tip.
class NoteMarks {
 public:
  static Result<NoteMarks> read(pg::Connection& connection, const tables::Profile& profile,
                                const std::vector<key::Identity>& ids);
  // " ✎2", " ✎2!" where one says not to release; empty: there is none
  static QString mark(const reconcile::NoteTally& notes);
  static QString tip(const reconcile::NoteTally& notes);
  Badge onto(Badge badge, const key::Identity& id) const;
  QString tip(const key::Identity& id) const;
  void add(NoteMarks further) { of_.merge(further.of_); }

 private:
  std::map<key::Identity, reconcile::NoteTally> of_;
};

// Paints the Badge a model gives under BadgeRole, ordinary text where there is none. The model gives the word
// as DisplayRole too.
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
