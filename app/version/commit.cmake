# SPDX-License-Identifier: Apache-2.0
# Writes OUT where the commit is another one than it has: cmake -DSOURCE=… -DCOMMIT=… -DOUT=… -P commit.cmake
# The commit is COMMIT, else the environment's ONCEOVER_COMMIT, else that of the checkout SOURCE; else it is unknown.
cmake_minimum_required(VERSION 3.25)
set(commit "${COMMIT}")
if(commit STREQUAL "")
  set(commit "$ENV{ONCEOVER_COMMIT}")
endif()
if(NOT commit STREQUAL "")
  if(NOT commit MATCHES "^[0-9a-f]+$")
    message(FATAL_ERROR "ONCEOVER_COMMIT is \"${commit}\", which is no commit: give its hexadecimal digits.")
  endif()
else()
  # With a prefix, SOURCE is a folder in another project's checkout.
  execute_process(COMMAND git -C ${SOURCE} rev-parse --show-prefix OUTPUT_VARIABLE prefix ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND git -C ${SOURCE} rev-parse HEAD OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT prefix STREQUAL "" OR NOT commit MATCHES "^[0-9a-f]+$")
    set(commit unknown)
  endif()
endif()
# Eight digits whatever git would need in this clone: two builds of one commit are the same.
string(SUBSTRING "${commit}" 0 8 commit)
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
#include "app/version/commit.h"

namespace onceover {

const char* const commit = "@commit@";

}  // namespace onceover
]])
