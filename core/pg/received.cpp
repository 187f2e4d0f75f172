#include "core/pg/received.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <fstream>
#include <optional>

namespace onceover::pg {
namespace {

std::optional<std::int64_t> bytes_over_tcp(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
  if (size < offsetof(tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) return std::nullopt;  // before Linux 4.1
  return static_cast<std::int64_t>(info.tcpi_bytes_received);
}

// Memory of this process, for sockets that do not tell what they received.
std::int64_t resident_bytes() {
  std::int64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

// Nothing that the server has sent waits in the kernel.
bool is_drained(int socket) {
  int waiting = 0;
  return ::ioctl(socket, FIONREAD, &waiting) == 0 && waiting == 0;
}

// At the speed of a local socket some ten megabytes.
constexpr std::chrono::milliseconds between_looks(5);

}  // namespace

std::int64_t Received::count(int socket) {
  // Most answers are read at once, and cost nothing here.
  if (++calls_ == 1) return 0;
  if (const auto bytes = bytes_over_tcp(socket)) {
    if (calls_ == 2) at_first_ = *bytes;
    return *bytes - at_first_;
  }
  int waiting = 0;
  if (::ioctl(socket, FIONREAD, &waiting) == 0) waited_ += waiting;
  return waited_;
}

ReadGuard::ReadGuard(int socket, std::int64_t most) : socket_(socket), most_(most), thread_([this] { watch(); }) {}

ReadGuard::~ReadGuard() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  ending_.notify_all();
  thread_.join();
}

void ReadGuard::watch() {
  const auto arrived = [this] {
    const auto bytes = bytes_over_tcp(socket_);
    return bytes ? *bytes : resident_bytes();
  };
  std::uint64_t last = 0;
  std::int64_t before = 0;
  for (std::unique_lock lock(mutex_); !ending_.wait_for(lock, between_looks, [this] { return ends_; });) {
    const std::uint64_t read = reads_;
    if (read % 2 == 0) continue;
    // What grows while nothing comes is other threads' memory: a server that sends on has some waiting, again and again.
    const bool is_elsewhere = !bytes_over_tcp(socket_) && is_drained(socket_);
    if (read != last || is_elsewhere) {
      before = arrived();
      last = read;
    } else if (arrived() - before > most_) {
      tripped_ = true;
      ::shutdown(socket_, SHUT_RDWR);
      return;
    }
  }
}

}  // namespace onceover::pg
