// SPDX-License-Identifier: Apache-2.0
// Evidence from your own database: a ledger row exists, or not.
//
// Every question is a SELECT in a READ ONLY transaction with statement and lock timeouts and search_path
// pg_catalog. Values are parameters, never text of a statement. Errors, timeouts and too many rows are
// unknown; so is "no row" on a standby with a greater lag than Declaration::lookup_lag, or an unknown one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/gateway/evidence.h"
#include "core/gateway/sql_config.h"
#include "core/pg/connection.h"
#include "core/pg/transaction.h"

namespace onceover::gateway {

class SqlGateway final : public DeclaredGateway {
 public:
  // Connects at the first question, and again where the connection was lost.
  explicit SqlGateway(SqlConfig config);

  // If the query contains :keys, many questions are one statement.
  std::vector<Evidence> ask(const std::vector<Question>& questions, Deadline deadline) override;
  // Nothing can be cancelled in a ledger: unknown.
  Evidence cancel(const Question& question, Deadline deadline) override;
  bool lists() const override { return config_.listing.has_value(); }
  Result<void> list(Timestamp from, Timestamp to, const std::function<bool(const Effect&)>& on_effect,
                    Deadline deadline) override;

  const SqlConfig& config() const { return config_; }

 private:
  // The rows of some questions, each as JSON; and why "no row" does not count. Empty: it does.
  struct Answer {
    std::vector<std::string> rows;
    std::string doubt;
  };
  Result<void> connect(Deadline deadline);
  // sees_all: policies that would hide rows are an error.
  Result<pg::Transaction> begin(Duration limit, bool sees_all);
  Result<Answer> run(const pg::Params& params, int max_rows, Deadline deadline);
  std::string request(const Question& question) const;
  Evidence read(const Question& question, const Answer& answer) const;
  void ask_one_by_one(const std::vector<Question>& questions, const std::vector<std::size_t>& which,
                      std::vector<Evidence>& evidence, Deadline deadline);
  void ask_together(const std::vector<Question>& questions, const std::vector<std::size_t>& which,
                    std::vector<Evidence>& evidence, Deadline deadline);

  SqlConfig config_;
  NamedQuery query_;
  std::optional<pg::Connection> connection_;
};

}  // namespace onceover::gateway
