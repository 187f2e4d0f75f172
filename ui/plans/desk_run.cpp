#include "ui/plans/desk_run.h"

#include <QCoreApplication>
#include <QFile>
#include <algorithm>

#include "core/audit/audit.h"
#include "ui/widgets/text.h"

namespace onceover::plans {

using plan::Plan;
using plan::RunOptions;
using plan::Step;
using plan::Work;

namespace {

// Long enough that the way to the worker and back does not count, short enough that another write waits for a blink.
constexpr auto sliceLength = std::chrono::milliseconds(700);

Error cancelledError() { return {ErrorKind::cancelled, "It was cancelled.", "The rest of the plan was left as it is.", ""}; }

int endedOf(const Step& step) { return step.done + step.skipped + step.unsettled + step.failed + step.foreseen; }

}  // namespace

// What is kept from slice to slice. Used on the writing worker alone, by one slice at a time; its connection is that worker's.
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
        return fail(ErrorKind::invalid_input, "The plan asks the gateway \"" + plan.gateway->name + "\", and this connection names no gateway.",
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
    auto begun = plan::Runner::start(connection, plan, work, gateway.get(), named, actor, options, Random::from_system());
    if (!begun) return fail(begun.error());
    runner = std::move(*begun);
    return {};
  }

  Result<Slice> goOn(bridge::Reader& reader) {
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
  connect(&session, &bridge::Session::armedChanged, this, [this](bool armed) { disarmed_ = disarmed_ || !armed; });
}

bool DeskRun::start(const Plan& plan, Work work, const RunOptions& options, std::int64_t left, const QString& resumeReason) {
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
  goOn();
  emit began();
  return true;
}

std::int64_t DeskRun::left() const { return hand_ ? std::max<std::int64_t>(0, hand_->left - endedOf(sum_)) : 0; }

void DeskRun::goOn() {
  const QString name = widgets::shown(plan_->name);
  const QString what = work_ == Work::dry_run ? tr("Dry run of %1").arg(name) : tr("Running %1").arg(name);
  session_.write<Slice>(
      this, what, [hand = hand_](bridge::Reader& reader) { return hand->goOn(reader); },
      [this](const Result<Slice>& slice) { take(slice); });
}

void DeskRun::take(const Result<Slice>& slice) {
  // The slice in hand was finished, or never begun.
  const bool refused = !slice && slice.error().kind == ErrorKind::read_only;
  const Error disarmed{ErrorKind::read_only, "Writes were disarmed.", "The rest of the plan was left as it is.",
                       "Arm writes, then take it up again."};
  if (!slice) return finish(disarmed_ && refused ? disarmed : slice.error());
  sum_ += slice->sum;
  if (!slice->sum.note.empty()) emit noted(widgets::shown(slice->sum.note));
  if (slice->sum.over) return finish(std::nullopt);
  if (disarmed_) return finish(disarmed);
  goOn();
  emit worked();
}

void DeskRun::finish(std::optional<Error> error) {
  working_ = false;
  hand_.reset();
  emit ended({sum_, std::move(error)});
}

}  // namespace onceover::plans
