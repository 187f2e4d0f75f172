#include "ui/alerts/alert_watch.h"

#include <algorithm>

#include "core/alerts/observe.h"
#include "ui/widgets/text.h"

namespace onceover::alerts {
namespace {

// Rules look back five minutes: a banner that comes a quarter of one later is early enough.
constexpr auto lookEvery = std::chrono::seconds(15);
// A look that costs the server much rests so many times as long as it took.
constexpr int restTimes = 20;

}  // namespace

AlertWatch::AlertWatch(bridge::Session& session, QObject* parent) : QObject(parent), session_(session) {
  timer_.setInterval(lookEvery);
  connect(&timer_, &QTimer::timeout, this, [this] {
    if (!session_.isBusy()) look();
  });
  // What fired on one table says nothing of another; over a lost connection nothing is known, and the shell says that.
  connect(&session_, &bridge::Session::profileChanged, this, &AlertWatch::forget);
  connect(&session_, &bridge::Session::stateChanged, this, &AlertWatch::forget);
}

void AlertWatch::setSettings(const Settings& settings) {
  settings_ = settings;
  look();
}

void AlertWatch::forget() {
  firing_.clear();
  problem_.clear();
  emit changed();
  session_.isReady() ? timer_.start() : timer_.stop();
  look();
}

void AlertWatch::look() {
  if (!session_.isReady()) return;
  asked_ = Steady::now();
  session_.read<Observed>(
      this, tr("Looking at the rules"),
      [](bridge::Reader& reader) { return observe(reader.connection(), reader.browser(), reader.profile()); },
      [this](const Result<Observed>& observed) { take(observed); });
}

void AlertWatch::take(const Result<Observed>& observed) {
  if (!observed && observed.error().is_cancelled()) return;
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - asked_);
  timer_.setInterval(std::max<std::chrono::milliseconds>(lookEvery, took * restTimes));
  const std::vector<Firing> before = firing_;
  const QString problem = observed ? QString() : widgets::sentences(observed.error());
  if (observed) firing_ = follow(std::move(firing_), judge(*observed, settings_), observed->as_of);
  for (Firing& one : firing_) one.is_known = one.is_known && observed.has_value();
  if (std::exchange(problem_, problem) != problem || firing_ != before) emit changed();
}

void AlertWatch::mute() {
  for (Firing& one : firing_) one.is_muted = true;
  emit changed();
}

}  // namespace onceover::alerts
