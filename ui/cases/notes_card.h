// SPDX-License-Identifier: GPL-3.0-or-later
// What people wrote down about the key that is open, the newest first, and a field for one more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/key/types.h"
#include "core/reconcile/note.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::bridge {
class Session;
}
namespace onceover::cases {

class NotesCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit NotesCard(bridge::Session& session, QWidget* parent = nullptr);

  // Another key is open, or none: what was typed about the one before goes.
  void open(std::optional<key::Identity> id);
  // problem: why they could not be read; empty: they were.
  void show(const reconcile::Notes& notes, const std::string& problem, Timestamp now,
            widgets::ClockChoice clock);
  // A note was typed and not added.
  bool isTyped() const;
  // Why no note can be written now, whatever is typed; empty: one can.
  QString whyNot() const;

 signals:
  void finished();  // a note is written, or it is said why not

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void update();
  void add();
  void showNote(const reconcile::Note& note, Timestamp now, widgets::ClockChoice clock);

  bridge::Session& session_;
  std::optional<key::Identity> id_;
  std::vector<std::int64_t> shown_;  // numbers
  std::vector<widgets::PlainLabel*> times_;
  bool writing_ = false;
  QString problem_;  // of the last try
  QVBoxLayout* list_;
  widgets::PlainLabel *empty_, *more_, *why_;
  QPlainTextEdit* field_;
  QPushButton* add_;
};

}  // namespace onceover::cases
