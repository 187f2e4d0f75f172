// SPDX-License-Identifier: GPL-3.0-or-later
// Dead letters, relays, and the events that relays hold back, as lists.
#pragma once

#include <QTimer>
#include <optional>

#include "core/browse/key_row.h"
#include "core/outbox/operate.h"
#include "ui/bridge/session.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/table.h"

class QCheckBox;

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
  enum Columns {
    NameColumn,
    StateColumn,
    LagColumn,
    BehindColumn,
    ParkedColumn,
    DeadColumn,
    PublishedColumn,
    TopicsColumn
  };
  explicit RelaysModel(QObject* parent = nullptr);

 private:
  bool isSame(const outbox::RelayView& a, const outbox::RelayView& b) const override {
    return a.name == b.name;
  }
};

// What an event carries, masked until a person reveals it.
class PayloadPane : public widgets::JsonView {
  Q_OBJECT
 public:
  using Payload = std::optional<std::string>;
  explicit PayloadPane(bridge::Session& session);
  // event: tells it from others. What a person reads stays open where the same one is shown again.
  void show(const std::string& event, std::function<Result<Payload>(bridge::Reader&)> read);
  void forget();

 private:
  bridge::Session& session_;
  std::string event_;
};

class HeldModel : public widgets::RowsModel<outbox::ParkedEvent> {
  Q_OBJECT
 public:
  enum Columns {
    AggregateColumn,
    StateColumn,
    ErrorColumn,
    AttemptsColumn,
    TopicColumn,
    AgeColumn,
    RelayColumn,
    SeqColumn
  };
  explicit HeldModel(QObject* parent = nullptr);

 private:
  bool isSame(const outbox::ParkedEvent& a, const outbox::ParkedEvent& b) const override {
    return a.seq == b.seq && a.relay == b.relay;
  }
};

// Which events are published once more: of a topic, an aggregate and a time. Counts them before anything is
// written.

class RepublishDialog : public widgets::ConfirmDialog {
  Q_OBJECT
 public:
  static constexpr std::int64_t most = 100'000;  // more is for oncectl

  RepublishDialog(bridge::Session& session, const QString& topic, const QString& aggregate,
                  QWidget* parent = nullptr);
  // Of the last count; up to the moment of it.
  const outbox::Selection& selection() const { return selection_; }
  // With new ids only a request for a second approver is filed.
  bool newIds() const;

 signals:
  void counted();

 private:
  void ask();
  void say(const Result<outbox::Counted>& count);
  bridge::Session& session_;
  QLineEdit *topic_, *aggregate_;
  QComboBox* since_;
  QCheckBox* newIds_;
  bool isCounted_ = false;
  void follow();
  widgets::PlainLabel* count_;
  QTimer typing_;
  outbox::Selection selection_;
};

}  // namespace onceover::events
