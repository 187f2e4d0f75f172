// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/desk_run.h"

#include <QCheckBox>
#include <QFile>

#include "ui/plans/words.h"
#include "ui/widgets/widgets.h"

namespace onceover::plans {

using plan::Plan;
using plan::RunOptions;
using plan::Step;
using plan::Work;

namespace {

// Long enough that the way to the worker and back does not count, short enough that another write waits for a
// blink.
constexpr auto sliceLength = std::chrono::milliseconds(700);

Error cancelledError() {
  return {ErrorKind::cancelled, "It was cancelled.", "The rest of the plan was left as it is.", ""};
}

int endedOf(const Step& step) {
  return step.done + step.skipped + step.unsettled + step.failed + step.foreseen;
}

}  // namespace

// What is kept from slice to slice. Used on the writing worker alone, by one slice at a time; its connection
// is that worker's.
struct DeskRun::Hand {
  Plan plan;
  Work work = Work::dry_run;
  RunOptions options;
  std::string gatewayConfig, resumeReason;
  gateway::Keychain keychain;
  std::int64_t left = 0, ended = 0;
  std::unique_ptr<gateway::Gateway> gateway;
  std::unique_ptr<plan::Runner> runner;

  Result<void> start(pg::Connection& connection) {
    const audit::Actor actor = audit::this_actor("onceover");
    std::optional<plan::GatewayNamed> named;
    if (plan.gateway) {
      if (gatewayConfig.empty()) {
        return fail(
            ErrorKind::invalid_input,
            "The plan asks the gateway \"" + plan.gateway->name + "\", and this connection names no gateway.",
            "Nothing was done.", "Name its configuration where the connection is described.");
      }
      auto described = gateway::load_described(gatewayConfig);
      if (!described) return fail(described.error());
      named = plan::named(*described);
      auto opened = gateway::open_gateway(std::move(described->config), keychain);
      if (!opened) return fail(opened.error());
      gateway = std::move(*opened);
    }
    if (!resumeReason.empty()) {
      auto resumed = plan::resume(connection, plan.id, resumeReason, actor);
      if (!resumed) return fail(resumed.error());
      resumeReason.clear();
    }
    auto begun = plan::Runner::start(connection, plan, work, gateway.get(), named, actor, options,
                                     Random::from_system());
    if (!begun) return fail(begun.error());
    runner = std::move(*begun);
    return {};
  }

