// SPDX-License-Identifier: Apache-2.0
// The members of a bundle, each named once: for the writer and the reader of the JSON, and for blanking out
// secrets (Io). Only for this room.
#pragma once

#include <concepts>
#include <type_traits>

#include "core/bundle/bundle.h"

namespace onceover::bundle {

template <class T, class Wanted>
concept Is = std::same_as<std::remove_const_t<T>, Wanted>;

template <class Io>
void describe(Io& io, Is<Field> auto& field) {
  io("name", field.name);
  io("value", field.value);
}

template <class Io>
void describe(Io& io, Is<Column> auto& column) {
  io("name", column.name);
  io("kind", column.kind);
}

template <class Io>
void describe(Io& io, Is<Table> auto& table) {
  io("id", table.id);
  io("title", table.title);
  io("columns", table.columns);
  io("rows", table.rows);
  io("left_out", table.left_out);
}

template <class Io>
void describe(Io& io, Is<Chart::Line> auto& line) {
  io("name", line.name);
  io("counts", line.counts);
}

template <class Io>
void describe(Io& io, Is<Chart> auto& chart) {
  io("id", chart.id);
  io("title", chart.title);
  io("from", chart.from);
  io("step_us", chart.step);
  io("lines", chart.lines);
}

template <class Io>
void describe(Io& io, Is<Section> auto& section) {
  io("id", section.id);
  io("title", section.title);
  io("notes", section.notes);
  io("fields", section.fields);
  io("tables", section.tables);
  io("charts", section.charts);
}

template <class Io>
void describe(Io& io, Is<Look> auto& look) {
  io("what", look.what);
  io("sql", look.sql);
}

template <class Io>
void describe(Io& io, Is<Bundle> auto& bundle) {
  io("about", bundle.about);
  io("chosen", bundle.chosen);
  io("made_at", bundle.made_at);
  io("made_by", bundle.made_by);
  io("program", bundle.program);
  io("with_bodies", bundle.with_bodies);
  io("redaction", bundle.redaction);
  io("server", bundle.server);
  io("sections", bundle.sections);
  io("left_out", bundle.left_out);
  io("sql", bundle.sql);
}

}  // namespace onceover::bundle
