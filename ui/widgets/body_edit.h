// Where a request's body is pasted, or dropped as a file: then its bytes are kept exactly, whatever they are.
#pragma once

#include <optional>
#include <string>

#include "ui/widgets/drop_edit.h"

namespace onceover::widgets {

class BodyEdit : public DropEdit {
  Q_OBJECT
 public:
  // Larger requests are not fingerprinted on a desktop.
  static constexpr qint64 largest = 8 * 1024 * 1024;

  explicit BodyEdit(QWidget* parent = nullptr);
  // none: nothing was given.
  std::optional<std::string> body() const;
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
