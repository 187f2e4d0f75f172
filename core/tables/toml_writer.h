// Writes what field_list.h describes: fields on lines or inside braces, and the sections after them. Inside the room only.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/tables/field_list.h"

namespace onceover::tables {

class Writer {
 public:
  static constexpr bool reads = false;
  // path: of its sections, "profile".
  explicit Writer(std::string path = {}) : path_(std::move(path)) {}

  void allow(const std::string&, bool, const std::string&) {}
  void require(const std::string&, bool, const std::string&) {}

  void text(const std::string& field, const std::string& value, Need = Need::optional) {
    if (!value.empty()) raw(field, quoted(value));
  }
  void maybe_text(const std::string& field, const std::optional<std::string>& value) {
    if (value) raw(field, quoted(*value));
  }
  void yes(const std::string& field, bool value) {
    if (value) raw(field, "true");
  }
  void count(const std::string& field, int value, int) {
    if (value != 0) raw(field, std::to_string(value));
  }
  void maybe_yes(const std::string& field, const std::optional<bool>& value) {
    if (value) raw(field, *value ? "true" : "false");
  }
  void name(const std::string& field, const std::string& value, Need = Need::optional) { text(field, value); }
  void names(const std::string& field, const std::vector<std::string>& values) {
    if (!values.empty()) raw(field, array(values, quoted));
  }
  void name_or_names(const std::string& field, const std::vector<std::string>& values) {
    values.size() == 1 ? text(field, values[0]) : names(field, values);
  }
  template <typename E, std::size_t size>
  void word(const std::string& field, E value, const Words<E, size>& words, Need need = Need::optional) {
    if (need != Need::optional || value != E{}) raw(field, quoted(words.of(value)));
  }
  void states(const std::string& field, const std::vector<key::State>& values) {
    if (!values.empty()) raw(field, array(values, [](key::State state) { return quoted(key::state_words.of(state)); }));
  }
  void seconds(const std::string& field, Duration value);
  void test(const std::string& field, const Condition& condition);
  void rules(States& states);
  void assignments(std::vector<Assignment>& values);

  template <typename T>
  void compact(const std::string& field, T& value, Need = Need::optional) {
    if constexpr (requires { value.column; }) {
      if (value.column.empty()) return;
    }
    Writer in;
    describe(in, value);
    raw(field, in.fields_.size() == 1 ? in.fields_[0].second : in.in_braces());
  }
  template <typename T>
  void compact(const std::string& field, std::optional<T>& value) {
    if (value) compact(field, *value);
  }
  template <typename T>
  void tables(const std::string& field, std::vector<T>& values) {
    if (values.empty()) return;
    raw(field, array(values, [](T& value) {
          Writer in;
          describe(in, value);
          return in.in_braces();
        }));
  }
  template <typename Write>
  void braces(const std::string& field, bool is_there, Write write, Need = Need::optional) {
    if (!is_there) return;
    Writer in;
    write(in);
    raw(field, in.in_braces());
  }
  template <typename Write>
  void section(const std::string& field, bool is_there, Write write, Need = Need::optional) {
    if (!is_there) return;
    Writer in(path_ + "." + field);
    write(in);
    sections_ += "\n[" + in.path_ + "]\n" + in.lines() + in.sections_;
  }
  template <typename Write>
  void group(const std::string& field, Write write) {
    Writer in(path_ + "." + field);
    write(in);
    sections_ += in.sections_;
  }

  const std::string& sections() const { return sections_; }
  std::string lines() const;

 private:
  void raw(const std::string& field, const std::string& value);
  std::string in_braces() const;
  static std::string quoted(std::string_view text);
  template <typename Items, typename Written>
  static std::string array(Items& items, Written written) {
    std::string out;
    for (auto& item : items) out += (out.empty() ? "" : ", ") + written(item);
    return "[" + out + "]";
  }

  std::string path_;
  std::vector<std::pair<std::string, std::string>> fields_;
  std::string sections_;
};

}  // namespace onceover::tables
