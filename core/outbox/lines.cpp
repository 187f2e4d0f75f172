#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/outbox/destination.h"

namespace onceover::outbox {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Stored& e) {
  Json line{{"seq", e.seq},
            {"id", e.id},
            {"topic", e.topic},
            {"aggregate_type", e.aggregate_type},
            {"aggregate_id", e.aggregate_id},
            {"type", e.type},
            {"created_at", iso(e.created_at)},
            {"content_type", e.content_type}};
  std::string out = line.dump();
  out.pop_back();
  out += ",\"headers\":" + e.headers;
  if (!e.payload) {
    out += ",\"payload\":null";
  } else if (nlohmann::json::accept(*e.payload) && e.payload->find('\n') == std::string::npos) {
    out += ",\"payload\":" + *e.payload;
  } else if (is_utf8(*e.payload)) {
    out += ",\"payload\":" + Json(*e.payload).dump();
  } else {
    out += ",\"payload_base64\":\"" + to_base64(*e.payload) + '"';
  }
  return out + "}\n";
}

class Lines final : public Destination {
 public:
  explicit Lines(int fd) : fd_(fd) {}

  bool send(std::uint64_t token, const Stored& event) override {
    constexpr std::size_t most_buffered = 4 << 20;
    if (buffer_.size() >= most_buffered) return false;
    buffer_ += line_of(event);
    ends_.emplace_back(written_ + buffer_.size(), token);
    return true;
  }

  std::vector<Report> poll(Duration wait) override {
    std::vector<Report> reports;
    if (buffer_.empty()) return reports;
    pollfd ready{fd_, POLLOUT, 0};
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(wait).count();
    if (::poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(ms, 0))) <= 0) return reports;
    // What a pipe takes without waiting for its reader.
    constexpr std::size_t most_at_once = 4096;
    std::size_t sent = 0;
    while (sent < buffer_.size()) {
      const ssize_t n = ::write(fd_, buffer_.data() + sent, std::min(buffer_.size() - sent, most_at_once));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
      if (n < 0) return lost(std::strerror(errno));
      sent += static_cast<std::size_t>(n);
      if (::poll(&ready, 1, 0) <= 0) break;
    }
    buffer_.erase(0, sent);
    written_ += sent;
    while (!ends_.empty() && ends_.front().first <= written_) {
      reports.push_back({.token = ends_.front().second});
      ends_.pop_front();
    }
    return reports;
  }

  void abandon(Duration) override {
    buffer_.clear();
    ends_.clear();
  }

 private:
  std::vector<Report> lost(const char* why) {
    std::vector<Report> reports;
    for (const auto& [end, token] : ends_)
      reports.push_back({token, Report::Result::unavailable, std::string("The output cannot be written: ") + why + '.'});
    // A line that was cut is written again; the reader sees that the first copy is none.
    abandon({});
    return reports;
  }

  int fd_;
  std::string buffer_;
  std::uint64_t written_ = 0;                                 // bytes, since the beginning
  std::deque<std::pair<std::uint64_t, std::uint64_t>> ends_;  // where each line ends, and its token
};

}  // namespace

std::unique_ptr<Destination> to_lines(int fd) { return std::make_unique<Lines>(fd); }

}  // namespace onceover::outbox
