// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/plans_page.h"

#include <QFile>
#include <QFileInfo>

#include "core/exports/private_file.h"
#include "core/tables/toml.h"
#include "ui/plans/words.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/write_inputs.h"

namespace onceover::plans {

using plan::State;
using widgets::Tone;

namespace {

// As often as a person wants to see a number move.
constexpr std::chrono::milliseconds pollEvery{1000};
constexpr int plansListed = 200;
constexpr int pageItems = 200;
// More rows than these are not read again and again while the plan runs: F5 does.
constexpr int mostReread = 1000;

Error planIsGone() {
  return {ErrorKind::invalid_input, "The plan is gone.", "Nothing was done.", "Refresh (F5)."};
}

audit::Actor actor() { return audit::this_actor("onceover"); }

Result<ItemsPage> readItems(bridge::Reader& reader, const plan::Plan& plan, int behind, int limit,
                            std::optional<plan::ItemState> state) {
  auto items = plan::items(reader.connection(), plan.id, behind, limit, state);
  if (!items) return fail(items.error());
  std::vector<key::Identity> ids;
  for (const plan::Item& item : *items) ids.push_back(item.id);
  auto notes = widgets::NoteMarks::read(reader.connection(), plan.table, ids);
  if (!notes && reader.isOver(notes.error())) return fail(notes.error());
  return ItemsPage{std::move(*items), std::move(notes).value_or(widgets::NoteMarks()),
                   std::ssize(ids) == limit};
}

}  // namespace

PlansPage::PlansPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      plans_(new PlansModel(this)),
      items_(new ItemsModel(this)),
      facts_(new widgets::FieldsModel({{tr("Frozen with it"), 16}, {tr("As it was made"), 40}}, this)),
      came_(new widgets::FieldsModel({{tr("Foreseen"), 24},
                                      {tr("What came"), 24, widgets::FieldsModel::Stretch},
                                      {tr("Items and amounts"), 34, widgets::FieldsModel::Whole}},
                                     this)),
      planTable_(new widgets::TableView(tr("Plans"), plans_)),
      itemTable_(new widgets::TableView(tr("Items of the plan"), items_)),
      factTable_(new widgets::TableView(tr("What was frozen with the plan"), facts_)),
      cameTable_(new widgets::TableView(tr("What was foreseen and what came"), came_)),
      head_(new PlanHead),
      state_(widgets::comboBox(tr("Items in which state"), {{tr("All items"), QString()}})),
      plansTitle_(new widgets::PlainLabel(tr("Plans, newest first"), nullptr, widgets::TextRole::heading)),
      itemsTitle_(new widgets::PlainLabel(tr("Items"), nullptr, widgets::TextRole::strong)),
      desk_(session, this) {
  const widgets::Tokens t = widgets::tokensOf(this);
  for (widgets::TableView* table : {planTable_, itemTable_})
    table->setSelectionMode(QAbstractItemView::SingleSelection);
  auto* layout = widgets::columnOf(content(), -1, QMargins(t.section, t.gap, t.section, t.gap));
  layout->addWidget(widgets::splitter(Qt::Vertical, {buildList(), buildDetail()}, {150, 540}));

  connect(planTable_, &widgets::TableView::currentRowChanged, this, &PlansPage::chooseRow);
  connect(planTable_, &widgets::TableView::opened, itemTable_, qOverload<>(&QWidget::setFocus));
  connect(itemTable_, &widgets::TableView::opened, this, &PlansPage::openItem);
  auto* audit = widgets::addAction(itemTable_, tr("Show the act in the audit trail"),
                                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_J), QStringLiteral("audit"));
  connect(audit, &QAction::triggered, this, &PlansPage::openAudit);
  connect(items_, &ItemsModel::behindWanted, this, &PlansPage::readBehind);
  connect(state_, &QComboBox::currentIndexChanged, this, [this] {
    items_->setItems({});
    readChosen();
  });
  connect(pane(), &widgets::StatePane::actionRequested, this, &PlansPage::newPlan);
  connect(&desk_, &DeskRun::ended, this, &PlansPage::endDesk);
  connect(&desk_, &DeskRun::noted, this,
          [this](const QString& note) { head_->say(note, widgets::Tone::warn); });
  connect(&session, &bridge::Session::stateChanged, this, &PlansPage::updateActs);
  connect(&session, &bridge::Session::armedChanged, this, &PlansPage::updateActs);
  connect(&poll_, &QTimer::timeout, this, &PlansPage::poll);
  updateActs();
  showLoading(tr("Reading plans…"));
}

