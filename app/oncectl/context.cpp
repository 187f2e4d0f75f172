// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/context.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>

#include "core/pg/conninfo.h"
#include "core/pg/server_identity.h"
#include "core/pg/transaction.h"
#include "core/schema/schema.h"
#include "core/tables/toml.h"

namespace onceover::oncectl {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

pg::ConnectOptions Context::connect_options() const {
  pg::ConnectOptions options;
  options.prepare = false;  // a pooler in transaction mode may stand in between
  options.pins_search_path = true;
  options.conninfo = common_.dsn;
  options.password_command = common_.password_command;
  if (!common_.service.empty()) options.conninfo = pg::conninfo_of({{"service", common_.service}});
  options.application_name = "oncectl";
  if (common_.timeout) {
    options.connect_timeout = *common_.timeout;
    // the server's own timeout speaks first, and says more
    options.deadline = *common_.timeout + std::chrono::seconds(2);
  }
  return options;
}

void Context::connect() {
  const pg::ConnectOptions options = connect_options();
  if (const auto words = pg::conninfo_words(common_.dsn); words && !pg::word_of(*words, "password").empty()) {
    output_.warning(
        "the password in --dsn can be read by everybody on this machine (ps). Put it into ~/.pgpass "
        "(PGPASSFILE) or a service file.");
  }
  // Before a password is sent. Where it cannot be read, open() says why.
  if (const auto where = pg::destination_of(options.conninfo); where && !where->warning().empty())
    output_.warning(where->warning());
  connection_ = pg::Connection::open(options).value();
  if (auto identity = pg::server_identity(*connection_)) pg::write_only_to(*connection_, *identity);
  require(pg::hold_to_history(*connection_));
}

void Context::check(Need need) {
  if (need == Need::server) return;
  if (need == Need::writing) return require(schema::require_writable(*connection_));
  const schema::Status status = schema::status(*connection_).value();
  const char* next = status.fit == schema::Fit::missing
                         ? "To read tables of your own it is not needed: oncectl profile detect"
                         : "";
  if (status.fit == schema::Fit::unreadable)
    end(fail(ErrorKind::not_permitted, status.sentence(), "Nothing was read."));
  if (status.fit == schema::Fit::missing || status.fit == schema::Fit::older)
    end(fail(ErrorKind::schema, status.sentence(), "Nothing was read.", next));
  if (status.fit == schema::Fit::newer) output_.warning(status.sentence());
}

namespace {

struct NamedFile {
  std::string path, name;  // name empty: all of the file
};

// A path may have a '#' itself, and so may a name: what exists decides.
NamedFile split(const std::string& file) {
  const auto exists = [](const std::string& path) {
    std::error_code error;
    return std::filesystem::exists(path, error);
  };
  if (exists(file)) return {file, {}};
  for (auto hash = file.rfind('#'); hash != std::string::npos && hash > 0; hash = file.rfind('#', hash - 1)) {
    if (exists(file.substr(0, hash))) return {file.substr(0, hash), file.substr(hash + 1)};
  }
  const auto last = file.rfind('#');
  return {file.substr(0, last), last == std::string::npos ? "" : file.substr(last + 1)};
}

}  // namespace

Result<std::vector<tables::Profile>> named_profiles(const std::string& file) {
  const auto [path, name] = split(file);
  auto profiles = tables::read_profiles(path);
  if (!profiles || name.empty()) return profiles;
  std::vector<std::string> names;
  for (tables::Profile& each : *profiles) {
    if (each.name == name) return std::vector{std::move(each)};
    names.push_back(visible(each.name));
  }
  return fail(ErrorKind::invalid_input, fmt::format("{} holds no profile {}.", visible(path), visible(name)),
              "Nothing was read.", fmt::format("It holds: {}.", fmt::join(names, ", ")));
}

const tables::Profile& Context::profile() {
  if (common_.profile.empty()) return tables::own();
  if (profile_) return *profile_;
  if (tables::own_events(common_.profile)) {
    if (!connection_) connect();
    return profile_.emplace(*tables::own_events(
        common_.profile, schema::may_read_payloads(*connection_, common_.profile).value()));
  }
  auto named = named_profiles(common_.profile).value();
  if (named.size() == 1) return profile_.emplace(std::move(named.front()));
  std::vector<std::string> names;
  for (const tables::Profile& each : named) names.push_back(visible(each.name));
  end(fail(
      ErrorKind::invalid_input, fmt::format("{} holds several profiles.", visible(common_.profile)),
      "Nothing was read.",
      fmt::format("Name one as --profile {}#NAME: {}.", visible(common_.profile), fmt::join(names, ", "))));
}

void Context::judge_by_age(Duration length) {
  auto judged = tables::stuck_by_age(profile(), length);
  if (judged) {
    profile_ = std::move(*judged);
    return;
  }
  const bool own = tables::is_own(profile());
  const bool has_created = !profile().created_at.empty();
  if (const std::string why =
          browse::why_no_instant(has_created ? profile().created_at : profile().updated_at);
      !own && !why.empty())
    end(fail(ErrorKind::invalid_input, why + " The age of a row is unknown.", "Nothing was read.",
             browse::give_zone(has_created ? "times.created_at" : "times.updated_at")));
  end(fail(ErrorKind::invalid_input,
           own ? "onceover.keys has leases: a key is stuck when its lease has ended."
               : "The profile names no time of creation or last change: the age of a row is unknown.",
           "Nothing was read.", own ? "Leave --older-than out." : "Name one under [profile.times]."));
}

std::vector<std::shared_ptr<const tables::Profile>> Context::profiles() {
  std::vector<std::shared_ptr<const tables::Profile>> out;
  if (!common_.profile.empty() && !tables::own_events(common_.profile)) {
    auto held = tables::read_profiles(split(common_.profile).path).value();
    for (tables::Profile& each : held)
      out.push_back(std::make_shared<const tables::Profile>(std::move(each)));
  }
  const schema::Status status = schema::status(store(Need::server)).value();
  const bool has_own = std::ranges::any_of(out, [](const auto& each) { return tables::is_own(*each); });
  if (!has_own && status.is_readable()) out.push_back(std::make_shared<const tables::Profile>(tables::own()));
  if (status.fit == schema::Fit::current) {
    for (const std::string_view table : {"onceover.inbox", "onceover.outbox"}) {
      auto events = tables::own_events(table, schema::may_read_payloads(*connection_, table).value());
      out.push_back(std::make_shared<const tables::Profile>(*std::move(events)));
    }
  }
  if (out.empty())
    end(fail(ErrorKind::schema, status.sentence(), "Nothing was read.",
             "Describe tables in a file: --profile FILE."));
  return out;
}

pg::Connection& Context::store(Need need) {
  if ((need == Need::reading || need == Need::writing) && !tables::is_own(profile())) {
    end(fail(ErrorKind::unsupported, "This command works only on onceover.keys.", "Nothing was done.",
             "Leave --profile out; with it, keys, stuck, write and audit work on the table it describes."));
  }
  if (!connection_) connect();
  check(need);
  return *connection_;
}

unfinished::Knowledge Context::known_of(const std::set<std::string_view>& tables) {
  return browse::known_of(browse::hidden_own_tables(*connection_).value(), tables);
}

browse::Browser& Context::browser() {
  if (!browser_) {
    const tables::Profile& table = profile();
    browser_.emplace(store(tables::is_own(table) ? Need::reading : Need::server), table,
                     browse::Limits{.statement = common_.timeout.value_or(std::chrono::seconds(5))});
  }
  return *browser_;
}

std::string Context::gateway_file() const {
  return common_.gateway.empty() ? environment("ONCEOVER_GATEWAY") : common_.gateway;
}

bool Context::names_gateway() const { return !gateway_file().empty(); }

gateway::Gateway& Context::gateway() {
  if (!gateway_) gateway_ = gateway::open_gateway(gateway_path(), keychain_).value();
  return *gateway_;
}

std::string Context::gateway_path() const {
  if (names_gateway()) return gateway_file();
  end(fail(ErrorKind::invalid_input, "No gateway is named.", "Nothing was asked.",
           "Name its description with --gateway FILE.toml or ONCEOVER_GATEWAY."));
}

std::optional<Timestamp> Context::moment(const std::optional<When>& when) {
  if (!when) return std::nullopt;
  if (const auto* at = std::get_if<Timestamp>(&*when)) return *at;
  return pg::server_time(store(Need::server)).value() - std::get<Duration>(*when);
}

}  // namespace onceover::oncectl
