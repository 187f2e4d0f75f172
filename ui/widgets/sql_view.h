// A statement to read and copy.
#pragma once

#include <QDialog>
#include <QWidget>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

class SqlView : public QWidget {
  Q_OBJECT
 public:
  explicit SqlView(QWidget* parent = nullptr);
  void setSql(const QString& sql);
  QString sql() const;

 private:
  void copy() const;
  QPlainTextEdit* text_;
};

// Not modal; deletes itself when closed. show() it.
class SqlDialog : public QDialog {
  Q_OBJECT
 public:
  SqlDialog(const QString& title, const QString& sql, QWidget* parent = nullptr);
};

}  // namespace onceover::widgets