QPushButton* PlansPage::addAct(Do what, const QString& text, const QString& icon, const QKeySequence& keys,
                               void (PlansPage::*slot)()) {
  auto* action = acts_[what] = widgets::addAction(this, text, keys, icon);
  connect(action, &QAction::triggered, this, slot);
  return widgets::buttonOf(action, text);
}

QWidget* PlansPage::buildList() {
  auto* top = new QHBoxLayout;
  auto* make =
      addAct(Do::make, tr("New plan…"), QString(), QKeySequence(Qt::CTRL | Qt::Key_N), &PlansPage::newPlan);
  widgets::fill(top, {{plansTitle_, 1}, widgets::explained({tr("plan")}), make});
  auto* side = new QWidget;
  widgets::fill(widgets::columnOf(side, widgets::tokensOf(this).unit), {top, {planTable_, 1}});
  return side;
}

QWidget* PlansPage::buildDetail() {
  const widgets::Tokens t = widgets::tokensOf(this);
  const auto add = [this](Do what, const QString& text, const char* icon, const QKeySequence& keys,
                          void (PlansPage::*slot)()) {
    auto* button = addAct(what, text, QString::fromLatin1(icon), keys, slot);
    head_->addTool(button);
    return button;
  };
  add(Do::dryRun, tr("Dry run"), "eye", QKeySequence(Qt::CTRL | Qt::Key_D), &PlansPage::dryRun);
  runButton_ = add(Do::run, tr("Run…"), "play", QKeySequence(Qt::CTRL | Qt::Key_R), &PlansPage::run);
  add(Do::pause, tr("Pause"), "pause", QKeySequence(Qt::CTRL | Qt::Key_P), &PlansPage::pause);
  add(Do::resume, tr("Resume…"), "undo", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), &PlansPage::resume);
  add(Do::stop, tr("Stop…"), "stop", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), &PlansPage::stop);
  add(Do::report, tr("Report…"), "export", QKeySequence(Qt::CTRL | Qt::Key_J), &PlansPage::report);
  add(Do::bundle, tr("Bundle…"), "export", QKeySequence(Qt::CTRL | Qt::Key_B), &PlansPage::saveBundle);
  for (const auto state : {plan::ItemState::waiting, plan::ItemState::done, plan::ItemState::skipped,
                           plan::ItemState::unsettled, plan::ItemState::failed}) {
    state_->addItem(widgets::icon(badgeOf(state).icon), badgeOf(state).word,
                    widgets::text(plan::word(state)));
  }
  auto* itemSide = new QWidget;
  auto* itemTop = widgets::fill(new QHBoxLayout, {{itemsTitle_, 1}, state_});
  widgets::fill(widgets::columnOf(itemSide, t.unit), {itemTop, {itemTable_, 1}});
  auto* sums = widgets::splitter(Qt::Horizontal, {cameTable_, factTable_}, {500, 500});
  auto* side = new QWidget;
  widgets::fill(widgets::columnOf(side, t.unit),
                {head_, {widgets::splitter(Qt::Vertical, {sums, itemSide}, {140, 280}), 1}});
  return side;
}

PlansPage::~PlansPage() { hide(); }

void PlansPage::refresh() {
  const bridge::ServerFacts& facts = session().facts();
  if (!facts.schema.is_readable() || facts.schema.fit == schema::Fit::older) {
    forgetChosen();
    return showEmpty(tr("There are no plans in this database."),
                     facts.schemaSentence + '\n' + tr("Then refresh (F5)."));
  }
  session().read<std::vector<plan::Plan>>(
      this, tr("Plans"),
      [](bridge::Reader& reader) { return plan::list(reader.connection(), {}, plansListed); },
      [this](Result<std::vector<plan::Plan>> plans) { take(std::move(plans)); });
}

widgets::Place PlansPage::place() const {
  if (!chosen_) return {};
  return {{QStringLiteral("plan"), QByteArray::fromStdString(chosen_->plan.name)}};
}

