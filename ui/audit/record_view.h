// One audit row in full: who, what, why, and what was known.
#pragma once

#include <optional>

#include "core/audit/audit.h"
#include "ui/widgets/card.h"
#include "ui/widgets/tones.h"

class QFormLayout;
class QPushButton;
class QTabWidget;

namespace onceover::widgets {
class BadgeLabel;
class JsonView;
class PlainLabel;
}  // namespace onceover::widgets

namespace onceover::audit {

class RecordView : public widgets::Card {
  Q_OBJECT
 public:
  explicit RecordView(QWidget* parent = nullptr);
  // id: of the case that it leads to, where that can be opened now.
  // whyNotUndone: empty where the act can be undone.
  void setRecord(const Record& record, Timestamp now, widgets::ClockChoice clock, const std::optional<key::Identity>& id,
                 const QString& whyNotUndone);
  const std::optional<Record>& record() const { return record_; }

 signals:
  void caseRequested(const onceover::key::Identity& id);
  void undoRequested();
  void closed();

 private:
  widgets::PlainLabel* field(const QString& name);
  void setJson(widgets::JsonView* view, int tab, const std::string& json);
  void openCase();

  std::optional<Record> record_;
  std::optional<key::Identity> case_;
  QFormLayout* fields_;
  widgets::BadgeLabel* badge_;
  widgets::PlainLabel *title_, *when_, *who_, *database_, *key_, *operation_, *tenant_, *change_, *fences_, *verdict_, *reason_, *ticket_,
      *correlation_, *table_, *row_, *elsewhere_, *whyNotUndone_;
  QTabWidget* tabs_;
  widgets::JsonView *before_, *after_, *evidence_;
  QPushButton *open_, *undo_;
};

}  // namespace onceover::audit
