// As many connections as there are requests at once; each belongs to one request at a time.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/pg/connection.h"

namespace onceover::try_it {

class ConnectionPool {
 public:
  explicit ConnectionPool(pg::ConnectOptions options) : options_(std::move(options)) {}

  // Gives its connection back at the end; one that is broken or still in a transaction is closed instead.
  class Lent {
   public:
    Lent(ConnectionPool& pool, pg::Connection connection) : pool_(&pool), connection_(std::move(connection)) {}
    Lent(Lent&& other) noexcept : pool_(std::exchange(other.pool_, nullptr)), connection_(std::move(other.connection_)) {}
    Lent& operator=(Lent&&) = delete;
    ~Lent() {
      if (pool_ != nullptr) pool_->give_back(std::move(connection_));
    }
    pg::Connection& operator*() { return connection_; }
    pg::Connection* operator->() { return &connection_; }

   private:
    ConnectionPool* pool_;
    pg::Connection connection_;
  };

  Result<Lent> lend() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        Lent lent(*this, std::move(idle_.back()));
        idle_.pop_back();
        return lent;
      }
    }
    auto connection = pg::Connection::open(options_);
    if (!connection) return fail(connection.error());
    return Lent(*this, std::move(*connection));
  }

 private:
  void give_back(pg::Connection connection) {
    if (!connection.is_open() || connection.in_transaction()) return;
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(connection));
  }

  pg::ConnectOptions options_;
  std::mutex mutex_;
  std::vector<pg::Connection> idle_;
};

}  // namespace onceover::try_it