Result<void> PlansPage::showPlace(const widgets::Place& place) {
  if (auto only = widgets::onlyKnown(place, {QStringLiteral("plan")}); !only) return only;
  wanted_ = place.value(QStringLiteral("plan")).toStdString();
  if (session().isReady()) refresh();
  return {};
}

void PlansPage::take(Result<std::vector<plan::Plan>> plans) {
  if (!plans) return showFailure(plans.error());
  if (plans->empty()) {
    plans_->setRows({});
    forgetChosen();
    setAge(session().estimatedNow());  // no row says when it was read
    if (showHidden({QStringLiteral("plans")}, tr("Whether there are plans is unknown"))) return;
    const QString why = whyNot(Do::make);
    return showEmpty(
        tr("No plan has been made yet."),
        tr("A plan does one thing to many rows: settle, release, requeue … Its rows are frozen when it is "
           "created, a dry run shows what would be written, and any console can run, pause and resume it.") +
            QLatin1Char('\n') +
            (why.isEmpty()
                 ? tr("Create one here, or from rows on the pages Keys, Stuck leases and Dead letters.")
                 : why),
        why.isEmpty() ? tr("&New plan…") : QString());
  }
  plansTitle_->setText(std::ssize(*plans) < plansListed
                           ? tr("Plans, newest first")
                           : tr("The newest %1 plans").arg(widgets::number(plansListed)));
  setAge(plans->front().as_of);
  filling_ = true;
  plans_->setRows(std::move(*plans));
  int row = chosen_ ? plans_->rowOf(chosen_->plan.id) : -1;
  for (int i = 0; !wanted_.empty() && i < plans_->rowCount(); ++i) {
    if (plans_->at(i).name == wanted_) row = i;
  }
  wanted_.clear();
  row = std::max(0, row);
  planTable_->setCurrentIndex(plans_->index(row, PlansModel::NameColumn));
  filling_ = false;
  showContent();
  chooseRow(row);
}

void PlansPage::forgetChosen() {
  chosen_.reset();
  updateActs();
}

void PlansPage::chooseRow(int row) {
  if (filling_ || row < 0 || row >= plans_->rowCount()) return;
  const plan::Plan& now = plans_->at(row);
  if (!chosen_ || chosen_->plan.id != now.id) {
    if (chosen_) head_->say({});
    chosen_ = Chosen{now, {}};
    chosen_->totals.items = now.items;
    chosen_->totals.waiting = now.items - now.ended;
    items_->setItems({});
    items_->setAct(now.act);
    came_->setRows({});
    showChosen();
  }
  readChosen();
}

std::optional<plan::ItemState> PlansPage::shownState() const {
  return plan::item_state_from_word(widgets::bytes(state_->currentData().toString()));
}

void PlansPage::readChosen(bool withItems) {
  if (!chosen_ || !session().isReady()) return;
  reading_ = true;
  const int limit = std::clamp(items_->rowCount(), pageItems, mostReread);
  session().read<Read>(
      this, tr("Reading the plan"),
      [name = chosen_->plan.name, withItems, state = shownState(),
       limit](bridge::Reader& reader) -> Result<Read> {
        Read read;
        auto found = plan::find(reader.connection(), name);
        if (!found) return fail(found.error());
        if (!*found) return read;
        read.plan = std::move(**found);
        auto totals = plan::totals(reader.connection(), read.plan->id);
        if (!totals) return fail(totals.error());
        read.totals = std::move(*totals);
        if (!withItems) return read;
        auto items = readItems(reader, *read.plan, 0, limit, state);
        if (!items) return fail(items.error());
        read.items = std::move(*items);
        return read;
      },
      [this, id = chosen_->plan.id](Result<Read> read) { takeChosen(id, std::move(read)); });
}

void PlansPage::takeChosen(std::int64_t id, Result<Read> read) {
  reading_ = false;
  if (!chosen_ || chosen_->plan.id != id) return;
  if (!read) return showFailure(read.error());
  if (!read->plan) return refresh();
  chosen_ = Chosen{std::move(*read->plan), std::move(read->totals)};
  if (const int row = plans_->rowOf(chosen_->plan.id); row >= 0) plans_->replace(row, chosen_->plan);
  setAge(chosen_->plan.as_of);
  if (read->items) fillItems(std::move(*read->items));
  showChosen();
}

