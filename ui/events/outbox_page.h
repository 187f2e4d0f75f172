// SPDX-License-Identifier: GPL-3.0-or-later
// Relays: how far each is, what holds it back, and what a person does about it.
#pragma once

#include <vector>

#include "core/outbox/operate.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::writes {
class Acts;
}

namespace onceover::events {

class RelaysModel;
class HeldModel;
class PayloadPane;

struct OutboxData {
  std::vector<outbox::RelayView> relays;
  std::vector<outbox::ParkedEvent> held;
  Timestamp asOf;
};

class OutboxPage : public widgets::Page {
  Q_OBJECT
 public:
  explicit OutboxPage(bridge::Session& session, QWidget* parent = nullptr);

  void refresh() override;

 signals:
  void written();  // an act was carried out, or failed; what came of it is shown

 private:
  void layOut();
  void addActions();
  void take(Result<OutboxData> data);
  void fill(const OutboxData& data);
  void updateActions();
  const outbox::RelayView* relay() const;
  const outbox::ParkedEvent* event() const;
  void pauseOrResume(const outbox::RelayView& chosen);
  void retire(const outbox::RelayView& chosen);
  void settleEvent(const outbox::ParkedEvent& held, bool skips);
  void republish(const QString& topic, const QString& aggregate);

  writes::Acts* acts_;
  RelaysModel* relays_;
  HeldModel* held_;
  widgets::StatCard *lag_, *behind_, *parked_, *dead_;
  widgets::TableView *relayTable_, *heldTable_;
  PayloadPane* payload_;  // of the chosen event
  widgets::PlainLabel *relayTitle_, *state_, *heldTitle_, *result_, *note_;
  QAction *pause_, *retire_, *retry_, *skip_, *republish_;
  QPushButton* pauseButton_;
};

}  // namespace onceover::events
