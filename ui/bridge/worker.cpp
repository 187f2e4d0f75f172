// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMetaObject>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

#include "core/gateway/open.h"
#include "core/pg/conninfo.h"
#include "core/pg/transaction.h"
#include "ui/bridge/session.h"

namespace onceover::bridge {
namespace {

// How soon a lost connection is noticed while nothing is asked of it, and how long a server may take to
// answer what is no work at all.
constexpr auto lookEvery = std::chrono::milliseconds(2000);
constexpr Duration answersWithin = std::chrono::seconds(10);

Error cancelledError() { return {ErrorKind::cancelled, "It was cancelled.", "Nothing was sent.", ""}; }

// The error of a connection over which the server does not answer; none: it does.
std::optional<Error> whyDropped(pg::Connection& connection) {
  connection.set_deadline(answersWithin);
  const auto at = pg::server_time(connection);
  connection.set_deadline(pg::ConnectOptions().deadline);
  if (connection.is_open()) return std::nullopt;
  return at ? Error{ErrorKind::connection, "The server closed the connection.", "",
                    "Check whether the server runs."}
            : at.error();
}

}  // namespace

// Shared by the thread and its owner; the thread outlives the owner where the server is silent.
struct Worker::State {
  struct Queued {
    JobId id = 0;
    Work work;
  };
  std::mutex mutex;
  std::condition_variable changed;
  Setup setup;
  Reports reports;
  QObject* target = nullptr;  // null once the owner is gone
  std::deque<Queued> queue;
  JobId running = 0;
  std::optional<pg::CancelHandle> handle;  // of the connection, while there is one
  bool stopping = false, finishing = false, done = false;

