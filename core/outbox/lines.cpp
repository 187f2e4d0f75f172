// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/outbox/destination.h"
#include "core/outbox/destinations.h"
#include "core/web/url.h"

namespace onceover::outbox {
namespace {

void append_text(std::string& out, std::string_view text) {
  const bool is_plain =
      std::ranges::all_of(text, [](unsigned char c) { return c >= ' ' && c < 127 && c != '"' && c != '\\'; });
  if (!is_plain) {
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

// Readers end a line at more than \n, and the parser passes over a byte order mark and all after a NUL.
bool is_json_of_one_line(std::string_view text) {
  return text.find_first_of(std::string_view("\n\r\0", 3)) == std::string_view::npos &&
         !text.starts_with("\xEF\xBB\xBF") && nlohmann::json::accept(text);
}

void append_line(std::string& out, const Stored& e) {
  const auto field = [&](std::string_view name, std::string_view text) {
    out += ",\"";
    out += name;
    out += "\":";
    append_text(out, text);
  };
  out += "{\"seq\":";
  out += std::to_string(e.seq);
  field("id", e.id);
  field("topic", e.topic);
  field("aggregate_type", e.aggregate_type);
  field("aggregate_id", e.aggregate_id);
  field("type", e.type);
  field("created_at", iso(e.created_at));
  field("content_type", e.content_type);
  out += ",\"headers\":";
  out += e.headers;
  if (!e.payload) {
    out += ",\"payload\":null";
  } else if (is_json_of_one_line(*e.payload)) {
    out += ",\"payload\":";
    out += *e.payload;
  } else if (is_utf8(*e.payload)) {
    field("payload", *e.payload);
  } else {
    field("payload_base64", to_base64(*e.payload));
  }
  out += "}\n";
}

class Lines final : public Destination {
 public:
  explicit Lines(int fd) : fd_(fd) {
    struct stat is {};
    if (::fstat(fd, &is) != 0) return;
    // A pipe can be opened again, so that a write takes what there is room for: the descriptor's own mode
    // belongs to all who share it.
    if (S_ISFIFO(is.st_mode))
      own_ = ::open(("/proc/self/fd/" + std::to_string(fd)).c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (own_ >= 0) fd_ = own_;
    if (own_ >= 0 || S_ISREG(is.st_mode)) most_at_once_ = std::numeric_limits<std::size_t>::max();
  }
  ~Lines() override {
    if (own_ >= 0) ::close(own_);
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  bool send(std::uint64_t token, const Stored& event) override {
    constexpr std::size_t most_buffered = 4 << 20;
    if (buffer_.size() - sent_ >= most_buffered) return false;
    // After a line that was cut: the reader sees that it is none, and loses only its copy.
    if (buffer_.empty() && std::exchange(is_cut_, false)) buffer_ += '\n';
    append_line(buffer_, event);
    ends_.emplace_back(written_ + buffer_.size() - sent_, token);
    return true;
  }

  std::vector<Report> poll(Duration wait) override {
    std::vector<Report> reports;
    if (sent_ == buffer_.size()) return reports;
    pollfd ready{fd_, POLLOUT, 0};
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(wait).count();
    if (::poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(ms, 0))) <= 0) return reports;
    const std::size_t from = sent_;
    while (sent_ < buffer_.size()) {
      const ssize_t n = ::write(fd_, buffer_.data() + sent_, std::min(buffer_.size() - sent_, most_at_once_));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
      if (n < 0) return lost(std::strerror(errno));
      sent_ += static_cast<std::size_t>(n);
      if (n > 0) is_cut_ = buffer_[sent_ - 1] != '\n';
      if (own_ < 0 && ::poll(&ready, 1, 0) <= 0) break;
    }
    written_ += sent_ - from;
    // Moved together only when most of it is sent: a pipe takes little at a time.
    if (sent_ >= buffer_.size() / 2) {
      buffer_.erase(0, sent_);
      sent_ = 0;
    }
    while (!ends_.empty() && ends_.front().first <= written_) {
      reports.push_back({.token = ends_.front().second});
      ends_.pop_front();
    }
    return reports;
  }

  void abandon(Duration) override {
    buffer_.clear();
    sent_ = 0;
    ends_.clear();
  }

 private:
  std::vector<Report> lost(const char* why) {
    std::vector<Report> reports;
    for (const auto& [end, token] : ends_)
      reports.push_back(
          {token, Report::Result::unavailable, std::string("The output cannot be written: ") + why + '.'});
    abandon({});
    return reports;
  }

  int fd_, own_ = -1;
  std::size_t most_at_once_ = 4096;  // what a terminal or another pipe takes without waiting for its reader
  std::string buffer_;
  bool is_cut_ = false;                                       // the output ends within a line
  std::size_t sent_ = 0;                                      // of it
  std::uint64_t written_ = 0;                                 // bytes, since the beginning
  std::deque<std::pair<std::uint64_t, std::uint64_t>> ends_;  // where each line ends, and its token
};

}  // namespace

std::unique_ptr<Destination> to_lines(int fd) { return std::make_unique<Lines>(fd); }

Result<std::unique_ptr<Destination>> open_destination(const DestinationConfig& config) {
  if (config.kafka) return to_kafka(*config.kafka);
  if (config.webhook) return to_webhook(*config.webhook);
  return to_lines(STDOUT_FILENO);
}

std::string words(const DestinationConfig& config) {
  if (config.kafka) return "kafka " + config.kafka->brokers;
  if (config.webhook) return "webhook " + web::origin_of(config.webhook->url);
  return "lines on standard output";
}

}  // namespace onceover::outbox
