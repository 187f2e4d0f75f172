#include "ui/alerts/alert_watch.h"

#include <algorithm>

#include "core/alerts/observe.h"
#include "core/tables/sql.h"
#include "ui/widgets/text.h"

namespace onceover::alerts {
namespace {

// Rules look back five minutes: a banner that comes a quarter of one later is early enough.
constexpr auto lookEvery = std::chrono::seconds(15);
// A look that costs the server much rests so many times as long as it took.
constexpr int restTimes = 20;
constexpr std::chrono::milliseconds lookAtLeastEvery = std::chrono::minutes(2);

}  // namespace

AlertWatch::AlertWatch(bridge::Session& session, QObject* parent) : QObject(parent), session_(session) {
  timer_.setInterval(lookEvery);
  connect(&timer_, &QTimer::timeout, this, [this] {
    isDue_ = true;
    if (!session_.isBusy()) look();
  });
  connect(&session_, &bridge::Session::busyChanged, this, [this](bool busy) {
    if (!busy && isDue_) look();
  });
  // What fired on one table says nothing of another; over a lost connection nothing is known, and the shell says that.
  connect(&session_, &bridge::Session::profileChanged, this, &AlertWatch::forget);
  connect(&session_, &bridge::Session::stateChanged, this, &AlertWatch::forget);
}

void AlertWatch::setSettings(const Settings& settings) {
  settings_ = settings;
  look();
}

// Two databases may be reached under one name at different times.
std::string AlertWatch::place() const {
  const pg::ServerIdentity& server = session_.facts().identity;
  return widgets::bytes(session_.connection().conninfo) + '\n' + server.system_identifier.value_or(std::string()) + '\n' +
         std::to_string(server.database_oid) + '\n' + tables::table_name(session_.profile());
}

void AlertWatch::forget() {
  if (!place_.empty()) left_[std::exchange(place_, {})] = firing_;
  firing_.clear();
  problem_.clear();
  observed_.reset();
  emit changed();
  emit observedChanged();
  session_.isReady() ? timer_.start() : timer_.stop();
  look();
}

void AlertWatch::look() {
  isDue_ = false;
  if (!session_.isReady()) return;
  const bool isNothingChosen = tables::is_own(session_.profile()) && !session_.facts().schema.is_readable();
  if (isNothingChosen) return;
  if (tables::is_own(session_.profile()) && session_.facts().schema.fit == schema::Fit::older) {
    problem_ = tr("The store in this database has an older version.");
    return emit changed();
  }
  session_.read<Looked>(
      this, tr("Checking alert rules"),
      [](bridge::Reader& reader) -> Result<Looked> {
        const auto from = Steady::now();
        auto observed = observe(reader.connection(), reader.browser(), reader.profile());
        if (!observed) return fail(observed.error());
        return Looked{std::move(*observed), std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - from)};
      },
      [this](const Result<Looked>& looked) { take(looked); });
}

void AlertWatch::take(const Result<Looked>& looked) {
  if (!looked && looked.error().is_cancelled()) return;
  if (looked) timer_.setInterval(std::clamp<std::chrono::milliseconds>(looked->took * restTimes, lookEvery, lookAtLeastEvery));
  const std::vector<Firing> before = firing_;
  const QString problem = looked ? QString() : widgets::sentences(looked.error());
  if (looked && place_.empty()) {
    place_ = place();
    firing_ = left_[place_];
  }
  if (looked) firing_ = follow(std::move(firing_), judge(looked->observed, settings_), looked->observed.as_of);
  for (Firing& one : firing_) one.is_known = one.is_known && looked.has_value();
  observed_ = looked ? std::optional(looked->observed) : std::nullopt;
  emit observedChanged();
  if (std::exchange(problem_, problem) != problem || firing_ != before) emit changed();
  if (looked) emit this->looked();
}

void AlertWatch::mute() {
  for (Firing& one : firing_) one.is_muted = true;
  emit changed();
}

}  // namespace onceover::alerts