  Result<Slice> advance(bridge::Reader& reader) {
    if (!runner) {
      if (auto started = start(reader.connection()); !started) return fail(started.error());
    }
    const auto until = Steady::now() + sliceLength;
    auto ran = plan::run(
        *runner, [&] { return !reader.isCancelled() && Steady::now() < until; },
        [&](const Step& step) {
          ended += endedOf(step);
          reader.progress(std::min(ended, left), left);
        });
    if (!ran) return fail(ran.error());
    if (!ran->sum.over && reader.isCancelled()) return fail(cancelledError());
    return Slice{std::move(ran->sum)};
  }
};

DeskRun::DeskRun(bridge::Session& session, QObject* parent) : QObject(parent), session_(session) {
  // The connection of the runner is gone then, whatever is armed next.
  connect(&session, &bridge::Session::armedChanged, this,
          [this](bool armed) { disarmed_ = disarmed_ || !armed; });
}

bool DeskRun::start(const Plan& plan, Work work, const RunOptions& options, std::int64_t left,
                    const QString& resumeReason) {
  if (working_) return false;
  working_ = true;
  disarmed_ = false;
  plan_ = plan;
  work_ = work;
  sum_ = {};
  hand_ = std::make_shared<Hand>();
  hand_->plan = plan;
  hand_->work = work;
  hand_->options = options;
  hand_->gatewayConfig = QFile::encodeName(session_.connection().gatewayConfig).toStdString();
  hand_->keychain = session_.keychain();
  hand_->resumeReason = widgets::bytes(resumeReason);
  hand_->left = left;
  advance();
  emit began();
  return true;
}

std::int64_t DeskRun::left() const {
  return hand_ ? std::max<std::int64_t>(0, hand_->left - endedOf(sum_)) : 0;
}

void DeskRun::advance() {
  const QString name = widgets::shown(plan_->name);
  const QString what = work_ == Work::dry_run ? tr("Dry run of %1").arg(name) : tr("Running %1").arg(name);
  session_.write<Slice>(
      this, what, [hand = hand_](bridge::Reader& reader) { return hand->advance(reader); },
      [this](const Result<Slice>& slice) { take(slice); });
}

void DeskRun::take(const Result<Slice>& slice) {
  // The slice in hand was finished, or never begun.
  const bool refused = !slice && slice.error().kind == ErrorKind::read_only;
  const Error disarmed{ErrorKind::read_only, "Writes were disarmed.",
                       "The rest of the plan was left as it is.", "Arm writes, then take it up again."};
  if (!slice) return finish(disarmed_ && refused ? disarmed : slice.error());
  sum_ += slice->sum;
  if (!slice->sum.note.empty()) emit noted(widgets::shown(slice->sum.note));
  if (slice->sum.over) return finish(std::nullopt);
  if (disarmed_) return finish(disarmed);
  advance();
  emit worked();
}

void DeskRun::finish(std::optional<Error> error) {
  working_ = false;
  hand_.reset();
  emit ended({sum_, std::move(error)});
}

namespace {

constexpr int mostVerdicts = 8;

widgets::ConfirmText textOf(const RunWhat& what) {
  const QString name = widgets::shown(what.plan.name);
  widgets::ConfirmText text;
  const bool isDry = what.work == plan::Work::dry_run;
  text.title = (isDry           ? RunDialog::tr("Dry run of plan “%1”")
                : what.isResume ? RunDialog::tr("Resume plan “%1”")
                                : RunDialog::tr("Run plan “%1”"))
                   .arg(name);
  text.text = doesInWords(what.plan) + QLatin1Char('\n') +
              (isDry ? RunDialog::tr("The dry run reads these rows and asks the gateway with your rights. It "
                                     "writes none of them.")
                     : runInWords(what.plan.act, what.totals));
  // Whole, since a person confirms it: a table would cut a long statement.
  for (const auto& touched : touchedBy(what.plan))
    text.detail += QStringLiteral("%1: %2\n").arg(touched.name, touched.before);
  text.detail.chop(1);
  text.button = isDry           ? RunDialog::tr("&Dry run")
                : what.isResume ? RunDialog::tr("&Resume")
                                : RunDialog::tr("&Run");
  text.dangerous =
      what.isProduction || what.plan.act == plan::Verb::discard || what.plan.act == plan::Verb::reap;
  text.asksReason = what.isResume;
  return text;
}

}  // namespace

RunDialog::RunDialog(const RunWhat& what, QWidget* parent)
    : ConfirmDialog(textOf(what), parent), what_(what) {
  if (what.work == plan::Work::run) {
    const auto fields = whatIsWritten(what.plan.act, what.totals);
    addFields(tr("What would be written, by verdict"),
              {{tr("What is foreseen"), 20, widgets::FieldsModel::Stretch},
               {tr("Rows and amounts"), 34, widgets::FieldsModel::Whole},
               {tr("The run"), 24}},
              std::clamp(static_cast<int>(fields.size()), 1, mostVerdicts))
        ->setRows(fields);
  }
  const plan::RunOptions usual;
  if (what.work == plan::Work::run && what.plan.state == plan::State::ready && what.plan.ready_at &&
      what.plan.as_of - *what.plan.ready_at > usual.stale_after) {
    stale_ = addWord(tr("&The dry run is %1 old. I know that it still holds.")
                         .arg(widgets::span(what.plan.as_of - *what.plan.ready_at)));
  }
  if (what.plan.gateway && what.described && what.described != what.plan.gateway) {
    another_ = addWord(
        tr("The &gateway is not described as it was when the plan was made. I know that this is as good."));
  }
  if (plan::needs_confirmation(what.plan, what.work)) {
    others_ =
        addWord(tr("Another database user, %1, &made this plan. I have read what it writes.")
                    .arg(widgets::shown(what.plan.db_user).replace(QLatin1Char('&'), QStringLiteral("&&"))));
  }
  for (QLineEdit* edit : findChildren<QLineEdit*>()) edit->setFocus();
  resize(720, sizeHint().height());
  update();
}

QCheckBox* RunDialog::addWord(const QString& words) {
  auto* box = new QCheckBox(words);
  connect(box, &QCheckBox::toggled, this, &RunDialog::update);
  addWidget(box);
  return box;
}

void RunDialog::update() {
  setBlocked(std::ranges::any_of(std::initializer_list<QCheckBox*>{stale_, another_, others_},
                                 [](const QCheckBox* box) { return box != nullptr && !box->isChecked(); }));
}

plan::RunOptions RunDialog::options() const {
  plan::RunOptions options;
  options.although_stale = stale_ != nullptr && stale_->isChecked();
  if (others_ != nullptr && others_->isChecked()) options.confirmed = plan::writes_of(what_.plan).word;
  options.another_gateway = another_ != nullptr && another_->isChecked();
  return options;
}

}  // namespace onceover::plans
