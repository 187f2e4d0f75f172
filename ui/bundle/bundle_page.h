// SPDX-License-Identifier: GPL-3.0-or-later
// An incident bundle, opened from its file: read-only, without any connection.
#pragma once

#include <QList>
#include <memory>
#include <optional>

#include "core/bundle/bundle.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::bundle {

class SectionCard;

class BundlePage : public widgets::Page {
  Q_OBJECT
 public:
  explicit BundlePage(bridge::Session& session, QWidget* parent = nullptr);

  // Reads it off the UI thread. Where it cannot be opened, what is shown stays, with the reason above it.
  void openFile(const QString& path);

  void refresh() override {}
  QString shownSql() const override;
  void focusSearch() override;
  QString whyNotLive() const override { return tr("this is a file"); }
  bool worksOffline() const override { return true; }

 signals:
  void opened(bool well);  // a file was read, or why it could not be is shown

 protected:
  void clockChanged() override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void askFile();
  void showBundle(const QString& path, const std::shared_ptr<const Bundle>& bundle);
  void showProblem(const QString& path, const Error& error);
  void goTo(int section);
  void add(const QString& title, QWidget* card);

  std::shared_ptr<const Bundle> bundle_;
  QString wanted_;  // the file that is read now; the latest wins
  QAction* open_;
  widgets::PlainLabel* problem_;
  QListWidget* places_;
  QScrollArea* scroll_;
  QVBoxLayout* column_ = nullptr;
  QList<QWidget*> cards_;
  QList<SectionCard*> sections_;
};

}  // namespace onceover::bundle
