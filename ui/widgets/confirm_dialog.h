// A question before an act. Window-modal and without an event loop of its own: open() it and connect accepted().
#pragma once

#include <QDialog>
#include <QString>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

struct ConfirmText {
  QString title;   // "Settle as succeeded"
  QString text;    // what will happen, plain
  QString detail;  // monospace, scrolls: the SQL, the rows; empty: none
  QString button;  // the verb: "Settle"
  QString typed;   // must be typed before the button works; empty: nothing
  bool dangerous = false;
  bool asksReason = false;  // a reason is required
};

class ConfirmDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ConfirmDialog(const ConfirmText& text, QWidget* parent = nullptr);
  QString reason() const;
  // A widget of the caller's between text and buttons.
  void addWidget(QWidget* widget);

 signals:
  void reasonEdited();

 protected:
  // from: a text within, which is brought into view.
  void setDetail(const QString& detail, const QString& from = {});
  // The act waits for more than a reason.
  void setBlocked(bool blocked);
  // Beside Cancel; it does not close the dialog.
  QPushButton* addButton(const QString& text);
  // A field with its name beside the reason.
  void addBesideReason(const QString& name, QLineEdit* edit);

 private:
  void update();
  ConfirmText text_;
  QVBoxLayout* middle_;
  QHBoxLayout* reasonLine_;
  QLineEdit* typed_ = nullptr;
  QLineEdit* reason_ = nullptr;
  QPlainTextEdit* detail_ = nullptr;
  QDialogButtonBox* buttons_ = nullptr;
  QPushButton* button_ = nullptr;
  bool blocked_ = false;
};

}  // namespace onceover::widgets
