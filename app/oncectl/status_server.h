// GET over HTTP for those who look after the service; cpp-httplib stays inside.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/result.h"

namespace onceover::oncectl {

struct StatusPage {
  int status = 200;
  std::string type, body;
};

class StatusServer {
 public:
  // Called from threads of its own, two at most; page is asked for a path and must not throw. port 0: any.
  static Result<std::unique_ptr<StatusServer>> start(const std::string& host, int port,
                                                     std::function<StatusPage(const std::string& path)> page);
  ~StatusServer();
  StatusServer(const StatusServer&) = delete;
  StatusServer& operator=(const StatusServer&) = delete;
  int port() const;

 private:
  struct Impl;
  explicit StatusServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace onceover::oncectl
