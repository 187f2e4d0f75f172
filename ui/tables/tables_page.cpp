// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/tables_page.h"

#include "ui/tables/draft.h"
#include "ui/tables/mapping_view.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {

TablesPage::TablesPage(bridge::Session& session, const QStringList& places, QWidget* parent)
    : Page(session, parent),
      places_(places),
      model_(new TablesModel(this)),
      mapping_(new MappingView(session)),
      stack_(new QStackedWidget) {
  layOut();
  addActions();
  if (!places_.isEmpty()) mapping_->setDirectory(places_.first());
  connect(mapping_, &MappingView::backRequested, this, &TablesPage::backToList);
  connect(mapping_, &MappingView::useRequested, this, &TablesPage::use);
  connect(mapping_, &MappingView::sampled, this, &TablesPage::setAge);
  connect(mapping_, &MappingView::saved, this, [this] { hasSurvey_ = false; });
  connect(mapping_, &MappingView::useRequested, this, [this] { hasSurvey_ = false; });
  connect(&session, &bridge::Session::stateChanged, this, &TablesPage::noteState);
  connect(&session, &bridge::Session::profileChanged, this, &TablesPage::noteProfile);
  connect(&session, &bridge::Session::factsChanged, this, [this] { hasSurvey_ = false; });
  noteProfile();
  showLoading(tr("Looking for tables…"));
}

void TablesPage::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  table_ = new widgets::TableView(tr("Tables of the database"), model_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  note_ = widgets::wrapped(widgets::TextRole::caption);
  results_ = new widgets::StatePane;
  widgets::columnOf(results_->content())->addWidget(table_);
  list_ = new QWidget;
  widgets::fill(widgets::columnOf(list_, t.unit), {listRow(), {results_, 1}, note_});
  stack_->addWidget(list_);
  stack_->addWidget(mapping_);
  widgets::fitsShownPage(*stack_);
  widgets::columnOf(content(), -1, QMargins(t.section, t.gap, t.section, t.gap))->addWidget(stack_);
  connect(table_, &widgets::TableView::opened, this, &TablesPage::openRow);
  connect(table_, &widgets::TableView::currentRowChanged, this, &TablesPage::noteList);
  connect(results_, &widgets::StatePane::retryRequested, this, &TablesPage::search);
}

QWidget* TablesPage::listRow() {
  const widgets::Tokens t = widgets::tokensOf(this);
  words_ = widgets::lineEdit(tr("Filter by name"), tr("Part of a table's name"));
  words_->setClearButtonEnabled(true);
  open_ = new QPushButton(widgets::icon(QStringLiteral("table")), tr("&Mapping…"));
  open_->setAccessibleName(tr("Show and correct what its columns are"));
  open_->setToolTip(widgets::toolTip(tr("Show and correct what its columns are  Enter")));
  use_ = new QPushButton(widgets::icon(QStringLiteral("check")), tr("&Use"));
  use_->setAccessibleName(tr("Use the selected table"));
  again_ = new QPushButton(widgets::icon(QStringLiteral("refresh")), tr("&Search again"));
  auto* row = new QWidget;
  widgets::fill(widgets::lineOf(row, t.unit), {{words_, 1}, again_, open_, use_});
  connect(words_, &QLineEdit::textChanged, this, &TablesPage::filterChanged);
  connect(again_, &QPushButton::clicked, this, &TablesPage::search);
  connect(open_, &QPushButton::clicked, this, [this] { openRow(table_->currentIndex()); });
  connect(use_, &QPushButton::clicked, this, &TablesPage::useRow);
  return row;
}

void TablesPage::addActions() {
  auto* use = widgets::addAction(this, tr("Use the table"), QKeySequence(Qt::CTRL | Qt::Key_Return), "",
                                 [this] { isMapping() ? mapping_->use() : useRow(); });
  use_->setToolTip(widgets::toolTip(
      tr("Read this table on every page  %1").arg(use->shortcut().toString(QKeySequence::NativeText))));
  widgets::addAction(this, tr("Back to the tables"), QKeySequence(Qt::Key_Escape), "",
                     [this] { backToList(); });
  widgets::addAction(this, tr("Save the profile…"), QKeySequence(Qt::CTRL | Qt::Key_S), "", [this] {
    if (isMapping()) mapping_->askToSave();
  });
  widgets::addAction(this, tr("Search for tables again"), QKeySequence(Qt::CTRL | Qt::Key_R), "",
                     [this] { search(); });
}

