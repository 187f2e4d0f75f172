// SPDX-License-Identifier: GPL-3.0-or-later
// What the gateway says about the key, what follows from it, and the way to settle it. Shows; asks and writes
// nothing itself.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>

#include "core/audit/audit.h"
#include "core/reconcile/settle_one.h"
#include "core/tables/profile.h"
#include "ui/cases/case_data.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::writes {
class WriteInputs;
}

namespace onceover::cases {

class EvidenceCard : public widgets::Card {
  Q_OBJECT
 public:
  // ask, settle: the page's actions; their buttons stand here.
  EvidenceCard(QAction* ask, QAction* settle, QWidget* parent = nullptr);

  // Of an external table, what its service answers is not ours to say, and a verdict asks for its values in
  // its own dialog.
  void setForeign(bool foreign);
  // What the case itself has on file, before anybody asks here.
  void setOnFile(const QString& words);
  void showAsked(const AskedCase& asked, Timestamp now);
  // Says how long ago it was asked, anew.
  void setNow(Timestamp now);
  void clear();
  const std::optional<AskedCase>& asked() const { return asked_; }

  // Why the offered verdict cannot be written now; empty: it can. Stays with the button.
  void setNote(const QString& words, widgets::Tone tone);
  // Whether the body that clients would get is hidden.
  bool isResponseMasked() const;
  // The response a person typed, for done_needs_response; none: nothing is needed.
  std::optional<key::StoredResponse> supplied() const;

 signals:
  void suppliedChanged();

 private:
  QWidget* buildFinding();
  QWidget* buildVerdict();
  void fillComparison(const AskedCase& asked);
  void fillVerdict(const AskedCase& asked, Timestamp now);

  std::optional<AskedCase> asked_;
  bool foreign_ = false;
  QAction *ask_, *settle_;
  QWidget *finding_, *verdict_, *settleLine_;
  widgets::PlainLabel *onFile_, *findingWhy_, *facts_, *request_, *verdictWhy_, *consequence_, *note_;
  widgets::BadgeLabel *findingBadge_, *verdictBadge_;
  QGridLayout* comparison_;
  widgets::JsonView *answer_, *response_;
  writes::WriteInputs* supplied_;
  QPushButton* settleButton_;
};

}  // namespace onceover::cases

// How a settlement ended: what was written, or what another user wrote meanwhile, with both versions of what
// differs in the row.

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

// "Match: …" or why not, and every way of making a fingerprint that was tried, those that match first.
// stored: as KeyRow::fingerprint.
struct Comparison {
  QString words;
  bool match = false, differs = false;  // neither: it cannot be said
  QStringList ways;
};
// whyNotAnother: browse::why_not_another_body().
Comparison comparePayload(const std::string& stored, const std::string& body,
                          const std::string& whyNotAnother);

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
