#include "app/oncectl/status_listener.h"

#include <map>
#include <utility>

namespace onceover::oncectl {
namespace {

WireAnswer plain(int status, std::string text, std::vector<key::Header> headers = {}) {
  headers.emplace_back("Content-Type", "text/plain");
  return on_the_wire({status, std::move(headers), std::move(text)});
}

}  // namespace

class StatusListener::Pages final : public HttpListener::Handler {
 public:
  Pages(Page page, const ListenLimits& limits) : page_(std::move(page)), limits_(limits) {}

  WireAnswer take(HttpRequest request, HttpListener::Ticket, std::size_t connections) override {
    const bool is_get = request.method == "GET";
    if (!is_get && request.method != "HEAD") return plain(405, "Pages here are only read.\n", {{"Allow", "GET, HEAD"}});
    const auto now = Steady::now();
    if (const auto kept = kept_.find(request.path);
        kept != kept_.end() && connections > limits_.few && now - kept->second.at < limits_.page_age)
      return is_get ? kept->second.whole : kept->second.head;
    const http::Answer answer = page_(request.path);
    const Kept made{now, on_the_wire(answer), on_the_wire(answer, false)};
    if (answer.status != 404) kept_[request.path] = made;
    return is_get ? made.whole : made.head;
  }
  WireAnswer refuse(int status, const char* why) override { return plain(status, std::string(why) + '\n'); }

 private:
  struct Kept {
    Steady::time_point at;
    WireAnswer whole, head;
  };
  Page page_;
  ListenLimits limits_;
  std::map<std::string, Kept> kept_;
};

StatusListener::StatusListener(std::unique_ptr<Pages> pages, std::unique_ptr<HttpListener> listener)
    : pages_(std::move(pages)), listener_(std::move(listener)) {}
StatusListener::~StatusListener() = default;
int StatusListener::port() const { return listener_->port(); }

Result<std::unique_ptr<StatusListener>> StatusListener::start(const std::string& host, int port, Page page, const ListenLimits& limits) {
  auto pages = std::make_unique<Pages>(std::move(page), limits);
  auto listener = HttpListener::start(host, port, *pages, limits.http);
  if (!listener) return fail(listener.error());
  return std::unique_ptr<StatusListener>(new StatusListener(std::move(pages), *std::move(listener)));
}

}  // namespace onceover::oncectl
