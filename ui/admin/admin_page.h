// SPDX-License-Identifier: GPL-3.0-or-later
// The store as a whole: its schema, the switch that stops all who settle and publish, and the gateways that
// it knows.
#pragma once

#include <optional>
#include <vector>

#include "core/approval/approval.h"
#include "core/reconcile/stop_switch.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"
#include "ui/widgets/table.h"

namespace onceover::writes {
class Acts;
}

namespace onceover::admin {

class GatewaysModel : public widgets::RowsModel<approval::Registered> {
  Q_OBJECT
 public:
  explicit GatewaysModel(QObject* parent = nullptr);
};

struct Administered {
  reconcile::StopSwitch stop;
  std::vector<approval::Registered> gateways;
  Timestamp asOf;
};

class AdminPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit AdminPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;
  QString whyNotLive() const override { return tr("it is read on request"); }
  // Offers what that gateway's file declares and the store does not know yet.
  void registerFile(const QString& path);

 signals:
  void written();  // an act was carried out, or failed; what came of it is shown

 protected:
  void clockChanged() override;

 private:
  void addActions();
  void layOut();
  void fill(const Administered& data);
  void updateActions();
  void install();
  void turn(bool stops);
  void askRegister(const std::vector<approval::Declared>& fresh);
  void approve();

  writes::Acts* acts_;
  GatewaysModel* gateways_;
  std::optional<Administered> data_;
  QAction *install_, *sql_, *stop_, *register_, *approve_;
  QPushButton *installButton_, *stopButton_;
  widgets::ResultCard* result_;
  widgets::PlainLabel *schema_, *switch_, *switchNote_, *known_;
  widgets::TableView* table_;
};

}  // namespace onceover::admin
