// SPDX-License-Identifier: GPL-3.0-or-later
// Names of widgets for headers that only point to them.
#pragma once

#include <QMetaType>

class QAction;
class QActionGroup;
class QCheckBox;
class QColor;
class QComboBox;
class QDateTimeEdit;
class QDialogButtonBox;
class QDoubleSpinBox;
class QFormLayout;
class QGraphicsView;
class QGridLayout;
class QHBoxLayout;
class QImage;
class QLineEdit;
class QListWidget;
class QMenu;
class QPainter;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QRectF;
class QScrollArea;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QStyleOptionComboBox;
class QTabWidget;
class QTableWidget;
class QTextDocument;
class QTimer;
class QToolButton;
class QTreeWidget;
class QVBoxLayout;
class QWidget;

namespace onceover::widgets {

class BadgeLabel;
class Banner;
class BodyEdit;
class Card;
class ExportButton;
class FieldsModel;
class JsonView;
class PlainLabel;
class ResultCard;
class RowsBase;
class SqlView;
class StatCard;
class TableView;
class Veil;

// The few meanings a colour may have here. A tone never stands alone: a word or a shape says the same.
enum class Tone { neutral, ok, warn, danger, info, muted, accent, production };

// Which clock times are shown by. Times are kept in UTC.
enum class ClockChoice { utc, local };

}  // namespace onceover::widgets

Q_DECLARE_METATYPE(onceover::widgets::Tone)
