// SPDX-License-Identifier: Apache-2.0
// The words inside a name, whatever the convention for names, and patterns over them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::tables {

// Lower-case words: "webhookEndpointId", "WEBHOOK_ENDPOINT_ID" and "webhook-endpoint.id" give {webhook, endpoint, id}. A digit ends a
// word and is none. A plural is its singular ("keys" is "key").
std::vector<std::string> words_in(std::string_view name);

class Name {
 public:
  explicit Name(std::string_view name) : words_(words_in(name)) {}

  bool has(std::string_view word) const;
  bool has_any(std::initializer_list<std::string_view> words) const;
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::vector<std::string> words_;
};

// Whether `list`, "lock|locked|lease", has the word.
bool is_listed(std::string_view word, std::string_view list);

struct Column;

// One line that says what a column, or a table, is called and of what type it is. Alternatives are separated by ";", and each is a list of
// terms that must all hold:
//   a|b+c     the name has the word a, or both b and c       =a.b|c   it is exactly "a b", or exactly "c"
//   ^a|b      a word begins with a or b                      $id      its last word is id
//   @text|int the column has one of these traits: columns.h lists them; a name that is of no column has none
//   -…        the term does not hold
bool fits(const Name& name, std::string_view pattern);
bool fits(const Column& column, std::string_view pattern);

}  // namespace onceover::tables
