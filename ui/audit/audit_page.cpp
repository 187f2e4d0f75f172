// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/audit_page.h"

#include "core/reconcile/undo.h"
#include "ui/audit/record_view.h"
#include "ui/audit/trail.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/acts.h"
#include "ui/writes/row_write.h"
#include "ui/writes/write_dialog.h"
#include "ui/writes/write_inputs.h"

namespace onceover::audit {
namespace {

constexpr int pageRows = 200;

}  // namespace

AuditPage::AuditPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent), acts_(new writes::Acts(session, this)), model_(new TrailModel(this)) {
  buildFilters();
  buildContent();
  addActions();
  showLoading(tr("Reading the audit trail …"));
}

// Above the pane, so that a filter that finds nothing can be changed.
void AuditPage::buildFilters() {
  const widgets::Tokens t = widgets::tokensOf(this);
  filters_ = new TrailFilters;
  addAbove(filters_);
  // Above the pane too: a trail is verified whatever of it is listed.
  card_ = new TrailCard;
  auto* aside = new QWidget;
  aside->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  auto* around = widgets::columnOf(aside, -1, QMargins(t.gap, 0, t.gap, 0));
  around->addWidget(card_);
  addAbove(aside);
  connect(card_, &TrailCard::cancelRequested, this, [this] {
    if (verifying_) session().cancel(*verifying_);
  });
  connect(acts_, &writes::Acts::armRequested, this, &Page::armRequested);
  connect(acts_, &writes::Acts::changed, this, &AuditPage::updateActions);
  connect(acts_, &writes::Acts::done, this, [this](const widgets::Told& told) {
    card_->tell(tr("Seal"), told);
    emit sealed();
  });
  connect(&session(), &bridge::Session::jobsChanged, this, &AuditPage::noteJobs);
  connect(&session(), &bridge::Session::stateChanged, this, &AuditPage::updateActions);
  connect(&session(), &bridge::Session::profileChanged, this, [this] {
    if (details_->record()) showDetails(Record(*details_->record()));
  });

  connect(filters_, &TrailFilters::changed, this, &AuditPage::filterChanged);
  connect(filters_, &TrailFilters::clearRequested, this, &AuditPage::clearFilters);
  connect(pane(), &widgets::StatePane::actionRequested, this, &AuditPage::clearFilters);
}

void AuditPage::buildContent() {
  const widgets::Tokens t = widgets::tokensOf(this);
  table_ = new widgets::TableView(tr("Audit trail"), model_);
  details_ = new RecordView;
  details_->hide();

  count_ = new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption);
  older_ = new QPushButton(tr("&Older"));
  older_->setObjectName(QStringLiteral("older"));
  older_->setToolTip(widgets::toolTip(tr("Read the next %1 older rows").arg(pageRows)));
  auto* foot = widgets::fill(new QHBoxLayout, {count_, widgets::stretch(), older_});

  widgets::fill(widgets::columnOf(content(), t.unit, QMargins(t.gap, 0, t.gap, t.unit)),
                {{widgets::splitter(Qt::Horizontal, {table_, details_}, {660, 440}), 1}, foot});

  connect(table_, &widgets::TableView::opened, this, &AuditPage::openRow);
  connect(table_, &widgets::TableView::currentRowChanged, this, &AuditPage::showRow);
  connect(older_, &QPushButton::clicked, this, &AuditPage::readOlder);
  connect(details_, &RecordView::undoRequested, this, &AuditPage::undo);
  connect(details_, &RecordView::closed, this, &AuditPage::closeDetails);
  connect(details_, &RecordView::recordRequested, this, &AuditPage::showNumber);
  connect(details_, &RecordView::caseRequested, this, &Page::caseRequested);
}

