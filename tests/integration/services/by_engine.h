// SPDX-License-Identifier: Apache-2.0
// The same calls by the library.
#pragma once

#include "tests/integration/services/fixture.h"

namespace onceover::test {

class ByEngine : public Way {
 public:
  // raw: of a superuser, to read what the owner of a claim knows of it.
  ByEngine(const TestDatabase& database, RawConnection& raw);
  Json call(const Call& call) override;

 private:
  Json carried_out(const Call& call);
  Json claim(const Call& call);
  Json record(const Call& call);
  Json write(const Call& call);
  Duration interval(const Json& text);

  RawConnection& raw_;
  pg::Connection connection_;
  engine::Engine engine_;
};

}  // namespace onceover::test
