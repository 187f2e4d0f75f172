// A person's word about a key of ours that no evidence settles: that it happened, that it never will, or that it may be sent again.
#pragma once

#include <optional>

#include "core/reconcile/settle_flow.h"
#include "ui/bridge/session.h"
#include "ui/widgets/card.h"

namespace onceover::widgets {
class PlainLabel;
}

namespace onceover::reconcile {

struct AskedCase;
class VerdictLines;

// What came of a word.
struct WordAnswer {
  browse::KeyRow row;  // as it was on the screen
  Result<WordOutcome> outcome;
};

class OwnVerdict : public widgets::Card {
  Q_OBJECT
 public:
  explicit OwnVerdict(bridge::Session& session, QWidget* parent = nullptr);

  void clear();
  // waiting: the request that waits for a second person already; none: there is none.
  void showRow(const browse::KeyRow& row, Timestamp asOf, std::optional<std::int64_t> waiting);
  // The evidence on the screen: what it shows is settled from it, and is not overruled.
  void setAsked(const std::optional<AskedCase>& asked);
  bool isWriting() const { return writing_; }
  // Opens the dialog; where writes are not armed, asks to arm them.
  void open(profile::Verb verb);

 signals:
  void armRequested();
  void writingChanged();
  void answered(const onceover::reconcile::WordAnswer& answer);

 private:
  QString whyNot() const;
  void update();
  void write(const browse::KeyRow& row, const Word& word);
  void setWriting(bool writing);

  bridge::Session& session_;
  std::optional<browse::KeyRow> row_;
  Timestamp asOf_;
  std::optional<std::int64_t> waiting_;
  std::optional<Asked> asked_;
  bool writing_ = false;
  VerdictLines* lines_;
  widgets::PlainLabel *intro_, *note_;
};

}  // namespace onceover::reconcile
