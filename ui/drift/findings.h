// What the page of drift says: pure functions, plain text, and differences as a table.
#pragma once

#include <QString>

#include "core/drift/compare.h"
#include "core/drift/drift.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/rows_model.h"
#include "ui/widgets/tones.h"

namespace onceover::drift {

// "succeeded without effect", with its shape and tone.
widgets::Badge badgeOf(Kind kind);
// What it means, in a sentence.
QString meaningOf(Kind kind);
// The whole in a line: nothing disagrees, so many things do, or not all could be compared.
struct Headline {
  widgets::Badge badge;
  QString words;
};
Headline headlineOf(const Report& report);
// So many of a kind. Where not all was compared there may be more.
QString countInWords(const Report& report, std::int64_t n);
// For a list without a row: how much of what was to be compared that is said of. toAsk: about; 0: not known.
QString noneFoundIn(const Report& report, std::int64_t toAsk);
// What was compared, in a line or two, without the counts that are shown beside; times by the clock.
QString totalsOf(const Report& report, widgets::ClockChoice clock);
// "succeeded 12.50 EUR", and the gateway's side.
QString hereOf(const Found& found);
QString thereOf(const Found& found, widgets::ClockChoice clock);

// The rows are those of one kind; found_ keeps all.
class FindingsModel : public widgets::RowsModel<Found> {
  Q_OBJECT
 public:
  enum Columns { kind, key, operation, tenant, here, there, why };
  explicit FindingsModel(QObject* parent = nullptr);

  void setFound(std::vector<Found> found);
  // Of one kind alone; none: of all.
  void setOnly(std::optional<Kind> only);
  std::optional<Kind> only() const { return only_; }

 private:
  std::vector<Found> found_;
  std::optional<Kind> only_;
};

}  // namespace onceover::drift
