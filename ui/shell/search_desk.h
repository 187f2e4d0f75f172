// Finds keys, cases, plans and tables by what is typed or pasted into the command palette, on whatever page. Only what an index or a short
// list finds: it never reads a whole table. Says what it could not look at.
#pragma once

#include <QObject>

#include "core/plan/plan.h"
#include "core/reconcile/case_list.h"
#include "ui/bridge/session.h"
#include "ui/shell/command_palette.h"

namespace onceover::shell {

class SearchDesk : public QObject {
  Q_OBJECT
 public:
  // Tables that can be read over this connection beside our own.
  using TablesOf = std::function<bridge::Tables()>;
  SearchDesk(bridge::Session& session, CommandPalette& palette, TablesOf tables, QObject* parent);

  void seek(const QString& text);

 signals:
  void keyChosen(const onceover::key::Identity& id);
  void caseChosen(const onceover::reconcile::ListedCase& one);
  void planChosen(const QString& name);
  void tableChosen(const std::shared_ptr<const onceover::tables::Profile>& table);
  void filterChosen(const onceover::browse::Filter& filter);  // on the page Keys
  void linkChosen(const QString& link);

 private:
  struct Answer {
    std::vector<browse::KeyRow> keys;
    Timestamp asOf;
    bool isSlow = false;  // no index finds the key
    std::vector<reconcile::ListedCase> cases;
    std::vector<plan::Plan> plans;
    std::string problem;
  };
  static Result<Answer> look(bridge::Reader& reader, const std::string& text, bool hasStore);
  void show(const QString& text, const Result<Answer>* answer);
  QList<CommandPalette::Found> tablesNamed(const QString& text);

  bridge::Session& session_;
  CommandPalette& palette_;
  TablesOf tables_;
};

}  // namespace onceover::shell
