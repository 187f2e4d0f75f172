// A question before an act. Window-modal and without an event loop of its own: open() it and connect accepted().
#pragma once

#include <QDialog>
#include <QString>
#include <vector>

#include "ui/widgets/forward.h"
#include "ui/widgets/rows_model.h"

namespace onceover::widgets {

struct ConfirmText {
  QString title;   // "Settle as succeeded"
  QString text;    // what will happen, plain
  QString detail;  // monospace, scrolls: the SQL, the rows; empty: none
  QString button;  // the verb: "Settle"
  QString typed;   // must be typed before the button works; empty: nothing
  bool dangerous = false;
  bool asksReason = false;  // a reason is required
  QString ticket = {};      // the name of a field for a ticket beside the reason: "Ticket (optional)"; empty: none
};

class ConfirmDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ConfirmDialog(const ConfirmText& text, QWidget* parent = nullptr);
  QString reason() const;
  QString ticket() const;
  // As if a person had typed them, and selected: typing replaces them. Fields that are not asked for are left out. The dialog says that the
  // reason is not of this act, until it is changed.
  void carry(const QString& reason, const QString& ticket);
  bool asksReason() const { return reason_ != nullptr; }
  bool asksTicket() const { return ticket_ != nullptr; }
  // So that Enter cancels.
  void focusCancel();
  // A widget of the caller's between text and buttons; it scrolls with the text. What the dialog asks for stays in sight below.
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