// Where rows came or went (those of one state, while it runs), the chosen one stays chosen and in sight.
void PlansPage::fillItems(ItemsPage page) {
  const QModelIndex before = itemTable_->currentIndex();
  const int position = before.isValid() ? items_->at(before.row()).position : 0;
  const int column = before.column();
  items_->setItems(std::move(page));
  if (position == 0 || itemTable_->currentIndex().isValid()) return;
  for (int row = 0; row < items_->rowCount(); ++row) {
    if (items_->at(row).position >= position) return itemTable_->setCurrentIndex(items_->index(row, column));
  }
}

QString PlansPage::whyNotLive() const {
  return items_->rowCount() <= mostReread
             ? QString()
             : tr("more than %1 items are listed").arg(widgets::number(mostReread));
}

QString PlansPage::underWay() const {
  if (!desk_.isWorking() || desk_.work() != plan::Work::run) return {};
  return tr("The plan “%1” is running: %2 left. This desk stops after the batch in hand. The plan can be "
            "taken up later, from any desk.")
      .arg(widgets::shown(desk_.plan()->name), rowsInWords(desk_.left()));
}

void PlansPage::readBehind(int position) {
  if (!chosen_ || !session().isReady()) return items_->forgetRequest();
  session().read<ItemsPage>(
      this, tr("Reading further items"),
      [plan = chosen_->plan, position, state = shownState()](bridge::Reader& reader) {
        return readItems(reader, plan, position, pageItems, state);
      },
      [this, id = chosen_->plan.id, position](Result<ItemsPage> items) {
        if (!items) return items_->forgetRequest();
        // Read anew meanwhile: the page belongs to what was shown before.
        if (!chosen_ || chosen_->plan.id != id || items_->lastPosition() != position)
          return items_->forgetRequest();
        items_->append(std::move(*items));
      });
}

bool PlansPage::worksHere() const {
  return desk_.isWorking() && chosen_ && desk_.plan()->id == chosen_->plan.id;
}

// While a person is at work the numbers move; the shell's own refreshing waits until nothing runs here.
void PlansPage::poll() {
  if (!isVisible() || !chosen_ || reading_ || !session().isReady() ||
      paneState() != widgets::StatePane::State::content)
    return;
  if (worksHere() || isMoving(chosen_->plan, chosen_->totals)) readChosen(wantsLive());
}

void PlansPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  poll_.start(pollEvery);
}

void PlansPage::showChosen() {
  if (!chosen_) return;
  head_->show(chosen_->plan, chosen_->totals, worksHere());
  facts_->setRows(factsOf(chosen_->plan, clock()));
  came_->setRows(foreseenAndCame(chosen_->totals));
  updateActs();
}

void PlansPage::say(const QString& words, Tone tone) { head_->say(words, tone); }

void PlansPage::openAudit() {
  const QModelIndex index = itemTable_->currentIndex();
  if (index.isValid() && items_->at(index.row()).audit_id)
    emit auditRequested(*items_->at(index.row()).audit_id);
}

void PlansPage::openItem(const QModelIndex& index) {
  if (!index.isValid() || !chosen_) return;
  const key::Identity id = items_->at(index.row()).id;
  if (chosen_->plan.relation.empty())
    return say(tr("The plan's description of its table cannot be read."), Tone::danger);
  std::shared_ptr<const tables::Profile> table = bridge::ownProfile();
  if (!(*table == chosen_->plan.table)) table = std::make_shared<const tables::Profile>(chosen_->plan.table);
  if (!(session().profile() == *table)) session().useProfile(table);
  emit caseRequested(id);
}

QString PlansPage::shownSql() const { return widgets::text(plan::shown_sql()); }

