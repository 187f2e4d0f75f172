// SPDX-License-Identifier: GPL-3.0-or-later
// A dialog in a small window: its body scrolls, its buttons stay.
#pragma once

#include <QDialog>
#include <QScrollArea>
#include <QString>
#include <functional>
#include <vector>

#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

namespace onceover::widgets {

// What is inside, where parts of it may be lower than they would like: they give way before anything scrolls.
class DialogInside : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;
  int heightForWidth(int width) const override;
};

// Asks for the room of what is inside, and makes do with less: then it scrolls, and nothing inside is
// squeezed.
class DialogBody : public QScrollArea {
  Q_OBJECT
 public:
  explicit DialogBody(QWidget* inside, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  // How much higher it would have to be for nothing to scroll.
  int lackingHeight();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
};

// When it comes up it is no larger than the window it belongs to, or the screen where it belongs to none, and
// up to there so high that nothing in it scrolls. A very small window is no measure.
void fitToScreen(QWidget* dialog);

// What every dialog with something to type in promises: Enter in a field never cancels it, and Esc or closing
// it asks before what was typed is lost. Its Cancel button asks nothing: it says what it does.

// Asks, and calls `discard` where the answer is yes; Enter is no. what: what would be lost, a sentence.
void askToDiscard(QWidget* parent, const QString& what, const std::function<void()>& discard);

// Text that a person typed into the dialog's fields and that is nowhere else.
bool holdsTyped(const QDialog& dialog);

class DialogGuard : public QObject {
  Q_OBJECT
 public:
  // Guards it as long as it lives.
  explicit DialogGuard(QDialog* dialog);
  // A field of that name confirms what is decided elsewhere: leaving it loses nothing.
  static void markAsNoWork(QWidget* field);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool takeEnter();
  bool asksFirst();
  QDialog* dialog_;
};

// A question before an act. Window-modal and without an event loop of its own: open() it and connect
// accepted().

// The usual name of a fold.
QString showTheSql();

struct ConfirmText {
  QString title;   // "Settle as succeeded"
  QString text;    // what will happen, plain
  QString detail;  // monospace, scrolls: the SQL, the rows; empty: none
  QString button;  // the verb: "Settle"
  QString typed;   // must be typed before the button works; empty: nothing
  bool dangerous = false;
  bool asksReason = false;  // a reason is required
  QString folded = {};      // the detail is folded under a button of this name; empty: it is open
  QString ticket =
      {};  // the name of a field for a ticket beside the reason: "Ticket (optional)"; empty: none
};

class ConfirmDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ConfirmDialog(const ConfirmText& text, QWidget* parent = nullptr);
  QString reason() const;
  QString ticket() const;
  // As if a person had typed them, and selected: typing replaces them. Fields that are not asked for are left
  // out. The dialog says that the reason is not of this act, until it is changed.
  void carry(const QString& reason, const QString& ticket);
  bool asksReason() const { return reason_ != nullptr; }
  bool asksTicket() const { return ticket_ != nullptr; }
  // So that Enter cancels.
  void focusCancel();
  // A widget of the caller's between text and buttons; it scrolls with the text. What the dialog asks for
  // stays in sight below.
  void addWidget(QWidget* widget);
  // The same with a table that is as high as so many rows.
  FieldsModel* addFields(const QString& name, const std::vector<ColumnLook>& columns, int rows);

 signals:
  void edited();  // the reason or the ticket

 protected:
  // from: a text within, which is brought into view.
  void setDetail(const QString& detail, const QString& from = {});
  // Where a choice within changes what will happen, and what the button does.
  void setWords(const QString& text, const QString& button);
  // The ticket can be typed only while the act needs one.
  void setTicketEnabled(bool enabled);
  // The act waits for more than a reason.
  void setBlocked(bool blocked);
  // The same with what is missing, above the reason; empty: nothing is.
  void setMissing(const QString& words);
  // Beside Cancel; it does not close the dialog.
  QPushButton* addButton(const QString& text);

 private:
  void update();
  QToolButton* foldOf(const QString& name);
  ConfirmText text_;
  QString lacks_, carried_;
  QVBoxLayout* middle_;
  PlainLabel *what_, *missing_, *carriedNote_;
  QLineEdit *typed_ = nullptr, *reason_ = nullptr, *ticket_ = nullptr;
  QPlainTextEdit* detail_ = nullptr;
  QDialogButtonBox* buttons_ = nullptr;
  QPushButton* button_ = nullptr;
  bool blocked_ = false;
};

}  // namespace onceover::widgets
