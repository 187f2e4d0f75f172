// SPDX-License-Identifier: Apache-2.0
// Result: a value, or an Error. Built on tl::expected, so that no exception leaves a room.
#pragma once

#include <exception>
#include <string>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

#include "core/base/error.h"

namespace onceover {

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

inline tl::unexpected<Error> fail(ErrorKind kind, std::string what, std::string not_done = {},
                                  std::string next = {}) {
  return tl::unexpected<Error>(Error{kind, std::move(what), std::move(not_done), std::move(next), {}, {}});
}

// Of an exception that no code expected. It may hold text from outside, so what it says is made visible.
Error unexpected(const std::exception& thrown);

// For work inside as_result(): ends it with this error.
[[noreturn]] inline void raise(Error error) { throw tl::bad_expected_access<Error>(std::move(error)); }
[[noreturn]] inline void raise(ErrorKind kind, std::string what, std::string not_done = {},
                               std::string next = {}) {
  raise(fail(kind, std::move(what), std::move(not_done), std::move(next)).value());
}

// As value(), of which nothing is needed.
template <class T>
void require(const Result<T>& done) {
  if (!done) raise(done.error());
}

template <class T>
struct ResultFor {
  using type = Result<T>;
};
template <class T>
struct ResultFor<Result<T>> {
  using type = Result<T>;
};

// The result of `work`, which may call value() on any Result: the first error ends it and is returned. So a
// room passes errors on without a check at each call, and still no exception leaves it.
template <class Work>
typename ResultFor<std::invoke_result_t<Work>>::type as_result(Work work) {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (const tl::bad_expected_access<Error>& failed) {
    return fail(failed.error());
  }
}

// As as_result(), for the outermost call of a thread or a program: what a library throws, also for want of
// memory, is an error here and not the end of the process.
template <class Work>
typename ResultFor<std::invoke_result_t<Work>>::type contained(Work work) {
  try {
    return as_result(std::move(work));
  } catch (const std::exception& thrown) {
    return fail(unexpected(thrown));
  }
}

}  // namespace onceover