QString PlansPage::whyNot(Do what) const {
  const bridge::ServerFacts& facts = session().facts();
  if (!session().isReady()) return tr("There is no connection.");
  if (!facts.schema.is_readable() || facts.schema.fit == schema::Fit::older) return facts.schemaSentence;
  if (what != Do::make && !chosen_) return tr("No plan is chosen.");
  if (what == Do::report || what == Do::bundle) return {};
  if (facts.isReadOnly) return tr("This server only accepts reading.");
  if (!facts.canSettle()) return facts.schemaSentence;
  if (what == Do::make) return {};
  if (acting_) return tr("The act before is under way.");
  const State state = chosen_->plan.state;
  const bool works = what == Do::dryRun || what == Do::run || what == Do::resume;
  if (works && !chosen_->plan.unreadable.empty()) return widgets::shown(chosen_->plan.unreadable);
  if (works && desk_.isWorking())
    return tr("This desk is at work on “%1”; Ctrl+. ends that.").arg(widgets::shown(desk_.plan()->name));
  if (what == Do::pause) return state == State::running ? QString() : tr("It does not run.");
  if (what == Do::resume)
    return state == State::paused || state == State::stopped ? QString()
                                                             : tr("It is neither paused nor stopped.");
  if (what == Do::stop)
    return state == State::finished || state == State::stopped ? tr("Nothing is left to stop.") : QString();
  if (state == State::finished) return tr("It is finished: read its report.");
  if (state == State::paused || state == State::stopped)
    return tr("It is %1: resume it.").arg(badgeOf(state).word);
  if (what == Do::dryRun)
    return state == State::running ? tr("It runs: there is nothing to foresee.") : QString();
  return state == State::frozen ? tr("A dry run comes first: it shows what would be written.") : QString();
}

void PlansPage::updateActs() {
  for (const auto& [what, action] : acts_) widgets::allow(action, whyNot(what));
  const bool runs = chosen_ && chosen_->plan.state == State::running;
  runButton_->setText(runs ? tr("Take up…") : tr("Run…"));
  runButton_->setAccessibleName(runButton_->text());
}

void PlansPage::newPlan() { openDialog({}); }
void PlansPage::planRows(const browse::Filter& filter) { openDialog({.filter = filter}); }
void PlansPage::planThese(const std::vector<key::Identity>& ids) { openDialog({.ids = ids}); }

void PlansPage::openDialog(const NewPlanRows& rows) {
  if (!whyNot(Do::make).isEmpty()) return say(whyNot(Do::make), Tone::danger);
  auto* dialog = new NewPlanDialog(session(), rows, this);
  connect(dialog, &NewPlanDialog::armRequested, this, &PlansPage::armRequested);
  connect(dialog, &NewPlanDialog::made, this, [this](const QString& name, const plan::Created& created) {
    wanted_ = widgets::bytes(name);
    QString words =
        tr("“%1” is made: %2%3. Next: a dry run (Ctrl+D).")
            .arg(widgets::shown(wanted_), tr("%Ln rows are frozen", nullptr, widgets::counted(created.items)),
                 widgets::sumsBeside(created.money));
    if (!created.incomplete.empty())
      words += ' ' + tr("There may be more such rows. %1").arg(widgets::shown(created.incomplete));
    if (!created.left_out.empty()) {
      words +=
          QLatin1Char(' ') + tr("%1 were left out, the first: %2")
                                 .arg(widgets::number(static_cast<std::int64_t>(created.left_out.size())),
                                      widgets::shown(created.left_out.front().what));
    }
    chosen_.reset();
    say(words, Tone::ok);
  });
  connect(dialog, &QDialog::finished, this, [this] {
    if (session().isReady()) refresh();
  });
  dialog->open();
}

void PlansPage::dryRun() {
  if (!whyNot(Do::dryRun).isEmpty()) return;
  if (!writes::armedFor(session(), this, [this] { dryRun(); })) return emit armRequested();
  head_->say({});
  const std::int64_t left = chosen_->plan.state == State::ready
                                ? chosen_->plan.items
                                : chosen_->plan.items - chosen_->totals.foreseen;
  if (!plan::needs_confirmation(chosen_->plan, plan::Work::dry_run)) {
    desk_.start(chosen_->plan, plan::Work::dry_run, {}, left);
    return showChosen();
  }
  auto* dialog = new RunDialog({.plan = chosen_->plan,
                                .totals = chosen_->totals,
                                .work = plan::Work::dry_run,
                                .isProduction = session().connection().isProduction,
                                .described = {}},
                               this);
  connect(dialog, &QDialog::accepted, this, [this, dialog, left] {
    desk_.start(dialog->what().plan, plan::Work::dry_run, dialog->options(), left);
    showChosen();
  });
  dialog->open();
}

