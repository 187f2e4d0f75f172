// SPDX-License-Identifier: Apache-2.0
// What kind of table it is, judged before its roles: by its names, and by what its values show where names
// say nothing. Inside the room only.
#pragma once

#include "core/tables/detect/detect.h"
#include "core/tables/detect/signs.h"

namespace onceover::tables {

// A request and what was answered. Each column is the only one that fits, or nullptr.
struct AnswerShape {
  const Column* code = nullptr;  // statuses of HTTP
  const Column* body =
      nullptr;            // absent in exactly the rows in which the code is, or nowhere where that is nowhere
  bool answered = false;  // there is such a body, or several: headers beside it
  // there in every row, part of no key: of the request, since an answer comes later
  const Column* digest = nullptr;
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

// Its names say that it is something else: mails, orders, sessions, a log. Scheduled work is a queue, or
// nothing. is_worked_on: programs take its rows, so that mails, tasks and payments may be a queue of them.
bool has_other_purpose(const TableFacts& table, const std::vector<Column>& columns, bool is_worked_on);

std::optional<KindAnswer> kind_of(const TableFacts& table, const std::vector<Column>& columns);

// Where kind_of() gives none: for each kind what was found and what is missing, or what the table is instead.
// Sentences.
std::string why_no_kind(const TableFacts& table, const std::vector<Column>& columns);

// Signs that only the rows give, whatever the columns are called: words or flags that change together with
// times, pairs of times, documents, keys made by callers, counters. They show that a person should look at
// the table, not what it keeps. What rows show, as a sentence; nullopt where that is too little, or where
// names in English already say what the table is.
std::optional<std::string> signs_in_rows(const TableFacts& table, const std::vector<Column>& columns);
// The same of names and values: attempts, workers, due times, steps, what is done.
struct Work {
  std::string says;
  bool is_of_programs = false;  // whatever the nouns: no person counts attempts
};
std::optional<Work> signs_of_work(const TableFacts& table, const std::vector<Column>& columns);

}  // namespace onceover::tables
