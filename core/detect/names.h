// The words inside a name: whatever the convention for names.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace onceover::profile {

// Lower-case words: "webhookEndpointId", "WEBHOOK_ENDPOINT_ID" and "webhook-endpoint.id" give {webhook, endpoint, id}. A digit ends a
// word and is none. A plural is its singular ("keys" is "key").
std::vector<std::string> words_in(std::string_view name);

// "createdat" → {created, at}, as the server folds an unquoted name; a word that is not made of two or three known ones is itself. `word`
// is lower-case.
std::vector<std::string> parts_of(std::string_view word);

class Name {
 public:
  explicit Name(std::string_view name) : words_(words_in(name)) {}

  bool has(std::string_view word) const;
  bool has_any(std::initializer_list<std::string_view> words) const;
  // All of them, anywhere.
  bool has_all(std::initializer_list<std::string_view> words) const;
  // A word that begins so: "idempot" in idempotency, idempotent, idempotence.
  bool has_prefix(std::string_view beginning) const;
  // Exactly these, in this order.
  bool is(std::initializer_list<std::string_view> words) const;
  // One of these and nothing else.
  bool is_one_of(std::initializer_list<std::string_view> words) const;
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::vector<std::string> words_;
};

}  // namespace onceover::profile
