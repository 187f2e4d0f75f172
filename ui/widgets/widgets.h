// SPDX-License-Identifier: GPL-3.0-or-later
// The front door of the room: what nearly every page and card is made of. The rest (dialogs, views) has
// headers of its own.
#pragma once

#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"
