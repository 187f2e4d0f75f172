// Files the console writes: for their owner alone, and in forms that spreadsheets cannot mistake for formulas.
#pragma once

#include <QByteArray>
#include <QString>
#include <QToolButton>
#include <functional>

#include "core/base/result.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {

// Writes the file with mode 0600, whole or not at all. ErrorKind::io.
Result<void> savePrivately(const QString& path, const QByteArray& bytes);

QByteArray pngBytes(const QImage& image);

// One CSV cell as exports of core/exports write it: quoted where it has to be, a ' in front where a spreadsheet would take it for a
// formula. Empty where the text is.
QByteArray csvCell(const QString& text);

// Asks where to save, without an event loop of its own, and calls chosen(path) once. suggested: "audit.csv"; its suffix is added where
// the person gives none.
void askSavePath(QWidget* parent, const QString& title, const QString& suggested, const std::function<void(const QString&)>& chosen);

// Asks which file to open, likewise. filter: "Incident bundles (*.md)"; empty: any file.
void askOpenPath(QWidget* parent, const QString& title, const QString& filter, const std::function<void(const QString&)>& chosen);

// The button beside a chart's title that takes the chart away: as a picture, as a drawing, as numbers.
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
