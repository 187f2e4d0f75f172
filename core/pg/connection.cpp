// SPDX-License-Identifier: Apache-2.0
#include "core/pg/connection.h"

#include "core/pg/conninfo.h"
#include "core/pg/impl.h"

namespace onceover::pg {

Connection::Connection(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;
Connection::~Connection() = default;

Result<Rows> Connection::exec(std::string_view sql, const Params& params) {
  Impl& impl = *impl_;
  if (auto ready = impl.check_ready(); !ready) return fail(ready.error());
  if (auto sound = Impl::check(params); !sound) return fail(sound.error());
  auto& arrays = impl.arrays;
  arrays.fill(params);
  if (PQsendQueryParams(impl.conn, std::string(sql).c_str(), arrays.count(), arrays.types.data(),
                        arrays.values.data(), arrays.lengths.data(), arrays.formats.data(), 1) == 0) {
    return fail(send_failed(impl.conn));
  }
  return impl.collect();
}

Result<Rows> Connection::exec_prepared(std::string_view sql, const Params& params) {
  Impl& impl = *impl_;
  // Waits without a pipeline: the server has everything already.
  if (const auto known = impl.options.prepare ? impl.names.find(sql) : impl.names.end();
      known != impl.names.end()) {
    if (auto ready = impl.check_ready(); !ready) return fail(ready.error());
    if (auto sound = Impl::check(params); !sound) return fail(sound.error());
    const bool was_idle = !in_transaction();
    impl.arrays.fill(params);
    if (PQsendQueryPrepared(impl.conn, known->second.c_str(), impl.arrays.count(), impl.arrays.values.data(),
                            impl.arrays.lengths.data(), impl.arrays.formats.data(), 1) == 0) {
      return fail(send_failed(impl.conn));
    }
    auto rows = impl.collect();
    if (rows || rows.error().sqlstate != sqlstate::undefined_statement) return rows;
    impl.names.clear();
    if (!was_idle) return rows;
  }
  const Statement statement{sql, params};
  return pipeline({&statement, 1}, Ends::open, true).map([](std::vector<Rows> rows) {
    return std::move(rows.front());
  });
}

Result<void> Connection::script(std::string_view sql) {
  Impl& impl = *impl_;
  if (auto ready = impl.check_ready(); !ready) return fail(ready.error());
  if (PQsendQuery(impl.conn, std::string(sql).c_str()) == 0) return fail(send_failed(impl.conn));
  return impl.collect().map([](const Rows&) {});
}

void Connection::roll_back() {
  if (!in_transaction()) return;
  const Duration deadline =
      std::exchange(impl_->options.deadline, std::min<Duration>(impl_->options.deadline, cancel_grace));
  impl_->heeds_cancel = false;
  (void)script("ROLLBACK");
  impl_->heeds_cancel = true;
  impl_->options.deadline = deadline;
}

bool Connection::is_open() const { return impl_->is_usable(); }

bool Connection::in_transaction() const {
  if (!is_open()) return false;
  const PGTransactionStatusType status = PQtransactionStatus(impl_->conn);
  return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

void Connection::close() { impl_->finish(); }

CancelHandle Connection::cancel_handle() const { return impl_->cancel; }

void Connection::rearm() {
  eventfd_t drained = 0;
  (void)eventfd_read(impl_->cancel.state_->event, &drained);
  impl_->cancel.state_->cancelled = false;
}

std::string Connection::take_unconfirmed() { return std::exchange(impl_->unconfirmed, {}); }
void Connection::set_write_guard(std::string sql) { impl_->write_guard = std::move(sql); }
const std::string& Connection::write_guard() const { return impl_->write_guard; }
void Connection::set_history(std::string history) { impl_->history = std::move(history); }
const std::string& Connection::history() const { return impl_->history; }
void Connection::set_deadline(Duration deadline) { impl_->options.deadline = deadline; }
int Connection::server_version() const { return is_open() ? PQserverVersion(impl_->conn) : 0; }

namespace {
std::string or_empty(const char* text) { return text != nullptr ? text : ""; }
}  // namespace

std::string Connection::host() const { return is_open() ? or_empty(PQhost(impl_->conn)) : ""; }
std::string Connection::port() const { return is_open() ? or_empty(PQport(impl_->conn)) : ""; }
std::string Connection::database() const { return is_open() ? or_empty(PQdb(impl_->conn)) : ""; }
std::string Connection::user() const { return is_open() ? or_empty(PQuser(impl_->conn)) : ""; }
bool Connection::is_encrypted() const { return is_open() && PQsslInUse(impl_->conn) != 0; }

bool Connection::is_local() const {
  return is_open() && Host{host(), or_empty(PQhostaddr(impl_->conn)), ""}.is_local();
}

}  // namespace onceover::pg
