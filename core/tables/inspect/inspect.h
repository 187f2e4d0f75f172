// SPDX-License-Identifier: Apache-2.0
// What this connection may do with a profile's table, from the catalog alone: no row is read, nothing is
// locked but the catalog's entries. Each "no" has its sentence, for a person who has to do something about
// it. A view, a table without a unique key, missing rights: the table opens for reading and says why it is
// not written.
//
// Threads: as the connection. Errors: of the catalog's statements, and invalid_input for a profile that
// cannot be used at all.
#pragma once

#include "core/pg/connection.h"
#include "core/tables/facts.h"
#include "core/tables/profile.h"

namespace onceover::tables {

struct Access {
  using Relation = tables::Relation;
  using Column = ColumnFacts;

  struct Missing {
    std::string column, nearest;  // nearest: a column that the table has; empty where none is near
  };

  enum class Unique {
    no,
    without_null,  // no two rows have the same identity, unless a column of it is NULL: null_columns
    yes,
  };

  struct Offer {
    std::vector<std::string> why_not;          // sentences; empty: the verb can be written
    std::vector<std::string> of_this_session;  // those of them that hold only for this user or this session
    bool is_idle =
        false;  // no row is there that the verb is for: there is nothing to do, nor to rehearse it on
    bool is_offered() const { return why_not.empty(); }
    // A role with more rights may write it, on the primary: a script can be made for them.
    bool is_for_script() const { return why_not.size() == of_this_session.size(); }
  };

  Relation relation = Relation::missing;
  bool is_standby = false, is_read_only = false;  // of the server, of the session
  std::map<std::string, Column> columns;          // every one of the table, as it is declared
  std::vector<Missing> missing;                   // columns of the profile that the table has not
  std::vector<std::string>
      misfits;  // sentences: a type that is not what the profile says, an unknown time zone
  Unique unique = Unique::no;
  std::string unique_index;               // its name
  std::vector<std::string> null_columns;  // a NULL in one of these is in no unique key
  std::string why_not_unique;             // a sentence; of `without_null` too
  std::string why_key_not_unique;  // a sentence; empty: a key, with its tenant and operation, is one row, or
                                   // the table has no keys
  bool hides_rows = false;         // row-level security is in force for this user
  bool may_select = false;         // every column of the profile that is there
  bool reads_xmin = false;         // the version of a row can be compared
  bool is_order_served = false;    // an index gives the listing its order
  // orders that an index would serve: unique, without NULL
  std::vector<std::vector<std::string>> orders_served;
  std::map<Verb, Offer> offers;  // of the profile's verbs, each
  // Where this user has no right to write a verb, and may call the role's function (function_name()) for it:
  // that function's name.
  std::map<Verb, std::string> by_function;
  std::vector<std::string> remarks;     // what else is worth knowing: triggers, cascades, hidden rows
  std::vector<Constraint> constraints;  // of a table that is to be written

  // Where profile and catalog disagree, by the field of the profile that is to be changed.
  struct Advice {
    std::string field, what, remedy;  // "state.words.open"; sentences
  };
  std::vector<Advice> advice;
  // words that the server takes for an error in every statement that reads the table
  std::vector<std::string> unreadable;

  // What keeps the whole table from being read; empty where it can be.
  std::vector<std::string> why_not_read() const;
  const Column* column(const std::string& name) const;
  bool is_table() const { return tables::is_table(relation); }
};

Result<Access> inspect(pg::Connection& connection, const Profile& profile);

}  // namespace onceover::tables
