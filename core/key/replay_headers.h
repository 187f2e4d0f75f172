// Which headers of an answer are stored with it, and how they become bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/key/types.h"

namespace onceover::key {

// Header names are compared without regard to the case of ASCII letters.
bool same_header_name(std::string_view a, std::string_view b);

// What an operation stores beside the default list: Content-Type, -Language, -Encoding, -Location, -Disposition, Location,
// ETag, Last-Modified, Link, Cache-Control, Vary.
struct HeaderAllowList {
  std::vector<std::string> also;
  // Whatever `also` says, never: Date, Set-Cookie, credentials and challenges, hop-by-hop and framing headers, and our own
  // Idempotency-Status, which says something else at each answer.
  bool allows(std::string_view name) const;
};

// The headers worth replaying, in their order, duplicates kept. One whose name is empty or not ASCII without spaces, or
// whose value holds CR, LF or NUL, is left out: replayed, it would split the answer.
std::vector<Header> replayable(const std::vector<Header>& headers, const HeaderAllowList& list = {});

// Exact for any bytes, order and duplicates kept; readable where the headers are: "12:Content-Type,16:application/json,".
std::string encode_headers(const std::vector<Header>& headers);
// ErrorKind::unsupported where the bytes are not what encode_headers writes.
Result<std::vector<Header>> decode_headers(std::string_view bytes);

}  // namespace onceover::key
