// SPDX-License-Identifier: GPL-3.0-or-later
// How a settlement ended: what was written, or what somebody else wrote meanwhile, with both versions of what differs in the row.
#pragma once

#include <QStringList>
#include <string>

#include "core/audit/audit.h"
#include "core/reconcile/settle_one.h"
#include "core/tables/profile.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::cases {

struct VerdictAnswer;

class OutcomeCard : public widgets::ResultCard {
  Q_OBJECT
 public:
  // undo, next: actions of the page; their buttons stand here. Null: there are none.
  explicit OutcomeCard(QAction* undo = nullptr, QAction* next = nullptr, QWidget* parent = nullptr);
  void showAnswer(const VerdictAnswer& answer, const tables::Profile& profile);
  // What came of taking an act back.
  void showUndo(const widgets::Told& told, const std::optional<std::int64_t>& auditNumber);
  // The row's trail as it was read since: what waited for a second approver and was decided is shown as that.
  void follow(const std::vector<audit::Record>& trail, const tables::Profile& profile, Timestamp now);
  // Beside the words: committed, but not confirmed by the standby. Empty: nothing to warn of.
  QString warning() const;

 signals:
  void auditRequested(qint64 number);  // the row of the trail that records it
  void queueRequested();               // it waits for a second approver: where that is decided

 private:
  void compare(const browse::KeyRow& before, const std::optional<browse::KeyRow>& after);
  widgets::Banner* banner_;
  widgets::FieldsModel* model_;
  widgets::TableView* table_;
  void setAudit(const std::optional<std::int64_t>& number);
  std::optional<std::int64_t> audit_;
  QPushButton *queue_, *auditLink_, *undo_ = nullptr;
  bool waits_ = false;                   // for a second approver, as far as this card shows
  std::optional<std::int64_t> request_;  // the audit row of that request
};

// The fingerprint of the stored request, and whether a pasted or dropped body is the same request.

// "Match: …" or why not, and every way of making a fingerprint that was tried, those that match first. stored: as KeyRow::fingerprint.
struct Comparison {
  QString words;
  bool match = false, differs = false;  // neither: it cannot be said
  QStringList ways;
};
// whyNotAnother: browse::why_not_another_body().
Comparison comparePayload(const std::string& stored, const std::string& body, const std::string& whyNotAnother);

class FingerprintCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit FingerprintCard(QWidget* parent = nullptr);
  // What was pasted stays, and is compared anew.
  void setFingerprint(const std::string& stored, const tables::Profile& profile);
  void clearPasted();

 private:
  void compare();
  std::string stored_, whyNotAnother_;
  widgets::PlainLabel *kind_, *digest_, *result_, *ways_;
  widgets::BodyEdit* body_;
  QPushButton* compare_;
};

}  // namespace onceover::cases
