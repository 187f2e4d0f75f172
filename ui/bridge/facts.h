// SPDX-License-Identifier: GPL-3.0-or-later
// What the server says about itself, read on the worker after connecting. Inside the room only.
#pragma once

#include "ui/bridge/session.h"

namespace onceover::bridge {

Result<ServerFacts> readFacts(Reader& reader);

}  // namespace onceover::bridge
