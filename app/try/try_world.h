// What a TryStore is made of; for try_world.cpp, try_store.cpp and try_stuck.cpp alone.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/try/clients.h"
#include "app/try/keeper.h"
#include "app/try/local_http.h"
#include "app/try/private_server.h"
#include "app/try/try_store.h"
#include "core/base/random.h"
#include "core/metrics/flusher.h"

namespace onceover::try_it {

struct TryStore::Impl {
  explicit Impl(const TryOptions& wanted) : options(wanted), random(wanted.seed ^ 0x5DEECE66DULL) {}

  TryOptions options;
  std::unique_ptr<PrivateServer> server;
  std::optional<ReservedPort> port;
  int gateway_port = 0;
  std::size_t gateway_child = 0;
  std::vector<std::size_t> workers;
  metrics::Counters counters;
  std::unique_ptr<Keeper> keeper;
  std::unique_ptr<metrics::Flusher> flusher;
  std::unique_ptr<Clients> clients;

  mutable std::mutex mutex;
  std::condition_variable wake;
  bool stopping = false;
  std::atomic<bool> chaos{false};
  std::deque<TryEvent> events;
  std::uint64_t event_count = 0;
  std::map<std::size_t, std::string> last_words;  // of a child: what it said before it crashed
  Random random;                                  // guarded by mutex
  std::thread chaos_thread;
  std::mutex stop_mutex;

  void note(std::string words);

  void progress(const std::string& words) const {
    if (options.progress) options.progress(words);
  }

  std::string name_of(std::size_t child) const;
  std::string config_path() const { return server->socket_dir() + "/gateway.toml"; }

  void child_said(std::size_t child, const std::string& line);
  void child_died(std::size_t child, int status);
  Result<void> start_database();
  Result<void> start_gateway(const std::string& program);
  Result<void> start_workers(const std::string& program);
  void make_chaos();
  void one_accident();
  // False: stopping.
  bool wait(Duration span);
  void stop();
};

}  // namespace onceover::try_it
