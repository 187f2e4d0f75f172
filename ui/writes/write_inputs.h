// SPDX-License-Identifier: GPL-3.0-or-later
// What a person gives for a write: the answer of clients, the length of a lease, what shows it, and that
// nobody is at work.
#pragma once

#include <QObject>
#include <QString>
#include <QWidget>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/key/types.h"
#include "core/tables/profile.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/forward.h"

namespace onceover::bridge {
class Session;
}

namespace onceover::writes {

class WriteInputs : public QWidget {
  Q_OBJECT
 public:
  struct Status {
    int first = 201, from = 100, to = 599;
  };
  // Each is asked for where it is set.
  struct Wanted {
    std::optional<Status> status;
    std::optional<QString> contentType;
    bool body = false;
    std::optional<std::string> givenBody;  // of the body: it is known, is shown masked, and cannot be typed
    bool lease = false;
    bool whatShowsIt = false;
    QString held;  // the words of the box; empty: none
  };
  explicit WriteInputs(const Wanted& wanted, QWidget* parent = nullptr);

  std::optional<int> status() const;
  std::optional<std::string> body() const;
  // Status, type and body, for clients; none: no status is asked for. A type goes with a body only.
  std::optional<key::StoredResponse> response() const;
  std::optional<Duration> lease() const;
  QString whatShowsIt() const;
  bool asksHeld() const { return held_ != nullptr; }
  bool isHeld() const;
  // Whether a known body is hidden.
  bool isMasked() const;
  // The answer of clients as at first.
  void clear();
  struct Typed {
    std::optional<int> status, minutes;
    QString contentType, whatShowsIt;
    std::optional<std::string> body;
  };
  Typed typed() const;
  void restore(const Typed& typed);

 signals:
  void edited();

 private:
  void add(const QString& name, QWidget* field);
  void addBody();
  Wanted wanted_;
  QFormLayout* form_;
  QSpinBox *status_ = nullptr, *minutes_ = nullptr;
  QLineEdit *contentType_ = nullptr, *shows_ = nullptr;
  widgets::BodyEdit* body_ = nullptr;
  widgets::JsonView* given_ = nullptr;
  QCheckBox* held_ = nullptr;
};

// What was typed for a write that was refused stands in the next dialog about the same rows and verb.
class KeptInputs {
 public:
  void serve(QDialog& dialog, WriteInputs& inputs, tables::Verb verb, const std::vector<key::Identity>& rows);
  void forget() { typed_.reset(); }

 private:
  tables::Verb verb_ = tables::Verb::release;
  std::vector<key::Identity> rows_;
  std::optional<WriteInputs::Typed> typed_;
};

// Acts of one incident: each carries the ticket of the one before, and the reason where it does the same to
// the same table; each goes on by itself once writes are armed.

// Fills the dialog's ticket with that of the act before, and its reason where that was the same verb on the
// table that the session reads, selected so that typing replaces them, and keeps what is confirmed for the
// next act. verb: "settle".
void carryIncident(bridge::Session& session, widgets::ConfirmDialog& dialog, std::string_view verb);
inline void carryIncident(bridge::Session& session, widgets::ConfirmDialog& dialog, tables::Verb verb) {
  carryIncident(session, dialog, tables::word(verb));
}
// The same without any reason: of an act whose reason is never that of another.
void carryTicket(bridge::Session& session, widgets::ConfirmDialog& dialog);
// Where the field that the person types into is no ConfirmDialog's.
void carryTicket(bridge::Session& session, QLineEdit& ticket);

// True: writes are armed. False: `act` is run as soon as they are; the caller asks to arm them.
bool armedFor(bridge::Session& session, QObject* context, std::function<void()> act);

}  // namespace onceover::writes
