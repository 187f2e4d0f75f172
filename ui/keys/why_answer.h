// The question behind "Why 409?", asked on the worker, and its answer in words.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "ui/bridge/reader.h"
#include "ui/widgets/tones.h"

namespace onceover::keys {

struct WhyQuestion {
  std::string pasted;               // looked up in every sense it may have
  std::optional<key::Identity> id;  // instead: this row
  std::optional<std::string> body;  // compared, never kept
};

struct WhyAnswer {
  std::vector<browse::KeyRow> rows;  // that carry the key; several where tenants or operations share it
  key::Identity id;                  // the row that `why` is about
  browse::Why why;
};

Result<WhyAnswer> askWhy(bridge::Reader& reader, const WhyQuestion& question);

struct Said {
  QString text;
  widgets::Tone tone = widgets::Tone::neutral;
};

// "409 CONFLICT.idempotency.in_progress"; "A duplicate runs the handler".
Said headlineOf(const browse::Why& why);
QString holderOf(const browse::Why& why, const tables::Profile& profile, widgets::ClockChoice clock = widgets::ClockChoice::utc);
// Same, another, or not compared.
Said payloadOf(const browse::Why& why);
// What is left of a live lease; none: nothing runs out.
std::optional<Duration> leftOf(const browse::Why& why, Timestamp now);

}  // namespace onceover::keys
