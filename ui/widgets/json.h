// JSON as rows of the trail and choices of this desktop keep it.
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <string>

namespace onceover::widgets {

// Empty where it is none.
inline QJsonObject jsonObject(const std::string& json) { return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object(); }
inline QString jsonText(const QJsonDocument& json) { return QString::fromUtf8(json.toJson(QJsonDocument::Compact)); }

}  // namespace onceover::widgets