  // Posts to the owner's thread. What is posted and not yet delivered is dropped when the owner goes, by the
  // check inside.
  void report(const std::shared_ptr<State>& self, std::function<void(const Reports&)> call) {
    const std::lock_guard lock(mutex);
    post(self, std::move(call));
  }
  void post(const std::shared_ptr<State>& self, std::function<void(const Reports&)> call) {
    if (target == nullptr) return;
    QMetaObject::invokeMethod(
        target, [self, call = std::move(call)] { deliver(self, call); }, Qt::QueuedConnection);
  }
  static void deliver(const std::shared_ptr<State>& self, const std::function<void(const Reports&)>& call) {
    Reports reports;
    {
      const std::lock_guard lock(self->mutex);
      if (self->target == nullptr) return;
      reports = self->reports;  // a report may end the worker that made it
    }
    call(reports);
  }
};

namespace {

struct OpenedStore {
  std::unique_ptr<Reader> reader;
  ServerFacts facts;
};

Result<OpenedStore> openStore(const Worker::Setup& setup,
                              const std::function<bool(const pg::CancelHandle&)>& adopt) {
  pg::ConnectOptions options;
  options.conninfo = setup.conninfo;
  options.password = setup.password;
  options.password_command = setup.passwordCommand;
  options.application_name = "onceover";
  options.pins_search_path = true;
  options.prepare = false;  // a pooler in transaction mode may stand between; a console has no hot path
  auto connection = pg::Connection::open(options);
  if (!connection) return fail(connection.error());
  if (!adopt(connection->cancel_handle())) return fail(cancelledError());
  std::unique_ptr<gateway::Gateway> gateway;
  QString problem;
  if (!setup.gatewayConfig.empty()) {
    if (auto opened = gateway::open_gateway(setup.gatewayConfig, setup.keychain)) {
      gateway = std::move(*opened);
    } else {
      problem = QString::fromStdString(opened.error().what);
    }
  }
  OpenedStore store{std::make_unique<Reader>(std::move(*connection), std::move(gateway)), {}};
  auto facts = readFacts(*store.reader);
  if (!facts) return fail(facts.error());
  if (setup.only) {
    if (facts->identity != *setup.only) {
      return fail(ErrorKind::unsupported, "This address leads to another server or database.",
                  "Writes were not armed.", "Connect again, and check what is shown.");
    }
    pg::write_only_to(store.reader->connection(), *setup.only);
    // What people decide on is what this server has shown.
    require(pg::hold_to_history(store.reader->connection()));
  }
  store.facts = std::move(*facts);
  if (const auto where = pg::destination_of(setup.conninfo))
    store.facts.sslmodeWarning = QString::fromStdString(where->warning());
  store.facts.gatewayProblem = problem;
  return store;
}

// No answer of a server ends the console.
Outcome done(const Work& work, Reader& reader) {
  try {
    return work(reader);
  } catch (const std::exception& thrown) {
    return {unexpected(thrown), nullptr};
  }
}

}  // namespace

Worker::Worker(QObject* target, WorkerId id, Setup setup, Reports reports)
    : id_(id), state_(std::make_shared<State>()) {
  state_->setup = std::move(setup);
  state_->reports = std::move(reports);
  state_->target = target;
  try {
    std::thread(run, state_).detach();
  } catch (const std::system_error&) {
    state_->done = true;
    state_->report(state_, [](const Reports& told) {
      told.opened(fail(ErrorKind::io, "The system gives this program no further thread.",
                       "No connection was made.", "Close other programs, then connect again."));
    });
  }
}

Worker::~Worker() { beginStop(); }

void Worker::beginStop() {
  const std::lock_guard lock(state_->mutex);
  state_->target = nullptr;
  state_->stopping = true;
  state_->queue.clear();
  if (state_->handle) state_->handle->cancel();
  state_->changed.notify_all();
}

bool Worker::waitStopped(std::chrono::milliseconds atMost) {
  std::unique_lock lock(state_->mutex);
  return state_->changed.wait_for(lock, atMost, [this] { return state_->done; });
}

void Worker::submit(JobId id, Work work) {
  const std::lock_guard lock(state_->mutex);
  state_->queue.push_back({id, std::move(work)});
  state_->changed.notify_all();
}

void Worker::cancel(JobId id) {
  const std::lock_guard lock(state_->mutex);
  if (state_->running == id) {
    if (state_->handle) state_->handle->cancel();
    return;
  }
  if (std::erase_if(state_->queue, [id](const State::Queued& queued) { return queued.id == id; }) == 0)
    return;
  state_->post(state_, [id](const Reports& reports) {
    reports.finished(id, {cancelledError(), nullptr}, true);
  });
}

void Worker::finishUp(const Error& refused) {
  const std::lock_guard lock(state_->mutex);
  state_->finishing = true;
  for (const State::Queued& queued : state_->queue) {
    state_->post(state_, [id = queued.id, refused](const Reports& reports) {
      reports.finished(id, {refused, nullptr}, true);
    });
  }
  state_->queue.clear();
  state_->changed.notify_all();
}

// Whatever is thrown between jobs ends the connection, and not the console.
void Worker::run(const std::shared_ptr<State>& state) {
  if (const auto served = contained([&state] { serve(state); }); !served) {
    state->report(state, [error = served.error()](const Reports& reports) { reports.dropped(error); });
  }
  const std::lock_guard lock(state->mutex);
  state->handle.reset();
  state->done = true;
  state->changed.notify_all();
}

void Worker::serve(const std::shared_ptr<State>& state) {
  auto opened = contained([&state] {
    return openStore(state->setup, [&state](const pg::CancelHandle& handle) {
      const std::lock_guard lock(state->mutex);
      state->handle = handle;
      return !state->stopping;
    });
  });
  auto facts = std::make_shared<Result<ServerFacts>>(opened ? Result<ServerFacts>(opened->facts)
                                                            : fail(opened.error()));
  state->report(state, [facts](const Reports& reports) { reports.opened(std::move(*facts)); });
  bool open = opened.has_value();
  while (open) {
    State::Queued job;
    {
      std::unique_lock lock(state->mutex);
      const auto isWanted = [&state] { return state->stopping || state->finishing || !state->queue.empty(); };
      std::optional<Error> dropped;
      while (!dropped && !state->changed.wait_for(lock, lookEvery, isWanted)) {
        opened->reader->connection().rearm();
        lock.unlock();
        dropped = whyDropped(opened->reader->connection());
        lock.lock();
      }
      if (dropped) {
        state->post(state, [error = *dropped](const Reports& reports) { reports.dropped(error); });
        break;
      }
      if (state->stopping || state->queue.empty()) break;
      job = std::move(state->queue.front());
      state->queue.pop_front();
      state->running = job.id;
      opened->reader->connection().rearm();  // under the lock: a cancel meant for this job comes after it
    }
    Reader& reader = *opened->reader;
    reader.connection().roll_back();
    reader.setProgressSink([&state, id = job.id](std::int64_t done, std::int64_t total) {
      state->report(state,
                    [id, done, total](const Reports& reports) { reports.progressed(id, done, total); });
    });
    Outcome outcome = done(job.work, reader);
    reader.setProgressSink({});
    open = reader.connection().is_open();
    const std::lock_guard lock(state->mutex);
    state->running = 0;
    state->post(state, [id = job.id, outcome = std::move(outcome), open](const Reports& reports) {
      reports.finished(id, outcome, open);
    });
  }
}

}  // namespace onceover::bridge