bool TablesPage::isMapping() const { return stack_->currentWidget() == mapping_; }

// Coming back to the page does not search anew; F5 on the mapping reads its sample again.
void TablesPage::refresh() {
  if (isMapping()) return mapping_->refresh();
  if (!hasSurvey_) search();
}

void TablesPage::search() {
  if (!session().isReady()) return;
  hasSurvey_ = true;
  if (model_->survey().found.empty()) showLoading(tr("Looking for tables…"));
  bridge::Tables own;
  if (session().facts().schema.is_readable()) own.push_back(bridge::ownProfile());
  for (const auto& table : session().facts().eventTables) own.push_back(table);
  session().read<Survey>(
      this, tr("Looking for tables"),
      [places = places_, own,
       mapped = mapped_ ? mapped_() : bridge::Tables()](bridge::Reader& reader) -> Result<Survey> {
        const KnownProfiles known = readKnown(places);
        auto survey = readSurvey(reader, known.profiles, own, mapped);
        if (survey)
          survey->remarks.insert(survey->remarks.begin(), known.problems.begin(), known.problems.end());
        return survey;
      },
      [this](Result<Survey> survey) { take(std::move(survey)); });
}

void TablesPage::take(Result<Survey> survey) {
  if (!survey && isOffline()) return showError(survey.error());
  showContent();
  if (!survey) {
    hasSurvey_ = false;
    if (survey.error().is_cancelled() && model_->rowCount() > 0) return;
    return results_->showError(survey.error());
  }
  setAge(session().estimatedNow());
  model_->setSurvey(std::move(*survey));
  filterChanged();
}

void TablesPage::filterChanged() {
  const int row = table_->currentIndex().row();
  model_->setFilter(words_->text().trimmed());
  if (model_->rowCount() > 0)
    table_->setCurrentIndex(model_->index(std::clamp(row, 0, model_->rowCount() - 1), 0));
  const Survey& survey = model_->survey();
  if (model_->rowCount() > 0) {
    results_->showContent();
  } else if (!words_->text().trimmed().isEmpty()) {
    results_->showEmpty(tr("No table has this name."),
                        tr("The filter looks for this text inside “schema.table”."));
  } else if (!survey.isWhole) {
    results_->showEmpty(tr("The search was stopped."),
                        tr("Tables examined: %1 of %2. None was recognised.")
                            .arg(widgets::number(survey.looked), widgets::number(survey.total)));
  } else {
    results_->showEmpty(tr("No table is visible in this database."),
                        tr("Only tables that you have rights on are listed. Connect to the database that "
                           "holds the keys, ask for USAGE on its schema, or install the onceover schema on "
                           "the tab Administration."));
  }
  noteList();
}

void TablesPage::noteList() {
  const bool hasRow = table_->currentIndex().isValid() && model_->rowCount() > 0;
  const Found* found = hasRow ? &model_->at(table_->currentIndex().row()) : nullptr;
  open_->setEnabled(found != nullptr && found->isThere && found->from != Found::From::own);
  use_->setEnabled(found != nullptr && found->isThere);
  const Survey& survey = model_->survey();
  QStringList words;
  if (!survey.found.empty() && survey.found.front().from == Found::From::other)
    words.append(
        tr("No table here looks like keys, an inbox, an outbox or a queue. If one of them is, open it and "
           "choose what its columns are."));
  if (found != nullptr)
    words.append(tr("%1: %2").arg(tableTitle(found->schema, found->table), widgets::shown(found->why)));
  words.append(survey.isWhole ? tr("%Ln tables examined.", nullptr, widgets::counted(survey.looked))
                              : tr("Stopped: %1 of %2 tables examined.")
                                    .arg(widgets::number(survey.looked), widgets::number(survey.total)));
  constexpr std::size_t mostRemarks = 3;
  for (std::size_t i = 0; i < std::min(mostRemarks, survey.remarks.size()); ++i)
    words.append(widgets::shown(survey.remarks[i]));
  if (survey.remarks.size() > mostRemarks)
    words.append(tr("And %Ln more remarks.", nullptr,
                    widgets::counted(std::ssize(survey.remarks) - static_cast<std::ptrdiff_t>(mostRemarks))));
  note_->setText(words.join(QLatin1Char(' ')));
}

