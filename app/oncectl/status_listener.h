// Answers GET and HEAD of a few small pages.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/oncectl/http_listener.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/http/answer.h"

namespace onceover::oncectl {

struct ListenLimits {
  HttpLimits http = {};
  static constexpr std::size_t few = 8;  // with more connections than these, a page may be as old as page_age
  static constexpr Duration page_age = std::chrono::milliseconds(250);
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
  class Pages;
  StatusListener(std::unique_ptr<Pages> pages, std::unique_ptr<HttpListener> listener);
  std::unique_ptr<Pages> pages_;
  std::unique_ptr<HttpListener> listener_;  // last: its thread uses the pages
};

}  // namespace onceover::oncectl
