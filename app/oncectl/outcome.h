// How a command ends: with an exit code, or with a failure that main() prints. Commands read results with .value(): what that throws, an
// Error or a Failure, ends the command, and main() catches it. Threads return their results instead.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "app/oncectl/exit_code.h"
#include "core/base/result.h"

namespace onceover::oncectl {

struct Failure {
  Error error;
  Exit exit = Exit::failed;
  std::string kind;             // the word in --json; the error's own where it has no finer one
  nlohmann::ordered_json more;  // further members of the JSON object; null: none
  std::string text;             // further lines for a person

  // Every Error of core is a failure, so that `fail(error)` can be returned as it is.
  Failure(Error of_core)  // NOLINT(google-explicit-constructor)
      : error(std::move(of_core)), exit(exit_for(error)), kind(word(error.kind)) {}
  Failure(Exit code, std::string kind_word, Error words) : error(std::move(words)), exit(code), kind(std::move(kind_word)) {}
  Failure(Exit code, std::string kind_word, std::string what, std::string not_done, std::string next = {})
      : Failure(code, std::move(kind_word), {ErrorKind::invalid_input, std::move(what), std::move(not_done), std::move(next), {}, {}}) {}
};

using Outcome = tl::expected<Exit, Failure>;

inline tl::unexpected<Failure> fail_with(Failure failure) { return tl::unexpected<Failure>(std::move(failure)); }

inline tl::unexpected<Failure> usage(std::string what, std::string next = {}) {
  return fail_with({Exit::usage, "usage", std::move(what), "Nothing was done.", std::move(next)});
}

inline tl::unexpected<Failure> not_found(std::string what, std::string not_done, std::string next = {}) {
  return fail_with({Exit::not_found, "not_found", std::move(what), std::move(not_done), std::move(next)});
}

}  // namespace onceover::oncectl
