// Requeue and discard for dead letters: buttons that say why they are not offered, the dialog, and the writing, row by row.
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <vector>

#include "ui/bridge/session.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/row_write.h"

namespace onceover::inbox {

struct RowReport {
  reconcile::SeenRow seen;  // as it was in the dialog
  Result<reconcile::OneOutcome> outcome;
};
struct VerdictReport {
  profile::Verb verb = profile::Verb::requeue;
  std::vector<RowReport> rows;
  int left = 0;  // that the verb was not for, or that were gone
};

class DeadVerdicts : public QWidget {
  Q_OBJECT
 public:
  explicit DeadVerdicts(bridge::Session& session, QWidget* parent = nullptr);

  // For the page: with their shortcuts.
  QList<QAction*> verbActions() const;
  // What this connection may do with the table; none: not known.
  void setAccess(const std::optional<profile::Access>& access);
  // Of the rows that are selected.
  void setSelected(std::vector<key::Identity> ids);
  // Why neither is offered, or one of them is not; empty: both are.
  QString whyNot() const;

 signals:
  void armRequested();
  void failed(const onceover::Error& error);  // the rows could not be read
  void answered(const onceover::inbox::VerdictReport& report);

 private:
  QString whyNot(profile::Verb verb) const;
  void act(profile::Verb verb);
  void ask(profile::Verb verb, const widgets::WritableRows& rows);
  void write(profile::Verb verb, const std::shared_ptr<const profile::Profile>& profile, const std::vector<reconcile::SeenRow>& rows,
             const reconcile::WriteRequest& request, int left);
  void update();

  bridge::Session& session_;
  std::optional<profile::Access> access_;
  std::vector<key::Identity> selected_;
  bool busy_ = false;
  std::map<profile::Verb, QAction*> actions_;
};

}  // namespace onceover::inbox
