#include "ui/bridge/reader.h"

namespace onceover::bridge {

Reader::Reader(pg::Connection connection, const profile::Profile& profile, std::unique_ptr<gateway::Gateway> gateway)
    : connection_(std::move(connection)), profile_(profile), browser_(connection_, profile_), gateway_(std::move(gateway)) {}

void Reader::progress(std::int64_t done, std::int64_t total) {
  if (sink_) sink_(done, total);
}

}  // namespace onceover::bridge
