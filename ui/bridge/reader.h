// SPDX-License-Identifier: GPL-3.0-or-later
// What a job has in its hands while it runs on a worker. Never kept beyond the job, never handed to another
// thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "core/gateway/evidence.h"
#include "core/pg/connection.h"
#include "core/roles/rights.h"
#include "core/shift/hand_over.h"
#include "core/tables/profile.h"

namespace onceover::bridge {

// tables::own(), to share.
std::shared_ptr<const tables::Profile> ownProfile();

// The tables that a person has described, of whatever database. Called on the worker.
using DescribedTables = std::function<std::vector<tables::Profile>()>;
using Tables = std::vector<std::shared_ptr<const tables::Profile>>;

class Reader {
 public:
  using ProgressSink = std::function<void(std::int64_t done, std::int64_t total)>;

  // Reads our own schema until another profile is given. gateway may be null.
  Reader(pg::Connection connection, std::unique_ptr<gateway::Gateway> gateway);

  // From now on, browser() reads this table, and knows what a walk found in it (may be null).
  void use(std::shared_ptr<const tables::Profile> profile, std::shared_ptr<const browse::Walk> walk = {},
           const browse::Limits& limits = {});

  pg::Connection& connection() { return connection_; }
  browse::Browser& browser() { return *browser_; }
  const tables::Profile& profile() const { return *profile_; }
  // Null where none is configured or its configuration cannot be used (Session::gatewayProblem() says why).
  // Asking it cannot be cancelled: give it a deadline a person waits for.
  gateway::Gateway* gateway() { return gateway_.get(); }

  // The error of a job as a person is to read it: who holds the lock that it waited for, which role has the
  // right that is missing.
  Error explained(Error error);

  // For long jobs. Shown with counts, rate and remaining time. total 0: unknown.
  void progress(std::int64_t done, std::int64_t total);
  // A person wants this job to end: stop at the next safe place. Statements under way are cancelled by the
  // session.
  bool isCancelled() const { return connection_.cancel_handle().is_cancelled(); }

  // After this error nothing else can be read: the job was cancelled, or the connection is gone.
  bool isOver(const Error& error) const { return !connection_.is_open() || error.is_cancelled(); }

  void setProgressSink(ProgressSink sink) { sink_ = std::move(sink); }

 private:
  pg::Connection connection_;
  std::shared_ptr<const tables::Profile> profile_;
  std::shared_ptr<const browse::Walk> walk_;
  browse::Limits limits_;
  std::optional<browse::Browser> browser_;
  std::unique_ptr<gateway::Gateway> gateway_;
  ProgressSink sink_;
};

// A part of a job that is a help to the rest: what was read, or the problem in words. Fails only where
// nothing else can be read either.
template <class T, class Into>
Result<void> takeOr(const Reader& reader, Result<T> read, Into& into, std::string& problem) {
  if (read) {
    into = std::move(*read);
  } else if (reader.isOver(read.error())) {
    return fail(read.error());
  } else {
    problem = roles::named_right(read.error()).what;
  }
  return {};
}

// Each table once: the one that is read, our own where it is there, and those that are described.
Tables tablesFor(const Reader& reader, const DescribedTables& described, bool hasOwn);

// What is stuck in these; that it cannot be read is one of the sentences.
Result<void> readElsewhere(Reader& reader, const Tables& tables, shift::StuckWords& words);

}  // namespace onceover::bridge
