// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/reader.h"

#include "core/browse/life.h"

namespace onceover::bridge {

std::shared_ptr<const tables::Profile> ownProfile() {
  static const auto own = std::make_shared<const tables::Profile>(tables::own());
  return own;
}

Reader::Reader(pg::Connection connection, std::unique_ptr<gateway::Gateway> gateway)
    : connection_(std::move(connection)), gateway_(std::move(gateway)) {
  use(ownProfile());
}

void Reader::use(std::shared_ptr<const tables::Profile> profile, std::shared_ptr<const browse::Walk> walk,
                 const browse::Limits& limits) {
  walk_ = std::move(walk);
  if (profile != profile_ || limits != limits_) {
    profile_ = std::move(profile);
    limits_ = limits;
    browser_.emplace(connection_, *profile_, limits_);
  }
  browser_->use_walk(walk_.get());
}

Error Reader::explained(Error error) {
  if (!browse::is_lock_timeout(error) || isCancelled()) return roles::named_right(std::move(error));
  const std::string holders = browse::lock_holders(connection_, *profile_);
  error.next = holders.empty()
                   ? "Try again: the lock is free by now, or this role may not see who holds it."
                   : "It is held by " + holders + ". Wait for that transaction, or end it, then try again.";
  return error;
}

void Reader::progress(std::int64_t done, std::int64_t total) {
  if (sink_) sink_(done, total);
}

Tables tablesFor(const Reader& reader, const DescribedTables& described, bool hasOwn) {
  Tables tables;
  const auto add = [&](const tables::Profile& table) {
    const bool isKnown = std::ranges::any_of(tables, [&](const auto& other) {
      return other->schema == table.schema && other->table == table.table;
    });
    if (!isKnown) tables.push_back(std::make_shared<const tables::Profile>(table));
  };
  add(reader.profile());
  if (hasOwn) {
    add(tables::own());
    add(tables::own_inbox(false));
    add(tables::own_outbox(false));
  }
  if (described) std::ranges::for_each(described(), add);
  return tables;
}

Result<void> readElsewhere(Reader& reader, const Tables& tables, shift::StuckWords& words) {
  std::string problem;
  auto took = takeOr(reader, shift::stuck_words(reader.connection(), tables), words, problem);
  if (!problem.empty()) words.unknown = {"Whether anything is stuck in other tables is unknown. " + problem};
  return took;
}

}  // namespace onceover::bridge