void AuditPage::addActions() {
  auto* csv = widgets::addAction(this, tr("Export the trail as CSV …"), QKeySequence(Qt::CTRL | Qt::Key_E),
                                 "export", [this] { askExport(QStringLiteral("csv")); });
  auto* json = widgets::addAction(this, tr("Export the trail as JSON lines …"),
                                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), "export",
                                  [this] { askExport(QStringLiteral("jsonl")); });
  auto* bundle = widgets::addAction(this, tr("Save an incident bundle of this time …"),
                                    QKeySequence(Qt::CTRL | Qt::Key_B), "export", &AuditPage::saveBundle);
  widgets::addAction(this, tr("Close details"), QKeySequence(Qt::Key_Escape), "close",
                     &AuditPage::closeDetails);
  verify_ = widgets::addAction(this, tr("Verify the trail"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V),
                               "check", &AuditPage::verify);
  verify_->setWhatsThis(tr("Checks whether any audit row was changed, removed or inserted"));
  seal_ = widgets::addAction(this, tr("Seal the trail …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K),
                             "lock", &AuditPage::seal);
  seal_->setWhatsThis(tr("From then on a removed row is noticed"));
  undo_ = widgets::addAction(this, tr("Undo the open act …"), QKeySequence::Undo, "undo", &AuditPage::undo);
  const std::pair<QAction*, QString> buttons[] = {{verify_, tr("&Verify")},
                                                  {seal_, tr("&Seal …")},
                                                  {csv, tr("CS&V")},
                                                  {json, tr("&JSON lines")},
                                                  {bundle, tr("&Bundle")}};
  for (const auto& [action, words] : buttons) filters_->addButton(widgets::buttonOf(action, words));
  updateActions();
}

Filter AuditPage::filter() const { return filters_->filter(session().estimatedNow()); }

void AuditPage::refresh() { readPage(std::nullopt); }

void AuditPage::filterChanged() {
  model_->clear();
  closeDetails();
  refresh();
  emit placeChanged();
}

widgets::Place AuditPage::place() const {
  const Filter chosen = filter();
  widgets::Place place =
      widgets::placeOf(chosen.from, chosen.from && !chosen.to ? session().estimatedNow() : chosen.to);
  const std::pair<const char*, const std::string*> texts[] = {
      {"key", &chosen.key}, {"actor", &chosen.actor}, {"action", &chosen.action}};
  for (const auto& [name, text] : texts) {
    if (!text->empty()) place.insert(QString::fromLatin1(name), QByteArray::fromStdString(*text));
  }
  return place;
}

Result<void> AuditPage::showPlace(const widgets::Place& place) {
  const auto text = [&place](const char* name) {
    return place.value(QString::fromLatin1(name)).toStdString();
  };
  const auto names = {QStringLiteral("key"), QStringLiteral("actor"), QStringLiteral("action"),
                      QStringLiteral("from"), QStringLiteral("to")};
  if (auto only = widgets::onlyKnown(place, names); !only) return only;
  auto range = widgets::rangeFrom(place);
  if (!range) return fail(range.error());
  Filter wanted{.key = text("key"),
                .actor = text("actor"),
                .action = text("action"),
                .from = range->from,
                .to = range->to};
  if (wanted.from.has_value() != wanted.to.has_value() || !filters_->choose(wanted)) {
    return fail(ErrorKind::invalid_input, "The link asks for acts that this page cannot list.",
                "Nothing was opened.", "Ask for a new link.");
  }
  filterChanged();
  return {};
}

void AuditPage::clearFilters() {
  filters_->clear();
  filterChanged();
}

void AuditPage::showTime(Timestamp from, Timestamp to) {
  filters_->chooseTime(from, to);
  filterChanged();
}

void AuditPage::showKey(const std::string& key) {
  filters_->chooseKey(key);
  filterChanged();
}

void AuditPage::readOlder() {
  if (model_->next()) readPage(model_->next());
}

void AuditPage::readPage(std::optional<std::int64_t> before) {
  if (session().facts().schema.fit == schema::Fit::unreadable && session().isReady())
    return showEmpty(tr("The audit trail cannot be read"), session().facts().schemaSentence);
  if (session().facts().schema.fit == schema::Fit::missing && session().isReady()) {
    showEmpty(tr("No audit trail here yet"), tr("It needs the onceover schema. Install it with: oncectl "
                                                "schema install (oncectl schema print shows it first)."));
    return;
  }
  if (model_->rowCount() == 0) showLoading(tr("Reading the audit trail …"));
  const Filter wanted = filter();
  session().read<audit::Page>(
      this, tr("Reading the audit trail"),
      [wanted, before](bridge::Reader& reader) {
        return audit::page(reader.connection(), wanted, before, pageRows);
      },
      [this, before](Result<audit::Page> page) {
        if (!page) return showFailure(page.error());
        showPage(*page, before.has_value());
      });
}

