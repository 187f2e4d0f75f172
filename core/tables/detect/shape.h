// SPDX-License-Identifier: Apache-2.0
// What a table's values show where its names say nothing: an answer kept under a key, or events on their way. Inside the room only.
#pragma once

#include "core/tables/detect/columns.h"
#include "core/tables/detect/detect.h"

namespace onceover::tables {

// A request and what was answered. Each column is the only one that fits, or nullptr.
struct AnswerShape {
  const Column* code = nullptr;    // statuses of HTTP
  const Column* body = nullptr;    // absent in exactly the rows in which the code is, or nowhere where that is nowhere
  bool answered = false;           // there is such a body, or several: headers beside it
  const Column* digest = nullptr;  // there in every row, part of no key: of the request, since an answer comes later
  const Column* method = nullptr;  // only POST, PUT, PATCH, DELETE
  const Column* path = nullptr;    // begins with a slash
  const Column* words = nullptr;   // unfinished in exactly the rows that have no code
  bool answered_later = false;     // rows without an answer exist
};

std::optional<AnswerShape> answer_shape(const TableFacts& table, const std::vector<Column>& columns);

// An event as JSON, on its way: each column is the only one that fits.
struct EventShape {
  const Column* type = nullptr;     // names what happened
  const Column* payload = nullptr;  // objects
  const Column* words = nullptr;    // of a life, all of them known
};

std::optional<EventShape> event_shape(const std::vector<Column>& columns);

// "OrderCreated", "payment_intent.succeeded": something that happened.
bool is_past_event(std::string_view value);

struct KindAnswer {
  Kind kind;
  double confidence;
  std::string why;
};

std::optional<KindAnswer> kind_by_shape(const TableFacts& table, const std::vector<Column>& columns);

}  // namespace onceover::tables
