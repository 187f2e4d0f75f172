#include "app/try/try_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/try/gateway_control.h"
#include "app/try/try_world.h"

namespace onceover::try_it {
namespace {

constexpr Duration post_within = std::chrono::seconds(10);

}  // namespace

TryStore::TryStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TryStore::~TryStore() { stop(); }
void TryStore::stop() { impl_->stop(); }

Result<std::unique_ptr<TryStore>> TryStore::start(const TryOptions& options) {
  std::unique_ptr<TryStore> store(new TryStore(std::make_unique<Impl>(options)));
  Impl* impl = store->impl_.get();
  const std::string program = options.program.empty() ? "/proc/self/exe" : options.program;
  if (auto done = impl->start_database(); !done) return fail(done.error());
  impl->keeper =
      std::make_unique<Keeper>(impl->server->socket_dir() + "/try.log",
                               Keeper::Callbacks{[impl](std::size_t child, const std::string& line) { impl->child_said(child, line); },
                                                 [impl](std::size_t child, int status) { impl->child_died(child, status); }});
  if (auto done = impl->start_gateway(program); !done) return fail(done.error());
  if (auto done = impl->start_workers(program); !done) return fail(done.error());
  impl->flusher = std::make_unique<metrics::Flusher>(
      impl->counters, pg::ConnectOptions{.conninfo = impl->server->conninfo(), .application_name = "onceover try clients"});
  impl->chaos = options.chaos;
  impl->clients = std::make_unique<Clients>(
      ClientOptions{.port = impl->port->port(), .seed = options.seed, .requests_per_second = options.requests_per_second}, &impl->counters);
  if (!options.traffic) impl->clients->pause();
  impl->chaos_thread = std::thread([impl] { impl->make_chaos(); });
  impl->note("The try-out has started.");
  impl->progress("Ready.");
  return store;
}

std::string TryStore::conninfo() const { return impl_->server->conninfo(); }
std::string TryStore::gateway_config_path() const { return impl_->config_path(); }
std::string TryStore::service_url() const { return fmt::format("http://127.0.0.1:{}", impl_->port->port()); }
std::string TryStore::gateway_url() const { return fmt::format("http://127.0.0.1:{}", impl_->gateway_port); }

std::vector<TryEvent> TryStore::events(std::uint64_t after) const {
  const std::lock_guard lock(impl_->mutex);
  std::vector<TryEvent> out;
  std::ranges::copy_if(impl_->events, std::back_inserter(out), [&](const TryEvent& event) { return event.number > after; });
  return out;
}

void TryStore::pause_traffic() { impl_->clients->pause(); }
void TryStore::resume_traffic() { impl_->clients->resume(); }
bool TryStore::traffic_is_running() const { return impl_->clients->is_running(); }
Clients& TryStore::clients() { return *impl_->clients; }

void TryStore::set_chaos(bool on) {
  impl_->chaos = on;
  if (on) return;
  for (const std::size_t worker : impl_->workers) impl_->keeper->tell(worker, "crash nowhere");
}

Result<void> TryStore::set_faults(const FaultRates& rates) { return GatewayControl(impl_->gateway_port).set_rates(rates); }
Result<int> TryStore::effects(const std::string& key) const { return GatewayControl(impl_->gateway_port).effects(key); }

HttpReply TryStore::post(const std::string& path, const std::string& key, const std::string& body, const std::string& tenant) const {
  return call(impl_->port->port(), keyed_post(path, tenant, key, body), post_within);
}

}  // namespace onceover::try_it
