// SPDX-License-Identifier: Apache-2.0
// Which role has a right that the server refused, from the scripts of the roles (roles.h). Pure.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/roles/roles.h"

namespace onceover::roles {

// The roles whose scripts grant this object of the schema onceover: a function or a sequence to use, a table
// to read. Empty: only the owner has the right, or there is no such object.
std::vector<DbRole> holders(std::string_view object);

// A refusal of the server for want of a right (SQLSTATE 42501), in three sentences: the right, what was not
// done, and which roles have it. All other errors as they are, and those that are such sentences already.
// needs: the function that the whole act ends with, where it is known: its roles have the refused right, too.
// "": only the owner may do it. none: only the refused right is known.
Error named_right(Error error, std::optional<std::string_view> needs = {});

}  // namespace onceover::roles
