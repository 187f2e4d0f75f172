// SPDX-License-Identifier: Apache-2.0
#include "tests/support/small_disk.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <thread>

#include "app/try/private_server.h"
#include "tests/support/raw.h"

namespace onceover::test {
namespace {

// There on every system, and covered in the namespace alone.
constexpr const char* mount_point = "/mnt";

// Runs the body in a thread with a mount namespace of its own, the small disk mounted; what the body forks
// stays in it. Returns why that was not possible; empty: it was.
std::string in_own_namespace(int megabytes, const std::function<void()>& body) {
  std::string why;
  std::exception_ptr failed;
  std::thread([&] {
    const auto refused = [&why](const char* what) {
      why = std::string("a disk cannot be filled here: ") + what + ": " + std::strerror(errno) +
            (::geteuid() == 0 ? " (a container needs CAP_SYS_ADMIN)" : " (only root may)");
    };
    auto user = try_it::server_user();
    if (!user) {
      why = user.error().sentence();
      return;
    }
    const uid_t uid = *user ? (*user)->uid : ::geteuid();
    const gid_t gid = *user ? (*user)->gid : ::getegid();
    const std::string options = "size=" + std::to_string(megabytes) +
                                "m,mode=0700,uid=" + std::to_string(uid) + ",gid=" + std::to_string(gid);
    if (::unshare(CLONE_NEWNS) != 0) return refused("unshare");  // this thread's alone
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      return refused("mount --make-rprivate");
    if (::mount("tmpfs", mount_point, "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) != 0)
      return refused("mount");
    try {
      body();
    } catch (...) {
      failed = std::current_exception();
    }
  }).join();
  if (failed) std::rethrow_exception(failed);
  return why;
}

}  // namespace

std::string SmallDiskServer::unavailable() {
  return in_own_namespace(1, [] {});
}

SmallDiskServer::SmallDiskServer(int megabytes) {
  const std::string why = in_own_namespace(megabytes, [this] {
    auto server = try_it::PrivateServer::start();
    if (!server) throw std::runtime_error(server.error().sentence() + "\n" + server.error().detail);
    server_ = std::move(*server);
  });
  if (!why.empty()) throw std::runtime_error(why);
  RawConnection raw(server_->conninfo());
  raw.exec("CREATE TABLESPACE small LOCATION " + quoted_text(mount_point));
  // no index and no TOAST: emptying it needs no page
  raw.exec("CREATE TABLE filler (n bigint) TABLESPACE small");
}

void SmallDiskServer::create_database(const std::string& name) {
  RawConnection raw(server_->conninfo());
  raw.exec("CREATE DATABASE " + quoted_name(name));
  raw.exec("ALTER DATABASE " + quoted_name(name) + " SET default_tablespace = small");
}

// Most of the disk goes at once to a file of ours, as the server's processes see it.
std::string SmallDiskServer::ballast() const {
  return "/proc/" + std::to_string(server_->pid()) + "/root" + mount_point + "/ballast";
}

void SmallDiskServer::fill() {
  const int file = ::open(ballast().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0)
    throw std::runtime_error(std::string("no ballast on the small disk: ") + std::strerror(errno));
  off_t size = 0;
  for (off_t piece = 1 << 24; piece >= 1 << 16;) {
    if (::posix_fallocate(file, size, piece) == 0) {
      size += piece;
    } else {
      piece /= 2;
    }
  }
  ::close(file);
  RawConnection raw(server_->conninfo());
  const std::string said = raw.sqlstate_of("INSERT INTO filler SELECT generate_series(1, 100000000)");
  if (said != "53100") throw std::runtime_error("the small disk did not become full: " + said);
}

void SmallDiskServer::free() {
  ::unlink(ballast().c_str());
  RawConnection(server_->conninfo()).exec("TRUNCATE filler");
}

}  // namespace onceover::test
