// SPDX-License-Identifier: Apache-2.0
#include "tests/support/writer.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <utility>

namespace onceover::test {
namespace {

namespace fs = std::filesystem;
using Json = Writer::Json;

Process start_script(const std::string& script, const TestDatabase& database,
                     std::map<std::string, std::string> environment) {
  if (const std::string why = Writer::unavailable(); !why.empty()) throw std::runtime_error(why);
  environment.insert({{"PGHOST", shared_server().socket_dir()},
                      {"PGPORT", "5432"},
                      {"PGUSER", "postgres"},
                      {"PGDATABASE", database.name()},
                      {"NODE_OPTIONS", ""},
                      {"ONCEOVER_NODE_PACKAGES", ONCEOVER_NODE_PACKAGES}});
  return Process::spawn({"/usr/bin/env", "node", ONCEOVER_WRITERS "/" + script}, environment, Input::written);
}

bool has_members(const Json& said, const Json& members) {
  return std::all_of(members.items().begin(), members.items().end(), [&](const auto& member) {
    const auto found = said.find(member.key());
    return found != said.end() && *found == member.value();
  });
}

}  // namespace

std::string Writer::packages() { return ONCEOVER_NODE_PACKAGES; }

std::string Writer::unavailable() {
  if (fs::exists(ONCEOVER_NODE_PACKAGES)) return {};
  std::ifstream file(ONCEOVER_NODE_PACKAGES ".why");
  std::string why;
  std::getline(file, why);
  if (why.empty()) why = "the npm packages are not installed yet (ctest -R writers_setup does it)";
  return "no program of another maker was run, so nothing was shown about their tables: " + why;
}

Writer::Writer(const std::string& script, const TestDatabase& database,
               const std::map<std::string, std::string>& environment)
    : script_(script), process_(start_script(script, database, environment)) {
  if (!take([](const Json& line) { return line.contains("ready"); }, patience)) fail("did not start");
}

void Writer::read_lines(const std::string& out) {
  for (std::size_t end = out.find('\n', read_); end != std::string::npos; end = out.find('\n', read_)) {
    heard_.push_back(Json::parse(out.substr(read_, end - read_)));
    read_ = end + 1;
  }
}

void Writer::fail(const std::string& what) {
  std::string message = script_ + " " + what;
  for (const Json& said : heard_) message += "\n  it said " + said.dump();
  throw std::runtime_error(message + "\n" + process_.err());
}

void Writer::say(const Json& command) {
  if (!process_.write(command.dump() + "\n")) fail("is gone and was told " + command.dump());
}

std::optional<Json> Writer::take(const std::function<bool(const Json&)>& is_wanted,
                                 std::chrono::milliseconds within) {
  std::optional<Json> taken;
  process_.wait_for_out(
      [&](const std::string& out) {
        if (taken) return true;  // it is asked once more at the end
        read_lines(out);
        const auto found = std::find_if(heard_.begin(), heard_.end(), is_wanted);
        if (found == heard_.end()) return false;
        taken = std::move(*found);
        heard_.erase(found);
        return true;
      },
      within);
  return taken;
}

Json Writer::expect(const Json& members, std::chrono::milliseconds within) {
  auto said = take([&](const Json& line) { return has_members(line, members); }, within);
  if (!said) fail("did not say " + members.dump());
  return *said;
}

Json Writer::order(const Json& command) {
  say(command);
  const std::string name = command.at("do");
  auto answer = take(
      [&](const Json& line) { return line.value("done", "") == name || line.value("failed", "") == name; },
      patience);
  if (!answer) fail("did not answer " + command.dump());
  if (answer->contains("failed"))
    fail("could not do " + command.dump() + ": " + answer->at("error").get<std::string>());
  return *answer;
}

void Writer::kill() {
  process_.kill(SIGKILL);
  if (!process_.wait()) fail("does not die");
}

std::vector<Writer::Json> Writer::unasked() {
  read_lines(process_.out());
  return heard_;
}

}  // namespace onceover::test
