// What a person may do with plans, and why not: made, looked at, run, paused, resumed, stopped, reported.
#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QPushButton>
#include <algorithm>

#include "core/audit/audit.h"
#include "core/transfer/private_file.h"
#include "ui/plans/new_plan_dialog.h"
#include "ui/plans/plan_head.h"
#include "ui/plans/plans_page.h"
#include "ui/plans/words.h"
#include "ui/widgets/save_bundle.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"

namespace onceover::plans {

using plan::State;
using widgets::Tone;

namespace {

Error planIsGone() { return {ErrorKind::invalid_input, "The plan is gone.", "Nothing was done.", "Refresh (F5).", "", ""}; }

audit::Actor actor() { return audit::this_actor("onceover"); }

}  // namespace

QString PlansPage::whyNot(Do what) const {
  const bridge::ServerFacts& facts = session().facts();
  if (!session().isReady()) return tr("There is no connection.");
  if (facts.schema.fit == schema::Fit::missing || facts.schema.fit == schema::Fit::older) return facts.schemaSentence;
  if (what != Do::make && !chosen_) return tr("No plan is chosen.");
  if (what == Do::report || what == Do::bundle) return {};
  if (facts.isReadOnly) return tr("This server only accepts reading.");
  if (!facts.canSettle()) return facts.schemaSentence;
  if (what == Do::make) return {};
  if (acting_) return tr("The act before is under way.");
  const State state = chosen_->plan.state;
  const bool works = what == Do::dryRun || what == Do::run || what == Do::resume;
  if (works && desk_.isWorking()) return tr("This desk is at work on “%1”; Ctrl+. ends that.").arg(widgets::shown(desk_.plan()->name));
  if (what == Do::pause) return state == State::running ? QString() : tr("It does not run.");
  if (what == Do::resume) return state == State::paused || state == State::stopped ? QString() : tr("It is neither paused nor stopped.");
  if (what == Do::stop) return state == State::finished || state == State::stopped ? tr("Nothing is left to stop.") : QString();
  if (state == State::finished) return tr("It is finished: read its report.");
  if (state == State::paused || state == State::stopped) return tr("It is %1: resume it.").arg(badgeOf(state).word);
  if (what == Do::dryRun) return state == State::running ? tr("It runs: there is nothing to foresee.") : QString();
  return state == State::frozen ? tr("A dry run comes first: it says what would be written.") : QString();
}

void PlansPage::updateActs() {
  for (const auto& [what, action] : acts_) {
    const QString why = whyNot(what);
    action->setEnabled(why.isEmpty());
    action->setToolTip(widgets::toolTip(action->text() + QStringLiteral("  ") + action->shortcut().toString(QKeySequence::NativeText) +
                                        (why.isEmpty() ? QString() : QLatin1Char('\n') + why)));
  }
  const bool runs = chosen_ && chosen_->plan.state == State::running;
  runButton_->setText(runs ? tr("Take up…") : tr("Run…"));
}

void PlansPage::newPlan() { openDialog(std::nullopt); }
void PlansPage::planRows(const browse::Filter& filter) { openDialog(filter); }

void PlansPage::openDialog(const std::optional<browse::Filter>& filter) {
  if (!whyNot(Do::make).isEmpty()) return say(whyNot(Do::make), Tone::danger);
  auto* dialog = new NewPlanDialog(session(), filter, this);
  connect(dialog, &NewPlanDialog::armRequested, this, &PlansPage::armRequested);
  connect(dialog, &NewPlanDialog::made, this, [this](const QString& name, const plan::Created& created) {
    wanted_ = widgets::bytes(name);
    QString words =
        tr("“%1” is made: %2 rows are frozen. Next: a dry run (Ctrl+D).").arg(widgets::shown(wanted_), widgets::number(created.items));
    if (!created.incomplete.empty()) words += ' ' + tr("There may be more such rows. %1").arg(widgets::shown(created.incomplete));
    if (!created.left_out.empty()) {
      words += QLatin1Char(' ') +
               tr("%1 were left out, the first: %2")
                   .arg(widgets::number(static_cast<std::int64_t>(created.left_out.size())), widgets::shown(created.left_out.front().what));
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
  if (!session().isArmed()) return emit armRequested();
  head_->say({});
  const std::int64_t left = chosen_->plan.state == State::ready ? chosen_->plan.items : chosen_->plan.items - chosen_->totals.foreseen;
  desk_.start(chosen_->plan, plan::Work::dry_run, {}, left);
  showChosen();
}

void PlansPage::run() {
  if (whyNot(Do::run).isEmpty()) prepare(false);
}

void PlansPage::resume() {
  if (whyNot(Do::resume).isEmpty()) prepare(true);
}

// Read anew, so that what is asked about is what is there.
void PlansPage::prepare(bool isResume) {
  if (!session().isArmed()) return emit armRequested();
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
  connect(dialog, &QDialog::accepted, this, [this, dialog, isResume] {
    head_->say({});
    const RunWhat& what = dialog->what();
    // What never ran goes back to where it stood: running is then another act.
    if (isResume && !what.plan.started_at) {
      return move(plan::resume, tr("Resuming the plan"), dialog->reason(), tr("It goes on from where it was stopped."));
    }
    isResume ? desk_.resume(what.plan, dialog->reason(), dialog->options(), what.totals.waiting)
             : desk_.start(what.plan, plan::Work::run, dialog->options(), what.totals.waiting);
    showChosen();
  });
  dialog->open();
}

void PlansPage::pause() {
  if (!whyNot(Do::pause).isEmpty()) return;
  if (!session().isArmed()) return emit armRequested();
  move(plan::pause, tr("Pausing the plan"), tr("paused at the console"), tr("It is paused: its runners end within one batch."));
}

void PlansPage::stop() {
  if (!whyNot(Do::stop).isEmpty()) return;
  if (!session().isArmed()) return emit armRequested();
  widgets::ConfirmText text;
  text.title = tr("Stop plan “%1”").arg(widgets::shown(chosen_->plan.name));
  text.text = tr("Its runners end within one batch. What was written remains; what waits can be resumed.");
  text.button = tr("&Stop");
  text.asksReason = true;
  auto* dialog = new widgets::ConfirmDialog(text, this);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    move(plan::stop, tr("Stopping the plan"), dialog->reason(), tr("It is stopped: its runners end within one batch."));
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
        say(*moved ? done : tr("Nothing was written: it does not stand so any more."), *moved ? Tone::neutral : Tone::warn);
      });
}

void PlansPage::endDesk(const DeskRun::End& end) {
  const bool dry = desk_.work() == plan::Work::dry_run;
  const plan::Step& sum = end.sum;
  if (session().isReady()) refresh();
  if (end.error && !end.error->is_cancelled()) return say(widgets::sentences(*end.error), Tone::danger);
  const QString name = widgets::shown(desk_.plan()->name);
  if (end.error)
    return say(tr("This desk stopped working on “%1”. What waits stays as it is, for any desk to take up.").arg(name), Tone::warn);
  if (dry) {
    return sum.state == State::ready
               ? say(tr("The dry run of “%1” is done: nothing was written. Look at what it foresees, then run it.").arg(name), Tone::ok)
               : say(tr("The dry run of “%1” ended: the plan is %2.").arg(name, badgeOf(sum.state).word), Tone::warn);
  }
  const QString did =
      tr("This desk: %1 done, %2 skipped, %3 unsettled, %4 failed.")
          .arg(widgets::number(sum.done), widgets::number(sum.skipped), widgets::number(sum.unsettled), widgets::number(sum.failed));
  say(tr("“%1” is %2.").arg(name, badgeOf(sum.state).word) + QLatin1Char(' ') + did, sum.state == State::finished ? Tone::ok : Tone::warn);
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
  widgets::saveBundle(session(), this, {.what = bundle::OnePlan{chosen_->plan.name}}, [this](const QString& words) { say(words); });
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
      [name = chosen_->plan.name, format, file = QFile::encodeName(path).toStdString()](bridge::Reader& reader) -> Result<plan::Totals> {
        constexpr std::int64_t inOneCall = 1000;
        auto found = plan::find(reader.connection(), name);
        if (!found) return fail(found.error());
        if (!*found) return fail(planIsGone());
        const plan::Plan& plan = **found;
        auto target = transfer::PrivateFile::create(file);
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
        if (totals) return say(tr("%1 items, in %2").arg(widgets::number(totals->items), shown));
        if (totals.error().is_cancelled()) return say(tr("The report was cancelled; nothing was written."));
        say(widgets::sentences(totals.error()), Tone::danger);
      });
}

}  // namespace onceover::plans