void AuditPage::showPage(const audit::Page& page, bool further) {
  if (further) {
    model_->append(page);
  } else {
    model_->replaceTop(page);
    sql_ = widgets::text(page.sql);
    setAge(page.as_of);
  }
  noteCount();
  openWanted();
  if (model_->rowCount() > 0) return showContent();
  if (showHidden({QStringLiteral("audit")}, tr("Whether any audit row matches is unknown"))) return;
  if (filters_->isFiltered()) {
    showEmpty(tr("No audit row matches"), tr("Key and actor are compared exactly."), tr("&Show everything"));
  } else {
    showEmpty(tr("No audit rows yet"), tr("Every takeover, settlement, stop and start is recorded here, with "
                                          "who did it, why, and the evidence."));
  }
}

void AuditPage::noteCount() {
  const int rows = model_->rowCount();
  const QString many = tr("%Ln rows", nullptr, widgets::counted(rows));
  count_->setText(model_->next()           ? tr("The newest %1 rows").arg(widgets::number(rows))
                  : filters_->isFiltered() ? tr("%1, by these filters").arg(many)
                                           : tr("%1 in total").arg(many));
  older_->setEnabled(model_->next().has_value());
}

void AuditPage::openRow(const QModelIndex& index) {
  details_->show();
  showRow(index.row());
}

// With the details open they follow the cursor, so that a trail is read with the arrow keys.
void AuditPage::showRow(int row) {
  if (row < 0 || details_->isHidden()) return;
  showDetails(model_->at(row));
}

void AuditPage::showDetails(const Record& record) {
  details_->setRecord(record, session().estimatedNow(), clock(), caseOf(record, session().profile()),
                      whyNotUndone(record));
  readLink(record);
  updateActions();
}

QString AuditPage::whyNotUndone(const Record& record) const {
  if (const auto why = reconcile::why_not_undone(record)) return widgets::shown(*why);
  if (!caseOf(record, session().profile())) {
    return record.relation.empty()
               ? tr("another table is selected. Choose the onceover store on the Tables page.")
               : tr("another table is selected. Choose the table of this row on the Tables page.");
  }
  return writes::whyScriptOnly(session());
}

QString AuditPage::whyNotVerified() const {
  if (!session().isReady()) return tr("Not connected.");
  return session().facts().schema.fit == schema::Fit::current ? QString() : session().facts().schemaSentence;
}

void AuditPage::updateActions() {
  verify_->setEnabled(whyNotVerified().isEmpty() && !verifying_);
  seal_->setEnabled(whyNotVerified().isEmpty() && !verifying_ && acts_->whyNot().isEmpty());
  const bool isOpen = !details_->isHidden() && details_->record();
  undo_->setEnabled(isOpen && !undoing_ && whyNotUndone(*details_->record()).isEmpty());
}

void AuditPage::noteJobs() {
  if (!verifying_) return;
  for (const bridge::JobInfo& job : session().jobs()) {
    if (job.id == *verifying_) card_->setProgress(job.done, job.total);
  }
}

void AuditPage::verify() {
  if (!verify_->isEnabled()) return;
  card_->run(tr("Verifying the trail"), tr("The whole trail is read in one snapshot. Writers are not "
                                           "blocked. Other pages wait until it ends."));
  verifying_ = session().read<Verified>(
      this, tr("Verifying the trail"),
      [](bridge::Reader& reader) {
        return audit::verify(reader.connection(), {}, [&reader](std::int64_t done, std::int64_t total) {
          reader.progress(done, total);
        });
      },
      [this](const Result<Verified>& result) {
        verifying_.reset();
        card_->tell(tr("Verification"), toldVerifying(result));
        updateActions();
        emit verified();
      });
  updateActions();
}

void AuditPage::seal() {
  acts_->ask(
      {.title = tr("Seal the trail"),
       .text = tr("A seal is a hash over all that was written until now. Verification then notices a row "
                  "that was removed. Writers are not blocked. A seal cannot be taken back."),
       .button = tr("&Seal"),
       .run =
           [](bridge::Reader& reader, const std::string&) {
             return audit::seal(reader.connection()).map([](const std::optional<std::int64_t>& number) {
               return number
                          ? tr("Seal no. %1 is made: all that was written until now is sealed.").arg(*number)
                          : tr("Nothing was written: all is sealed already.");
             });
           },
       .asksReason = false});
}

