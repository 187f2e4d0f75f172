// SPDX-License-Identifier: Apache-2.0
// One table of a profile's TOML, read or written: each method is a field, and toml.cpp describes every field
// once for both ways. Inside the room only.
//
// allow() refuses a field that is there and should not be, require() a table in which something is wrong or
// missing; neither does anything where a table is written.
#pragma once

#include <initializer_list>

#include "core/base/enum_names.h"
#include "core/base/toml_fields.h"
#include "core/tables/profile.h"

namespace onceover::tables {

// Optional fields are left out where they have their default; `always` may be missing in a file and is
// written all the same.
enum class Need { optional, always, required };

class TomlIo {
 public:
  // How a table is written: under its own header, inside braces, or as no more than the prefix of the
  // sections in it.
  enum class As { section, braces, prefix };

  explicit TomlIo(TomlFields fields) : in_(std::move(fields)) {}
  // Writes. path: of the sections, "profile".
  explicit TomlIo(std::string path = {}) : path_(std::move(path)) {}

  bool reads() const { return in_.has_value(); }
  void allow(std::initializer_list<const char*> fields, bool are_allowed, const std::string& wrong);
  void require(const std::string& field, bool holds, const std::string& wrong);

  void text(const std::string& field, std::string& value, Need need = Need::optional);
  void yes(const std::string& field, bool& value, Need need = Need::optional);
  void count(const std::string& field, int& value, int most);
  // Seconds, with a fraction where it is needed.
  void seconds(const std::string& field, Duration& value);
  // A name of the database; several, each once; one as a text or several.
  void name(const std::string& field, std::string& value, Need need = Need::optional);
  void names(const std::string& field, std::vector<std::string>& values);
  void name_or_names(const std::string& field, std::vector<std::string>& values);
  void states(const std::string& field, std::vector<key::State>& values);
  // What a condition tests: a word, { one_of = […] } or { between = [lowest, highest] }.
  void test(const std::string& field, Condition& condition);
  // The rules of a [state]: its words, an array of words for each state, and [[rule]].
  void rules(States& states) { reads() ? read_rules(states) : write_rules(states); }
  // The members of a table, by the names of the columns. A text, a number, true or false is a value of its
  // own.
  void assignments(std::vector<Assignment>& values);

  template <typename E, std::size_t size>
  void word(const std::string& field, E& value, const Words<E, size>& words, Need need = Need::optional) {
    if (!reads()) {
      if (need != Need::optional || value != E{}) raw(field, quoted(words.of(value)));
    } else if (has(field) || need == Need::required) {
      const auto found = words.from(in_->text(field.c_str(), true));
      require(field, found.has_value(), "must be " + listed(words));
      value = found.value_or(value);
    }
  }
  template <typename E>
  void word(const std::string& field, E& value, Need need = Need::optional) {
    word(field, value, enum_names<E>(), need);
  }
  // A field that has no default.
  template <typename T, typename Describe>
  void maybe(const std::string& field, std::optional<T>& value, Describe describe) {
    if (reads() && has(field)) value.emplace();
    if (value) describe(*value);
  }
  // A table that may be written as only its first field.
  template <typename T>
  void compact(const std::string& field, T& value, Need need = Need::optional) {
    constexpr bool is_column = requires { value.column; };
    if (reads()) {
      const toml::node* found = in_->any(field.c_str());
      if (found != nullptr && found->is_table())
        return table(As::braces, field, true, [&](TomlIo& in) { describe(in, value); });
      if constexpr (is_column) return name(field, value.column, need);
      if constexpr (!is_column) return word(field, value.state, key::state_words, need);
    }
    if constexpr (is_column) {
      if (value.column.empty()) return;
    }
    TomlIo in;
    describe(in, value);
    raw(field, in.fields_.size() == 1 ? in.fields_[0].second : in.in_braces());
  }
  template <typename T>
  void tables(const std::string& field, std::vector<T>& values) {
    if (reads()) {
      for (TomlFields& fields : in_->tables(field.c_str(), false))
        TomlIo(std::move(fields)).whole(values.emplace_back());
    } else if (!values.empty()) {
      raw(field, array(values, [](T& value) {
            TomlIo in;
            describe(in, value);
            return in.in_braces();
          }));
    }
  }
  template <typename Describe>
  void table(As as, const std::string& field, bool is_there, Describe describe, Need need = Need::optional) {
    if (reads()) {
      TomlIo in(in_->table(field.c_str(), need == Need::required));
      if (!in.in_->is_present()) return;
      describe(in);
      return in.in_->refuse_the_rest();
    }
    if (!is_there) return;
    TomlIo in(path_ + "." + field);
    describe(in);
    if (as == As::braces) return raw(field, in.in_braces());
    if (as == As::section) sections_ += "\n[" + in.path_ + "]\n" + in.lines();
    sections_ += in.sections_;
  }
  // All of a table that is read: a field that is not described is an error.
  template <typename T>
  void whole(T& value) {
    describe(*this, value);
    in_->refuse_the_rest();
  }

  std::string lines() const;
  const std::string& sections() const { return sections_; }

 private:
  bool has(const std::string& field) const { return in_->has(field.c_str()); }
  void check_name(const std::string& field, const std::string& name, std::string_view names_one_that);
  std::vector<std::string> read_values(const std::string& field);
  void read_test(const std::string& field, Condition& condition);
  void read_rules(States& states);
  void write_rules(States& states);

  void raw(const std::string& field, const std::string& value);
  std::string in_braces() const;
  static std::string quoted(std::string_view text);
  // `"a", "b" or "c"`
  template <typename E, std::size_t size>
  static std::string listed(const Words<E, size>& words) {
    std::string out;
    for (std::size_t i = 0; i < size; ++i) {
      if (i > 0) out += i + 1 == size ? " or " : ", ";
      out += quoted(words.pairs[i].second);
    }
    return out;
  }
  template <typename Items, typename Written>
  static std::string array(Items& items, Written written) {
    std::string out;
    for (auto& item : items) out += (out.empty() ? "" : ", ") + written(item);
    return "[" + out + "]";
  }

  std::optional<TomlFields> in_;  // where it is read
  std::string path_, sections_;
  std::vector<std::pair<std::string, std::string>> fields_;
};

// What is a table of its own, alone or as the items of an array.
void describe(TomlIo& io, Profile& profile);
void describe(TomlIo& io, Instant& instant);
void describe(TomlIo& io, Place& place);
void describe(TomlIo& io, Digest& digest);
void describe(TomlIo& io, Body& body);
void describe(TomlIo& io, Condition& condition);
void describe(TomlIo& io, StateRule& rule);
void describe(TomlIo& io, Assignment& assignment);
// identity: no write changes its columns.
void describe(TomlIo& io, Write& write, const std::vector<std::string>& identity);

}  // namespace onceover::tables
