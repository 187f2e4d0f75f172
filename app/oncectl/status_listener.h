// Answers GET and HEAD of a few small pages, in one thread. A client that is slow, or sends much, is dropped and delays no other one: each
// connection has one request, a deadline for all of it, and a limit for what it sends; where there are too many, the oldest goes.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/http/answer.h"

namespace onceover::oncectl {

struct ListenLimits {
  Duration deadline = std::chrono::seconds(5);  // of a connection, from its beginning to its end
  std::size_t request_bytes = 8 * 1024;         // more gets 431
  std::size_t connections = 200;
  std::size_t few = 8;  // with more connections than these, a page may be as old as page_age
  Duration page_age = std::chrono::milliseconds(250);
};

class StatusListener {
 public:
  // The answer of a path without its query; 404: none. Called in the listener's thread; must neither wait nor throw.
  using Page = std::function<http::Answer(const std::string& path)>;

  // port 0: any. Errors: io, nothing can listen there.
  static Result<std::unique_ptr<StatusListener>> start(const std::string& host, int port, Page page, const ListenLimits& limits = {});
  ~StatusListener();
  StatusListener(const StatusListener&) = delete;
  StatusListener& operator=(const StatusListener&) = delete;
  int port() const;

 private:
  class Loop;
  explicit StatusListener(std::unique_ptr<Loop> loop);
  std::unique_ptr<Loop> loop_;
};

}  // namespace onceover::oncectl
