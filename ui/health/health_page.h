// SPDX-License-Identifier: GPL-3.0-or-later
// Does this store keep its promises? Checks of the table that is read, run when the page comes to the front and when asked for.
#pragma once

#include <QComboBox>
#include <optional>

#include "core/health/health.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::health {

class FindingCard;
class FindingsModel;
class ReviewModel;

class HealthPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit HealthPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override;
  // Each run reads a few thousand rows: when somebody wants it.
  QString whyNotLive() const override { return tr("checks run on request"); }

 protected:
  void memoryChanged() override;

 private:
  void layOut();
  void take(Result<Report> report);
  void chooseRow(int row);
  void openItem(const QModelIndex& index);
  void save();

  FindingsModel* findings_;
  ReviewModel* review_;
  widgets::TableView *findingTable_, *reviewTable_;
  FindingCard* card_;
  widgets::PlainLabel *summary_, *remarks_;
  QComboBox* retry_;
  QAction* save_;
  std::optional<Report> report_;
  std::optional<Check> chosen_;
};

}  // namespace onceover::health
