// Reads what field_list.h describes from one table of a file. Inside the room only.
#pragma once

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/base/toml_fields.h"
#include "core/tables/field_list.h"

namespace onceover::tables {

class Reader {
 public:
  static constexpr bool reads = true;
  explicit Reader(TomlFields fields) : fields_(std::move(fields)) {}

  void allow(const std::string& field, bool is_allowed, const std::string& wrong) {
    if (!is_allowed && fields_.has(field.c_str())) fields_.refuse(field, wrong);
  }
  void require(const std::string& field, bool holds, const std::string& wrong) {
    if (!holds) fields_.refuse(field, wrong);
  }

  void text(const std::string& field, std::string& value, Need need = Need::optional) {
    value = fields_.text(field.c_str(), need == Need::required, value);
  }
  void maybe_text(const std::string& field, std::optional<std::string>& value) { value = fields_.maybe_text(field.c_str()); }
  void yes(const std::string& field, bool& value) { value = fields_.boolean(field.c_str(), false); }
  void count(const std::string& field, int& value, int most) { value = static_cast<int>(fields_.integer(field.c_str(), false, 0, most)); }
  void maybe_yes(const std::string& field, std::optional<bool>& value) {
    if (fields_.has(field.c_str())) value = fields_.boolean(field.c_str(), false);
  }
  // A name of the database.
  void name(const std::string& field, std::string& value, Need need = Need::optional) {
    text(field, value, need);
    if (fields_.has(field.c_str())) check_name(field, value, "");
  }
  void names(const std::string& field, std::vector<std::string>& values) {
    values = fields_.texts(field.c_str(), false);
    std::set<std::string> seen;
    for (const std::string& name : values) {
      check_name(field, name, "names one that ");
      require(field, seen.insert(name).second, "names " + visible(name) + " twice");
    }
  }
  void name_or_names(const std::string& field, std::vector<std::string>& values) {
    const toml::node* found = fields_.any(field.c_str());
    if (found == nullptr || !found->is_string()) return names(field, values);
    name(field, values.emplace_back());
  }
  template <typename E, std::size_t size>
  void word(const std::string& field, E& value, const Words<E, size>& words, Need need = Need::optional) {
    if (fields_.any(field.c_str()) == nullptr && need != Need::required) return;
    const auto found = words.from(fields_.text(field.c_str(), true));
    require(field, found.has_value(), "must be " + listed(words));
    value = found.value_or(value);
  }
  void states(const std::string& field, std::vector<key::State>& values);
  // Seconds, with a fraction where it is needed.
  void seconds(const std::string& field, Duration& value);
  // What a condition tests: a word, { one_of = […] } or { between = [lowest, highest] }.
  void test(const std::string& field, Condition& condition);
  // The rules of a [state]: its words, an array of words for each state, and [[rule]].
  void rules(States& states);
  // The members of a table, by the names of the columns.
  void assignments(std::vector<Assignment>& values);

  template <typename T>
  void compact(const std::string& field, T& value, Need need = Need::optional) {
    const toml::node* found = fields_.any(field.c_str());
    if (found != nullptr && found->is_table()) return section(field, true, [&](Reader& in) { describe(in, value); });
    if constexpr (requires { value.column; }) {
      name(field, value.column, need);
    } else {
      word(field, value.state, key::state_words, need);
    }
  }
  template <typename T>
  void compact(const std::string& field, std::optional<T>& value) {
    if (fields_.has(field.c_str())) compact(field, value.emplace());
  }
  template <typename T>
  void tables(const std::string& field, std::vector<T>& values) {
    for (TomlFields& fields : fields_.tables(field.c_str(), false)) Reader(std::move(fields)).whole(values.emplace_back());
  }
  template <typename Read>
  void section(const std::string& field, bool, Read read, Need need = Need::optional) {
    Reader in(fields_.table(field.c_str(), need == Need::required));
    if (!in.fields_.is_present()) return;
    read(in);
    in.fields_.refuse_the_rest();
  }
  template <typename Read>
  void braces(const std::string& field, bool is_there, Read read, Need need = Need::optional) {
    section(field, is_there, read, need);
  }
  // A section that only holds others.
  template <typename Read>
  void group(const std::string& field, Read read) {
    section(field, true, read);
  }
  // All of this table: a field that is not described is an error.
  template <typename T>
  void whole(T& value) {
    describe(*this, value);
    fields_.refuse_the_rest();
  }

 private:
  void check_name(const std::string& field, const std::string& name, std::string_view names_one_that);
  std::vector<std::string> values_in(const std::string& field);

  TomlFields fields_;
};

}  // namespace onceover::tables
