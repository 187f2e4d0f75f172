// SPDX-License-Identifier: Apache-2.0
// What every command needs: the store's connection, the gateway, the output. Made once by main() and handed
// to the command. A member that fails ends the command (outcome.h).
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "app/oncectl/outcome.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/print.h"
#include "core/audit/audit.h"
#include "core/browse/browser.h"
#include "core/gateway/open.h"
#include "core/pg/connection.h"

namespace onceover::oncectl {

// Options that stand before or after any command.
struct Common {
  std::string dsn, service, gateway, password_command, profile;
  bool json = false;
  std::optional<Duration> timeout;
};

enum class Need {
  server,   // any database; the schema need not be there
  trail,    // our schema, whichever table is named: what is kept about its rows
  reading,  // our schema, and no other table
  writing,  // our schema, at this version, on a primary
};

// Those of FILE, or the one of FILE#NAME.
Result<std::vector<tables::Profile>> named_profiles(const std::string& file);

// Of the process; empty where it is not set.
std::string environment(const char* name);

class Context {
 public:
  // keychain: for gateways whose description names an entry of it.
  Context(Common common, Output output, gateway::Keychain keychain)
      : common_(std::move(common)), output_(output), keychain_(std::move(keychain)) {}

  const Output& out() const { return output_; }
  // Connects at the first call, with its warnings; then the same connection. Need::reading and Need::writing
  // are refused beside a
  // --profile of an external table: the command works only on our own.
  pg::Connection& store(Need need);
  // For a service, which opens its own connections.
  void disconnect() { connection_.reset(); }
  // For a further connection of this process (counters).
  pg::ConnectOptions connect_options() const;
  // What is known after all rows that match were read from these tables of the onceover schema: "cases". Call
  // store() before.
  unfinished::Knowledge known_of(const std::set<std::string_view>& tables);
  // The table that is read: of --profile FILE or FILE#NAME, onceover.inbox or onceover.outbox, else our own
  // keys.
  const tables::Profile& profile();
  bool reads_outbox() const { return common_.profile == "onceover.outbox"; }
  // From here on onceover.inbox or onceover.outbox, whatever --profile says.
  void use_table(const std::string& name) { common_.profile = name; }
  // From here on a row of that table is stuck when it is unfinished for longer than this.
  void judge_by_age(Duration length);
  // All that the file of --profile holds, and our own where its schema is installed, events included.
  // Connects.
  std::vector<std::shared_ptr<const tables::Profile>> profiles();
  // Reads that table; our own needs its schema.
  browse::Browser& browser();
  // The same, after a look for unfinished rows where they are not known: moves the frontier where this role
  // may, else walks on from where the last call ended. Within --timeout, 10 s unless given; what is unknown
  // then stays unknown.
  browse::Browser& looking_browser();
  bool names_gateway() const;
  // The file of --gateway or ONCEOVER_GATEWAY; empty: none is named.
  std::string gateway_file() const;
  // By --dsn, --service or --profile.
  bool names_store() const {
    return !common_.dsn.empty() || !common_.service.empty() || !common_.profile.empty();
  }
  // From --gateway or ONCEOVER_GATEWAY.
  gateway::Gateway& gateway();
  // The file that is named there.
  std::string gateway_path() const;
  // The database's clock where the time is relative to it.
  std::optional<Timestamp> moment(const std::optional<When>& when);
  // For each statement, where --timeout is given.
  std::optional<Duration> timeout() const { return common_.timeout; }
  // For the gateway's answers, all together.
  Duration ask_timeout() const { return common_.timeout.value_or(std::chrono::seconds(10)); }
  const gateway::Keychain& keychain() const { return keychain_; }
  audit::Actor actor() const { return audit::this_actor("oncectl"); }

 private:
  void connect();
  void check(Need need);
  Common common_;
  Output output_;
  gateway::Keychain keychain_;
  std::optional<pg::Connection> connection_;
  std::optional<tables::Profile> profile_;  // of --profile
  std::optional<browse::Browser> browser_;
  browse::Walk walk_;
  std::unique_ptr<gateway::Gateway> gateway_;
};

}  // namespace onceover::oncectl
