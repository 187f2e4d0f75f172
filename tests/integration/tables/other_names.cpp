// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/tables/other_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace onceover::tables {
namespace {

// A word of a name in German and in Spanish.
const std::map<std::string, std::pair<std::string, std::string>> translated{
    {"account", {"konto", "cuenta"}},
    {"acked", {"bestaetigt", "confirmado"}},
    {"acknowledged", {"bestaetigt", "confirmado"}},
    {"action", {"handlung", "accion"}},
    {"active", {"taetig", "activo"}},
    {"actor", {"handelnder", ""}},
    {"added", {"hinzugefuegt", "agregado"}},
    {"address", {"anschrift", "direccion"}},
    {"after", {"nach", "despues"}},
    {"aggregate", {"gebilde", "agregado"}},
    {"aggregateid", {"gebildekennung", "agregadoid"}},
    {"aggregatetype", {"gebildeart", "agregadotipo"}},
    {"amount", {"betrag", "importe"}},
    {"application", {"anwendung", "aplicacion"}},
    {"archived", {"abgelegt", "archivado"}},
    {"args", {"argumente", "argumentos"}},
    {"argument", {"argument_", ""}},
    {"arguments", {"argumente_", ""}},
    {"at", {"am", "en"}},
    {"attempt", {"versuch", "intento"}},
    {"attempted", {"versucht", "intentado"}},
    {"attempts", {"versuche", "intentos"}},
    {"available", {"verfuegbar", "disponible"}},
    {"background", {"hintergrund", "fondo"}},
    {"batch", {"stapel", "lote"}},
    {"blocked", {"verhindert", "impedido"}},
    {"body", {"inhalt", "cuerpo"}},
    {"by", {"durch", "por"}},
    {"bytes", {"bytes_", ""}},
    {"cancelled", {"abgesagt", "cancelado"}},
    {"causation", {"verursachung", "causa"}},
    {"channel", {"kanal", "canal"}},
    {"checker", {"pruefer", "revisor"}},
    {"checksum", {"pruefsumme", "suma"}},
    {"claimed", {"beansprucht", "reclamado"}},
    {"class", {"klasse", "clase"}},
    {"client", {"kunde", "cliente"}},
    {"code", {"kennzahl", "codigo"}},
    {"command", {"befehl", "orden"}},
    {"commit", {"uebergabe", "entrega"}},
    {"complete", {"fertig", "completo"}},
    {"completed", {"abgeschlossen", "completado"}},
    {"completion", {"abschluss", "cierre"}},
    {"connection", {"verbindung", "conexion"}},
    {"consecutive", {"aufeinander", "consecutivo"}},
    {"constraint", {"regel", "regla"}},
    {"consumed", {"verbraucht", "consumido"}},
    {"consumer", {"verbraucher", "consumidor"}},
    {"content", {"gehalt", "contenido"}},
    {"context", {"umgebung", "contexto"}},
    {"conversation", {"gespraech", "conversacion"}},
    {"correlation", {"zusammenhang", "correlacion"}},
    {"count", {"anzahl", "cuenta"}},
    {"created", {"erstellt", "creado"}},
    {"createdat", {"erstelltam", "creadoen"}},
    {"creating", {"erstellend", "creando"}},
    {"creation", {"erstellung", "creacion"}},
    {"currency", {"waehrung", "moneda"}},
    {"current", {"aktuell", "actual"}},
    {"customer", {"kunde", "cliente"}},
    {"data", {"daten", "datos"}},
    {"date", {"datum", "fecha"}},
    {"dead", {"tot", "muerto"}},
    {"deadline", {"frist", "plazo"}},
    {"definition", {"festlegung", "definicion"}},
    {"delay", {"verzoegerung", "demora"}},
    {"delayed", {"verzoegert", "demorado"}},
    {"deleted", {"geloescht", "borrado"}},
    {"deliver", {"zustellen", "entregar"}},
    {"delivered", {"zugestellt", "entregado"}},
    {"deliveries", {"zustellungen", "entregas"}},
    {"delivery", {"zustellung", "entrega"}},
    {"depth", {"tiefe", ""}},
    {"description", {"beschreibung", "descripcion"}},
    {"destination", {"ziel", "destino"}},
    {"digest", {"auszug", "compendio"}},
    {"discarded", {"verworfen", "descartado"}},
    {"dispatched", {"versandt", "despachado"}},
    {"done", {"erledigt", "hecho"}},
    {"duration", {"dauer", "duracion"}},
    {"endpoint", {"endpunkt", "punto"}},
    {"enqueued", {"eingereiht", "encolado"}},
    {"entity", {"gebilde", "entidad"}},
    {"entries", {"eintraege", "entradas"}},
    {"envelopes", {"umschlaege", "sobres"}},
    {"error", {"fehler", "fallo"}},
    {"errors", {"fehlerliste", "fallos"}},
    {"event", {"ereignis", "evento"}},
    {"events", {"ereignisse", "eventos"}},
    {"exception", {"ausnahme", "excepcion"}},
    {"executed", {"ausgefuehrt", "ejecutado"}},
    {"execution", {"ausfuehrung", "ejecucion"}},
    {"executions", {"ausfuehrungen", "ejecuciones"}},
    {"expiration", {"ablaufzeit", "caducidad"}},
    {"expire", {"verfall", "caducar"}},
    {"expireat", {"ablaufam", "caducaen"}},
    {"expired", {"abgelaufen", "caducado"}},
    {"expires", {"verfaellt", "caduca"}},
    {"expiry", {"verfall", "vencimiento"}},
    {"external", {"extern", "externo"}},
    {"extra", {"zusatz", "adicional"}},
    {"failed", {"gescheitert", "fallido"}},
    {"failure", {"scheitern", "averia"}},
    {"failures", {"fehlschlaege", "averias"}},
    {"fetched", {"geholt", "recogido"}},
    {"file", {"datei", "archivo"}},
    {"finalized", {"beendet", "finalizado"}},
    {"fingerprint", {"fingerabdruck", "huella"}},
    {"finished", {"beendet", "terminado"}},
    {"first", {"erster", "primero"}},
    {"flag", {"schalter", "bandera"}},
    {"flags", {"schalter", "banderas"}},
    {"function", {"funktion", "funcion"}},
    {"group", {"gruppe", "grupo"}},
    {"handled", {"behandelt", "atendido"}},
    {"handler", {"bearbeiter", "manejador"}},
    {"hash", {"pruefsumme", "resumen"}},
    {"header", {"kopf", "cabecera"}},
    {"headers", {"koepfe", "cabeceras"}},
    {"heartbeat", {"herzschlag", "latido"}},
    {"heartbeats", {"herzschlaege", ""}},
    {"hidden", {"verborgen", ""}},
    {"hook", {"haken", "gancho"}},
    {"host", {"rechner", "anfitrion"}},
    {"hostname", {"rechnername", "maquina"}},
    {"id", {"kennung", "identificador"}},
    {"idempotency", {"einmaligkeit", "unicidad"}},
    {"in", {"in_", "dentro"}},
    {"inbox", {"eingang", "entrada"}},
    {"incoming", {"eingehend", "entrante"}},
    {"initiator", {"ausloeser", "iniciador"}},
    {"inserted", {"eingefuegt", "insertado"}},
    {"instance", {"instanz", "instancia"}},
    {"interval", {"abstand", "intervalo"}},
    {"invocation", {"aufruf", "llamada"}},
    {"invocationdata", {"aufrufdaten", "datosllamada"}},
    {"is", {"ist", "es"}},
    {"item", {"posten", "articulo"}},
    {"items", {"posten", "articulos"}},
    {"job", {"auftrag", "trabajo"}},
    {"jobs", {"auftraege", "trabajos"}},
    {"keep", {"behalten", "guardar"}},
    {"key", {"schluessel", "clave"}},
    {"kind", {"sorte", "especie"}},
    {"label", {"etikett", "rotulo"}},
    {"last", {"letzter", "ultimo"}},
    {"lease", {"pacht", "arriendo"}},
    {"library", {"buecherei", ""}},
    {"limit", {"grenze", "limite"}},
    {"limits", {"grenzen", "limites"}},
    {"listener", {"hoerer", "oyente"}},
    {"loan", {"darlehen", "prestamo"}},
    {"lock", {"sperre", "bloqueo"}},
    {"locked", {"gesperrt", "bloqueado"}},
    {"lockedby", {"gesperrtvon", ""}},
    {"log", {"protokoll", "diario"}},
    {"maker", {"ersteller", "autor"}},
    {"max", {"hoechstens", "maximo"}},
    {"message", {"nachricht", "mensaje"}},
    {"messages", {"nachrichten", "mensajes"}},
    {"metadata", {"metadaten", "metadatos"}},
    {"method", {"verfahren", "metodo"}},
    {"min", {"mindestens", "minimo"}},
    {"mode", {"modus", "modo"}},
    {"modified", {"veraendert", "modificado"}},
    {"msg", {"meldung", "aviso"}},
    {"name", {"bezeichnung", "nombre"}},
    {"new", {"neu", "nuevo"}},
    {"next", {"naechster", "siguiente"}},
    {"node", {"knoten", "nodo"}},
    {"not", {"nicht", "no"}},
    {"note", {"notiz", "nota"}},
    {"notifications", {"hinweise", "avisos"}},
    {"number", {"nummer", "numero"}},
    {"occurred", {"geschehen", "ocurrido"}},
    {"office", {"buero", "oficina"}},
    {"offset", {"versatz", "desplazamiento"}},
    {"old", {"alt", "viejo"}},
    {"on", {"auf", "sobre"}},
    {"operation", {"vorhaben", "operacion"}},
    {"order", {"bestellung", "pedido"}},
    {"orders", {"bestellungen", "pedidos"}},
    {"outbox", {"ausgang", "salida"}},
    {"outgoing", {"ausgehend", "saliente"}},
    {"output", {"ausgabe", "salida"}},
    {"outputs", {"ausgaben", "salidas"}},
    {"owner", {"besitzer", "dueno"}},
    {"param", {"angabe", ""}},
    {"parameters", {"parameter_", ""}},
    {"params", {"angaben", "parametros"}},
    {"parent", {"elternteil", "padre"}},
    {"partition", {"abschnitt", "particion"}},
    {"path", {"pfad", "ruta"}},
    {"payload", {"nutzlast", "carga"}},
    {"payment", {"zahlung", "pago"}},
    {"picked", {"genommen", "tomado"}},
    {"point", {"punkt", "punto"}},
    {"policy", {"richtlinie", "politica"}},
    {"poll", {"abruf", ""}},
    {"port", {"tor", "puerto"}},
    {"priority", {"vorrang", "prioridad"}},
    {"private", {"privat", "privado"}},
    {"process", {"prozess", "proceso"}},
    {"processed", {"verarbeitet", "tramitado"}},
    {"processing", {"bearbeitung", "tramitando"}},
    {"product", {"erzeugnis", "producto"}},
    {"project", {"projekt", "proyecto"}},
    {"properties", {"eigenschaften", "propiedades"}},
    {"publication", {"veroeffentlichung", "publicacion"}},
    {"published", {"veroeffentlicht", "publicado"}},
    {"pushed", {"geschoben", "empujado"}},
    {"query", {"abfrage", "consulta"}},
    {"queue", {"warteschlange", "cola"}},
    {"queued", {"wartend", "encolado"}},
    {"read", {"gelesen", "leido"}},
    {"ready", {"bereit", "listo"}},
    {"reason", {"grund", "motivo"}},
    {"received", {"empfangen", "recibido"}},
    {"recipient", {"empfaenger", "destinatario"}},
    {"record", {"satz", "registro"}},
    {"recovery", {"erholung", "recuperacion"}},
    {"recurring", {"wiederkehrend", "recurrente"}},
    {"reference", {"bezug", "referencia"}},
    {"region", {"gebiet", "zona"}},
    {"released", {"freigegeben", "liberado"}},
    {"reply", {"erwiderung", "contestacion"}},
    {"request", {"anfrage", "peticion"}},
    {"reserved", {"vorgemerkt", "reservado"}},
    {"resource", {"mittel", "recurso"}},
    {"response", {"antwort", "respuesta"}},
    {"result", {"ergebnis", "resultado"}},
    {"retention", {"aufbewahrung", "conservacion"}},
    {"retries", {"wiederholungen", "reintentos"}},
    {"retry", {"wiederholung", "reintento"}},
    {"retryable", {"wiederholbar", ""}},
    {"revision", {"stand", "revision_"}},
    {"route", {"weg", "ruta"}},
    {"row", {"zeile", "fila"}},
    {"run", {"lauf", "ejecucion"}},
    {"running", {"laufend", "corriendo"}},
    {"savings", {"spareinlage", "ahorros"}},
    {"schedule", {"plan", "calendario"}},
    {"scheduled", {"geplant", "programado"}},
    {"scope", {"bereich", "alcance"}},
    {"search", {"suche", "busqueda"}},
    {"seconds", {"sekunden", "segundos"}},
    {"secret", {"geheimnis", "secreto"}},
    {"sender", {"absender", "remitente"}},
    {"sending", {"sendend", ""}},
    {"sent", {"gesendet", "enviado"}},
    {"sequence", {"folge", "secuencia"}},
    {"serialized", {"verpackt", "empaquetado"}},
    {"settled", {"beglichen", ""}},
    {"signature", {"unterschrift", "firma"}},
    {"singleton", {"einzelstueck", "solo"}},
    {"size", {"groesse", "tamano"}},
    {"snapshot", {"abbild", ""}},
    {"source", {"quelle", "origen"}},
    {"start", {"anfang", "inicio"}},
    {"started", {"begonnen", "iniciado"}},
    {"state", {"zustand", "estado"}},
    {"stateid", {"zustandskennung", "numeroestado"}},
    {"statename", {"zustandsname", "nombreestado"}},
    {"status", {"zustand", "estado"}},
    {"step", {"schritt", "paso"}},
    {"storage", {"speicher", "almacen"}},
    {"store", {"lager", "tienda"}},
    {"stream", {"strom", "corriente"}},
    {"stuck", {"fest", ""}},
    {"subject", {"gegenstand", "asunto"}},
    {"subscription", {"abonnement", "suscripcion"}},
    {"succeeded", {"gelungen", "logrado"}},
    {"success", {"erfolg", "exito"}},
    {"table", {"tabelle", "tabla"}},
    {"tags", {"stichworte", "etiquetas"}},
    {"taken", {"genommen", "tomado"}},
    {"target", {"zielort", "objetivo"}},
    {"task", {"aufgabe", "tarea"}},
    {"tasks", {"aufgaben", "tareas"}},
    {"tenant", {"mandant", "inquilino"}},
    {"text", {"worte", "texto"}},
    {"time", {"zeit", "hora"}},
    {"timeout", {"zeitgrenze", "espera"}},
    {"times", {"male", "veces"}},
    {"timestamp", {"zeitstempel", "marca"}},
    {"title", {"titel", "titulo"}},
    {"to", {"an", "a"}},
    {"token", {"marke", "ficha"}},
    {"topic", {"thema", "tema"}},
    {"total", {"summe", "suma"}},
    {"trace", {"spur", "traza"}},
    {"transaction", {"vorgang", "transaccion"}},
    {"tries", {"anlaeufe", "tentativas"}},
    {"trigger", {"ausloeser", "disparador"}},
    {"ttl", {"lebensdauer", "vida"}},
    {"type", {"art", "tipo"}},
    {"unique", {"eindeutig", "unico"}},
    {"unit", {"einheit", ""}},
    {"until", {"bis", "hasta"}},
    {"updated", {"geaendert", "actualizado"}},
    {"updatedat", {"geaendertam", "actualizadoen"}},
    {"url", {"adresse", "enlace"}},
    {"user", {"benutzer", "usuario"}},
    {"username", {"anmeldename", "apodo"}},
    {"uuid", {"weltkennung", "universal"}},
    {"valid", {"gueltig", "valido"}},
    {"value", {"wert", "valor"}},
    {"values", {"werte", "valores"}},
    {"version", {"fassung", "edicion"}},
    {"visible", {"sichtbar", "visible_"}},
    {"wallet", {"geldboerse", "cartera"}},
    {"webhook", {"netzhaken", "gancho"}},
    {"worker", {"arbeiter", "obrero"}},
    {"workflow", {"ablauf", "flujo"}}};

std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z';
    const bool is_after_lower =
        !words.back().empty() && words.back().back() >= 'a' && words.back().back() <= 'z';
    if ((!upper && !lower) || (upper && is_after_lower)) words.emplace_back();
    if (upper) words.back() += static_cast<char>(c - 'A' + 'a');
    if (lower) words.back() += c;
  }
  std::erase(words, "");
  return words;
}

