// SPDX-License-Identifier: GPL-3.0-or-later
// Files the console writes: for their owner alone, and in forms that spreadsheets cannot mistake for
// formulas.
#pragma once

#include <QByteArray>
#include <QString>
#include <QToolButton>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/bundle/collect.h"
#include "ui/bridge/session.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/forward.h"

namespace onceover::widgets {

// Writes the file with mode 0600, whole or not at all. ErrorKind::io.
Result<void> savePrivately(const QString& path, const QByteArray& bytes);

QByteArray pngBytes(const QImage& image);

// One CSV cell as exports of core/exports write it: quoted where it has to be, a ' in front where a
// spreadsheet would take it for a formula. Empty where the text is.
QByteArray csvCell(const QString& text);

// Asks where to save, without an event loop of its own, and calls chosen(path) once. suggested: "audit.csv";
// its suffix is added where the person gives none.
void askSavePath(QWidget* parent, const QString& title, const QString& suggested,
                 const std::function<void(const QString&)>& chosen);

// Asks which file to open, likewise. filter: "Incident bundles (*.md)"; empty: any file.
void askOpenPath(QWidget* parent, const QString& title, const QString& filter,
                 const std::function<void(const QString&)>& chosen);

// The button beside a chart's title that takes the chart away: as a picture, as a drawing, as numbers.
class ExportButton : public QToolButton {
  Q_OBJECT
 public:
  // content: the file's bytes for "png", "svg" or "csv".
  ExportButton(const QString& title, std::function<QByteArray(const QString& suffix)> content,
               QWidget* parent = nullptr);
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

// Saving an incident bundle, from any page that shows an incident: a key, a plan, a time.

struct BundleWanted {
  bundle::What what;
  // Looked into for the same key; called on the worker. Empty: nowhere else.
  std::function<std::vector<std::shared_ptr<const tables::Profile>>()> described = {};
  QString suggested = {};  // of the file: "inc-4711.md"; empty: one of ours
};

// How it goes and how it ended, in a sentence.
using Said = std::function<void(const QString&)>;

// Says what will be in it, asks whether bodies are to be and where to, then saveBundleTo(). parent: gone,
// nothing is said any more.
void saveBundle(bridge::Session& session, QWidget* parent, const BundleWanted& wanted, const Said& said);

// The same without asking. On the session's worker, with progress; the session's cancel ends it, and nothing
// is left of the file then.
void saveBundleTo(bridge::Session& session, QWidget* parent, const BundleWanted& wanted, bool withBodies,
                  const QString& path, const Said& said);

class SaveBundleDialog : public ConfirmDialog {
  Q_OBJECT
 public:
  explicit SaveBundleDialog(QWidget* parent = nullptr);
  bool withBodies() const;

 private:
  QCheckBox* bodies_;
};

}  // namespace onceover::widgets
