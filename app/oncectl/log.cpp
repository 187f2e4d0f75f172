#include "app/oncectl/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <memory>
#include <string>

#include "app/oncectl/print.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

spdlog::level::level_enum level_of(LogLevel level) {
  switch (level) {
    case LogLevel::debug: return spdlog::level::debug;
    case LogLevel::info: return spdlog::level::info;
    case LogLevel::warning: return spdlog::level::warn;
    case LogLevel::error: return spdlog::level::err;
  }
  return spdlog::level::info;
}

std::string text_line(const LogRecord& record) {
  std::string line = visible(redacted(record.message));
  for (const auto& [name, value] : record.fields) line += ' ' + name + "=\"" + visible(redacted(value)) + '"';
  return line;
}

std::string json_line(const LogRecord& record) {
  const auto now = std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count();
  const auto level = spdlog::level::to_string_view(level_of(record.level));
  Json json{
      {"at", iso(Timestamp{now})}, {"level", std::string(level.data(), level.size())}, {"message", json_text(redacted(record.message))}};
  for (const auto& [name, value] : record.fields) json[name] = json_text(redacted(value));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

LogSink make_log(bool json) {
  auto logger = std::make_shared<spdlog::logger>("oncectl", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern(json ? "%v" : "%Y-%m-%dT%H:%M:%S.%fZ %-7l %v", spdlog::pattern_time_type::utc);
  logger->flush_on(spdlog::level::debug);
  return
      [logger, json](const LogRecord& record) { logger->log(level_of(record.level), "{}", json ? json_line(record) : text_line(record)); };
}

}  // namespace onceover::oncectl
