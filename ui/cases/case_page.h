// SPDX-License-Identifier: GPL-3.0-or-later
// One key's page: what it is, what happened to it, what the gateway says, and the way to settle it.
#pragma once

#include <optional>

#include "core/key/types.h"
#include "core/reconcile/settle_one.h"
#include "ui/cases/case_data.h"
#include "ui/cases/case_header.h"
#include "ui/cases/elsewhere_card.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::cases {

class CaseHeader;
class EvidenceCard;
class FingerprintCard;
class OverrideCard;
struct VerdictAnswer;
class HistoryModel;
class LifeLine;
class NotesCard;
class OutcomeCard;
class WalkBar;

class CasePage : public widgets::Page {
  Q_OBJECT
 public:
  // described: the tables that are looked into for the same key.
  explicit CasePage(bridge::Session& session, DescribedTables described = {}, QWidget* parent = nullptr);

  // Shows this key; what was asked and typed about another one goes.
  void open(const key::Identity& id);
  const std::optional<key::Identity>& identity() const { return id_; }
  // From now on, "next" and "previous" lead through the stuck rows that this filter finds, those stuck
  // longest first.
  void walkThrough(const browse::Filter& filter);

  // Reads the key again. Evidence, typed text and what was revealed stay.
  void refresh() override;
  QString whyNotLive() const override { return id_ ? QString() : tr("no key is open"); }
  QString shownSql() const override;
  void focusSearch() override;
  widgets::Place place() const override;
  Result<void> showPlace(const widgets::Place& place) override;
  QString unsaved() const override;

 signals:
  void asked();           // the answer is shown, or why there is none
  void settleFinished();  // the outcome is shown, of a verdict on an external row too
  void undone();          // what came of it is shown
  void walked();          // the list of stuck keys was read, and the next one is opened where there is one

 protected:
  void clockChanged() override;
  void memoryChanged() override;

 private:
  void addActions();
  void startAnew();
  enum class Way { stay, next, previous };
  void readWalk(Way way);
  void advance(Way way);
  bool canWalk() const;
  bool isEvent() const;
  void setIdentity(std::optional<key::Identity> id);
  bool isOwn() const;
  bool isWriting() const;
  QWidget* buildLeft();
  QWidget* buildRight();
  void ask();
  void saveBundle();
  void undo();
  QString whyNotUndone() const;
  void settle();
  void showCase(const CaseData& data);
  void showOnFile();
  void showResponse();
  void showRow();
  void showAsked(const AskedCase& asked);
  void showAnswer(const VerdictAnswer& answer);
  void updateActions();
  QString whyNoAsking() const;
  QString whyNoSettling() const;
  bool changedSinceAsked() const;
  bool isOfferedNow() const;
  bool hasEvidence() const;
  QString whyNoTrail() const;
  QString whyNoHistory() const;
  reconcile::Instruction confirmation() const;
  QString settleSql() const;

  std::optional<key::Identity> id_;
  std::optional<CaseData> data_;
  bool asking_ = false, settling_ = false;
  bool asksWhenShown_ = false;  // the case was just opened, and a person wants its evidence at once
  StuckWalk walk_;
  bool hasList_ = false;  // of stuck rows: a person comes from it

  QAction *ask_, *settle_, *copyKey_, *bundle_, *next_, *previous_, *undo_;
  WalkBar* walkBar_;
  DescribedTables described_;
  CaseHeader* header_;
  QScrollArea* scroll_;
  bool isNew_ = false;  // nothing of this key was shown yet
  widgets::PlainLabel *lease_, *lock_, *caveat_, *responseMeta_, *historyNote_, *bundleNote_;
  LifeLine* life_;
  widgets::Card *payloadCard_, *storedCard_;
  widgets::JsonView *response_, *payload_;
  FingerprintCard* fingerprint_;
  EvidenceCard* evidence_;
  NotesCard* notes_;
  OverrideCard* override_;
  ElsewhereCard* elsewhere_;
  OutcomeCard* outcome_;
  HistoryModel* history_;
  widgets::FieldsModel* columns_;
  widgets::TableView *historyTable_, *columnsTable_;
};

}  // namespace onceover::cases
