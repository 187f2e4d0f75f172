// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/kind.h"

namespace onceover::tables {
namespace {

// With fewer rows a shape may be a coincidence.
constexpr std::size_t enough_rows = 8;

bool is_never_null(const Column& c) { return c.facts.sample.size() >= enough_rows && !has_nulls(c); }

// The one that holds; nullptr for none and for several.
const Column* the_only(const std::vector<Column>& columns, const std::function<bool(const Column&)>& holds) {
  const Column* found = nullptr;
  for (const Column& c : columns) {
    if (!holds(c)) continue;
    if (found != nullptr) return nullptr;
    found = &c;
  }
  return found;
}

bool is_known_status(std::string_view v) {
  return is_listed(
      v, "200|201|202|204|302|303|400|401|402|403|404|405|409|410|412|413|415|422|428|429|500|502|503|504");
}

bool writes(std::string_view v) { return is_listed(v, "POST|PUT|PATCH|DELETE"); }

bool is_json_object(const Column& c) {
  return (c.is_json() || c.is_text()) &&
         c.all_values([](std::string_view v) { return v.starts_with('{') && v.ends_with('}'); });
}

bool looks_uuid(std::string_view v) {
  return v.size() == 36 && v[8] == '-' && v[13] == '-' && v[18] == '-' && v[23] == '-';
}

// A unique key that a client may have made: not the one uuid or number that an application gives its rows.
bool keyed_by_a_caller(const TableFacts& table, const std::vector<Column>& columns) {
  for (const IndexFacts& index : table.indexes) {
    if (!index.unique || !index.predicate.empty()) continue;
    std::size_t opaque = 0, foreign = 0;
    for (const std::string& name : index.columns) {
      for (const Column& c : columns) {
        if (c.facts.name != name || !c.is_opaque() || c.facts.generated) continue;
        ++opaque;
        foreign += c.is(ColumnFacts::Type::uuid) || (c.is_text() && c.all_values(looks_uuid)) ? 0 : 1;
      }
    }
    if (foreign > 0 || (opaque > 0 && index.columns.size() > 1)) return true;
  }
  return false;
}

bool agrees(const Column& words, const Column& code) {
  if (!has_life_words(words) || words.facts.sample.size() != code.facts.sample.size()) return false;
  for (std::size_t row = 0; row < words.facts.sample.size(); ++row) {
    if (!words.facts.sample[row]) return false;
    const auto state = usual_meaning(*words.facts.sample[row]);
    const bool over = state == key::State::succeeded || state == key::State::failed;
    // A word of a step is as good as one of those known, while no answer is there.
    if (over != code.facts.sample[row].has_value()) return false;
  }
  return true;
}

std::optional<KindAnswer> by_answer(const TableFacts& table, const std::vector<Column>& columns) {
  const auto shape = answer_shape(table, columns);
  if (!shape || table.referenced_by > 1 || !keyed_by_a_caller(table, columns)) return std::nullopt;
  // Crawlers keep statuses and bodies, and caches keep digests, but neither writes by a request nor waits for
  // its answer.
  const bool wrote = shape->method != nullptr || shape->code->any_value([](std::string_view v) {
    return v == "201" || v == "202" || v == "409" || v == "422";
  });
  const bool of_request = shape->digest != nullptr || (shape->method != nullptr && shape->path != nullptr);
  if (!of_request || (!shape->answered_later && !(wrote && shape->digest != nullptr))) return std::nullopt;
  return KindAnswer{
      Kind::idempotency, 0.6,
      fmt::format(
          "No name shows it, but \"{}\" holds HTTP statuses{} under a unique key.", shape->code->facts.name,
          shape->answered_later ? ", absent as the answer is in unfinished rows," : " beside an answer")};
}

std::optional<KindAnswer> by_events(const TableFacts& table, const std::vector<Column>& columns) {
  const auto shape = event_shape(columns);
  if (!shape || table.referenced_by > 0) return std::nullopt;
  const std::vector<std::string>& words = shape->words->facts.vocabulary();
  // The same columns are an inbox's too, but for the word of what is done with them.
  if (std::none_of(words.begin(), words.end(),
                   [](const std::string& w) { return fits(Name(w), "published|dispatched"); }))
    return std::nullopt;
  return KindAnswer{
      Kind::outbox, 0.6,
      fmt::format("No name shows it, but \"{}\" names an event, \"{}\" holds it, and \"{}\" shows whether it "
                  "was published.",
                  shape->type->facts.name, shape->payload->facts.name, shape->words->facts.name)};
}

}  // namespace

bool is_past_event(std::string_view value) {
  if (value.size() < 8 || value.size() > 200 || value.find(' ') != std::string_view::npos) return false;
  const std::vector<std::string> parts = words_in(value);
  if (parts.size() < 2) return false;
  return std::any_of(parts.begin(), parts.end(), [](const std::string& part) {
    return (part.size() > 4 && part.ends_with("ed")) || part == "paid" || part == "sent" || part == "made" ||
           part == "lost";
  });
}

std::optional<AnswerShape> answer_shape(const TableFacts& table, const std::vector<Column>& columns) {
  AnswerShape shape;
  shape.code = the_only(columns, [](const Column& c) {
    return is_http_code(c) && c.facts.sample.size() >= enough_rows && c.all_values(is_known_status) &&
           c.any_value([](std::string_view v) { return v.starts_with('2'); });
  });
  if (shape.code == nullptr) return std::nullopt;
  shape.answered_later = has_nulls(*shape.code);
  // What was sent to a full address, or fetched from one, is a delivery, a crawl or a cache.
  if (any(columns, [](const Column& c) {
        return c.is_text() && c.all_values([](std::string_view v) {
          return v.starts_with("http://") || v.starts_with("https://");
        });
      }))
    return std::nullopt;
  const auto holds_answer = [&](const Column& c) {
    if (!(c.is_json() || c.is_bytes() || c.is_text()) || time_form(c) || digest_form(c)) return false;
    if (shape.answered_later) return absent_together(c, *shape.code);
    return is_never_null(c) && (c.is_json() || is_json_object(c));
  };
  shape.body = the_only(columns, holds_answer);
  shape.answered = any(columns, holds_answer);
  if (!shape.answered) return std::nullopt;
  shape.digest = the_only(columns, [&](const Column& c) {
    return (c.is_text() || c.is_bytes()) && is_never_null(c) && digest_form(c) &&
           !in_unique(table, c.facts.name);
  });
  shape.method = the_only(
      columns, [](const Column& c) { return c.is_text() && is_never_null(c) && c.all_values(writes); });
  shape.path = the_only(columns, [](const Column& c) {
    return c.is_text() && is_never_null(c) &&
           c.all_values([](std::string_view v) { return v.starts_with('/'); });
  });
  shape.words = shape.answered_later
                    ? the_only(columns, [&](const Column& c) { return agrees(c, *shape.code); })
                    : nullptr;
  return shape;
}

std::optional<EventShape> event_shape(const std::vector<Column>& columns) {
  EventShape shape;
  shape.type = the_only(columns, [](const Column& c) {
    return c.is_text() && is_never_null(c) && 2 * c.facts.values.size() <= c.facts.sample.size() &&
           c.all_values(is_past_event);
  });
  shape.payload = the_only(columns, [](const Column& c) { return is_never_null(c) && is_json_object(c); });
  shape.words = the_only(columns, has_life_words);
  if (shape.type == nullptr || shape.payload == nullptr || shape.words == nullptr) return std::nullopt;
  const std::vector<std::string>& words = shape.words->facts.vocabulary();
  if (life_words(words).known < words.size()) return std::nullopt;
  return shape;
}

std::optional<KindAnswer> kind_by_shape(const TableFacts& table, const std::vector<Column>& columns) {
  if (auto answer = by_answer(table, columns)) return answer;
  return by_events(table, columns);
}

}  // namespace onceover::tables
