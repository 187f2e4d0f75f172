// Dead letters, relays, and the events that relays hold back, as lists.
#pragma once

#include "core/browse/key_row.h"
#include "core/outbox/operate.h"
#include "ui/widgets/rows_model.h"

namespace onceover::events {

// Rows of a list. It is for reading: all of them are on the page of keys, or listed by oncectl.
inline constexpr int listed = 200;

// Dead letters as a table: what failed for good, with its error.
class DeadModel : public widgets::RowsModel<browse::KeyRow> {
  Q_OBJECT
 public:
  enum Columns { EventColumn, TopicColumn, ErrorColumn, TriesColumn, AgeColumn, WordColumn };
  explicit DeadModel(QObject* parent = nullptr);
};

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

}  // namespace onceover::events