void PlansPage::run() {
  if (whyNot(Do::run).isEmpty()) prepare(false);
}

void PlansPage::resume() {
  if (whyNot(Do::resume).isEmpty()) prepare(true);
}

// Read anew, so that what is asked about is what is there.
void PlansPage::prepare(bool isResume) {
  if (!writes::armedFor(session(), this, [this, isResume] { isResume ? resume() : run(); }))
    return emit armRequested();
  acting_ = true;
  updateActs();
  const std::string config = QFile::encodeName(session().connection().gatewayConfig).toStdString();
  session().read<Prepared>(
      this, tr("Reading what would be written"),
      [name = chosen_->plan.name, config](bridge::Reader& reader) -> Result<Prepared> {
        auto found = plan::find(reader.connection(), name);
        if (!found) return fail(found.error());
        if (!*found) return fail(planIsGone());
        auto totals = plan::totals(reader.connection(), (*found)->id);
        if (!totals) return fail(totals.error());
        Prepared prepared{{std::move(**found), std::move(*totals)}, {}};
        if (!prepared.chosen.plan.gateway || config.empty()) return prepared;
        auto described = plan::gateway_named(config);
        if (!described) return fail(described.error());
        prepared.described = std::move(*described);
        return prepared;
      },
      [this, isResume](Result<Prepared> prepared) {
        acting_ = false;
        updateActs();
        if (!prepared) return say(widgets::sentences(prepared.error()), Tone::danger);
        askToRun(std::move(*prepared), isResume);
      });
}

void PlansPage::askToRun(Prepared prepared, bool isResume) {
  auto* dialog = new RunDialog({.plan = prepared.chosen.plan,
                                .totals = prepared.chosen.totals,
                                .isResume = isResume,
                                .isProduction = session().connection().isProduction,
                                .described = prepared.described},
                               this);
  writes::carryIncident(session(), *dialog, "resume a plan");
  connect(dialog, &QDialog::accepted, this, [this, dialog, isResume] {
    head_->say({});
    const RunWhat& what = dialog->what();
    // What never ran goes back to where it stood: running is then another act.
    if (isResume && !what.plan.started_at) {
      return move(plan::resume, tr("Resuming the plan"), dialog->reason(),
                  tr("It goes on from where it was stopped."));
    }
    desk_.start(what.plan, plan::Work::run, dialog->options(), what.totals.waiting,
                isResume ? dialog->reason() : QString());
    showChosen();
  });
  dialog->open();
}

void PlansPage::pause() {
  if (!whyNot(Do::pause).isEmpty()) return;
  if (!writes::armedFor(session(), this, [this] { pause(); })) return emit armRequested();
  move(plan::pause, tr("Pausing the plan"), tr("paused at the console"),
       tr("It is paused: its runners end within one batch."));
}

void PlansPage::stop() {
  if (!whyNot(Do::stop).isEmpty()) return;
  if (!writes::armedFor(session(), this, [this] { stop(); })) return emit armRequested();
  widgets::ConfirmText text;
  text.title = tr("Stop plan “%1”").arg(widgets::shown(chosen_->plan.name));
  text.text = tr("Its runners end within one batch. What was written remains; what waits can be resumed.");
  text.button = tr("&Stop");
  text.asksReason = true;
  auto* dialog = new widgets::ConfirmDialog(text, this);
  writes::carryIncident(session(), *dialog, "stop a plan");
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    move(plan::stop, tr("Stopping the plan"), dialog->reason(),
         tr("It is stopped: its runners end within one batch."));
  });
  dialog->open();
}

void PlansPage::move(Move move, const QString& channel, const QString& reason, const QString& done) {
  if (!chosen_) return;
  acting_ = true;
  updateActs();
  session().write<bool>(
      this, channel,
      [move, id = chosen_->plan.id, reason = widgets::bytes(reason)](bridge::Reader& reader) {
        return move(reader.connection(), id, reason, actor());
      },
      [this, done](const Result<bool>& moved) {
        acting_ = false;
        updateActs();
        readChosen();
        if (!moved) return say(widgets::sentences(moved.error()), Tone::danger);
        say(*moved ? done : tr("Nothing was written: the plan has changed."),
            *moved ? Tone::neutral : Tone::warn);
      });
}

