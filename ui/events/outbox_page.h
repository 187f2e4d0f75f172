// SPDX-License-Identifier: GPL-3.0-or-later
// Relays: how far each is, what holds it back, and what a person does about it.
#pragma once

#include <vector>

#include "core/outbox/operate.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::events {

class RelaysModel;
class HeldModel;

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

 protected:
  void clockChanged() override;

 private:
  // An act on the armed connection; its value is shown as a sentence.
  using Act = std::function<Result<QString>(bridge::Reader& reader, const std::string& reason)>;

  void layOut();
  void addActions();
  void take(Result<OutboxData> data);
  void fill(const OutboxData& data);
  void updateActions();
  const outbox::RelayView* relay() const;
  const outbox::ParkedEvent* event() const;
  // True: writes are armed. False: `act` is run as soon as they are.
  bool isArmedFor(std::function<void()> act);
  void ask(const QString& title, const QString& text, const QString& button, Act act);
  void carryOut(const std::string& reason, const Act& act);
  void pauseOrResume(const outbox::RelayView& chosen);
  void retire(const outbox::RelayView& chosen);
  void settleEvent(const outbox::ParkedEvent& held, bool skips);
  void republish(const QString& topic, const QString& aggregate);

  RelaysModel* relays_;
  HeldModel* held_;
  widgets::StatCard *lag_, *behind_, *parked_, *dead_;
  widgets::TableView *relayTable_, *heldTable_;
  widgets::PlainLabel *relayTitle_, *state_, *heldTitle_, *result_, *note_;
  QAction *pause_, *retire_, *retry_, *skip_, *republish_;
  QPushButton* pauseButton_;
  bool isWriting_ = false;
};

}  // namespace onceover::events
