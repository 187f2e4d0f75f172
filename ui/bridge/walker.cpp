// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/walker.h"

namespace onceover::bridge {
namespace {

// Part of the time that the store is worked for.
constexpr double share = 0.05;
// Of one job: a second, and a connection of its own is opened for each.
constexpr Duration stretch = std::chrono::seconds(1);
// Where nothing is to be walked, or all of it was: how soon to look again.
constexpr std::chrono::milliseconds seldom{60'000};
// After a failure: this, then twice as long each time.
constexpr std::chrono::milliseconds afterFailure{1'000};

}  // namespace

Walker::Walker(Session& session, Storage storage, QObject* parent)
    : QObject(parent), session_(session), storage_(std::move(storage)) {
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &Walker::look);
  connect(&session_, &Session::stateChanged, this, &Walker::follow);
  connect(&session_, &Session::profileChanged, this, &Walker::follow);
  follow();
}

void Walker::follow() {
  walk_ = {};
  pause_ = {};
  timer_.stop();
  if (session_.isReady()) timer_.start(0);
}

void Walker::look() {
  if (!session_.isReady() || session_.profile().kind != tables::Kind::idempotency) return;
  const auto fit = session_.facts().schema.fit;
  if (tables::is_own(session_.profile()) && fit != schema::Fit::current && fit != schema::Fit::newer) return;
  begun_ = Steady::now();
  session_.background<Step>(
      this, tr("Looking for unfinished keys"), [walk = walk_](Reader& reader) { return step(reader, walk); },
      [this](const Result<Step>& step) { took(step); });
}

Result<Walker::Step> Walker::step(Reader& reader, browse::Walk walk) {
  auto needs = reader.browser().needs_walk();
  if (!needs) return fail(needs.error());
  if (!*needs) return Step{};
  auto about = reader.browser().walk_subject();
  if (!about) return fail(about.error());
  Step out{true, {}, std::move(walk)};
  if (out.walk.about != *about) {
    // Perhaps an earlier session has come some way.
    out.walk = {};
    out.about = QString::fromStdString(*about);
    return out;
  }
  if (out.walk.until == Timestamp::minus_infinity() && out.walk.block == 0) out.walk = {};
  auto walked = reader.browser().walk_on(out.walk, stretch);
  if (!walked) return fail(walked.error());
  out.isNeeded = *walked;
  return out;
}

void Walker::took(const Result<Step>& step) {
  using std::chrono::milliseconds;
  if (!step) return noteFailure(step.error());
  pause_ = {};
  if (!step->isNeeded) {
    if (!walk_.about.empty() || !walk_.problem.empty()) {
      walk_ = {};
      session_.useWalk(nullptr);
      emit walked();
    }
    if (session_.isReady()) timer_.start(seldom);
    return;
  }
  if (!step->about.isEmpty()) {
    const QString kept = storage_.load ? storage_.load(step->about) : QString();
    walk_ = browse::walk_from(kept.toStdString()).value_or(browse::Walk{});
    if (walk_.about != step->about.toStdString()) walk_ = {.about = step->about.toStdString()};
    return timer_.start(0);
  }
  walk_ = step->walk;
  walk_.problem.clear();
  if (storage_.store)
    storage_.store(QString::fromStdString(walk_.about), QString::fromStdString(browse::to_text(walk_)));
  give();
  const auto rest = std::chrono::duration_cast<milliseconds>((Steady::now() - begun_) * (1 / share - 1));
  timer_.start(walk_.is_complete ? std::max(rest, seldom) : rest);
}

// What was found remains true of its time; that nothing more is found now is unknown.
void Walker::noteFailure(const Error& error) {
  walk_.problem = error.what;
  give();
  pause_ = std::clamp(pause_ * 2, afterFailure, seldom);
  if (session_.isReady()) timer_.start(pause_);
}

void Walker::give() {
  session_.useWalk(std::make_shared<const browse::Walk>(walk_));
  emit walked();
}

}  // namespace onceover::bridge
