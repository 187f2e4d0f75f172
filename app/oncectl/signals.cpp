// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/signals.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <systemd/sd-daemon.h>

#include <cinttypes>
#include <ctime>

#include "app/oncectl/print.h"

namespace onceover::oncectl {

StopSignals::StopSignals(std::function<void()> on_stop, std::function<void()> on_insist,
                         std::function<void()> on_reload) {
  sigemptyset(&signals_);
  if (on_reload) sigaddset(&signals_, SIGHUP);
  for (const int number : {SIGTERM, SIGINT, SIGUSR2}) sigaddset(&signals_, number);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  thread_ = std::thread([this, stop = std::move(on_stop), insist = std::move(on_insist),
                         reload = std::move(on_reload)] { wait(stop, insist, reload); });
}

// SIGUSR2, to this one thread, is the way home.
StopSignals::~StopSignals() {
  pthread_kill(thread_.native_handle(), SIGUSR2);
  thread_.join();
}

void StopSignals::wait(const std::function<void()>& on_stop, const std::function<void()>& on_insist,
                       const std::function<void()>& on_reload) const {
  for (bool stop_requested = false;;) {
    int number = 0;
    if (sigwait(&signals_, &number) != 0) continue;
    if (number == SIGUSR2) return;
    if (number == SIGHUP) {
      on_reload();
      continue;
    }
    (stop_requested ? on_insist : on_stop)();
    stop_requested = true;
  }
}

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

std::string json_record(const LogRecord& record) {
  const auto level = spdlog::level::to_string_view(level_of(record.level));
  Json json{{"at", iso(machine_time())},
            {"level", std::string(level.data(), level.size())},
            {"message", json_text(redacted(record.message))}};
  for (const auto& [name, value] : record.fields) json[name] = json_text(redacted(value));
  return json_line(json);
}

}  // namespace

LogSink make_log(bool json) {
  auto logger =
      std::make_shared<spdlog::logger>("oncectl", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern(json ? "%v" : "%Y-%m-%dT%H:%M:%S.%fZ %-7l %v", spdlog::pattern_time_type::utc);
  logger->flush_on(spdlog::level::debug);
  return [logger, json](const LogRecord& record) {
    logger->log(level_of(record.level), "{}", json ? json_record(record) : text_line(record));
  };
}

namespace notify {

void ready() { (void)sd_notify(0, "READY=1"); }

void reloading() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const auto us =
      static_cast<std::uint64_t>(now.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(now.tv_nsec) / 1000;
  (void)sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%" PRIu64, us);
}

void stopping() { (void)sd_notify(0, "STOPPING=1"); }

void status(const std::string& line) { (void)sd_notify(0, ("STATUS=" + line).c_str()); }

std::optional<Duration> watchdog() {
  std::uint64_t us = 0;
  if (sd_watchdog_enabled(0, &us) <= 0) return std::nullopt;
  return Duration(static_cast<std::int64_t>(us));
}

void alive() { (void)sd_notify(0, "WATCHDOG=1"); }

}  // namespace notify

}  // namespace onceover::oncectl
