// SPDX-License-Identifier: Apache-2.0
#include "core/calculator/events.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/enum_names.h"
#include "core/calculator/layout.h"

namespace onceover::calculator {
namespace {

// What may be stored: a column of a name in the inbox, and a value that a row may have.
constexpr double longest_name = 255, longest_id = 2'000, longest_value = 1e8;

constexpr auto reception_words = enum_names<Reception>();

struct Bound {
  double value, least, most;
  const char* what;
};

std::optional<std::string> wrong_with(const EventFlow& flow, std::vector<Bound> bounds) {
  bounds.insert(bounds.end(), {{flow.payload_bytes, 0, longest_value, "The bytes of the payload"},
                               {flow.compressed, 0.01, 1, "What compression leaves of the payload"},
                               {flow.header_bytes, 2, longest_value, "The bytes of the headers"},
                               {flow.content_type_bytes, 0, longest_id, "The bytes of the content type"}});
  for (const Bound& bound : bounds) {
    if (!(bound.value >= bound.least && bound.value <= bound.most))
      return fmt::format("{} must be between {} and {}.", bound.what, plain(bound.least), plain(bound.most));
  }
  return std::nullopt;
}

// What both tables share of the plan.
SizingInput plan_of(const EventFlow& flow, const StoredRow& row) {
  SizingInput out{.per_second = flow.per_second, .by_hour = flow.by_hour};
  out.row.heap_bytes = row.heap_bytes;
  out.row.toast_bytes = row.toast_bytes;
  out.checkpoint = flow.checkpoint;
  out.price = flow.price;
  out.currency = flow.currency;
  return out;
}

IndexShape index(std::string name, const std::vector<Column>& key, bool random, double share = 1) {
  return {.name = std::move(name),
          .entry_bytes = index_entry_bytes(key),
          .fill = random ? random_fill : ascending_fill,
          .rows = share,
          .random = random};
}

Figure event_figure(const StoredRow& row, const Sizing& table) {
  const double rows = table.rows.value, heap = table.heap.value / rows;
  double indexes = 0;
  std::vector<std::string> sum = row.arithmetic;
  for (const Figure& one : table.indexes) indexes += one.value / rows;
  const double out_of_line = table.toast.value / rows, all = heap + out_of_line + indexes;
  sum.push_back(
      fmt::format("heap {} + out of line {} + indexes {} = {} bytes an event, with free space and dead rows",
                  grouped(heap), grouped(out_of_line), grouped(indexes), grouped(all)));
  return {"event", all, Unit::bytes, bytes_text(all), std::move(sum)};
}

double busiest_per_second(const EventFlow& flow) {
  return flow.by_hour.empty() ? flow.per_second : *std::ranges::max_element(flow.by_hour) / 3'600;
}

Result<EventSizing> sized(const SizingInput& plan, const StoredRow& row) {
  auto table = size_table(plan);
  if (!table) return fail(table.error());
  EventSizing out;
  out.table = std::move(*table);
  out.event = event_figure(row, out.table);
  out.remarks = out.table.remarks;
  return out;
}

}  // namespace

std::optional<Reception> reception_from_word(std::string_view word) { return reception_words.from(word); }

std::vector<const Figure*> EventSizing::figures() const& {
  std::vector<const Figure*> out{&event};
  for (const Figure* figure : table.figures()) out.push_back(figure);
  if (partitions) out.push_back(&*partitions);
  return out;
}

Result<EventSizing> size_outbox(const OutboxInput& in) {
  const EventFlow& flow = in.flow;
  if (auto wrong =
          wrong_with(flow, {{in.topic_bytes, 1, 249, "The bytes of the topic"},
                            {in.aggregate_type_bytes, 0, 200, "The bytes of the aggregate's type"},
                            {in.aggregate_id_bytes, 0, longest_id, "The bytes of the aggregate's id"},
                            {in.type_bytes, 0, 200, "The bytes of the event's type"},
                            {flow.payload_bytes, 0, 1'000'000, "The bytes of the payload"},
                            {in.correlation_bytes, 0, longest_id, "The bytes of the correlation id"},
                            {in.capture_per_second, 0, 1e9, "The events a second for change data capture"}}))
    return fail(ErrorKind::invalid_input, std::move(*wrong), "Nothing was computed.");
  if (in.retention <= Duration::zero() || in.partition < std::chrono::minutes(1)) {
    return fail(ErrorKind::invalid_input,
                "The retention must be longer than 0, and a partition must cover at least a minute.",
                "Nothing was computed.");
  }
  const StoredRow row = stored_row(
      {fixed("seq", 8), fixed("xid", 8), uuid("id"), value("topic", in.topic_bytes),
       value("aggregatetype", in.aggregate_type_bytes), value("aggregateid", in.aggregate_id_bytes),
       value("type", in.type_bytes), value_or_null("payload", flow.payload_bytes, flow.compressed),
       value("content_type", flow.content_type_bytes), value("headers", jsonb_bytes(flow.header_bytes)),
       fixed("created_at", 8), value_or_null("correlation_id", in.correlation_bytes)});
  SizingInput plan = plan_of(flow, row);
  plan.updates = 0;
  plan.vacuum_scale = 0;
  plan.is_dropped = true;
  // The oldest partition is dropped when its last event is past the retention; until then its first one stays
  // too.
  plan.window = in.retention + in.partition;
  plan.partitions =
      std::ceil(static_cast<double>(in.retention.count()) / static_cast<double>(in.partition.count())) + 1;
  plan.row.indexes = {index("outbox_by_xid", {fixed("xid", 8), fixed("seq", 8)}, false),
                      index("outbox_by_seq", {fixed("seq", 8)}, false),
                      {.name = "outbox_by_time", .is_brin = true},
                      index("outbox_by_correlation", {value("correlation_id", in.correlation_bytes)}, true,
                            in.correlation_bytes > 0 ? 1 : 0)};
  auto out = sized(plan, row);
  if (!out) return out;
  const double a_day = static_cast<double>(Duration(std::chrono::hours(24)).count()) /
                       static_cast<double>(in.partition.count());
  out->partitions =
      Figure{"partitions",
             plan.partitions,
             Unit::partitions,
             grouped(plan.partitions) + " partitions",
             {fmt::format("{} of retention / {} a partition, rounded up, and the current one = {}",
                          human(in.retention), human(in.partition), grouped(plan.partitions)),
              fmt::format("{} a day; {} of events in each", plain(a_day),
                          bytes_text(out->table.size.value / plan.partitions))}};
  out->remarks.push_back(
      fmt::format("Events are kept for up to {}: the retention, and until the last event of their partition "
                  "is past it. A partition that a relay still needs stays longer.",
                  human(plan.window)));
  out->remarks.emplace_back(
      "The empty partitions that the service makes ahead, and the default one, are not counted.");
  if (in.capture_per_second > 0) {
    const double most = busiest_per_second(flow);
    out->wants_capture = most >= in.capture_per_second;
    out->capture =
        *out->wants_capture
            ? fmt::format(
                  "{} events a second at most: from {} on, let change data capture read the table instead of "
                  "a relay.",
                  plain(most), grouped(in.capture_per_second))
            : fmt::format(
                  "{} events a second at most: a relay is enough. Change data capture is advised from {} on.",
                  plain(most), grouped(in.capture_per_second));
  }
  return out;
}

Result<EventSizing> size_inbox(const InboxInput& in) {
  const EventFlow& flow = in.flow;
  if (auto wrong = wrong_with(flow, {{in.consumer_bytes, 1, longest_name, "The bytes of the consumer"},
                                     {in.source_bytes, 1, longest_name, "The bytes of the source"},
                                     {in.event_id_bytes, 1, longest_name, "The bytes of the event's id"},
                                     {in.fingerprint_bytes, 0, longest_id, "The bytes of the fingerprint"},
                                     {in.aggregate_bytes, 0, 2 * longest_id, "The bytes of the aggregate"},
                                     {in.owner_bytes, 1, longest_id, "The bytes of the owner"}}))
    return fail(ErrorKind::invalid_input, std::move(*wrong), "Nothing was computed.");
  if (in.retention <= Duration::zero())
    return fail(ErrorKind::invalid_input, "The retention must be longer than 0.", "Nothing was computed.");
  const bool is_stored = in.reception == Reception::store, is_tried = in.reception != Reception::accept,
             has_body = is_stored && in.keeps_payload;
  const bool has_version = in.aggregate_bytes > 0;
  const Column consumer = value("consumer", in.consumer_bytes), source = value("source", in.source_bytes),
               id = value("event_id", in.event_id_bytes), received = fixed("received_at", 8),
               dead = null("dead_at");
  // As it is kept: processed.
  const StoredRow row = stored_row(
      {consumer,
       source,
       id,
       received,
       null("next_try_at"),
       null("locked_until"),
       null("started_at"),
       fixed("processed_at", 8),
       dead,
       fixed("fence", 8),
       has_version ? fixed("aggregate_version", 8) : null("aggregate_version"),
       fixed("attempts", 4),
       fixed("stored", 1),
       value("state", 9),
       value_or_null("fingerprint", in.fingerprint_bytes),
       is_tried ? value("owner", in.owner_bytes) : null("owner"),
       value_or_null("aggregate_type", in.aggregate_bytes / 2),
       value_or_null("aggregate_id", in.aggregate_bytes / 2),
       is_stored ? value_or_null("content_type", flow.content_type_bytes) : null("content_type"),
       null("last_error"),
       is_stored && flow.header_bytes > 2 ? value("headers", jsonb_bytes(flow.header_bytes))
                                          : null("headers"),
       null("result"),
       has_body ? value_or_null("payload", flow.payload_bytes, flow.compressed) : null("payload")});
  SizingInput plan = plan_of(flow, row);
  // A worker takes an event, starts it and finishes it; the finish changes next_try_at, which has an index.
  plan.updates = is_stored ? 3 : is_tried ? 1 : 0;
  plan.hot = !is_stored;
  // Later accesses to their pages remove the versions that updates leave; only deleted rows wait for vacuum,
  // which counts all of them.
  plan.vacuum_scale = in.vacuum_scale / (is_stored ? plan.updates + 1 : 1);
  plan.window = in.retention;
  // An event that is done is no longer due, but the entries of its versions wait for vacuum too.
  const double due = is_stored ? in.vacuum_scale / (1 + plan.vacuum_scale) : 0;
  plan.row.indexes = {index("inbox_pkey", {id, source, consumer}, in.random_ids),
                      index("inbox_by_time", {received, id, source, consumer}, false),
                      index("inbox_due", {consumer, fixed("next_try_at", 8)}, false, std::min(due, 1.0)),
                      index("inbox_dead", {consumer, fixed("dead_at", 8)}, false, 0)};
  // Entries of later versions split leaves that were full.
  if (is_stored) {
    for (IndexShape& one : plan.row.indexes) one.fill = random_fill;
  }
  auto out = sized(plan, row);
  if (!out) return out;
  if (is_tried)
    out->remarks.emplace_back("WAL is an upper estimate: an update that stays in its page writes less.");
  out->remarks.emplace_back("Dead letters, results and last errors are not counted.");
  if (has_version)
    out->remarks.emplace_back(
        "onceover.inbox_versions has one more row for each aggregate, not for each event.");
  return out;
}

}  // namespace onceover::calculator
