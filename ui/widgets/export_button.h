// The button beside a chart's title that takes the chart away: as a picture, as a drawing, as numbers.
#pragma once

#include <QByteArray>
#include <QString>
#include <QToolButton>
#include <functional>

#include "core/base/result.h"

namespace onceover::widgets {

class ExportButton : public QToolButton {
  Q_OBJECT
 public:
  // content: the file's bytes for "png", "svg" or "csv".
  ExportButton(const QString& title, std::function<QByteArray(const QString& suffix)> content, QWidget* parent = nullptr);
  // By the suffix of the path; any other is CSV. Mode 0600.
  Result<void> exportTo(const QString& path) const;

 signals:
  void exported(const QString& path);
  void exportFailed(const onceover::Error& error);

 private:
  void ask(const QString& suffix);
  QString title_;
  std::function<QByteArray(const QString&)> content_;
};

}  // namespace onceover::widgets
