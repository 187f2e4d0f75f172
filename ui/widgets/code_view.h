// SPDX-License-Identifier: GPL-3.0-or-later
// Views of SQL and of JSON.
#pragma once

#include <QDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QString>
#include <QWidget>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {

// A statement to read and copy.
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

// A body: masked until a person reveals it, then as a tree where it is JSON, else as text. Copying honours
// the mask.
class JsonView : public QWidget {
  Q_OBJECT
 public:
  // Of the whole view: low while it is masked, with room to read once it is revealed. Zero: as high as the
  // layout makes it.
  struct Heights {
    int masked = 0, shown = 0;
  };
  static constexpr Heights folded{68, 240};
  // name: what the body is, for the heading and assistive technology: "Stored response".
  explicit JsonView(const QString& name, const Heights& heights = {0, 0}, QWidget* parent = nullptr);
  // Masks it, where it is another body than before. Any bytes; what is not JSON is text, what is not UTF-8 is
  // shown as hexadecimal.
  void setBody(const std::string& bytes);
  // Nothing is known of the body, and why: "It is being read."
  void setUnread(const QString& why) { setAbsent(why, tr("unknown")); }
  // There is no body to show, and why: "No event is chosen."
  void setAbsent(const QString& why, const QString& summary = {});
  void setMasked(bool masked);
  bool isMasked() const { return masked_; }
  // What a copy takes now: the body, or a line that says it is masked.
  QString copyText() const;

 signals:
  void maskChanged(bool masked);

 private:
  void toggle();
  void chooseText(bool asText);
  void copy() const;
  void rebuild();
  QString name_;
  Heights heights_;
  std::string body_;
  QString unread_, unreadSummary_;
  bool masked_ = true, tree_ = true;
  PlainLabel* summary_;
  QStackedWidget* stack_;
  PlainLabel* mask_;
  QTreeWidget* treeView_;
  QPlainTextEdit* textView_;
  QToolButton *reveal_, *mode_, *copy_;
};

// JSON as rows of the trail and choices of this desktop keep it.

// Empty where it is none.
inline QJsonObject jsonObject(const std::string& json) {
  return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}
inline QString jsonText(const QJsonDocument& json) {
  return QString::fromUtf8(json.toJson(QJsonDocument::Compact));
}

// Where a request's body is pasted, or dropped as a file: then its bytes are kept exactly, whatever they are.

// A text that is pasted, or taken from a file that is dropped on it.

// The one local file that is dropped; empty: it is something else.
QString droppedFile(const QMimeData* data);

// The file's name for the screen.
QString fileName(const QString& path);
// Its bytes. Error: why they were not read, in one sentence.
Result<QByteArray> readDropped(const QString& path, qint64 largest);

class DropEdit : public QPlainTextEdit {
  Q_OBJECT
 public:
  DropEdit(const QString& name, const QString& placeholder, QWidget* parent = nullptr);
  virtual void takeFile(const QString& path) = 0;

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
};

class BodyEdit : public DropEdit {
  Q_OBJECT
 public:
  // Larger requests are not fingerprinted on a desktop.
  static constexpr qint64 largest = 8 * 1024 * 1024;

  explicit BodyEdit(QWidget* parent = nullptr);
  // none: nothing was given.
  std::optional<std::string> body() const;
  // As it was given before, byte for byte.
  void setBody(const std::string& body);
  // Says in the editor what was taken, or why it was not.
  void takeFile(const QString& path) override;

 signals:
  void fileTaken();

 private:
  void forgetFile();
  std::optional<std::string> file_;
  bool filling_ = false;
};

}  // namespace onceover::widgets