// A word that is in no list has no English left in it either.
std::string foreign(const std::string& word, bool spanish) {
  if (const auto found = translated.find(word); found != translated.end()) {
    const std::string& text = spanish ? found->second.second : found->second.first;
    if (!text.empty()) return text;
  }
  std::string out(word.rbegin(), word.rend());
  return out + (spanish ? "o" : "ung");
}

std::string other_name(const std::string& name, const std::string& language, std::size_t number) {
  if (language == "numbered") return fmt::format("c{}", number);
  if (language == "random") {
    // The same name becomes the same letters, without any meaning.
    std::uint64_t hash = 1469598103934665603ULL;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    std::string out;
    for (int i = 0; i < 7; ++i, hash /= 20) out += "bcdfghjklmnpqrstvwxz"[hash % 20];
    return out;
  }
  std::string out;
  for (const std::string& word : words_of(name))
    out += (out.empty() ? "" : "_") + foreign(word, language == "spanish");
  return out.substr(0, 55);
}

}  // namespace

std::string rename_all(test::RawConnection& raw, const std::string& schema, const std::string& table,
                       const std::string& language, std::map<std::string, std::string>& old_name) {
  const std::string quoted = test::quoted_name(schema) + "." + test::quoted_name(table);
  std::vector<std::string> names;
  for (const auto& row : raw.exec("SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum "
                                  "> 0 AND NOT attisdropped ORDER BY attnum",
                                  {quoted}))
    names.push_back(*row[0]);
  std::size_t number = 0;
  std::set<std::string> taken(names.begin(), names.end());
  for (const std::string& name : names) {
    std::string fresh = other_name(name, language, ++number);
    while (taken.contains(fresh)) fresh += 'x';
    taken.insert(fresh);
    old_name[fresh] = name;
    raw.exec("ALTER TABLE " + quoted + " RENAME COLUMN " + test::quoted_name(name) + " TO " +
             test::quoted_name(fresh));
  }
  static std::size_t tables = 0;
  const std::string fresh = fmt::format("{}_{}", other_name(table, language, 0), ++tables);
  raw.exec("ALTER TABLE " + quoted + " RENAME TO " + test::quoted_name(fresh));
  return fresh;
}

}  // namespace onceover::tables