void PlansPage::endDesk(const DeskRun::End& end) {
  const bool dry = desk_.work() == plan::Work::dry_run;
  const plan::Step& sum = end.sum;
  if (session().isReady()) refresh();
  if (end.error && !end.error->is_cancelled()) return say(widgets::sentences(*end.error), Tone::danger);
  const QString name = widgets::shown(desk_.plan()->name);
  if (end.error)
    return say(tr("This desk stopped working on “%1”. What waits stays as it is, for any desk to take up.")
                   .arg(name),
               Tone::warn);
  if (dry) {
    return sum.state == State::ready
               ? say(tr("The dry run of “%1” is done: nothing was written. Look at what it foresees, then "
                        "run it.")
                         .arg(name),
                     Tone::ok)
               : say(tr("The dry run of “%1” ended: the plan is %2.").arg(name, badgeOf(sum.state).word),
                     Tone::warn);
  }
  const QString did = tr("This desk: %1 done, %2 skipped, %3 unsettled, %4 failed.")
                          .arg(widgets::number(sum.done), widgets::number(sum.skipped),
                               widgets::number(sum.unsettled), widgets::number(sum.failed));
  const bool isAll = sum.state == State::finished && sum.unsettled + sum.failed + sum.skipped == 0;
  say(tr("“%1” is %2.").arg(name, badgeOf(sum.state).word) + QLatin1Char(' ') + did,
      isAll ? Tone::ok : Tone::warn);
}

void PlansPage::report() {
  if (!whyNot(Do::report).isEmpty()) return;
  QString suggested = widgets::shown(chosen_->plan.name);
  for (QChar& c : suggested) {
    if (!c.isLetterOrNumber() && c != QLatin1Char('-') && c != QLatin1Char('.')) c = QLatin1Char('_');
  }
  widgets::askSavePath(this, tr("Report of the plan (.md, .csv or .json)"), suggested + QLatin1String(".md"),
                       [this](const QString& path) { reportTo(path); });
}

// All of it in one file that opens without a connection.
void PlansPage::saveBundle() {
  if (!whyNot(Do::bundle).isEmpty()) return;
  widgets::saveBundle(session(), this, {.what = bundle::OnePlan{chosen_->plan.name}},
                      [this](const QString& words) { say(words); });
}

void PlansPage::reportTo(const QString& path) {
  if (!chosen_) return;
  const QString suffix = QFileInfo(path).suffix().toLower();
  const auto format = suffix == QLatin1String("csv")    ? plan::ReportFormat::csv
                      : suffix == QLatin1String("json") ? plan::ReportFormat::json
                                                        : plan::ReportFormat::markdown;
  const QString shown = widgets::shown(widgets::bytes(path));
  session().read<plan::Totals>(
      this, tr("Report of the plan"),
      [name = chosen_->plan.name, format,
       file = QFile::encodeName(path).toStdString()](bridge::Reader& reader) -> Result<plan::Totals> {
        constexpr std::int64_t inOneCall = 1000;
        auto found = plan::find(reader.connection(), name);
        if (!found) return fail(found.error());
        if (!*found) return fail(planIsGone());
        const plan::Plan& plan = **found;
        auto target = exports::PrivateFile::create(file);
        if (!target) return fail(target.error());
        std::int64_t calls = 0;
        auto totals = plan::report(reader.connection(), plan, format, [&](std::string_view text) {
          reader.progress(std::min<std::int64_t>(++calls * inOneCall, plan.items), plan.items);
          return target->write(text);
        });
        if (!totals) return totals;
        if (auto committed = target->commit(); !committed) return fail(committed.error());
        return totals;
      },
      [this, shown](const Result<plan::Totals>& totals) {
        if (totals)
          return say(tr("%1, in %2").arg(tr("%Ln items", nullptr, widgets::counted(totals->items)), shown));
        if (totals.error().is_cancelled()) return say(tr("The report was cancelled; nothing was written."));
        say(widgets::sentences(totals.error()), Tone::danger);
      });
}

}  // namespace onceover::plans
