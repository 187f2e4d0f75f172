// Relays, and the events that they hold back, as tables.
#pragma once

#include "core/outbox/operate.h"
#include "ui/widgets/rows_model.h"

namespace onceover::outboxes {

widgets::Badge badgeOf(const outbox::RelayView& relay);
// "≥ 10 000", "12", "unknown".
QString lagInWords(const outbox::RelayView& relay);
// "≥ 3 h", "–" where nothing waits, "unknown".
QString behindInWords(const outbox::RelayView& relay);

class RelaysModel : public widgets::RowsModel<outbox::RelayView> {
  Q_OBJECT
 public:
  enum Columns { NameColumn, StateColumn, LagColumn, BehindColumn, ParkedColumn, DeadColumn, PublishedColumn, TopicsColumn };
  explicit RelaysModel(QObject* parent = nullptr);
};

class HeldModel : public widgets::RowsModel<outbox::ParkedEvent> {
  Q_OBJECT
 public:
  enum Columns { AggregateColumn, StateColumn, ErrorColumn, AttemptsColumn, TopicColumn, AgeColumn, RelayColumn, SeqColumn };
  explicit HeldModel(QObject* parent = nullptr);
};

}  // namespace onceover::outboxes
