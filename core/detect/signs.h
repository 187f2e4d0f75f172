// What a column shows by its type, its name or its values: the signs by which a table's kind is judged. Inside the room only.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/detect/columns.h"

namespace onceover::profile {

bool any(const std::vector<Column>& columns, const std::function<bool(const Column&)>& holds);
bool is_among(const std::vector<std::string>& names, const std::string& name);
bool in_unique(const TableFacts& table, const std::string& column);

// Of names.
bool speaks_of_events(const Name& name);
bool names_an_idempotency_key(const Name& name);
bool names_an_event_id(const Name& name);

// Words of both unfinished and finished work: a life is kept here.
bool has_life_words(const Column& column);
// A unique key of an event's id and of what is done about it, beside a time that says whether it was done, and little else: "mail a receipt
// for this event once".
bool dedupes_deeds(const TableFacts& table, const std::vector<Column>& columns);

// Whole numbers, all of them statuses of HTTP, and at least one of them.
bool is_http_code(const Column& column);
bool is_response(const Column& column);
bool is_fingerprint(const Column& column);
bool is_lease(const Column& column);
bool is_payload(const Column& column);
bool tells_of_life(const Column& column);
bool counts_attempts(const Column& column);

}  // namespace onceover::profile
