#include "ui/bridge/credentials.h"

#include <QMetaObject>
#include <QThread>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "core/base/text.h"

namespace onceover::bridge {
namespace {

// Somebody may have to find and type the keychain's password first.
constexpr std::chrono::minutes patience{1};

Error unread(const std::string& what) {
  return {ErrorKind::invalid_input, what, "The gateway was not loaded.", "Unlock the keychain and connect again."};
}

}  // namespace

// Shared with the workers, which may outlive us.
struct Credentials::Link {
  std::mutex mutex;
  std::condition_variable changed;
  Credentials* owner = nullptr;  // null once it is gone
};

Credentials::Credentials(QObject* parent) : QObject(parent), link_(std::make_shared<Link>()) { link_->owner = this; }

Credentials::~Credentials() {
  const std::lock_guard lock(link_->mutex);
  link_->owner = nullptr;
  link_->changed.notify_all();
}

Error Credentials::noneOf(const QString& name) {
  return {ErrorKind::invalid_input,
          "The keychain holds no credential named " + visible(name.toStdString()) + ": store it on the page of connections.",
          "The gateway was not loaded.", "Store it, and connect again."};
}

gateway::Keychain Credentials::port() const {
  return [link = link_](const std::string& name) -> Result<std::string> {
    const auto found = std::make_shared<std::optional<Result<std::string>>>();
    std::unique_lock lock(link->mutex);
    if (link->owner == nullptr || link->owner->thread() == QThread::currentThread()) return fail(unread("There is no keychain here."));
    Credentials* owner = link->owner;
    const Answer answer = [link, found](Result<std::string> given) {
      const std::lock_guard held(link->mutex);
      *found = std::move(given);
      link->changed.notify_all();
    };
    QMetaObject::invokeMethod(
        owner, [owner, name, answer] { owner->read(QString::fromStdString(name), answer); }, Qt::QueuedConnection);
    const bool ended = link->changed.wait_for(lock, patience, [&] { return found->has_value() || link->owner == nullptr; });
    if (*found) return **std::move(found);
    return fail(unread(ended ? "The keychain is no longer available." : "The keychain did not answer within a minute."));
  };
}

}  // namespace onceover::bridge
