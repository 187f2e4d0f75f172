// Looking for unfinished rows before a command that shows them.
#include <filesystem>

#include "app/oncectl/context.h"
#include "core/base/text.h"
#include "core/exports/private_file.h"
#include "core/key/sha256.h"
#include "core/unfinished/frontier.h"

namespace onceover::oncectl {
namespace {

constexpr Duration look_for = std::chrono::seconds(10);
// Rows of one step: a person or a monitoring system waits.
constexpr std::int64_t step_rows = 100'000;
// The list is tended where so many came to it, in batches.
constexpr std::int64_t many_listed = 1'000, tended_rows = 5'000;

// $XDG_STATE_HOME/onceover/walk-….json; empty: this user has no such place.
std::string walk_file(const std::string& about) {
  std::string home = environment("XDG_STATE_HOME");
  if (home.empty() && !environment("HOME").empty()) home = environment("HOME") + "/.local/state";
  if (home.empty() || home.front() != '/') return {};
  return home + "/onceover/walk-" + to_hex(key::bytes_of(key::sha256(about))).substr(0, 32) + ".json";
}

browse::Walk stored_walk(const std::string& path) {
  if (path.empty()) return {};
  return read_file(path)
      .map([](const std::string& text) { return browse::walk_from(text).value_or(browse::Walk{}); })
      .value_or(browse::Walk{});
}

// A place that cannot be written costs the next call its start, and nothing else.
void store_walk(const std::string& path, const browse::Walk& walk) {
  if (path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  auto file = exports::PrivateFile::create(path);
  if (file && file->write(browse::to_text(walk))) (void)file->commit();
}

void move_frontier(pg::Connection& connection, Deadline until) {
  unfinished::Advancing advancing(connection, {.rows = step_rows, .least_pause = std::chrono::milliseconds(50)});
  std::int64_t listed = 0;
  for (bool done = false; !done;) {
    if (Steady::now() >= until) return;
    const auto step = advancing.step().value();
    listed += step.listed;
    done = step.done;
  }
  if (listed < many_listed) return;
  // Entries of released keys rest from now on: each call is spared to look at them.
  for (std::optional<std::int64_t> floor; !floor;) {
    if (Steady::now() >= until) return;
    floor = advancing.step(true).value().settled_floor;
    for (std::optional<unfinished::ListPlace> place = unfinished::ListPlace{}; floor && place && Steady::now() < until;)
      place = unfinished::tend(connection, false, *floor, *place, tended_rows).value().next;
  }
}

}  // namespace

browse::Browser& Context::looking_browser() {
  browse::Browser& reader = browser();
  const Deadline until = Steady::now() + common_.timeout.value_or(look_for);
  if (!reader.needs_walk().value()) return reader;
  if (tables::is_own(profile()) && unfinished::read_frontier(*connection_).value().may_advance) {
    move_frontier(*connection_, until);
    return reader;
  }
  const std::string path = walk_file(reader.walk_subject().value());
  walk_ = stored_walk(path);
  if (reader.walk_on(walk_, std::max<Duration>(Duration{1}, std::chrono::duration_cast<Duration>(until - Steady::now()))).value())
    store_walk(path, walk_);
  reader.use_walk(&walk_);
  return reader;
}

}  // namespace onceover::oncectl