void AuditPage::undo() {
  if (!details_->record() || undoing_ || !whyNotUndone(*details_->record()).isEmpty()) return;
  const Record act = *details_->record();
  const auto again = [this, number = act.number] {
    if (details_->record() && details_->record()->number == number) undo();
  };
  if (!writes::armedFor(session(), this, again)) {
    card_->tell(
        tr("Undo"),
        {{tr("not armed"), QStringLiteral("lock"), widgets::Tone::warn}, writes::unarmedInWords(), {}});
    return emit armRequested();
  }
  const auto* dialog = writes::askUndo(
      session(), this, act, [this, number = act.number](const Result<reconcile::UndoOutcome>& outcome) {
        undoing_ = false;
        updateActions();
        card_->tell(tr("Undo"), writes::toldUndoing(number, outcome));
        if (session().isReady()) refresh();
        emit undone();
      });
  connect(dialog, &QDialog::accepted, this, [this] {
    undoing_ = true;
    updateActions();
  });
}

void AuditPage::readLink(const Record& record) {
  if (const auto act = reconcile::undone_act(record)) return details_->setLink(RecordView::Link{*act, false});
  if (reconcile::why_not_undone(record) || !session().isReady()) return;
  session().read<std::optional<std::int64_t>>(
      this, tr("Reading what undid this act"),
      [record](bridge::Reader& reader) { return reconcile::undone_by(reader.connection(), record); },
      [this, number = record.number](const Result<std::optional<std::int64_t>>& by) {
        if (by && *by && details_->record() && details_->record()->number == number)
          details_->setLink(RecordView::Link{**by, true});
      });
}

void AuditPage::showNumber(qint64 number) {
  if (!session().isReady()) return;
  session().read<Record>(
      this, tr("Reading the audit row"),
      [number](bridge::Reader& reader) { return reconcile::act_numbered(reader.connection(), number); },
      [this](const Result<Record>& record) {
        if (!record) return showFailure(record.error());
        wanted_ = record->number;
        record->id ? showKey(record->id->key)
                   : showTime(record->at, record->at + std::chrono::microseconds(1));
      });
}

// A row that is wanted and not among the newest of its key stays wanted: "Older" leads there.
void AuditPage::openWanted() {
  if (!wanted_) return;
  const int row = model_->rowWhere([this](const Record& record) { return record.number == *wanted_; });
  if (row < 0) return;
  wanted_.reset();
  details_->show();
  table_->setCurrentIndex(model_->index(row, TrailModel::number));
  showRow(row);
}

void AuditPage::closeDetails() {
  details_->hide();
  table_->setFocus();
  updateActions();
}

void AuditPage::clockChanged() {
  filters_->setClock(clock());
  if (details_->record()) showDetails(Record(*details_->record()));
}

void AuditPage::focusSearch() { filters_->focusKey(); }

void AuditPage::askExport(const QString& suffix) {
  widgets::askSavePath(this, tr("Export the trail"), QStringLiteral("audit.") + suffix,
                       [this](const QString& path) { exportTo(path); });
}

// Of the time that is listed; of a day where that is all of it.
void AuditPage::saveBundle() {
  if (!session().isReady()) return;
  const Filter shown = filter();
  const Timestamp to = shown.to.value_or(session().estimatedNow());
  bundle::TimeRange range{std::make_shared<const tables::Profile>(session().profile()),
                          shown.from.value_or(to - std::chrono::hours(24)), to};
  widgets::saveBundle(session(), this, {.what = std::move(range)},
                      [this](const QString& words) { count_->setText(words); });
}

void AuditPage::exportTo(const QString& path) {
  const bool lines = path.endsWith(QLatin1String(".jsonl"));
  const auto saved =
      widgets::savePrivately(path, lines ? trailJsonLines(model_->rows()) : trailCsv(model_->rows()));
  if (!saved) return showError(saved.error());
  count_->setText(tr("Saved in %1: %2")
                      .arg(widgets::shown(path.toStdString()),
                           tr("%Ln rows", nullptr, widgets::counted(model_->rowCount()))));
  emit exported(path);
}

}  // namespace onceover::audit
