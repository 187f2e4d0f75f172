// SPDX-License-Identifier: Apache-2.0
// Which headers of an answer are stored, and their encoding.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/key/types.h"

namespace onceover::key {

// Header names are compared without regard to the case of ASCII letters.
bool same_header_name(std::string_view a, std::string_view b);

// Headers that an operation stores besides the default list: Content-Type, -Language, -Encoding, -Location,
// -Disposition, Location, ETag, Last-Modified, Link, Cache-Control, Vary.
struct HeaderAllowList {
  std::vector<std::string> also;
  // Never stored, whatever `also` contains: Date, Set-Cookie, credentials and challenges, hop-by-hop and
  // framing headers, and our own Idempotency-Status, which differs in each answer.
  bool allows(std::string_view name) const;
};

// The headers to replay, in their order, with duplicates. A header with a name that is empty or not ASCII
// without spaces, or with CR, LF or NUL in its value, is left out: replayed, it would split the answer.
std::vector<Header> replayable(const std::vector<Header>& headers, const HeaderAllowList& list = {});

// Exact for any bytes, order and duplicates; readable where the headers are:
// "12:Content-Type,16:application/json,".
std::string encode_headers(const std::vector<Header>& headers);
// ErrorKind::unsupported: the bytes are not in encode_headers' format.
Result<std::vector<Header>> decode_headers(std::string_view bytes);

}  // namespace onceover::key
