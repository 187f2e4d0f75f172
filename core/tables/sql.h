// SPDX-License-Identifier: Apache-2.0
// SQL for tables that are not ours to name. Names are quoted here, values are always parameters. A statement
// is built once and read twice: by the server with $1, $2, … and by a person with the values spelled out as
// literals.
#pragma once

#include "core/pg/params.h"
#include "core/tables/profile.h"

namespace onceover::tables {

// A name as SQL: `"a ""b"""`. A name that is empty or holds NUL becomes `""`, which no server accepts: the C
// string sent to it would end at the NUL, and half a statement must not run.
std::string quoted_name(std::string_view name);

// A value as SQL text for people and psql. Quotes, backslashes, control and bidirectional characters are
// escaped, so that what is pasted is what was meant; values for the server go as parameters instead.
std::string literal(std::string_view value);

// A text as it is between dollar quotes, with a tag that does not end it early: for the bodies of functions
// and DO.
std::string dollar_quoted(std::string_view text);

// A sentence about the first thing that keeps the profile from being used: a needed name is missing, or a
// name holds NUL. nullopt where there is none.
std::optional<std::string> problem(const Profile& profile);

// The table with its schema, quoted.
std::string table_name(const Profile& profile);

// The digest of a row key (a jsonb expression) under which a case on the row is filed. In a database without
// an encoding its bytes are digested as they are: they need not be UTF-8.
std::string row_digest_sql(std::string_view row_key);

// A pattern for LIKE that matches this text and nothing else.
std::string escaped_for_like(std::string_view text);

class Query {
 public:
  Query() = default;
  explicit Query(std::string_view sql) { *this << sql; }

  Query& operator<<(std::string_view sql);
  // Each adds one parameter. The server derives the type of a text from its place: text, an enum, a uuid,
  // numeric.
  Query& text(std::string_view value);
  Query& texts(const std::vector<std::string>&
                   values);  // $1, $2, …: for IN (…); false-making NULL where there are none
  // as the server writes one: to be cast to an array's type
  Query& array(const std::vector<std::optional<std::string>>& values);
  Query& integer(std::int64_t value);
  Query& timestamp(Timestamp value);

  // Another statement in front of this one: "EXPLAIN ".
  Query behind(std::string_view prefix) const;

  const std::string& sql() const { return sql_; }
  const pg::Params& params() const { return params_; }
  // The same statement with its values as literals; runs in psql.
  const std::string& spelled_out() const { return shown_; }

 private:
  Query& parameter(std::string_view shown);
  std::string sql_, shown_;
  pg::Params params_;
};

}  // namespace onceover::tables
