// SPDX-License-Identifier: GPL-3.0-or-later
// What the gateway says about the key, what follows from it, and the way to settle it. Shows; asks and writes nothing itself.
#pragma once

#include <QString>
#include <optional>

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

  // Of an external table, what its service answers is not ours to say, and a verdict asks for its values in its own dialog.
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
