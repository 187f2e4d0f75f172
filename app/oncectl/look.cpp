// Looking for unfinished rows before a command that shows them.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/oncectl/context.h"
#include "core/base/text.h"
#include "core/key/sha256.h"
#include "core/transfer/private_file.h"
#include "core/unfinished/frontier.h"

namespace onceover::oncectl {
namespace {

constexpr Duration look_for = std::chrono::seconds(10);
// Rows of one step: a person or a monitoring system waits.
constexpr std::int64_t step_rows = 100'000;
// The list is tended where so many came to it, in batches.
constexpr std::int64_t many_listed = 1'000, tended_rows = 5'000;
// More is no walk of ours.
constexpr std::uintmax_t largest_file = 16U << 20U;

// $XDG_STATE_HOME/onceover/walk-….json; empty: this user has no such place.
std::string walk_file(const std::string& about) {
  std::string home = environment("XDG_STATE_HOME");
  if (home.empty() && !environment("HOME").empty()) home = environment("HOME") + "/.local/state";
  if (home.empty() || home.front() != '/') return {};
  return home + "/onceover/walk-" + to_hex(key::bytes_of(key::sha256(about))).substr(0, 32) + ".json";
}

browse::Walk stored_walk(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (path.empty() || error || size > largest_file) return {};
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return browse::walk_from(text.view()).value_or(browse::Walk{});
}

// A place that cannot be written costs the next call its start, and nothing else.
void store_walk(const std::string& path, const browse::Walk& walk) {
  if (path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  auto file = transfer::PrivateFile::create(path);
  if (file && file->write(browse::to_text(walk))) (void)file->commit();
}

Result<void> move_frontier(pg::Connection& connection, Deadline until) {
  unfinished::Advancing advancing(connection, {.rows = step_rows, .least_pause = std::chrono::milliseconds(50)});
  std::int64_t listed = 0;
  for (bool done = false; !done;) {
    if (Steady::now() >= until) return {};
    auto step = advancing.step();
    if (!step) return fail(step.error());
    listed += step->listed;
    done = step->done;
  }
  if (listed < many_listed) return {};
  // Entries of released keys rest from now on: each call is spared to look at them.
  for (std::optional<std::int64_t> floor; !floor;) {
    if (Steady::now() >= until) return {};
    auto step = advancing.step(true);
    if (!step) return fail(step.error());
    floor = step->settled_floor;
    for (std::optional<unfinished::ListPlace> place = unfinished::ListPlace{}; floor && place && Steady::now() < until;) {
      auto tended = unfinished::tend(connection, false, *floor, *place, tended_rows);
      if (!tended) return fail(tended.error());
      place = tended->next;
    }
  }
  return {};
}

}  // namespace

Result<browse::Browser*> Context::looking_browser() {
  auto found = browser();
  if (!found) return found;
  browse::Browser& reader = **found;
  const Deadline until = Steady::now() + common_.timeout.value_or(look_for);
  auto needs = reader.needs_walk();
  if (!needs) return fail(needs.error());
  if (!*needs) return found;
  auto table = profile();
  if (!table) return fail(table.error());
  if (profile::is_own(**table)) {
    auto frontier = unfinished::read_frontier(*connection_);
    if (!frontier) return fail(frontier.error());
    if (frontier->may_advance) {
      if (auto moved = move_frontier(*connection_, until); !moved) return fail(moved.error());
      return found;
    }
  }
  auto about = reader.walk_subject();
  if (!about) return fail(about.error());
  const std::string path = walk_file(*about);
  walk_ = stored_walk(path);
  auto walked = reader.walk_on(walk_, std::max<Duration>(Duration{1}, std::chrono::duration_cast<Duration>(until - Steady::now())));
  if (!walked) return fail(walked.error());
  if (*walked) store_walk(path, walk_);
  reader.use_walk(&walk_);
  return found;
}

}  // namespace onceover::oncectl