void TablesPage::openRow(const QModelIndex& index) {
  if (!index.isValid()) return;
  const Found& found = model_->at(index.row());
  if (found.from == Found::From::own) return useRow();
  if (found.isThere) openTable(found.schema, found.table, found.profile);
}

void TablesPage::openMapping(const QString& role) {
  const tables::Profile& profile = session().profile();
  if (!tables::is_own(profile)) openTable(profile.schema, profile.table, profile, role);
}

void TablesPage::useRow() {
  if (!table_->currentIndex().isValid()) return;
  const Found& found = model_->at(table_->currentIndex().row());
  if (!found.isThere) return;
  if (found.from == Found::From::own) return use(std::make_shared<const tables::Profile>(*found.profile));
  // A profile is checked against the table first; a detected mapping is shown first.
  openTable(found.schema, found.table, found.profile);
}

void TablesPage::openTable(const std::string& schema, const std::string& table,
                           const std::optional<tables::Profile>& profile, const QString& role) {
  session().read<Looked>(
      this, tr("Looking at the table"),
      [schema, table](bridge::Reader& reader) { return lookAt(reader, schema, table); },
      [this, profile, role](const Result<Looked>& looked) {
        if (looked)
          return leaveMapping(
              [this, looked = *looked, profile, role] { showMapping(looked, profile, role); });
        if (!looked.error().is_cancelled()) results_->showError(looked.error());
      });
}

void TablesPage::showMapping(const Looked& looked, const std::optional<tables::Profile>& profile,
                             const QString& role) {
  stack_->setCurrentWidget(mapping_);
  mapping_->setDraft(profile ? draftOf(*profile, looked.facts) : openDraft(looked.facts, looked.candidate));
  if (!role.isEmpty()) mapping_->showRole(role.toStdString());
}

void TablesPage::backToList() {
  if (!isMapping()) return;
  leaveMapping([this] {
    stack_->setCurrentWidget(list_);
    table_->setFocus(Qt::OtherFocusReason);
    if (!hasSurvey_) search();
  });
}

// A mapping takes minutes: what was changed in it is given up only on purpose.
void TablesPage::leaveMapping(const std::function<void()>& then) {
  const QString lost = unsaved();
  if (lost.isEmpty()) return then();
  widgets::askToDiscard(this, lost, [this, then] {
    mapping_->discard();
    then();
  });
}

QString TablesPage::unsaved() const {
  if (!isMapping() || !mapping_->isEdited()) return {};
  const tables::Profile& profile = mapping_->draft().profile;
  return tr("The mapping of %1 was changed, and neither used nor saved.")
      .arg(tableTitle(profile.schema, profile.table));
}

void TablesPage::use(const std::shared_ptr<const tables::Profile>& profile) {
  const bool showsStuck = isMapping() && mapping_->showsStuck();
  session().useProfile(profile);
  emit pageRequested(showsStuck ? QStringLiteral("leases") : QStringLiteral("keys"));
}

void TablesPage::noteState(bridge::SessionState state) {
  // what was found is shown, and searched anew when the connection is back
  if (state == bridge::SessionState::lost) hasSurvey_ = false;
  if (state != bridge::SessionState::connecting) return;
  hasSurvey_ = false;
  model_->setSurvey({});
  stack_->setCurrentWidget(list_);
}

void TablesPage::noteProfile() { model_->setRead(session().profile().schema, session().profile().table); }

QString TablesPage::shownSql() const {
  return isMapping() ? mapping_->shownSql() : widgets::text(model_->survey().sql);
}

void TablesPage::focusSearch() {
  if (isMapping()) return;
  words_->setFocus();
  words_->selectAll();
}

void TablesPage::clockChanged() { mapping_->setClock(clock()); }

}  // namespace onceover::ui
