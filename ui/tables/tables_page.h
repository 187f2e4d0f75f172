// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the table that is read: our own, one with a profile, or one that was detected; and maps its columns
// to roles.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <memory>

#include "ui/tables/survey.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/page.h"

namespace onceover::ui {

class MappingView;
class TablesModel;

class TablesPage : public widgets::Page {
  Q_OBJECT
 public:
  // places: files and directories of profiles. The first directory is where new ones are saved.
  TablesPage(bridge::Session& session, const QStringList& places, QWidget* parent = nullptr);

  void refresh() override;
  QString shownSql() const override;
  void focusSearch() override;
  // Searching through the catalog every few seconds would be a burden, and what is being corrected stays.
  QString whyNotLive() const override { return tr("tables are looked for on request"); }

  // The mapping of the table that is read, at this role ("write.release"); our own has none, and the list
  // stays.
  void openMapping(const QString& role);

  // The mappings of this connection that this desktop keeps, for the next search.
  void setMapped(std::function<bridge::Tables()> mapped) { mapped_ = std::move(mapped); }
  QString unsaved() const override;

  bool isMapping() const;
  MappingView& mapping() const { return *mapping_; }

 protected:
  void clockChanged() override;

 private:
  void layOut();
  QWidget* listRow();
  void addActions();
  void search();
  void take(Result<Survey> survey);
  void noteList();
  void filterChanged();
  void openRow(const QModelIndex& index);
  void useRow();
  void openTable(const std::string& schema, const std::string& table,
                 const std::optional<tables::Profile>& profile, const QString& role = {});
  void showMapping(const Looked& looked, const std::optional<tables::Profile>& profile, const QString& role);
  void backToList();
  void use(const std::shared_ptr<const tables::Profile>& profile);
  void noteState(bridge::SessionState state);
  void noteProfile();

  void leaveMapping(const std::function<void()>& then);
  QStringList places_;
  std::function<bridge::Tables()> mapped_;
  TablesModel* model_;
  MappingView* mapping_;
  QStackedWidget* stack_;
  QWidget* list_;
  widgets::TableView* table_;
  widgets::StatePane* results_;
  widgets::PlainLabel* note_;
  QLineEdit* words_;
  QPushButton *open_, *use_, *again_;
  bool hasSurvey_ = false;
};

}  // namespace onceover::ui
