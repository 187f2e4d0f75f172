// Result: a value, or an Error. Built on tl::expected, so that no exception leaves a room.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "core/base/error.h"

namespace onceover {

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

inline tl::unexpected<Error> fail(ErrorKind kind, std::string what, std::string not_done = {}, std::string next = {}) {
  return tl::unexpected<Error>(Error{kind, std::move(what), std::move(not_done), std::move(next), {}, {}});
}

}  // namespace onceover
