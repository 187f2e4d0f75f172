// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cases/gateway_stub.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QFile>
#include <stdexcept>

namespace onceover::test {
namespace {

std::string readHead(int client) {
  std::string head;
  char buffer[4096];
  while (head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t n = read(client, buffer, sizeof buffer);
    if (n <= 0) break;
    head.append(buffer, static_cast<std::size_t>(n));
  }
  return head;
}

std::string keyOf(const std::string& request) {
  const std::string before = "/effects/";
  const std::size_t at = request.find(before);
  return at == std::string::npos
             ? std::string()
             : request.substr(at + before.size(), request.find(' ', at) - at - before.size());
}

}  // namespace

GatewayStub::GatewayStub() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket_, plain, length) != 0 || listen(socket_, 8) != 0 ||
      getsockname(socket_, plain, &length) != 0) {
    throw std::runtime_error("no port for the gateway");
  }
  QFile shown(QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/gateways/lookup-by-key.toml"));
  if (!shown.open(QIODevice::ReadOnly)) throw std::runtime_error("no example configuration");
  QByteArray toml = shown.readAll();
  toml.replace("127.0.0.1:8081", "127.0.0.1:" + QByteArray::number(ntohs(address.sin_port)));
  config_ = folder_.filePath(QStringLiteral("gateway.toml"));
  QFile file(config_);
  if (!file.open(QIODevice::WriteOnly)) throw std::runtime_error("no configuration can be written");
  file.write(toml);
  file.close();
  thread_ = std::thread(&GatewayStub::serve, this);
}

GatewayStub::~GatewayStub() {
  close();
  ::close(socket_);
}

void GatewayStub::close() {
  shutdown(socket_, SHUT_RDWR);  // ends accept()
  if (thread_.joinable()) thread_.join();
}

void GatewayStub::setAnswer(Answer answer) {
  const std::scoped_lock lock(mutex_);
  answer_ = std::move(answer);
  effect_.clear();
}

void GatewayStub::performed(const std::string& amount, const std::string& reference) {
  const std::scoped_lock lock(mutex_);
  effect_ = R"({"idempotency_key":"%KEY%","status":"captured","id":"ch_9","amount":")" + amount +
            R"(","currency":"EUR","reference":")" + reference + R"(","note":"<img src=x> of Ms. Example"})";
}

void GatewayStub::takeCancels() {
  QFile file(config_);
  if (!file.open(QIODevice::ReadOnly)) throw std::runtime_error("no configuration");
  QByteArray toml = file.readAll();
  file.close();
  toml.replace("dedupe_window_s = 86400", "");
  toml.replace("[declare]",
               "[cancel]\nurl = \"/effects/{key}/cancel\"\nmethod = \"POST\"\nsemantics = "
               "\"with_tombstone\"\nstatus = \"/status\"\nheld = [\"cancelled\"]\n\n[declare]");
  if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate))
    throw std::runtime_error("no configuration can be written");
  file.write(toml);
}

int GatewayStub::cancelled() const {
  const std::scoped_lock lock(mutex_);
  return cancelled_;
}

int GatewayStub::asked() const {
  const std::scoped_lock lock(mutex_);
  return asked_;
}

std::string GatewayStub::answerTo(const std::string& request) {
  const std::scoped_lock lock(mutex_);
  ++asked_;
  Answer answer = answer_;
  if (request.starts_with("POST ")) {
    ++cancelled_;
    const std::string key = keyOf(request);
    answer = {200, R"({"idempotency_key":")" + key.substr(0, key.find('/')) + R"(","status":"cancelled"})"};
  } else if (!effect_.empty()) {
    answer = {200, effect_};
    answer.body.replace(answer.body.find("%KEY%"), 5, keyOf(request));
  }
  return "HTTP/1.1 " + std::to_string(answer.status) +
         " X\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
         std::to_string(answer.body.size()) + "\r\n\r\n" + answer.body;
}

void GatewayStub::serve() {
  for (int client = accept(socket_, nullptr, nullptr); client >= 0;
       client = accept(socket_, nullptr, nullptr)) {
    const std::string reply = answerTo(readHead(client));
    for (std::size_t sent = 0; sent < reply.size();) {
      const ssize_t n = send(client, reply.data() + sent, reply.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) break;
      sent += static_cast<std::size_t>(n);
    }
    ::close(client);
  }
}

}  // namespace onceover::test
