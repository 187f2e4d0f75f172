<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Onceover</name>
    <message>
        <source>
-- Likewise for %1 more, each in a transaction of its own.</source>
        <translation>
-- Ebenso für %1 weitere, jede in einer eigenen Transaktion.</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source> % answered</source>
        <translation> % beantwortet</translation>
    </message>
    <message>
        <source> (%1 to %2)</source>
        <translation> (%1 bis %2)</translation>
    </message>
    <message>
        <source> (at %1)</source>
        <translation> (um %1)</translation>
    </message>
    <message>
        <source> (limit %1)</source>
        <translation> (Grenze %1)</translation>
    </message>
    <message>
        <source> (so far)</source>
        <translation> (bisher)</translation>
    </message>
    <message>
        <source> (you)</source>
        <translation> (selbst)</translation>
    </message>
    <message>
        <source> /s</source>
        <translation> /s</translation>
    </message>
    <message>
        <source> The %1 is now %2.</source>
        <translation> %1: jetzt %2.</translation>
    </message>
    <message>
        <source> These are what the other filters find.</source>
        <translation> Diese werden mit den anderen Filtern gefunden.</translation>
    </message>
    <message>
        <source> These begin with it; other filters are left out.</source>
        <translation> Diese beginnen damit; andere Filter bleiben unbeachtet.</translation>
    </message>
    <message>
        <source> These have it as their %1; other filters are left out.</source>
        <translation> Diese haben ihn als %1; andere Filter bleiben unbeachtet.</translation>
    </message>
    <message>
        <source> a second</source>
        <translation> je Sekunde</translation>
    </message>
    <message>
        <source> and, where it still knows nothing of the key, told never to perform it</source>
        <translation> und, wenn es den Schlüssel weiterhin nicht kennt, angewiesen, ihn nie auszuführen</translation>
    </message>
    <message>
        <source> bytes</source>
        <translation> Byte</translation>
    </message>
    <message>
        <source> for %1</source>
        <translation> seit %1</translation>
    </message>
    <message>
        <source> keys</source>
        <translation> Schlüssel</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source> other than you</source>
        <translation> – nicht selbst genehmigbar</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source> · %1 more</source>
        <translation> · %1 weitere</translation>
    </message>
    <message>
        <source> · %1 of %2</source>
        <translation> · %1 von %2</translation>
    </message>
    <message>
        <source> · %1/s · %2 left</source>
        <translation> · %1/s · noch %2</translation>
    </message>
    <message>
        <source> · also: %1</source>
        <translation> · außerdem: %1</translation>
    </message>
    <message>
        <source> · not every table could be checked</source>
        <translation> · nicht jede Tabelle konnte geprüft werden</translation>
    </message>
    <message>
        <source>"%1" is not a time. Write 2026-11-21 02:03, followed by +02:00 if it is not UTC.</source>
        <translation>„%1“ ist keine Zeit. So schreiben: 2026-11-21 02:03, gefolgt von +02:00, wenn es nicht UTC ist.</translation>
    </message>
    <message>
        <source>%1
%2, tenant %3</source>
        <translation>%1
%2, Mandant %3</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>%1  (%2)</source>
        <translation>%1  (%2)</translation>
    </message>
    <message>
        <source>%1  (missing)</source>
        <translation>%1  (fehlt)</translation>
    </message>
    <message>
        <source>%1 % of the table read</source>
        <translation>%1 % der Tabelle gelesen</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 The cell was not changed.</source>
        <translation>%1 %2 Die Zelle wurde nicht geändert.</translation>
    </message>
    <message>
        <source>%1 %2 match</source>
        <translation>Treffer: %1 %2</translation>
    </message>
    <message>
        <source>%1 %2, %3, in %4</source>
        <translation>%1 %2, %3, in %4</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 (archived)</source>
        <translation>%1 (archiviert)</translation>
    </message>
    <message>
        <source>%1 (none of this table)</source>
        <translation>%1 (keine von dieser Tabelle)</translation>
    </message>
    <message>
        <source>%1 (off the scale)</source>
        <translation>%1 (außerhalb der Skala)</translation>
    </message>
    <message>
        <source>%1 (stored as %2)</source>
        <translation>%1 (gespeichert als %2)</translation>
    </message>
    <message>
        <source>%1 Connecting again…</source>
        <translation>%1 Verbindet erneut…</translation>
    </message>
    <message>
        <source>%1 Correct its configuration, or choose another one above.</source>
        <translation>%1 Die Konfiguration berichtigen oder oben eine andere wählen.</translation>
    </message>
    <message>
        <source>%1 It is a %2.</source>
        <translation>%1 Art: %2.</translation>
    </message>
    <message>
        <source>%1 Next attempt in %2 s.</source>
        <translation>%1 Nächster Versuch in %2 s.</translation>
    </message>
    <message>
        <source>%1 PostgreSQL: %2.</source>
        <translation>%1 PostgreSQL: %2.</translation>
    </message>
    <message>
        <source>%1 The row: %2</source>
        <translation>%1 Die Zeile: %2</translation>
    </message>
    <message>
        <source>%1 This database has no such table.</source>
        <translation>%1 Diese Datenbank hat keine solche Tabelle.</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>%1 and %2 are not offered. %3</source>
        <translation>Nicht angeboten: %1 und %2. %3</translation>
    </message>
    <message>
        <source>%1 answers. It has samples for %2 of the %3 requested.</source>
        <translation>%1 antwortet, mit Messwerten für %2 der %3 angeforderten Metriken.</translation>
    </message>
    <message>
        <source>%1 as %2 – Onceover</source>
        <translation>%1 als %2 – Onceover</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1 als Tabelle</translation>
    </message>
    <message>
        <source>%1 asks for this: “%2” (ticket %3). Evidence: %4.
It is written at once, in both your names.</source>
        <translation>%1 bittet darum: „%2“ (Ticket %3). Nachweis: %4.
Es wird sofort geschrieben, in beider Namen.</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 um %2</translation>
    </message>
    <message>
        <source>%1 at %2: %3.</source>
        <translation>%1, %2: %3.</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 Milliarden</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 Aufrufe</translation>
    </message>
    <message>
        <source>%1 cannot show this: %2. Choose another line to split.</source>
        <translation>Mit %1 nicht darstellbar: %2. Eine andere Linie zum Aufteilen wählen.</translation>
    </message>
    <message>
        <source>%1 cannot show this: %2. Try another source.</source>
        <translation>Mit %1 nicht darstellbar: %2. Andere Quelle versuchen.</translation>
    </message>
    <message>
        <source>%1 clients before %2 · seed %3 · base %4, cap %5, attempts %6, total %7</source>
        <translation>%1 Clients vor: %2 · Seed %3 · Basis %4, Obergrenze %5, Versuche %6, gesamt %7</translation>
    </message>
    <message>
        <source>%1 could not be read: %2</source>
        <translation>%1 konnte nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>%1 critical</source>
        <translation>%1 kritisch</translation>
    </message>
    <message>
        <source>%1 did this at %2: “%3”.
</source>
        <translation>Ausgeführt von %1 am %2: „%3“.
</translation>
    </message>
    <message>
        <source>%1 expected, %2 in budget</source>
        <translation>%1 erwartet, %2 im Budget</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 ab %2</translation>
    </message>
    <message>
        <source>%1 goes on.</source>
        <translation>%1 macht weiter.</translation>
    </message>
    <message>
        <source>%1 has moved since it was shown. Nothing was written.</source>
        <translation>%1 ist seit der Anzeige weitergegangen. Nichts geschrieben.</translation>
    </message>
    <message>
        <source>%1 has nothing of this for the range.</source>
        <translation>Hiervon hat „%1“ nichts für den Zeitraum.</translation>
    </message>
    <message>
        <source>%1 have no data for it. Choose a longer range, or another tenant, operation or source. Services report counters through core/metrics: a Counters object for the engine, and a Flusher that writes it every second.</source>
        <translation>Keine Daten dafür: %1. Einen längeren Zeitraum wählen, oder einen anderen Mandanten, einen anderen Vorgang oder eine andere Quelle. Dienste melden Zähler über core/metrics: ein Counters-Objekt für die Engine und einen Flusher, der es jede Sekunde schreibt.</translation>
    </message>
    <message>
        <source>%1 holds something else, which would be lost.</source>
        <translation>%1 enthält etwas anderes, das verloren ginge.</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 in each %2</source>
        <translation>%1 je %2</translation>
    </message>
    <message>
        <source>%1 in total</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>%1 is larger than %2. It was not read.</source>
        <translation>%1 ist größer als %2 und wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>%1 is mapped as %2 and as %3: choose another column, or none, for one of them.</source>
        <translation>%1 ist als %2 und als %3 zugeordnet: Für eines davon eine andere Spalte wählen oder keine.</translation>
    </message>
    <message>
        <source>%1 is never published by relay %2; what waits behind it goes on. Its row stays in the outbox. The relay does it when it runs.

%3</source>
        <translation>%1 wird vom Relay %2 nie veröffentlicht; was dahinter wartet, geht weiter. Die Zeile bleibt in der Outbox. Das Relay tut es, wenn es läuft.

%3</translation>
    </message>
    <message>
        <source>%1 is not offered. %2</source>
        <translation>„%1“ wird nicht angeboten. %2</translation>
    </message>
    <message>
        <source>%1 is paused.</source>
        <translation>%1 ist pausiert.</translation>
    </message>
    <message>
        <source>%1 is retired.</source>
        <translation>%1 ist stillgelegt.</translation>
    </message>
    <message>
        <source>%1 is sent by relay %2 when it runs, with all its attempts before it.

%3</source>
        <translation>%1 wird vom Relay %2 gesendet, wenn es läuft, wieder mit allen Versuchen.

%3</translation>
    </message>
    <message>
        <source>%1 is tried again: %2</source>
        <translation>%1 wird erneut versucht: %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 Millionen</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1 Minuten</translation>
    </message>
    <message>
        <source>%1 more were skipped: gone, or in another state.</source>
        <translation>%1 weitere übersprungen: weg oder in anderem Status.</translation>
    </message>
    <message>
        <source>%1 new keys a second over the last day, as counted.</source>
        <translation>%1 neue Schlüssel pro Sekunde am letzten Tag, nach Zählung.</translation>
    </message>
    <message>
        <source>%1 not retried in time</source>
        <translation>%1 nicht rechtzeitig wiederholt</translation>
    </message>
    <message>
        <source>%1 now</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2 ended</source>
        <translation>%1 von %2 beendet</translation>
    </message>
    <message>
        <source>%1 of %2 looked at</source>
        <translation>%1 von %2 angesehen</translation>
    </message>
    <message>
        <source>%1 of these %2 rows were found outside your filters: a search for an exact key looks in the whole table.</source>
        <translation>%1 dieser %2 Zeilen liegen außerhalb der Filter: Die Suche nach einem exakten Schlüssel durchsucht die ganze Tabelle.</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1 on %2 as %3</source>
        <translation>%1 auf %2 als %3</translation>
    </message>
    <message>
        <source>%1 on %2, as database user %3</source>
        <translation>%1 auf %2, als Datenbankbenutzer %3</translation>
    </message>
    <message>
        <source>%1 on %2:%3</source>
        <translation>%1 auf %2:%3</translation>
    </message>
    <message>
        <source>%1 on this machine</source>
        <translation>%1 auf diesem Rechner</translation>
    </message>
    <message>
        <source>%1 or more %2 match</source>
        <translation>Treffer: mindestens %1 %2</translation>
    </message>
    <message>
        <source>%1 over time, %2. %3. %4.</source>
        <translation>%1 im Zeitverlauf, %2. %3. %4.</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>%1 ausgewählt</translation>
    </message>
    <message>
        <source>%1 started, %2 finished</source>
        <translation>%1 begonnen, %2 beendet</translation>
    </message>
    <message>
        <source>%1 still stuck</source>
        <translation>%1 hängen noch</translation>
    </message>
    <message>
        <source>%1 still stuck; this key is not one of them</source>
        <translation>%1 hängen noch; dieser Schlüssel gehört nicht dazu</translation>
    </message>
    <message>
        <source>%1 the selected rows …</source>
        <translation>%1: ausgewählte Zeilen …</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 bis %2: %3</translation>
    </message>
    <message>
        <source>%1 was not opened. %2</source>
        <translation>%1 wurde nicht geöffnet. %2</translation>
    </message>
    <message>
        <source>%1 were left out, the first: %2</source>
        <translation>%1 wurden ausgelassen, als Erstes: %2</translation>
    </message>
    <message>
        <source>%1 with %2 · %3</source>
        <translation>%1 mit %2 · %3</translation>
    </message>
    <message>
        <source>%1 with a live lease</source>
        <translation>%1 mit gültiger Lease</translation>
    </message>
    <message>
        <source>%1 without clear evidence, %2</source>
        <translation>%1 ohne klaren Nachweis, %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · %2 asked</source>
        <translation>%1 · %2 gefragt</translation>
    </message>
    <message>
        <source>%1 · %2 · as of %3</source>
        <translation>%1 · %2 · Stand: %3</translation>
    </message>
    <message>
        <source>%1 · as of %2</source>
        <translation>%1 · Stand: %2</translation>
    </message>
    <message>
        <source>%1 · read-only</source>
        <translation>%1 · nur lesend</translation>
    </message>
    <message>
        <source>%1 – Onceover</source>
        <translation>%1 – Onceover</translation>
    </message>
    <message>
        <source>%1 ▾</source>
        <translation>%1 ▾</translation>
    </message>
    <message>
        <source>%1%2, fence %3, try %4</source>
        <translation>%1%2, Fence %3, Versuch %4</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, %2, byte for byte</source>
        <translation>%1, %2, Byte für Byte</translation>
    </message>
    <message>
        <source>%1, %2. %3.</source>
        <translation>%1, %2. %3.</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>%1, %2: %3. Registered by %4: “%5”. It is in force at once.</source>
        <translation>%1, %2: %3. Registriert von %4: „%5“. Die Erklärung ist sofort in Kraft.</translation>
    </message>
    <message>
        <source>%1, as database user %2</source>
        <translation>%1, als Datenbankbenutzer %2</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1, nach %2</translation>
    </message>
    <message>
        <source>%1, by the profile %2</source>
        <translation>%1, nach dem Profil %2</translation>
    </message>
    <message>
        <source>%1, by these filters</source>
        <translation>%1, mit diesen Filtern</translation>
    </message>
    <message>
        <source>%1, byte for byte</source>
        <translation>%1, Byte für Byte</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, geändert</translation>
    </message>
    <message>
        <source>%1, counted in steps of %2.</source>
        <translation>%1, gezählt in Schritten von %2.</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1, in %2</translation>
    </message>
    <message>
        <source>%1, read as %2</source>
        <translation>%1, gelesen als %2</translation>
    </message>
    <message>
        <source>%1, replayed</source>
        <translation>%1, gespeicherte Antwort</translation>
    </message>
    <message>
        <source>%1, retry asked</source>
        <translation>%1, neuer Versuch angefordert</translation>
    </message>
    <message>
        <source>%1, skip asked</source>
        <translation>%1, Überspringen angefordert</translation>
    </message>
    <message>
        <source>%1, with %2 stored</source>
        <translation>%1, mit gespeichertem %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1. Click to choose what it is.</source>
        <translation>%1. Klicken, um zu wählen, was es ist.</translation>
    </message>
    <message>
        <source>%1. No gateway was asked.</source>
        <translation>%1. Kein Gateway wurde gefragt.</translation>
    </message>
    <message>
        <source>%1. The gateway's verdict: %2.</source>
        <translation>%1. Entscheidung laut Gateway: %2.</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1/s at most</source>
        <translation>höchstens %1/s</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2  %3</source>
        <translation>%1: %2  %3</translation>
    </message>
    <message>
        <source>%1: %2 have been getting %3%4</source>
        <translation>%1: %2 erhalten %3%4</translation>
    </message>
    <message>
        <source>%1: %2 of %3 rows written.</source>
        <translation>%1: %2 von %3 Zeilen geschrieben.</translation>
    </message>
    <message>
        <source>%1: %2 rows</source>
        <translation>%1: %2 Zeilen</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>%1: 95 %</source>
        <translation>%1: 95 %</translation>
    </message>
    <message>
        <source>%1: a limit must be empty or not negative, and the warning must not be above the critical limit.</source>
        <translation>%1: Eine Grenze muss leer oder nicht negativ sein, und die Warnung darf nicht über der kritischen Grenze liegen.</translation>
    </message>
    <message>
        <source>%1: about %2 rows, %3 of heap each, %4.</source>
        <translation>%1: etwa %2 Zeilen, je %3 im Heap, %4.</translation>
    </message>
    <message>
        <source>%1: critical above</source>
        <translation>%1: kritisch über</translation>
    </message>
    <message>
        <source>%1: critical above %2</source>
        <translation>%1: kritisch über %2</translation>
    </message>
    <message>
        <source>%1: first %2, lowest %3, highest %4, last %5.</source>
        <translation>%1: zuerst %2, Minimum %3, Maximum %4, zuletzt %5.</translation>
    </message>
    <message>
        <source>%1: how long?</source>
        <translation>%1: wie lange?</translation>
    </message>
    <message>
        <source>%1: least</source>
        <translation>%1: Minimum</translation>
    </message>
    <message>
        <source>%1: now %2, lowest %3, highest %4 %5.</source>
        <translation>%1: jetzt %2, Minimum %3, Maximum %4 %5.</translation>
    </message>
    <message>
        <source>%1: now %2, lowest %3, highest %4.</source>
        <translation>%1: jetzt %2, Minimum %3, Maximum %4.</translation>
    </message>
    <message>
        <source>%1: over time</source>
        <translation>%1: im Zeitverlauf</translation>
    </message>
    <message>
        <source>%1: relay %2 is asked to skip it.</source>
        <translation>%1: Relay %2 soll es überspringen.</translation>
    </message>
    <message>
        <source>%1: relay %2 is asked to try it again.</source>
        <translation>%1: Relay %2 soll es erneut versuchen.</translation>
    </message>
    <message>
        <source>%1: row %2</source>
        <translation>%1: Zeile %2</translation>
    </message>
    <message>
        <source>%1: script for psql</source>
        <translation>%1: Skript für psql</translation>
    </message>
    <message>
        <source>%1: the first %2, %3</source>
        <translation>%1: die ersten %2, %3</translation>
    </message>
    <message>
        <source>%1: the row is deleted.</source>
        <translation>%1: Die Zeile ist gelöscht.</translation>
    </message>
    <message>
        <source>%1: the row is now %2.</source>
        <translation>%1: Die Zeile ist jetzt %2.</translation>
    </message>
    <message>
        <source>%1: the whole range in bars</source>
        <translation>%1: der ganze Zeitraum in Balken</translation>
    </message>
    <message>
        <source>%1: these rows no longer exist.</source>
        <translation>%1: Diese Zeilen gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>%1: warning above</source>
        <translation>%1: Warnung über</translation>
    </message>
    <message>
        <source>%1: warning above %2</source>
        <translation>%1: Warnung über %2</translation>
    </message>
    <message>
        <source>%1: what it writes</source>
        <translation>%1: was geschrieben wird</translation>
    </message>
    <message>
        <source>%1: written; the row is gone since.</source>
        <translation>%1: geschrieben; die Zeile ist seitdem weg.</translation>
    </message>
    <message>
        <source>%1: you</source>
        <translation>%1: dieser Benutzer</translation>
    </message>
    <message>
        <source>%1; press to list only these</source>
        <translation>%1; drücken, um nur diese zu listen</translation>
    </message>
    <message>
        <source>%1@%2, with %3</source>
        <translation>%1@%2, mit %3</translation>
    </message>
    <message>
        <source>%1as of %2</source>
        <translation>%1Stand: %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln are left out.</source>
        <translation><numerusform>%Ln wird ausgelassen.</numerusform><numerusform>%Ln werden ausgelassen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln cases need a person</source>
        <translation><numerusform>Ein Fall braucht eine Person</numerusform><numerusform>%Ln Fälle brauchen eine Person</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln declarations are registered.</source>
        <translation><numerusform>%Ln Deklaration ist registriert.</numerusform><numerusform>%Ln Deklarationen sind registriert.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln differences.</source>
        <translation><numerusform>Eine Differenz.</numerusform><numerusform>%Ln Differenzen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln earlier marks.</source>
        <translation><numerusform>%Ln frühere Marke.</numerusform><numerusform>%Ln frühere Marken.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln events are published once more.</source>
        <translation><numerusform>%Ln Ereignis wird noch einmal veröffentlicht.</numerusform><numerusform>%Ln Ereignisse werden noch einmal veröffentlicht.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln events match.</source>
        <translation><numerusform>%Ln Ereignis passt.</numerusform><numerusform>%Ln Ereignisse passen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln events were written before an error; the rest were not: %1</source>
        <translation><numerusform>%Ln Ereignis wurde vor einem Fehler geschrieben, der Rest nicht: %1</numerusform><numerusform>%Ln Ereignisse wurden vor einem Fehler geschrieben, der Rest nicht: %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln events were written. Whether the next batch was written is unknown: %1</source>
        <translation><numerusform>%Ln Ereignis wurde geschrieben. Ob der nächste Teil geschrieben wurde, ist unbekannt: %1</numerusform><numerusform>%Ln Ereignisse wurden geschrieben. Ob der nächste Teil geschrieben wurde, ist unbekannt: %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln findings. Enter opens the key.</source>
        <translation><numerusform>%Ln Befund. Eingabe öffnet den Schlüssel.</numerusform><numerusform>%Ln Befunde. Eingabe öffnet den Schlüssel.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln indexes</source>
        <translation><numerusform>%Ln Index</numerusform><numerusform>%Ln Indizes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln items</source>
        <translation><numerusform>%Ln Eintrag</numerusform><numerusform>%Ln Einträge</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln keys are released, and no client has retried in time.</source>
        <translation><numerusform>%Ln Schlüssel ist freigegeben, und kein Client hat rechtzeitig wiederholt.</numerusform><numerusform>%Ln Schlüssel sind freigegeben, und kein Client hat rechtzeitig wiederholt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln keys are stuck</source>
        <translation><numerusform>%Ln Schlüssel hängt</numerusform><numerusform>%Ln Schlüssel hängen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln keys have two effects at the gateway: they may have been charged or paid twice.</source>
        <translation><numerusform>Ein Schlüssel hat zwei Wirkungen beim Gateway: Er kann doppelt abgebucht oder ausgezahlt sein.</numerusform><numerusform>%Ln Schlüssel haben zwei Wirkungen beim Gateway: Sie können doppelt abgebucht oder ausgezahlt sein.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln keys need a person: evidence does not settle them.</source>
        <translation><numerusform>%Ln Schlüssel braucht eine Person: Der Nachweis schließt ihn nicht ab.</numerusform><numerusform>%Ln Schlüssel brauchen eine Person: Der Nachweis schließt sie nicht ab.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines cannot be planned; no plan was made.</source>
        <translation><numerusform>%Ln Zeile ist nicht planbar; es entstand kein Plan.</numerusform><numerusform>%Ln Zeilen sind nicht planbar; es entstand kein Plan.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation><numerusform>%Ln weitere</numerusform><numerusform>%Ln weitere</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln more reasons are in the report</source>
        <translation><numerusform>%Ln weiterer Grund steht im Bericht</numerusform><numerusform>%Ln weitere Gründe stehen im Bericht</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln need a person.</source>
        <translation><numerusform>%Ln braucht eine Person.</numerusform><numerusform>%Ln brauchen eine Person.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln notices</source>
        <translation><numerusform>%Ln Hinweis</numerusform><numerusform>%Ln Hinweise</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them need a person: evidence does not settle them.</source>
        <translation><numerusform>%Ln davon braucht eine Person: Der Nachweis schließt ihn nicht ab.</numerusform><numerusform>%Ln davon brauchen eine Person: Der Nachweis schließt sie nicht ab.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln older ones: oncectl cases show</source>
        <translation><numerusform>%Ln ältere: oncectl cases show</numerusform><numerusform>%Ln ältere: oncectl cases show</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln parts could not be read; the file names them.</source>
        <translation><numerusform>%Ln Teil war nicht lesbar; die Datei nennt ihn.</numerusform><numerusform>%Ln Teile waren nicht lesbar; die Datei nennt sie.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln requests wait for a second approver</source>
        <translation><numerusform>%Ln Anfrage wartet auf einen zweiten Genehmiger</numerusform><numerusform>%Ln Anfragen warten auf einen zweiten Genehmiger</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln requests were refused in the last 5 minutes: the key was used with another payload.</source>
        <translation><numerusform>%Ln Anfrage wurde in den letzten 5 Minuten abgewiesen: Der Schlüssel kam mit anderem Inhalt.</numerusform><numerusform>%Ln Anfragen wurden in den letzten 5 Minuten abgewiesen: Der Schlüssel kam mit anderem Inhalt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation><numerusform>%Ln Zeile</numerusform><numerusform>%Ln Zeilen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows are frozen</source>
        <translation><numerusform>%Ln Zeile ist eingefroren</numerusform><numerusform>%Ln Zeilen sind eingefroren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows no longer exist.</source>
        <translation><numerusform>%Ln Zeile gibt es nicht mehr.</numerusform><numerusform>%Ln Zeilen gibt es nicht mehr.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows%1 are not settled.</source>
        <translation><numerusform>%Ln Zeile%1 ist nicht abgeschlossen.</numerusform><numerusform>%Ln Zeilen%1 sind nicht abgeschlossen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows%1 were not written.</source>
        <translation><numerusform>%Ln Zeile%1 wurde nicht geschrieben.</numerusform><numerusform>%Ln Zeilen%1 wurden nicht geschrieben.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows%1 were skipped.</source>
        <translation><numerusform>%Ln Zeile%1 wurde übersprungen.</numerusform><numerusform>%Ln Zeilen%1 wurden übersprungen.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln sampled rows</source>
        <translation><numerusform>%Ln Zeile der Stichprobe</numerusform><numerusform>%Ln Zeilen der Stichprobe</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected rows are left as they are.</source>
        <translation><numerusform>%Ln ausgewählte Zeile bleibt, wie sie ist.</numerusform><numerusform>%Ln ausgewählte Zeilen bleiben, wie sie sind.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln tables examined.</source>
        <translation><numerusform>%Ln Tabelle untersucht.</numerusform><numerusform>%Ln Tabellen untersucht.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln warnings</source>
        <translation><numerusform>%Ln Warnung</numerusform><numerusform>%Ln Warnungen</numerusform></translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>&amp;Aggregate</source>
        <translation>&amp;Aggregat</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>&amp;Approve</source>
        <translation>&amp;Genehmigen</translation>
    </message>
    <message>
        <source>&amp;Approve and write</source>
        <translation>&amp;Genehmigen und schreiben</translation>
    </message>
    <message>
        <source>&amp;Approve …</source>
        <translation>&amp;Genehmigen …</translation>
    </message>
    <message>
        <source>&amp;Arm writes</source>
        <translation>&amp;Scharf schalten</translation>
    </message>
    <message>
        <source>&amp;Ask</source>
        <translation>&amp;Fragen</translation>
    </message>
    <message>
        <source>&amp;Ask the gateway</source>
        <translation>Gateway &amp;fragen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Bundle</source>
        <translation>&amp;Bündel</translation>
    </message>
    <message>
        <source>&amp;CA file</source>
        <translation>&amp;CA-Datei</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>&amp;Prüfen</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>&amp;Column</source>
        <translation>&amp;Spalte</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>&amp;Compare anyway</source>
        <translation>&amp;Trotzdem vergleichen</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>&amp;Verbinden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy as a script</source>
        <translation>Als Skript &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy the profile</source>
        <translation>Profil &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy the script</source>
        <translation>&amp;Skript kopieren</translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation>&amp;Datenbank</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
    <message>
        <source>&amp;Dry run</source>
        <translation>&amp;Probelauf</translation>
    </message>
    <message>
        <source>&amp;Entry</source>
        <translation>&amp;Eintrag</translation>
    </message>
    <message>
        <source>&amp;Failed</source>
        <translation>&amp;Fehlschlag</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filter</translation>
    </message>
    <message>
        <source>&amp;Finished</source>
        <translation>&amp;Beendet</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>&amp;Für</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>Ver&amp;gessen</translation>
    </message>
    <message>
        <source>&amp;Gateway</source>
        <translation>&amp;Gateway</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>&amp;Host</translation>
    </message>
    <message>
        <source>&amp;Inbox size</source>
        <translation>&amp;Inbox-Größe</translation>
    </message>
    <message>
        <source>&amp;Install</source>
        <translation>&amp;Installieren</translation>
    </message>
    <message>
        <source>&amp;Install …</source>
        <translation>&amp;Installieren …</translation>
    </message>
    <message>
        <source>&amp;Its lease has not ended; I know that no %1 is at work on it</source>
        <translation>&amp;Lease noch nicht beendet; bestätigt: niemand arbeitet an der Zeile (%1)</translation>
    </message>
    <message>
        <source>&amp;JSON</source>
        <translation>&amp;JSON</translation>
    </message>
    <message>
        <source>&amp;JSON lines</source>
        <translation>&amp;JSON-Zeilen</translation>
    </message>
    <message>
        <source>&amp;Keep the password in the system's keychain</source>
        <translation>Passwort im S&amp;chlüsselbund des Systems behalten</translation>
    </message>
    <message>
        <source>&amp;Kept as</source>
        <translation>Gespeichert &amp;wie</translation>
    </message>
    <message>
        <source>&amp;Labels of tenant, operation, code</source>
        <translation>&amp;Labels für Mandant, Vorgang, Code</translation>
    </message>
    <message>
        <source>&amp;Leave it open</source>
        <translation>&amp;Offen lassen</translation>
    </message>
    <message>
        <source>&amp;Leave wrong lines out</source>
        <translation>Fa&amp;lsche Zeilen auslassen</translation>
    </message>
    <message>
        <source>&amp;Length from</source>
        <translation>&amp;Dauer aus</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>&amp;Logarithmisch</translation>
    </message>
    <message>
        <source>&amp;Longest client retry, manual included:</source>
        <translation>&amp;Längste Wiederholung eines Clients, auch von Hand:</translation>
    </message>
    <message>
        <source>&amp;Made as</source>
        <translation>&amp;Gebildet als</translation>
    </message>
    <message>
        <source>&amp;Make the plan</source>
        <translation>Plan &amp;erstellen</translation>
    </message>
    <message>
        <source>&amp;Mapping…</source>
        <translation>&amp;Zuordnung…</translation>
    </message>
    <message>
        <source>&amp;Markdown</source>
        <translation>&amp;Markdown</translation>
    </message>
    <message>
        <source>&amp;Measure from the table</source>
        <translation>An der Tabelle &amp;messen</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>&amp;Mehr</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Narrow</source>
        <translation>&amp;Eingrenzen</translation>
    </message>
    <message>
        <source>&amp;New plan…</source>
        <translation>&amp;Neuer Plan…</translation>
    </message>
    <message>
        <source>&amp;Next question</source>
        <translation>&amp;Nächste Frage</translation>
    </message>
    <message>
        <source>&amp;Older</source>
        <translation>Ä&amp;ltere</translation>
    </message>
    <message>
        <source>&amp;Open a file…</source>
        <translation>&amp;Datei öffnen…</translation>
    </message>
    <message>
        <source>&amp;Open a log …</source>
        <translation>Log ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>&amp;Open case</source>
        <translation>&amp;Fall öffnen</translation>
    </message>
    <message>
        <source>&amp;Outbox size</source>
        <translation>&amp;Outbox-Größe</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>&amp;Passwort</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausieren</translation>
    </message>
    <message>
        <source>&amp;Place inside</source>
        <translation>&amp;Stelle darin</translation>
    </message>
    <message>
        <source>&amp;Plan these …</source>
        <translation>Diese &amp;planen …</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>P&amp;rofil</translation>
    </message>
    <message>
        <source>&amp;Publish again</source>
        <translation>&amp;Erneut veröffentlichen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Read all now (about %1)</source>
        <translation>&amp;Alles jetzt lesen (etwa %1)</translation>
    </message>
    <message>
        <source>&amp;Refuse</source>
        <translation>Ab&amp;lehnen</translation>
    </message>
    <message>
        <source>&amp;Refuse …</source>
        <translation>Ab&amp;lehnen …</translation>
    </message>
    <message>
        <source>&amp;Register</source>
        <translation>&amp;Registrieren</translation>
    </message>
    <message>
        <source>&amp;Register …</source>
        <translation>&amp;Registrieren …</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>&amp;Freigeben</translation>
    </message>
    <message>
        <source>&amp;Request approval</source>
        <translation>&amp;Genehmigung anfragen</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Retire</source>
        <translation>&amp;Stilllegen</translation>
    </message>
    <message>
        <source>&amp;Retry</source>
        <translation>Wiede&amp;rholen</translation>
    </message>
    <message>
        <source>&amp;Root certificate</source>
        <translation>&amp;Stammzertifikat</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ausführen</translation>
    </message>
    <message>
        <source>&amp;Run anyway</source>
        <translation>&amp;Trotzdem ausführen</translation>
    </message>
    <message>
        <source>&amp;Save …</source>
        <translation>&amp;Speichern …</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>&amp;Seal</source>
        <translation>&amp;Versiegeln</translation>
    </message>
    <message>
        <source>&amp;Seal …</source>
        <translation>&amp;Versiegeln …</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>&amp;Search again</source>
        <translation>&amp;Erneut suchen</translation>
    </message>
    <message>
        <source>&amp;Seconds</source>
        <translation>Se&amp;kunden</translation>
    </message>
    <message>
        <source>&amp;Service</source>
        <translation>D&amp;ienst</translation>
    </message>
    <message>
        <source>&amp;Settle</source>
        <translation>&amp;Abschließen</translation>
    </message>
    <message>
        <source>&amp;Show everything</source>
        <translation>Alles an&amp;zeigen</translation>
    </message>
    <message>
        <source>&amp;Shown by</source>
        <translation>&amp;Angezeigt durch</translation>
    </message>
    <message>
        <source>&amp;Skip</source>
        <translation>&amp;Überspringen</translation>
    </message>
    <message>
        <source>&amp;Start again</source>
        <translation>Wieder s&amp;tarten</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stoppen</translation>
    </message>
    <message>
        <source>&amp;Stored as</source>
        <translation>&amp;Gespeichert als</translation>
    </message>
    <message>
        <source>&amp;Take back</source>
        <translation>&amp;Zurückziehen</translation>
    </message>
    <message>
        <source>&amp;Take it</source>
        <translation>&amp;Übernehmen</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>&amp;Testen</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>&amp;Text</translation>
    </message>
    <message>
        <source>&amp;The dry run is %1 old. I know that it still holds.</source>
        <translation>&amp;Der Probelauf ist %1 alt. Bestätigt: Er gilt noch.</translation>
    </message>
    <message>
        <source>&amp;The table does not show who works on a row; I know that no %1 does</source>
        <translation>Die &amp;Tabelle zeigt nicht, wer an einer Zeile arbeitet; bestätigt: niemand arbeitet daran (%1)</translation>
    </message>
    <message>
        <source>&amp;This is production: arming asks for its name</source>
        <translation>Dies ist Produ&amp;ktion: Scharfschalten fragt nach ihrem Namen</translation>
    </message>
    <message>
        <source>&amp;Topic</source>
        <translation>&amp;Topic</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>&amp;URI or options</source>
        <translation>&amp;URI oder Optionen</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Undo …</source>
        <translation>&amp;Rückgängig …</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>&amp;Upgrade</source>
        <translation>&amp;Aktualisieren</translation>
    </message>
    <message>
        <source>&amp;Upgrade …</source>
        <translation>&amp;Aktualisieren …</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>&amp;Verwenden</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>&amp;Benutzer</translation>
    </message>
    <message>
        <source>&amp;Verify</source>
        <translation>&amp;Prüfen</translation>
    </message>
    <message>
        <source>&amp;Views</source>
        <translation>&amp;Ansichten</translation>
    </message>
    <message>
        <source>&amp;Window and size</source>
        <translation>&amp;Aufbewahrung und Größe</translation>
    </message>
    <message>
        <source>&amp;Written</source>
        <translation>Ge&amp;schrieben</translation>
    </message>
    <message>
        <source>&amp;begins with</source>
        <translation>&amp;beginnt mit</translation>
    </message>
    <message>
        <source>(%1, masked)</source>
        <translation>(%1, verdeckt)</translation>
    </message>
    <message>
        <source>(%1: masked, %2)</source>
        <translation>(%1: verdeckt, %2)</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>(your reason)</source>
        <translation>(Begründung)</translation>
    </message>
    <message>
        <source>+ seconds</source>
        <translation>+ Sekunden</translation>
    </message>
    <message>
        <source>, %1 of them other than you</source>
        <translation>, davon %1 nicht selbst genehmigbar</translation>
    </message>
    <message>
        <source>, called by %1</source>
        <translation>, aufgerufen von %1</translation>
    </message>
    <message>
        <source>, longer than 0</source>
        <translation>, länger als 0</translation>
    </message>
    <message>
        <source>, more below</source>
        <translation>, weiter unten mehr</translation>
    </message>
    <message>
        <source>, of %1</source>
        <translation>, von %1</translation>
    </message>
    <message>
        <source>, of at least %1</source>
        <translation>, von mindestens %1</translation>
    </message>
    <message>
        <source>, or none</source>
        <translation>, oder „none“</translation>
    </message>
    <message>
        <source>, then </source>
        <translation>, dann </translation>
    </message>
    <message>
        <source>-- First the key is taken over, if it still is %1 with fence %2, and the gateway is asked, where there is one.
</source>
        <translation>-- Zuerst wird der Schlüssel übernommen, falls er noch %1 ist, mit Fence %2, und das Gateway gefragt, wo es eines gibt.
</translation>
    </message>
    <message>
        <source>-- First the key is taken over, if it still is %1 with fence %2; that draws a new fence.
-- Then the gateway is asked again%3. Only if the answer is the same:
</source>
        <translation>-- Zuerst wird der Schlüssel übernommen, wenn er noch %1 mit Fence %2 ist; das zieht eine neue Fence.
-- Dann wird das Gateway erneut gefragt%3. Nur wenn die Antwort dieselbe ist:
</translation>
    </message>
    <message>
        <source>-- Nothing was read yet.</source>
        <translation>-- Noch nichts gelesen.</translation>
    </message>
    <message>
        <source>-- Unless it bears this out, the request is filed; approving it runs:
</source>
        <translation>-- Stützt die Antwort dies nicht, wird eine Anfrage gestellt; ihre Genehmigung führt aus:
</translation>
    </message>
    <message>
        <source>. Keep keys for at least %1.</source>
        <translation>. Schlüssel mindestens %1 aufbewahren.</translation>
    </message>
    <message>
        <source>. No window is long enough for unlimited retries.</source>
        <translation>. Für unbegrenzte Wiederholungen ist keine Aufbewahrungszeit lang genug.</translation>
    </message>
    <message>
        <source>. There may be more: </source>
        <translation>. Es kann mehr geben: </translation>
    </message>
    <message>
        <source>0</source>
        <translation>0</translation>
    </message>
    <message>
        <source>0: events have none</source>
        <translation>0: Ereignisse haben keinen</translation>
    </message>
    <message>
        <source>0: unknown</source>
        <translation>0: unbekannt</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 Aufruf</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 Tag</translation>
    </message>
    <message>
        <source>1 h to 1 day</source>
        <translation>1 h bis 1 Tag</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 Stunde</translation>
    </message>
    <message>
        <source>1 week</source>
        <translation>1 Woche</translation>
    </message>
    <message>
        <source>1. Stuck: the service died, clients get 409. Did the money move?</source>
        <translation>1. Hängend: Der Dienst ist gestorben, Clients bekommen 409. Ist das Geld geflossen?</translation>
    </message>
    <message>
        <source>15 min to 1 h</source>
        <translation>15 min bis 1 h</translation>
    </message>
    <message>
        <source>2. Asked: the gateway's answer, what it proves, and what follows. Nothing is written.</source>
        <translation>2. Gefragt: die Antwort des Gateways, was sie beweist und was daraus folgt. Nichts wird geschrieben.</translation>
    </message>
    <message>
        <source>24 numbers are a day</source>
        <translation>24 Zahlen sind ein Tag</translation>
    </message>
    <message>
        <source>3 days</source>
        <translation>3 Tage</translation>
    </message>
    <message>
        <source>3. Settled: under a new fence, with a reason and an audit row. Clients get their answer.</source>
        <translation>3. Abgeschlossen: unter neuer Fence, mit Begründung und Audit-Zeile. Clients bekommen ihre Antwort.</translation>
    </message>
    <message>
        <source>30 days</source>
        <translation>30 Tage</translation>
    </message>
    <message>
        <source>409: in progress, or stuck</source>
        <translation>409: in Arbeit oder hängend</translation>
    </message>
    <message>
        <source>6 hours</source>
        <translation>6 Stunden</translation>
    </message>
    <message>
        <source>95 % by</source>
        <translation>95 % bis</translation>
    </message>
    <message>
        <source>95 % done</source>
        <translation>95 % erledigt</translation>
    </message>
    <message>
        <source>99 % by</source>
        <translation>99 % bis</translation>
    </message>
    <message>
        <source>; %1 if Retry-After is honored</source>
        <translation>; %1, wenn Retry-After beachtet wird</translation>
    </message>
    <message>
        <source>; %1 more were left out</source>
        <translation>; %1 weitere ausgelassen</translation>
    </message>
    <message numerus="yes">
        <source>; %Ln checks found nothing</source>
        <translation><numerusform>; %Ln Prüfung fand nichts</numerusform><numerusform>; %Ln Prüfungen fanden nichts</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>; %Ln could not be made</source>
        <translation><numerusform>; %Ln war nicht möglich</numerusform><numerusform>; %Ln waren nicht möglich</numerusform></translation>
    </message>
    <message>
        <source>A UUID as text is 36</source>
        <translation>Eine UUID als Text zählt 36</translation>
    </message>
    <message>
        <source>A bundle is a saved view of a key, a plan or a time range. Open one, or drop its file here. No connection is needed.</source>
        <translation>Ein Bündel ist eine gespeicherte Ansicht eines Schlüssels, eines Plans oder eines Zeitraums. Eines öffnen oder die Datei hier ablegen. Eine Verbindung ist nicht nötig.</translation>
    </message>
    <message>
        <source>A circuit breaker</source>
        <translation>Circuit Breaker</translation>
    </message>
    <message>
        <source>A client's retry log</source>
        <translation>Wiederholungslog eines Clients</translation>
    </message>
    <message>
        <source>A column that the profile names is not there.</source>
        <translation>Eine Spalte, die das Profil nennt, fehlt.</translation>
    </message>
    <message>
        <source>A dry run comes first: it shows what would be written.</source>
        <translation>Zuerst kommt ein Probelauf: Er zeigt, was geschrieben würde.</translation>
    </message>
    <message>
        <source>A duplicate event leaves no row of its own.</source>
        <translation>Ein doppeltes Ereignis hinterlässt keine eigene Zeile.</translation>
    </message>
    <message>
        <source>A duplicate is then refused or replayed, at no cost</source>
        <translation>Eine doppelte wird dann kostenlos abgelehnt oder aus dem Speicher beantwortet</translation>
    </message>
    <message>
        <source>A hash of the request, to tell a retry from another request.</source>
        <translation>Ein Hash der Anfrage, um eine Wiederholung von einer anderen Anfrage zu unterscheiden.</translation>
    </message>
    <message>
        <source>A key a line, or CSV with a header (key, tenant, operation, or the columns of the row's identity). Paste it, drop a file, or open one.</source>
        <translation>Ein Schlüssel je Zeile oder CSV mit Kopfzeile (key, tenant, operation oder die Spalten der Identität der Zeile). Einfügen, Datei ablegen oder öffnen.</translation>
    </message>
    <message>
        <source>A key, order, customer, event, log line or link; a page, action, plan or table</source>
        <translation>Schlüssel, Auftrag, Kunde, Ereignis, Logzeile oder Link; Seite, Aktion, Plan oder Tabelle</translation>
    </message>
    <message>
        <source>A list of keys</source>
        <translation>Eine Liste von Schlüsseln</translation>
    </message>
    <message>
        <source>A part of the link cannot be read: “%1”.</source>
        <translation>Ein Teil des Links ist nicht lesbar: „%1“.</translation>
    </message>
    <message>
        <source>A part of the link is there twice: “%1”.</source>
        <translation>Ein Teil des Links kommt zweimal vor: „%1“.</translation>
    </message>
    <message>
        <source>A person with the rights can run the script below.</source>
        <translation>Eine Person mit den nötigen Rechten kann das Skript unten ausführen.</translation>
    </message>
    <message>
        <source>A plan does one thing to many rows: settle, release, requeue … Its rows are frozen when it is created, a dry run shows what would be written, and any console can run, pause and resume it.</source>
        <translation>Ein Plan macht mit vielen Zeilen dasselbe: abschließen, freigeben, erneut einreihen … Seine Zeilen werden beim Erstellen eingefroren, ein Probelauf zeigt, was geschrieben würde, und jede Konsole kann ihn ausführen, pausieren und fortsetzen.</translation>
    </message>
    <message>
        <source>A private PostgreSQL with live traffic: a refund service that crashes now and then, a gateway with faults, and events over a broker that loses acknowledgements. It does not touch your data and is removed when the program ends.</source>
        <translation>Ein privates PostgreSQL mit laufendem Verkehr: ein Erstattungsdienst, der ab und zu abstürzt, ein Gateway mit Fehlern und Ereignisse über einen Broker, der Bestätigungen verliert. Eigene Daten bleiben unberührt; es wird entfernt, wenn das Programm endet.</translation>
    </message>
    <message>
        <source>A process runs it: stop it first.</source>
        <translation>Ein Prozess führt es aus: zuerst diesen stoppen.</translation>
    </message>
    <message>
        <source>A replayed or refused request leaves no row of its own.</source>
        <translation>Eine aus dem Speicher beantwortete oder abgelehnte Anfrage hinterlässt keine eigene Zeile.</translation>
    </message>
    <message>
        <source>A request for the events is filed; no event is written yet. It waits for a second approver, who decides on the page “Needs a person”. After the approval the events are published with new ids, and consumers process them once more.</source>
        <translation>Eine Anfrage für die Ereignisse wird gestellt; noch wird kein Ereignis geschrieben. Sie wartet auf einen zweiten Genehmiger, der auf der Seite „Braucht eine Person“ entscheidet. Nach der Genehmigung werden die Ereignisse mit neuen IDs veröffentlicht, und Consumer verarbeiten sie noch einmal.</translation>
    </message>
    <message>
        <source>A request now runs</source>
        <translation>Eine Anfrage würde jetzt ausgeführt</translation>
    </message>
    <message>
        <source>A retry budget</source>
        <translation>Wiederholungsbudget</translation>
    </message>
    <message>
        <source>A row whose evidence settles nothing gets a case and an audit row with the answer.</source>
        <translation>Eine Zeile, deren Nachweis nichts entscheidet, bekommt einen Fall und eine Audit-Zeile mit der Antwort.</translation>
    </message>
    <message>
        <source>A row with a value, or a yes, in one of these columns is deleted, archived or cancelled: it is neither stuck nor waiting.</source>
        <translation>Eine Zeile mit einem Wert oder einem Ja in einer dieser Spalten ist gelöscht, archiviert oder storniert und hängt oder wartet daher nicht.</translation>
    </message>
    <message>
        <source>A rule fires while its value is above a limit. An empty limit means none; with both empty the rule is off. Write ages as 30s, 5m or 2h. `oncectl check` applies the same rules for a monitoring system.</source>
        <translation>Eine Regel schlägt an, solange ihr Wert über einer Grenze liegt. Eine leere Grenze bedeutet keine; sind beide leer, ist die Regel aus. Alter als 30s, 5m oder 2h schreiben. `oncectl check` wendet dieselben Regeln für ein Überwachungssystem an.</translation>
    </message>
    <message>
        <source>A rule: %1.</source>
        <translation>Eine Regel: %1.</translation>
    </message>
    <message>
        <source>A sample of</source>
        <translation>Stichprobe:</translation>
    </message>
    <message>
        <source>A seal is a hash over all that was written until now. Verification then notices a row that was removed. Writers are not blocked. A seal cannot be taken back.</source>
        <translation>Ein Siegel ist ein Hash über alles, was bis jetzt geschrieben wurde. Der Prüfung fällt dann eine entfernte Zeile auf. Schreibende werden nicht blockiert. Ein Siegel kann nicht zurückgenommen werden.</translation>
    </message>
    <message>
        <source>A transaction holds the row right now</source>
        <translation>Eine Transaktion hält die Zeile gerade</translation>
    </message>
    <message>
        <source>A value that no row showed</source>
        <translation>Ein Wert, den keine Zeile zeigte</translation>
    </message>
    <message>
        <source>A write names the row as you saw it, and changes nothing if the row has changed since. It guards only itself: a service that updates this table by key may still overwrite it later.</source>
        <translation>Ein Schreiben nennt die Zeile, wie sie gesehen wurde, und ändert nichts, wenn sie sich seitdem geändert hat. Es schützt nur sich selbst: Ein Dienst, der diese Tabelle nach Schlüssel ändert, kann es später noch überschreiben.</translation>
    </message>
    <message>
        <source>A&amp;ll roles</source>
        <translation>A&amp;lle Rollen</translation>
    </message>
    <message>
        <source>A&amp;nother seed</source>
        <translation>A&amp;nderer Seed</translation>
    </message>
    <message>
        <source>A&amp;uthentication</source>
        <translation>A&amp;uthentifizierung</translation>
    </message>
    <message>
        <source>ANOTHER EFFECT</source>
        <translation>ANDERE WIRKUNG</translation>
    </message>
    <message>
        <source>About rows %1 to %2 of %3, %4</source>
        <translation>Etwa Zeilen %1 bis %2 von %3, %4</translation>
    </message>
    <message>
        <source>Accept, attempt or store</source>
        <translation>accept, attempt oder store</translation>
    </message>
    <message>
        <source>Act</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add &amp;note</source>
        <translation>&amp;Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Add a &amp;column</source>
        <translation>&amp;Spalte hinzufügen</translation>
    </message>
    <message>
        <source>Add a con&amp;dition</source>
        <translation>Be&amp;dingung hinzufügen</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Add the value</source>
        <translation>Wert hinzufügen</translation>
    </message>
    <message>
        <source>Add to %1</source>
        <translation>Zu %1 hinzufügen</translation>
    </message>
    <message>
        <source>Adding a note</source>
        <translation>Notiz wird hinzugefügt</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Address of this connection</source>
        <translation>Adresse dieser Verbindung</translation>
    </message>
    <message>
        <source>Administration</source>
        <translation>Verwaltung</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>After no. %1</source>
        <translation>Nach Nr. %1</translation>
    </message>
    <message>
        <source>After the undo</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>Age of the oldest event that is not published</source>
        <translation>Alter des ältesten nicht veröffentlichten Ereignisses</translation>
    </message>
    <message>
        <source>Aggregate</source>
        <translation>Aggregat</translation>
    </message>
    <message>
        <source>Aggregate id</source>
        <translation>Aggregat-ID</translation>
    </message>
    <message>
        <source>Aggregate type</source>
        <translation>Aggregattyp</translation>
    </message>
    <message>
        <source>Alert rules</source>
        <translation>Alarmregeln</translation>
    </message>
    <message>
        <source>Alert rules…</source>
        <translation>Alarmregeln…</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All %1 not chosen yet:</source>
        <translation>Alle %1 noch nicht gewählten:</translation>
    </message>
    <message>
        <source>All by</source>
        <translation>Alle bis</translation>
    </message>
    <message>
        <source>All dead letters</source>
        <translation>Alle unzustellbaren Ereignisse</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All finished keys</source>
        <translation>Alle fertigen Schlüssel</translation>
    </message>
    <message>
        <source>All is stopped. The reason is kept with your name in the audit trail.</source>
        <translation>Alles ist gestoppt. Die Begründung steht mit dem Namen im Audit-Protokoll.</translation>
    </message>
    <message>
        <source>All items</source>
        <translation>Alle Posten</translation>
    </message>
    <message>
        <source>All not chosen yet: %1</source>
        <translation>Alle noch nicht gewählten: %1</translation>
    </message>
    <message>
        <source>All of it is registered already.</source>
        <translation>Alles ist bereits registriert.</translation>
    </message>
    <message>
        <source>All of them need a person: evidence does not settle them.</source>
        <translation>Alle brauchen eine Person: Der Nachweis schließt sie nicht ab.</translation>
    </message>
    <message>
        <source>All operations</source>
        <translation>Alle Vorgänge</translation>
    </message>
    <message>
        <source>All requests are refused from the start</source>
        <translation>Alle Anfragen werden von Beginn an abgelehnt</translation>
    </message>
    <message>
        <source>All started</source>
        <translation>Alles gestartet</translation>
    </message>
    <message>
        <source>All stopped</source>
        <translation>Alles gestoppt</translation>
    </message>
    <message>
        <source>All stuck leases</source>
        <translation>Alle hängenden Leases</translation>
    </message>
    <message>
        <source>All stuck rows</source>
        <translation>Alle hängenden Zeilen</translation>
    </message>
    <message>
        <source>All tables…</source>
        <translation>Alle Tabellen…</translation>
    </message>
    <message>
        <source>All tenants</source>
        <translation>Alle Mandanten</translation>
    </message>
    <message>
        <source>All works again.</source>
        <translation>Alles arbeitet wieder.</translation>
    </message>
    <message>
        <source>Already %1 by %2: %3</source>
        <translation>Bereits %1 durch %2: %3</translation>
    </message>
    <message>
        <source>Also keys whose &amp;window has not ended</source>
        <translation>Auch Schlüssel, deren Auf&amp;bewahrungszeit nicht abgelaufen ist</translation>
    </message>
    <message>
        <source>Also rows without a visible lease: I know that no executor is at &amp;work on them</source>
        <translation>Auch Zeilen ohne sichtbare Lease: Ich weiß, dass kein Ausführer daran &amp;arbeitet</translation>
    </message>
    <message>
        <source>Alwa&amp;ys</source>
        <translation>I&amp;mmer</translation>
    </message>
    <message>
        <source>Am&amp;plification</source>
        <translation>&amp;Verstärkung</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Amounts</source>
        <translation>Beträge</translation>
    </message>
    <message>
        <source>Amounts of the rows</source>
        <translation>Beträge der Zeilen</translation>
    </message>
    <message>
        <source>Amounts: %1.</source>
        <translation>Beträge: %1.</translation>
    </message>
    <message>
        <source>An executor that took over a key, or lost it, leaves no row of its own.</source>
        <translation>Ein Ausführer, der einen Schlüssel übernahm oder verlor, hinterlässt keine eigene Zeile.</translation>
    </message>
    <message>
        <source>An incident bundle is a saved view of a key, a plan or a time range. It opens without a connection.</source>
        <translation>Ein Vorfallbündel ist eine gespeicherte Ansicht eines Schlüssels, eines Plans oder eines Zeitraums. Es öffnet sich ohne Verbindung.</translation>
    </message>
    <message numerus="yes">
        <source>And %Ln more remarks.</source>
        <translation><numerusform>Und %Ln weitere Bemerkung.</numerusform><numerusform>Und %Ln weitere Bemerkungen.</numerusform></translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation>Andere Antwort</translation>
    </message>
    <message>
        <source>Another database user, %1, &amp;made this plan. I have read what it writes.</source>
        <translation>Ein anderer Datenbankbenutzer, %1, hat diesen Plan &amp;erstellt. Bestätigt: Was er schreibt, ist gelesen.</translation>
    </message>
    <message>
        <source>Another gateway configuration, only for this comparison</source>
        <translation>Andere Gateway-Konfiguration, nur für diesen Abgleich</translation>
    </message>
    <message>
        <source>Another person decided it first. The decision is shown below.</source>
        <translation>Eine andere Person hat zuerst entschieden. Die Entscheidung steht unten.</translation>
    </message>
    <message>
        <source>Another transaction changed the same rows.</source>
        <translation>Eine andere Transaktion hat dieselben Zeilen geändert.</translation>
    </message>
    <message>
        <source>Another transaction holds a lock that this needs.</source>
        <translation>Eine andere Transaktion hält eine Sperre, die hierfür nötig ist.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer for each row</source>
        <translation>Antwort zu jeder Zeile</translation>
    </message>
    <message>
        <source>Answer of the gateway now</source>
        <translation>Antwort des Gateways jetzt</translation>
    </message>
    <message>
        <source>Answered from what was stored, at no cost</source>
        <translation>Kostenlos aus dem Gespeicherten beantwortet</translation>
    </message>
    <message>
        <source>Answers of the gateway</source>
        <translation>Antworten des Gateways</translation>
    </message>
    <message>
        <source>Any action</source>
        <translation>Jede Aktion</translation>
    </message>
    <message>
        <source>Any operation</source>
        <translation>Jeder Vorgang</translation>
    </message>
    <message>
        <source>Any order</source>
        <translation>Jeder Auftrag</translation>
    </message>
    <message>
        <source>Any tenant</source>
        <translation>Jeder Mandant</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Jederzeit</translation>
    </message>
    <message>
        <source>Approval refused</source>
        <translation>Genehmigung abgelehnt</translation>
    </message>
    <message>
        <source>Approval requested</source>
        <translation>Genehmigung angefragt</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>Genehmigungen</translation>
    </message>
    <message>
        <source>Approve no. %1: %2</source>
        <translation>Nr. %1 genehmigen: %2</translation>
    </message>
    <message>
        <source>Approve the gateway</source>
        <translation>Gateway genehmigen</translation>
    </message>
    <message>
        <source>Approve the gateway …</source>
        <translation>Gateway genehmigen …</translation>
    </message>
    <message>
        <source>Approve …</source>
        <translation>Genehmigen …</translation>
    </message>
    <message>
        <source>Approved and written. The relays of their topics publish the events with new ids.</source>
        <translation>Genehmigt und geschrieben. Die Relays der Topics veröffentlichen die Ereignisse mit neuen IDs.</translation>
    </message>
    <message>
        <source>Approved and written: the %1 is gone.</source>
        <translation>Genehmigt und geschrieben: %1 ist weg.</translation>
    </message>
    <message>
        <source>Approved and written: the %1 is now %2.</source>
        <translation>Genehmigt und geschrieben: %1 ist jetzt %2.</translation>
    </message>
    <message>
        <source>Approving</source>
        <translation>Wird genehmigt</translation>
    </message>
    <message>
        <source>Approving writes at once, in your name. The gateway is not asked again by itself: ask it here first.</source>
        <translation>Genehmigen schreibt sofort, im eigenen Namen. Das Gateway wird nicht von selbst erneut gefragt: zuerst hier fragen.</translation>
    </message>
    <message>
        <source>Approving writes the events anew, in your name, with new ids: every consumer processes them again.</source>
        <translation>Genehmigen schreibt die Ereignisse neu, im eigenen Namen und mit neuen IDs: Jeder Consumer verarbeitet sie noch einmal.</translation>
    </message>
    <message>
        <source>Arithmetic of the chosen figure</source>
        <translation>Rechenweg der gewählten Kennzahl</translation>
    </message>
    <message>
        <source>Arm writes on %1?</source>
        <translation>Schreiben auf %1 scharf schalten?</translation>
    </message>
    <message>
        <source>Arm writes…</source>
        <translation>Scharf schalten…</translation>
    </message>
    <message>
        <source>Armed %1</source>
        <translation>Scharf %1</translation>
    </message>
    <message>
        <source>Arming…</source>
        <translation>Scharf schalten…</translation>
    </message>
    <message>
        <source>Arrange %1</source>
        <translation>%1 anordnen</translation>
    </message>
    <message>
        <source>As JSON text; {} is 2</source>
        <translation>Als JSON-Text; {} zählt 2</translation>
    </message>
    <message>
        <source>As in the service's configuration</source>
        <translation>Wie in der Konfiguration des Dienstes</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Jetziger Stand</translation>
    </message>
    <message>
        <source>As it was made</source>
        <translation>Bei der Erstellung</translation>
    </message>
    <message>
        <source>As l&amp;isted</source>
        <translation>Wie gel&amp;istet</translation>
    </message>
    <message>
        <source>As of %1</source>
        <translation>Stand: %1</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>Als Text</translation>
    </message>
    <message>
        <source>As you saw it</source>
        <translation>Wie zuvor gesehen</translation>
    </message>
    <message>
        <source>As&amp;k on opening</source>
        <translation>Beim Öffnen &amp;fragen</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ask a&amp;gain</source>
        <translation>Erneut f&amp;ragen</translation>
    </message>
    <message>
        <source>Ask again in %1. Nothing is run twice.</source>
        <translation>In %1 erneut fragen. Nichts wird zweimal ausgeführt.</translation>
    </message>
    <message>
        <source>Ask again later. Nothing is run twice.</source>
        <translation>Später erneut fragen. Nichts wird zweimal ausgeführt.</translation>
    </message>
    <message>
        <source>Ask again later; a sweeper does by itself %1. Nothing is run twice.</source>
        <translation>Später erneut fragen; ein Sweeper tut es von selbst %1. Nichts wird zweimal ausgeführt.</translation>
    </message>
    <message>
        <source>Ask the &amp;gateway</source>
        <translation>Gate&amp;way fragen</translation>
    </message>
    <message>
        <source>Ask the gateway</source>
        <translation>Gateway fragen</translation>
    </message>
    <message>
        <source>Ask the gateway about the selected rows</source>
        <translation>Gateway zu den ausgewählten Zeilen fragen</translation>
    </message>
    <message>
        <source>Ask the gateway first.</source>
        <translation>Zuerst das Gateway fragen.</translation>
    </message>
    <message>
        <source>Ask the server's administrator for an entry in pg_hba.conf.</source>
        <translation>Beim Administrator des Servers einen Eintrag in pg_hba.conf erbitten.</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Angefragt</translation>
    </message>
    <message>
        <source>Asked by %1 at %2; the relay does it when it runs</source>
        <translation>Angefordert von %1 um %2; das Relay tut es, wenn es läuft</translation>
    </message>
    <message>
        <source>Asked by %1, %2 (%3), ticket %4</source>
        <translation>Angefragt von %1, %2 (%3), Ticket %4</translation>
    </message>
    <message>
        <source>Asking the gateway</source>
        <translation>Gateway wird gefragt</translation>
    </message>
    <message>
        <source>Asking the gateway …</source>
        <translation>Gateway wird gefragt …</translation>
    </message>
    <message>
        <source>Asking the gateway…</source>
        <translation>Gateway wird gefragt…</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>Server wird gefragt…</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Wird gefragt…</translation>
    </message>
    <message>
        <source>Asks the gateway about each unfinished key as soon as its case is open. Asking writes nothing.</source>
        <translation>Fragt das Gateway zu jedem unfertigen Schlüssel, sobald sein Fall geöffnet ist. Fragen schreibt nichts.</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>At least %1</source>
        <translation>Mindestens %1</translation>
    </message>
    <message>
        <source>At least %1 events match; the rest is not counted. Choose a shorter time, or use oncectl outbox republish.</source>
        <translation>Mindestens %1 Ereignisse passen; der Rest ist nicht gezählt. Kürzere Zeit wählen oder oncectl outbox republish verwenden.</translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln cases need a person</source>
        <translation><numerusform>Mindestens ein Fall braucht eine Person</numerusform><numerusform>Mindestens %Ln Fälle brauchen eine Person</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln keys are released, and no client has retried in time.</source>
        <translation><numerusform>Mindestens %Ln Schlüssel ist freigegeben, und kein Client hat rechtzeitig wiederholt.</numerusform><numerusform>Mindestens %Ln Schlüssel sind freigegeben, und kein Client hat rechtzeitig wiederholt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln keys are stuck</source>
        <translation><numerusform>Mindestens %Ln Schlüssel hängt</numerusform><numerusform>Mindestens %Ln Schlüssel hängen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln requests wait for a second approver</source>
        <translation><numerusform>Mindestens %Ln Anfrage wartet auf einen zweiten Genehmiger</numerusform><numerusform>Mindestens %Ln Anfragen warten auf einen zweiten Genehmiger</numerusform></translation>
    </message>
    <message>
        <source>At the gateway</source>
        <translation>Beim Gateway</translation>
    </message>
    <message>
        <source>At worst</source>
        <translation>Schlimmstenfalls</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Attempt's timeout</source>
        <translation>Timeout des Versuchs</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Attempts that begin during it all fail</source>
        <translation>Versuche, die währenddessen beginnen, scheitern alle</translation>
    </message>
    <message>
        <source>Attempts that the circuit breaker stopped: they never left the client</source>
        <translation>Versuche, die der Circuit Breaker aufhielt und die den Client nie verließen</translation>
    </message>
    <message>
        <source>Attempts: must be a number from 1, or none.</source>
        <translation>Versuche: Zahl ab 1 oder „none“ nötig.</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>Audit no. %1</source>
        <translation>Audit Nr. %1</translation>
    </message>
    <message>
        <source>Audit row no. %1 records who asked, who approved, why, and the evidence.</source>
        <translation>Audit-Zeile Nr. %1 hält fest, wer angefragt und wer genehmigt hat, warum, und den Nachweis.</translation>
    </message>
    <message>
        <source>Audit row no. %1 shows who and why.</source>
        <translation>Audit-Zeile Nr. %1 zeigt, wer und warum.</translation>
    </message>
    <message>
        <source>Audit row no. %1 shows who asked, who approved and why.</source>
        <translation>Audit-Zeile Nr. %1 zeigt, wer anfragte, wer genehmigte und warum.</translation>
    </message>
    <message>
        <source>Audit row no. %1 shows who, why and on what evidence.</source>
        <translation>Audit-Zeile Nr. %1 zeigt, wer, warum und mit welchem Nachweis.</translation>
    </message>
    <message>
        <source>Audit trail</source>
        <translation>Audit-Protokoll</translation>
    </message>
    <message>
        <source>Authentication</source>
        <translation>Authentifizierung</translation>
    </message>
    <message>
        <source>Authority's certificate</source>
        <translation>Zertifikat der CA</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück: %1</translation>
    </message>
    <message>
        <source>Back to the pr&amp;ivate store</source>
        <translation>Zurück zum pri&amp;vaten Store</translation>
    </message>
    <message>
        <source>Back to the queue</source>
        <translation>Zurück zur Liste</translation>
    </message>
    <message>
        <source>Back to the queue (Esc)</source>
        <translation>Zurück zur Liste (Esc)</translation>
    </message>
    <message>
        <source>Back to the tables</source>
        <translation>Zurück zu den Tabellen</translation>
    </message>
    <message>
        <source>Back to the tables  Esc</source>
        <translation>Zurück zu den Tabellen  Esc</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Before anything is written the gateway is asked again. If its answer or the key changed, nothing is settled.</source>
        <translation>Bevor etwas geschrieben wird, wird das Gateway erneut gefragt. Wenn sich seine Antwort oder der Schlüssel geändert hat, wird nichts abgeschlossen.</translation>
    </message>
    <message>
        <source>Before each row is written the gateway is asked again. Where its answer or the row has changed, that row is not written.</source>
        <translation>Vor dem Schreiben jeder Zeile wird das Gateway erneut gefragt. Hat sich seine Antwort oder die Zeile geändert, wird diese Zeile nicht geschrieben.</translation>
    </message>
    <message>
        <source>Begin within</source>
        <translation>Beginnen binnen</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>Beginnt</translation>
    </message>
    <message>
        <source>Behind</source>
        <translation>Verzug</translation>
    </message>
    <message>
        <source>Between all these attempts together, at most</source>
        <translation>Zwischen all diesen Versuchen zusammen, höchstens</translation>
    </message>
    <message>
        <source>Between, in UTC</source>
        <translation>Zwischen, in UTC</translation>
    </message>
    <message>
        <source>Between…</source>
        <translation>Zwischen…</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Body</translation>
    </message>
    <message>
        <source>Body from &amp;file…</source>
        <translation>Body aus &amp;Datei…</translation>
    </message>
    <message>
        <source>Body to be stored</source>
        <translation>Zu speichernder Body</translation>
    </message>
    <message>
        <source>Budget %</source>
        <translation>Budget %</translation>
    </message>
    <message>
        <source>Bundle</source>
        <translation>Bündel</translation>
    </message>
    <message>
        <source>Bundle…</source>
        <translation>Bündel…</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>By PG* variables</source>
        <translation>Mit PG*-Variablen</translation>
    </message>
    <message>
        <source>By connection string</source>
        <translation>Mit Verbindungszeichenfolge</translation>
    </message>
    <message>
        <source>By end of the lease</source>
        <translation>Nach Ende der Lease</translation>
    </message>
    <message>
        <source>By fields</source>
        <translation>Mit Feldern</translation>
    </message>
    <message>
        <source>By host</source>
        <translation>Nach Host</translation>
    </message>
    <message>
        <source>By operation</source>
        <translation>Nach Vorgang</translation>
    </message>
    <message>
        <source>By service name</source>
        <translation>Mit Dienstname</translation>
    </message>
    <message>
        <source>By tenant</source>
        <translation>Nach Mandant</translation>
    </message>
    <message>
        <source>By when which share of the requests has its answer.</source>
        <translation>Bis wann welcher Anteil der Anfragen beantwortet ist.</translation>
    </message>
    <message>
        <source>Bytes of a leaf entry with its header, without the line pointer: key of 16 bytes: 24</source>
        <translation>Bytes eines Blatteintrags mit Header, ohne Zeilenzeiger: Schlüssel mit 16 Byte: 24</translation>
    </message>
    <message>
        <source>Bytes of a row</source>
        <translation>Bytes je Zeile</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>CAPTURE</source>
        <translation>CAPTURE</translation>
    </message>
    <message>
        <source>CS&amp;V</source>
        <translation>&amp;CSV</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>A&amp;bbrechen</translation>
    </message>
    <message>
        <source>Calculation</source>
        <translation>Berechnung</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>Aufgerufen von</translation>
    </message>
    <message>
        <source>Called stuck since %1</source>
        <translation>Gilt als hängend seit %1</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Calls a second</source>
        <translation>Aufrufe pro Sekunde</translation>
    </message>
    <message>
        <source>Calls a second that reach the server, over the time since the start.</source>
        <translation>Aufrufe pro Sekunde, die den Server erreichen, über die Zeit seit Beginn.</translation>
    </message>
    <message>
        <source>Calls for one request</source>
        <translation>Aufrufe für eine Anfrage</translation>
    </message>
    <message>
        <source>Calls without progress: a lost write, a refusal, an answer to a client that gave up</source>
        <translation>Aufrufe ohne Fortschritt: ein verlorener Schreibvorgang, eine Ablehnung, eine Antwort an einen Client, der aufgegeben hat</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel at the gateway, settle as failed</source>
        <translation>Beim Gateway stornieren, als fehlgeschlagen abschließen</translation>
    </message>
    <message>
        <source>Cancel the comparison</source>
        <translation>Abgleich abbrechen</translation>
    </message>
    <message>
        <source>Cancel the running query</source>
        <translation>Laufende Abfrage abbrechen</translation>
    </message>
    <message>
        <source>Cancel the running query (Ctrl+.)</source>
        <translation>Laufende Abfrage abbrechen (Strg+.)</translation>
    </message>
    <message>
        <source>Cancel the simulation</source>
        <translation>Simulation abbrechen</translation>
    </message>
    <message>
        <source>Cannot be undone: %1</source>
        <translation>Nicht rückgängig zu machen: %1</translation>
    </message>
    <message>
        <source>Cannot tell</source>
        <translation>Nicht erkennbar</translation>
    </message>
    <message>
        <source>Cannot tell: the stored fingerprint is of a kind this program does not know.</source>
        <translation>Nicht feststellbar: Die Art des gespeicherten Fingerabdrucks ist diesem Programm unbekannt.</translation>
    </message>
    <message>
        <source>Cap</source>
        <translation>Obergrenze</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>Cards that are shown</source>
        <translation>Gezeigte Karten</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message numerus="yes">
        <source>Case: %1, asked %Ln times</source>
        <translation><numerusform>Fall: %1, einmal gefragt</numerusform><numerusform>Fall: %1, %Ln-mal gefragt</numerusform></translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Fälle</translation>
    </message>
    <message>
        <source>Cases and requests cannot be read</source>
        <translation>Fälle und Anfragen sind nicht lesbar</translation>
    </message>
    <message>
        <source>Cases and requests need the onceover schema. Install it with: oncectl schema install.</source>
        <translation>Fälle und Anfragen brauchen das Schema onceover. Installation mit: oncectl schema install.</translation>
    </message>
    <message>
        <source>Cases that evidence does not settle appear here, and manual overrides that wait for a second approver.</source>
        <translation>Hier erscheinen Fälle, die kein Nachweis abschließt, und manuelle Entscheidungen, die auf einen zweiten Genehmiger warten.</translation>
    </message>
    <message>
        <source>Cases that evidence does not settle are listed here with the reason.</source>
        <translation>Fälle, die kein Nachweis abschließt, stehen hier mit dem Grund.</translation>
    </message>
    <message>
        <source>Cases that need a person</source>
        <translation>Fälle, die eine Person brauchen</translation>
    </message>
    <message>
        <source>Cells are separated by</source>
        <translation>Zellen getrennt durch</translation>
    </message>
    <message>
        <source>Chance to be done</source>
        <translation>Erfolgschance</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Changes: %1</source>
        <translation>Ändert sich: %1</translation>
    </message>
    <message>
        <source>Charged twice?</source>
        <translation>Doppelt belastet?</translation>
    </message>
    <message>
        <source>Charged twice? %1</source>
        <translation>Doppelt belastet? %1</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Check both. libpq's password file may hold an old one.</source>
        <translation>Beide prüfen. In der Passwortdatei von libpq kann ein altes stehen.</translation>
    </message>
    <message>
        <source>Check its name, and which pg_service.conf is read (PGSERVICEFILE).</source>
        <translation>Den Namen prüfen, und welche pg_service.conf gelesen wird (PGSERVICEFILE).</translation>
    </message>
    <message>
        <source>Check its spelling, and whether a VPN is needed.</source>
        <translation>Die Schreibweise prüfen, und ob ein VPN nötig ist.</translation>
    </message>
    <message>
        <source>Check its spelling.</source>
        <translation>Die Schreibweise prüfen.</translation>
    </message>
    <message>
        <source>Check the database's name.</source>
        <translation>Den Namen der Datenbank prüfen.</translation>
    </message>
    <message>
        <source>Check the network, and whether a VPN is needed.</source>
        <translation>Das Netz prüfen, und ob ein VPN nötig ist.</translation>
    </message>
    <message>
        <source>Check the port, and whether a proxy is in between. Without TLS, choose sslmode disable for this connection.</source>
        <translation>Den Port prüfen, und ob ein Proxy dazwischen ist. Ohne TLS für diese Verbindung sslmode disable wählen.</translation>
    </message>
    <message>
        <source>Check the port, and whether the server runs.</source>
        <translation>Den Port prüfen, und ob der Server läuft.</translation>
    </message>
    <message>
        <source>Check the user's name.</source>
        <translation>Den Namen des Benutzers prüfen.</translation>
    </message>
    <message>
        <source>Checking alert rules</source>
        <translation>Alarmregeln werden geprüft</translation>
    </message>
    <message>
        <source>Checking table permissions</source>
        <translation>Rechte an der Tabelle werden geprüft</translation>
    </message>
    <message>
        <source>Checking the plan</source>
        <translation>Plan wird geprüft</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Checkpoints every</source>
        <translation>Checkpoints alle</translation>
    </message>
    <message>
        <source>Checks whether any audit row was changed, removed or inserted</source>
        <translation>Prüft, ob eine Audit-Zeile geändert, entfernt oder eingefügt wurde</translation>
    </message>
    <message>
        <source>Choose a &amp;gateway …</source>
        <translation>&amp;Gateway wählen …</translation>
    </message>
    <message>
        <source>Choose a gateway first.</source>
        <translation>Zuerst ein Gateway wählen.</translation>
    </message>
    <message>
        <source>Choose a gateway's configuration</source>
        <translation>Konfiguration eines Gateways wählen</translation>
    </message>
    <message>
        <source>Choose a key to see what the server knows about its holder.</source>
        <translation>Einen Schlüssel wählen, um zu sehen, was der Server über seinen Inhaber weiß.</translation>
    </message>
    <message>
        <source>Choose at least one strategy.</source>
        <translation>Mindestens eine Strategie wählen.</translation>
    </message>
    <message>
        <source>Choose columns …</source>
        <translation>Spalten wählen …</translation>
    </message>
    <message>
        <source>Choose the onceover store on the Tables page to open its keys.</source>
        <translation>Den Onceover-Store auf der Seite „Tabellen“ wählen, um seine Schlüssel zu öffnen.</translation>
    </message>
    <message>
        <source>Choose the time range, then compare. It only reads, at the rate that the gateway declares, and runs in the background.</source>
        <translation>Den Zeitraum wählen, dann vergleichen. Es wird nur gelesen, mit der Rate, die das Gateway angibt, und im Hintergrund.</translation>
    </message>
    <message>
        <source>Choose this table on the Tables page to open its rows.</source>
        <translation>Diese Tabelle auf der Seite „Tabellen“ wählen, um ihre Zeilen zu öffnen.</translation>
    </message>
    <message>
        <source>Circuit breaker</source>
        <translation>Circuit Breaker</translation>
    </message>
    <message>
        <source>Claimed without a lease at %1</source>
        <translation>Ohne Lease belegt um %1</translation>
    </message>
    <message>
        <source>Claims in each hour, separated by commas and repeated; the busiest stretch counts</source>
        <translation>Belegungen je Stunde, durch Kommas getrennt und wiederholt; der dichteste Abschnitt zählt</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Clear the log</source>
        <translation>Log leeren</translation>
    </message>
    <message>
        <source>Click a column above to correct what it is. Verdicts and further roles are under "All roles".</source>
        <translation>Oben auf eine Spalte klicken, um zu berichtigen, was sie ist. Entscheidungen und weitere Rollen stehen unter „Alle Rollen“.</translation>
    </message>
    <message>
        <source>Click to choose what the column is.</source>
        <translation>Klicken, um zu wählen, was die Spalte ist.</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Client log</source>
        <translation>Client-Log</translation>
    </message>
    <message>
        <source>Client's patience</source>
        <translation>Geduld des Clients</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>Clients</translation>
    </message>
    <message>
        <source>Clients get %1</source>
        <translation>Clients erhalten %1</translation>
    </message>
    <message>
        <source>Clients that retry get %1 (%2). The effect never will happen under this key; they need a new one.</source>
        <translation>Clients, die wiederholen, bekommen %1 (%2). Die Wirkung tritt unter diesem Schlüssel nie ein; sie brauchen einen neuen.</translation>
    </message>
    <message>
        <source>Clients that retry get %1 and the body made from this answer. The effect is not run again.</source>
        <translation>Clients, die wiederholen, bekommen %1 und den aus dieser Antwort erzeugten Body. Die Wirkung wird nicht erneut ausgeführt.</translation>
    </message>
    <message>
        <source>Clients that retry get the answer below, and the effect is never run again. Make sure that it happened.</source>
        <translation>Clients, die wiederholen, bekommen die Antwort unten, und die Wirkung wird nie wieder ausgeführt. Sicherstellen, dass sie eingetreten ist.</translation>
    </message>
    <message>
        <source>Clients that retry get the error below; they need a new key. Make sure that it never happened, and never will.</source>
        <translation>Clients, die wiederholen, bekommen den Fehler unten; sie brauchen einen neuen Schlüssel. Sicherstellen, dass es nie geschehen ist und nie geschehen wird.</translation>
    </message>
    <message>
        <source>Clients that succeeded</source>
        <translation>Erfolgreiche Clients</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>Details schließen</translation>
    </message>
    <message>
        <source>Close the result</source>
        <translation>Ergebnis schließen</translation>
    </message>
    <message>
        <source>Co&amp;lour</source>
        <translation>&amp;Farbe</translation>
    </message>
    <message>
        <source>Co&amp;mmand</source>
        <translation>B&amp;efehl</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Collecting the incident bundle</source>
        <translation>Vorfallbündel wird gesammelt</translation>
    </message>
    <message>
        <source>Collecting the incident bundle …</source>
        <translation>Vorfallbündel wird gesammelt …</translation>
    </message>
    <message>
        <source>Collecting was cancelled; nothing was saved.</source>
        <translation>Das Sammeln wurde abgebrochen; nichts wurde gespeichert.</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Column of failure</source>
        <translation>Spalte des Fehlschlags</translation>
    </message>
    <message>
        <source>Column of finished attempts</source>
        <translation>Spalte der beendeten Versuche</translation>
    </message>
    <message>
        <source>Column of the length</source>
        <translation>Spalte der Dauer</translation>
    </message>
    <message>
        <source>Column of the state</source>
        <translation>Spalte des Status</translation>
    </message>
    <message>
        <source>Column that is looked at</source>
        <translation>Spalte, die geprüft wird</translation>
    </message>
    <message>
        <source>Column that is written</source>
        <translation>Spalte, die geschrieben wird</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Columns of the row</source>
        <translation>Spalten der Zeile</translation>
    </message>
    <message>
        <source>Columns that are never NULL, the last one unique. None: creation and identity.</source>
        <translation>Spalten, die nie NULL sind, die letzte eindeutig. Keine: Erstellung und Identität.</translation>
    </message>
    <message>
        <source>Columns that set a row aside</source>
        <translation>Spalten, die eine Zeile beiseitelegen</translation>
    </message>
    <message>
        <source>Columns, in their order</source>
        <translation>Spalten in ihrer Reihenfolge</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Compare with the gateway</source>
        <translation>Abgleich mit dem Gateway</translation>
    </message>
    <message>
        <source>Comparing with the gateway</source>
        <translation>Abgleich mit dem Gateway läuft</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>Wird verglichen …</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Abgeschlossen</translation>
    </message>
    <message>
        <source>Completed per minute</source>
        <translation>Fertig pro Minute</translation>
    </message>
    <message>
        <source>Compressed to</source>
        <translation>Komprimiert auf</translation>
    </message>
    <message>
        <source>Configurations (*.toml)</source>
        <translation>Konfigurationen (*.toml)</translation>
    </message>
    <message>
        <source>Confirm that none is at work, or wait.</source>
        <translation>Bestätigen, dass niemand daran arbeitet, oder warten.</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Connect to a store</source>
        <translation>Mit einem Store verbinden</translation>
    </message>
    <message>
        <source>Connected to %1 as %2, PostgreSQL %3.</source>
        <translation>Verbunden mit %1 als %2, PostgreSQL %3.</translation>
    </message>
    <message>
        <source>Connected: %1</source>
        <translation>Verbunden: %1</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Wird verbunden…</translation>
    </message>
    <message>
        <source>Connection string</source>
        <translation>Verbindungszeichenfolge</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Consequence</source>
        <translation>Folge</translation>
    </message>
    <message>
        <source>Consumer</source>
        <translation>Consumer</translation>
    </message>
    <message>
        <source>Contains; slow: it reads every row</source>
        <translation>Enthält; langsam: liest jede Zeile</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Content type</source>
        <translation>Inhaltstyp</translation>
    </message>
    <message>
        <source>Content, if stored</source>
        <translation>Inhalt, falls gespeichert</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy cell</source>
        <translation>Zelle kopieren</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy link to this view</source>
        <translation>Link zu dieser Ansicht kopieren</translation>
    </message>
    <message>
        <source>Copy row</source>
        <translation>Zeile kopieren</translation>
    </message>
    <message>
        <source>Copy the approver's script</source>
        <translation>Skript des Genehmigers kopieren</translation>
    </message>
    <message>
        <source>Copy the grants</source>
        <translation>Rechte kopieren</translation>
    </message>
    <message>
        <source>Copy the hand-over note</source>
        <translation>Übergabenotiz kopieren</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy the role's script</source>
        <translation>Skript der Rolle kopieren</translation>
    </message>
    <message>
        <source>Correct the list, or leave wrong lines out.</source>
        <translation>Die Liste berichtigen oder falsche Zeilen auslassen.</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Korrelation</translation>
    </message>
    <message>
        <source>Correlation id</source>
        <translation>Korrelations-ID</translation>
    </message>
    <message>
        <source>Correlation id: %1</source>
        <translation>Korrelations-ID: %1</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Coun&amp;t</source>
        <translation>&amp;Zählen</translation>
    </message>
    <message>
        <source>Count keys</source>
        <translation>Schlüssel zählen</translation>
    </message>
    <message>
        <source>Count the keys that match</source>
        <translation>Passende Schlüssel zählen</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>Counters exist only for onceover.keys, and another table is selected.</source>
        <translation>Zähler gibt es nur für onceover.keys, und eine andere Tabelle ist gewählt.</translation>
    </message>
    <message>
        <source>Counters need the onceover schema. Install it with: oncectl schema install (oncectl schema print shows it first).</source>
        <translation>Zähler brauchen das Schema onceover. Installieren mit: oncectl schema install (oncectl schema print zeigt es vorher).</translation>
    </message>
    <message>
        <source>Counting all rows</source>
        <translation>Alle Zeilen werden gezählt</translation>
    </message>
    <message>
        <source>Counting events</source>
        <translation>Ereignisse werden gezählt</translation>
    </message>
    <message>
        <source>Counting keys</source>
        <translation>Schlüssel werden gezählt</translation>
    </message>
    <message>
        <source>Counting rows</source>
        <translation>Zeilen werden gezählt</translation>
    </message>
    <message>
        <source>Counting …</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message>
        <source>Create one here, or from rows on the pages Keys, Stuck leases and Dead letters.</source>
        <translation>Pläne entstehen hier oder aus Zeilen der Seiten „Schlüssel“, „Hängend“ und „Unzustellbare Ereignisse“.</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Created before</source>
        <translation>Erstellt vor</translation>
    </message>
    <message>
        <source>Created from</source>
        <translation>Erstellt ab</translation>
    </message>
    <message>
        <source>Created, completed, failed</source>
        <translation>Angelegt, fertig, fehlgeschlagen</translation>
    </message>
    <message>
        <source>Credential</source>
        <translation>Zugangsdaten</translation>
    </message>
    <message>
        <source>Credential &amp;in</source>
        <translation>Zugangsdaten &amp;in</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>Kritisch</translation>
    </message>
    <message>
        <source>Critical above</source>
        <translation>Kritisch über</translation>
    </message>
    <message>
        <source>Critical: %1</source>
        <translation>Kritisch: %1</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>Währung</translation>
    </message>
    <message>
        <source>Curves from 10 to 190 clients</source>
        <translation>Kurven von 10 bis 190 Clients</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>Kunde</translation>
    </message>
    <message>
        <source>Dashboard on a wall; Escape leaves it</source>
        <translation>Dashboard an der Wand; Esc verlässt es</translation>
    </message>
    <message>
        <source>Dashed: %1.</source>
        <translation>Gestrichelt: %1.</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>Datenbank</translation>
    </message>
    <message>
        <source>Database user</source>
        <translation>Datenbankbenutzer</translation>
    </message>
    <message>
        <source>Dead</source>
        <translation>Unzustellbar</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>Unzustellbare Ereignisse</translation>
    </message>
    <message>
        <source>Dead letters and backlog</source>
        <translation>Unzustellbar und Rückstand</translation>
    </message>
    <message>
        <source>Dead letters, %1</source>
        <translation>Unzustellbare Ereignisse, %1</translation>
    </message>
    <message>
        <source>Dead letters, of the inbox</source>
        <translation>Unzustellbar (Inbox)</translation>
    </message>
    <message>
        <source>Dead rows</source>
        <translation>Tote Zeilen</translation>
    </message>
    <message>
        <source>Dead, of the outbox</source>
        <translation>Unzustellbar (Outbox)</translation>
    </message>
    <message>
        <source>Declaration</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <source>Declaration no. %1 is in force.</source>
        <translation>Erklärung Nr. %1 ist in Kraft.</translation>
    </message>
    <message>
        <source>Decorrelated jitter</source>
        <translation>Entkoppelter Jitter</translation>
    </message>
    <message>
        <source>Deleted softly, archived or cancelled</source>
        <translation>Weich gelöscht, archiviert oder storniert</translation>
    </message>
    <message>
        <source>Deletes %1 that are finished and whose window has ended.</source>
        <translation>Löscht %1: nur fertige, deren Aufbewahrungszeit vorbei ist.</translation>
    </message>
    <message>
        <source>Deletes %1 that are finished, their window ended or not.</source>
        <translation>Löscht %1: nur fertige, ob ihre Aufbewahrungszeit vorbei ist oder nicht.</translation>
    </message>
    <message>
        <source>Described, and not in this database: %1</source>
        <translation>Beschrieben, aber nicht in dieser Datenbank: %1</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Differenzen</translation>
    </message>
    <message>
        <source>Different from the first request's</source>
        <translation>Anders als bei der ersten Anfrage</translation>
    </message>
    <message>
        <source>Disarm</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Disarm writes</source>
        <translation>Schreiben sichern</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discard the changes?</source>
        <translation>Änderungen verwerfen?</translation>
    </message>
    <message>
        <source>Discards %1: they are never tried again.</source>
        <translation>Verwirft %1: Es gibt dafür nie wieder einen Versuch.</translation>
    </message>
    <message>
        <source>Do not retry, release or refund it yet. Open the effect in the gateway's own console, find out which request made it, and call the owner of the operation.</source>
        <translation>Noch nicht wiederholen, freigeben oder erstatten. Die Wirkung in der eigenen Konsole des Gateways öffnen, herausfinden, welche Anfrage sie auslöste, und den Verantwortlichen des Vorgangs anrufen.</translation>
    </message>
    <message>
        <source>Do&amp;wn</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Drawn as if each failed attempt had lasted %1.</source>
        <translation>Gezeichnet, als hätte jeder gescheiterte Versuch %1 gedauert.</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Abgleich</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Dry run of %1</source>
        <translation>Probelauf von %1</translation>
    </message>
    <message>
        <source>Dry run of plan “%1”</source>
        <translation>Probelauf von Plan „%1“</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>Fällig</translation>
    </message>
    <message>
        <source>Due %1</source>
        <translation>Fällig %1</translation>
    </message>
    <message>
        <source>Duplicates refused</source>
        <translation>Abgewiesene Duplikate</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>Each further day</source>
        <translation>Jeder weitere Tag</translation>
    </message>
    <message>
        <source>Each has a budget and a breaker of its own</source>
        <translation>Jeder hat ein eigenes Budget und einen eigenen Circuit Breaker</translation>
    </message>
    <message>
        <source>Each is asked about afresh. Where the row or the verdict is not what was foreseen, it is skipped, and the report shows what changed.</source>
        <translation>Zu jeder wird neu gefragt. Wo Zeile oder Entscheidung nicht der Vorhersage entspricht, wird sie übersprungen, und der Bericht zeigt, was sich geändert hat.</translation>
    </message>
    <message>
        <source>Effects outside this filter are then reported as having no row</source>
        <translation>Wirkungen außerhalb dieses Filters gelten dann als Wirkungen ohne Zeile</translation>
    </message>
    <message>
        <source>En&amp;vironment</source>
        <translation>U&amp;mgebung</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Enter opens the act on the page Audit</source>
        <translation>Eingabe öffnet die Aktion auf der Seite „Audit“</translation>
    </message>
    <message>
        <source>Enter opens the case.</source>
        <translation>Eingabe öffnet den Fall.</translation>
    </message>
    <message>
        <source>Enter opens the request.</source>
        <translation>Eingabe öffnet die Anfrage.</translation>
    </message>
    <message>
        <source>Enter opens the row. Ctrl+D shows them on the Keys page, where you can filter them.</source>
        <translation>Eingabe öffnet die Zeile. Strg+D zeigt sie auf der Seite „Schlüssel“, wo sie gefiltert werden können.</translation>
    </message>
    <message>
        <source>Enter the longest retry to check the window. The window must be longer, and should be twice as long.</source>
        <translation>Längste Wiederholung eingeben, um die Aufbewahrungszeit zu prüfen. Die Aufbewahrungszeit muss länger sein und sollte doppelt so lang sein.</translation>
    </message>
    <message>
        <source>Enter the password. It is kept only in memory.</source>
        <translation>Das Passwort eingeben. Es bleibt nur im Speicher.</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Entry in the keychain</source>
        <translation>Eintrag im Schlüsselbund</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Equal jitter</source>
        <translation>Gleicher Jitter</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Error code</source>
        <translation>Fehlercode</translation>
    </message>
    <message>
        <source>Errors at least before it stops itself</source>
        <translation>Fehler, mindestens, bevor er sich selbst stoppt</translation>
    </message>
    <message>
        <source>Evenly spread over this; 0: all at once</source>
        <translation>Gleichmäßig darüber verteilt; 0: alle zugleich</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Event %1 of aggregate %2</source>
        <translation>Ereignis %1 des Aggregats %2</translation>
    </message>
    <message>
        <source>Event id</source>
        <translation>Ereignis-ID</translation>
    </message>
    <message>
        <source>Event lag</source>
        <translation>Rückstand der Ereignisse</translation>
    </message>
    <message>
        <source>Event type</source>
        <translation>Ereignistyp</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Events a second</source>
        <translation>Ereignisse je Sekunde</translation>
    </message>
    <message>
        <source>Events held back</source>
        <translation>Zurückgehaltene Ereignisse</translation>
    </message>
    <message>
        <source>Events in each hour, separated by commas and repeated; the busiest stretch counts</source>
        <translation>Ereignisse in jeder Stunde, durch Kommas getrennt und wiederholt; es zählt der dichteste Abschnitt</translation>
    </message>
    <message>
        <source>Events that are committed and not published</source>
        <translation>Ereignisse, die festgeschrieben, aber nicht veröffentlicht sind</translation>
    </message>
    <message>
        <source>Events that are seen: %1</source>
        <translation>Sichtbare Ereignisse: %1</translation>
    </message>
    <message>
        <source>Events that fail are listed here with their error, and those of the same aggregate that wait behind them.</source>
        <translation>Fehlschlagende Ereignisse stehen hier mit ihrem Fehler, und die desselben Aggregats, die dahinter warten.</translation>
    </message>
    <message>
        <source>Events that failed and are not retried automatically are listed here with their error.</source>
        <translation>Ereignisse, die fehlgeschlagen sind und nicht automatisch wiederholt werden, stehen hier mit ihrem Fehler.</translation>
    </message>
    <message>
        <source>Events that failed for good; a person decides</source>
        <translation>Ereignisse, die endgültig gescheitert sind; eine Person entscheidet</translation>
    </message>
    <message>
        <source>Events that wait behind a failing one of their aggregate, or for their next try</source>
        <translation>Ereignisse, die hinter einem scheiternden ihres Aggregats oder auf ihren nächsten Versuch warten</translation>
    </message>
    <message numerus="yes">
        <source>Events: %Ln of %1 relays are not running</source>
        <translation><numerusform>Ereignisse: %Ln von %1 Relays läuft nicht</numerusform><numerusform>Ereignisse: %Ln von %1 Relays laufen nicht</numerusform></translation>
    </message>
    <message>
        <source>Events: the relay is not running</source>
        <translation>Ereignisse: das Relay läuft nicht</translation>
    </message>
    <message>
        <source>Events: there is no relay</source>
        <translation>Ereignisse: es gibt kein Relay</translation>
    </message>
    <message>
        <source>Events: they could not be read. %1</source>
        <translation>Ereignisse: konnten nicht gelesen werden. %1</translation>
    </message>
    <message>
        <source>Every event that a consumer receives is listed here, %1.</source>
        <translation>Jedes Ereignis, das ein Consumer empfängt, steht hier, %1.</translation>
    </message>
    <message>
        <source>Every event that waits to be published is listed here, %1.</source>
        <translation>Jedes Ereignis, das auf Veröffentlichung wartet, steht hier, %1.</translation>
    </message>
    <message>
        <source>Every job that waits, runs or has ended is listed here, %1.</source>
        <translation>Jeder Job, der wartet, läuft oder beendet ist, steht hier, %1.</translation>
    </message>
    <message>
        <source>Every key a service claims is listed here, %1.</source>
        <translation>Jeder Schlüssel, den ein Dienst belegt, steht hier, %1.</translation>
    </message>
    <message>
        <source>Every sweeper, reaper, relay and plan on this store halts, and no person settles, writes, approves or undoes anything until it is started again. Services still claim and finish keys.</source>
        <translation>Alle Sweeper, Reaper, Relays und Pläne dieses Stores halten an, und niemand kann etwas abschließen, schreiben, genehmigen oder rückgängig machen, bis er wieder gestartet wird. Dienste belegen und beenden weiterhin Schlüssel.</translation>
    </message>
    <message>
        <source>Every takeover, settlement, stop and start is recorded here, with who did it, why, and the evidence.</source>
        <translation>Jede Übernahme, jeder Abschluss, jeder Stopp und jeder Start steht hier, mit Urheber, Begründung und Nachweis.</translation>
    </message>
    <message>
        <source>Everything is shown as it was when the bundle was made.</source>
        <translation>Alles wird so gezeigt, wie es beim Erstellen des Bündels war.</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Nachweis</translation>
    </message>
    <message>
        <source>Evidence and verdict</source>
        <translation>Nachweis und Entscheidung</translation>
    </message>
    <message>
        <source>Evidence decides here, and this connection names no gateway: name its configuration where the connection is described.</source>
        <translation>Hier entscheidet der Nachweis, und diese Verbindung nennt kein Gateway: Seine Konfiguration dort angeben, wo die Verbindung beschrieben ist.</translation>
    </message>
    <message>
        <source>Evidence in words</source>
        <translation>Nachweis in Worten</translation>
    </message>
    <message>
        <source>Exact key</source>
        <translation>Genauer Schlüssel</translation>
    </message>
    <message>
        <source>Examining the store</source>
        <translation>Store wird untersucht</translation>
    </message>
    <message>
        <source>Examining the store…</source>
        <translation>Store wird untersucht…</translation>
    </message>
    <message>
        <source>Example expression for the chosen metric</source>
        <translation>Beispielausdruck für die gewählte Metrik</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Expired leases</source>
        <translation>Abgelaufene Leases</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>Exponentiell</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>Export filtered rows</source>
        <translation>Gefilterte Zeilen exportieren</translation>
    </message>
    <message>
        <source>Export filtered rows (.csv, .jsonl or .md)</source>
        <translation>Gefilterte Zeilen exportieren (.csv, .jsonl oder .md)</translation>
    </message>
    <message>
        <source>Export filtered rows…</source>
        <translation>Gefilterte Zeilen exportieren…</translation>
    </message>
    <message>
        <source>Export the dashboard</source>
        <translation>Dashboard exportieren</translation>
    </message>
    <message>
        <source>Export the dashboard as PNG…</source>
        <translation>Dashboard als PNG exportieren…</translation>
    </message>
    <message>
        <source>Export the findings as CSV …</source>
        <translation>Befunde als CSV exportieren …</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>Export the report as JSON …</source>
        <translation>Bericht als JSON exportieren …</translation>
    </message>
    <message>
        <source>Export the report as Markdown …</source>
        <translation>Bericht als Markdown exportieren …</translation>
    </message>
    <message>
        <source>Export the trail</source>
        <translation>Protokoll exportieren</translation>
    </message>
    <message>
        <source>Export the trail as CSV …</source>
        <translation>Protokoll als CSV exportieren …</translation>
    </message>
    <message>
        <source>Export the trail as JSON lines …</source>
        <translation>Protokoll als JSON-Zeilen exportieren …</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>%1 werden exportiert</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>Export läuft…</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Ausdruck</translation>
    </message>
    <message>
        <source>Expression of each metric</source>
        <translation>Ausdruck jeder Metrik</translation>
    </message>
    <message>
        <source>Extend</source>
        <translation>Verlängern</translation>
    </message>
    <message>
        <source>Extend the lease</source>
        <translation>Lease verlängern</translation>
    </message>
    <message>
        <source>Extends the lease of %1 to %2 from the moment of writing.</source>
        <translation>Verlängert die Lease von %1 auf %2 ab dem Schreiben.</translation>
    </message>
    <message>
        <source>F&amp;ile</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Fails %</source>
        <translation>Fehler %</translation>
    </message>
    <message>
        <source>Fails for good</source>
        <translation>Scheitert endgültig</translation>
    </message>
    <message>
        <source>Failure rate</source>
        <translation>Fehlerrate</translation>
    </message>
    <message>
        <source>Fence</source>
        <translation>Fence</translation>
    </message>
    <message>
        <source>Fence: %1</source>
        <translation>Fence: %1</translation>
    </message>
    <message>
        <source>Fewer cards</source>
        <translation>Weniger Karten</translation>
    </message>
    <message>
        <source>Fewer clients, strategies or runs per point take less time.</source>
        <translation>Weniger Clients, Strategien oder Läufe je Punkt brauchen weniger Zeit.</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>File of the credential</source>
        <translation>Datei mit den Zugangsdaten</translation>
    </message>
    <message>
        <source>Fill %</source>
        <translation>Füllung %</translation>
    </message>
    <message>
        <source>Fillfactor</source>
        <translation>Füllfaktor</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter by action</source>
        <translation>Nach Aktion filtern</translation>
    </message>
    <message>
        <source>Filter by actor</source>
        <translation>Nach Akteur filtern</translation>
    </message>
    <message>
        <source>Filter by key</source>
        <translation>Nach Schlüssel filtern</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>Nach Namen filtern</translation>
    </message>
    <message>
        <source>Filter by operation</source>
        <translation>Nach Vorgang filtern</translation>
    </message>
    <message>
        <source>Filter by tenant</source>
        <translation>Nach Mandant filtern</translation>
    </message>
    <message>
        <source>Filter by this value</source>
        <translation>Nach diesem Wert filtern</translation>
    </message>
    <message>
        <source>Filter by time</source>
        <translation>Nach Zeit filtern</translation>
    </message>
    <message>
        <source>Filter choices</source>
        <translation>Filterauswahl</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find in this page</source>
        <translation>Auf dieser Seite suchen</translation>
    </message>
    <message>
        <source>Find out what happened. A manual override needs a ticket, and what shows it.</source>
        <translation>Herausfinden, was geschehen ist. Eine manuelle Entscheidung braucht ein Ticket und etwas, das es zeigt.</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Finding the table</source>
        <translation>Tabelle wird gesucht</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>Fingerprint: %1</source>
        <translation>Fingerabdruck: %1</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Finished %1</source>
        <translation>Abgeschlossen %1</translation>
    </message>
    <message>
        <source>Finished by its executor; there is nothing to settle.</source>
        <translation>Von seinem Ausführer fertiggestellt; es gibt nichts abzuschließen.</translation>
    </message>
    <message>
        <source>Finishing it, renewing its lease</source>
        <translation>Beenden, Lease erneuern</translation>
    </message>
    <message>
        <source>First rows of the listing</source>
        <translation>Erste Zeilen der Liste</translation>
    </message>
    <message>
        <source>First wait from</source>
        <translation>Erste Wartezeit ab</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Passung</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Fest</translation>
    </message>
    <message numerus="yes">
        <source>For %Ln keys the gateway has a different effect than requested.</source>
        <translation><numerusform>Zu einem Schlüssel hat das Gateway eine andere Wirkung als angefragt.</numerusform><numerusform>Zu %Ln Schlüsseln hat das Gateway eine andere Wirkung als angefragt.</numerusform></translation>
    </message>
    <message>
        <source>For a whole key this means:
%1</source>
        <translation>Für einen ganzen Schlüssel heißt das:
%1</translation>
    </message>
    <message>
        <source>For example: %1</source>
        <translation>Zum Beispiel: %1</translation>
    </message>
    <message>
        <source>For how long</source>
        <translation>Für wie lange</translation>
    </message>
    <message>
        <source>For rows that are</source>
        <translation>Für Zeilen mit Status</translation>
    </message>
    <message>
        <source>For rows that are %1</source>
        <translation>Für Zeilen mit Status %1</translation>
    </message>
    <message>
        <source>Foreseen</source>
        <translation>Vorhergesehen</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Found by, or where to look</source>
        <translation>Gefunden durch oder wo nachzusehen ist</translation>
    </message>
    <message>
        <source>Found outside your filters: a search for an exact key looks in the whole table.</source>
        <translation>Außerhalb der Filter gefunden: Die Suche nach einem exakten Schlüssel durchsucht die ganze Tabelle.</translation>
    </message>
    <message>
        <source>Freezing the rows…</source>
        <translation>Zeilen werden eingefroren…</translation>
    </message>
    <message>
        <source>From the &amp;retry schedule</source>
        <translation>Aus dem &amp;Wiederholungsplan</translation>
    </message>
    <message>
        <source>From the catalog and statistics of the selected table; no row is read</source>
        <translation>Aus Katalog und Statistik der gewählten Tabelle; keine Zeile wird gelesen</translation>
    </message>
    <message>
        <source>From the server: %1.</source>
        <translation>Vom Server: %1.</translation>
    </message>
    <message>
        <source>From the start of an attempt until it has failed; none: it waits for ever, and is drawn as failing at once</source>
        <translation>Vom Beginn eines Versuchs, bis er gescheitert ist; none: Er wartet ewig und wird gezeichnet, als scheitere er sofort</translation>
    </message>
    <message>
        <source>From the start of the first attempt to the start of the last, or none</source>
        <translation>Vom Beginn des ersten Versuchs bis zum Beginn des letzten oder „none“</translation>
    </message>
    <message>
        <source>From then on a removed row is noticed</source>
        <translation>Von da an fällt eine entfernte Zeile auf</translation>
    </message>
    <message>
        <source>From, UTC</source>
        <translation>Von, UTC</translation>
    </message>
    <message>
        <source>Frozen set</source>
        <translation>Eingefrorene Auswahl</translation>
    </message>
    <message>
        <source>Frozen with it</source>
        <translation>Damit eingefroren</translation>
    </message>
    <message>
        <source>Full jitter</source>
        <translation>Voller Jitter</translation>
    </message>
    <message>
        <source>Further rows could not be read: %1</source>
        <translation>Weitere Zeilen konnten nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>Gateway</source>
        <translation>Gateway</translation>
    </message>
    <message>
        <source>Gateway key</source>
        <translation>Gateway-Schlüssel</translation>
    </message>
    <message>
        <source>Gateway's configuration</source>
        <translation>Konfiguration des Gateways</translation>
    </message>
    <message>
        <source>Gateway's credential</source>
        <translation>Zugangsdaten des Gateways</translation>
    </message>
    <message>
        <source>Gateway's window</source>
        <translation>Zeit des Gateways</translation>
    </message>
    <message>
        <source>Gateways</source>
        <translation>Gateways</translation>
    </message>
    <message>
        <source>Gave up</source>
        <translation>Aufgegeben</translation>
    </message>
    <message>
        <source>Give a reason.</source>
        <translation>Eine Begründung angeben.</translation>
    </message>
    <message>
        <source>Given capacity</source>
        <translation>Feste Kapazität</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Groups of stuck leases</source>
        <translation>Gruppen hängender Leases</translation>
    </message>
    <message>
        <source>HTTP %1</source>
        <translation>HTTP %1</translation>
    </message>
    <message>
        <source>Half by</source>
        <translation>Hälfte bis</translation>
    </message>
    <message>
        <source>Half done</source>
        <translation>50 % erledigt</translation>
    </message>
    <message>
        <source>Half of at least 5 calls failing in 10 s opens it for 5 s</source>
        <translation>Scheitert die Hälfte von mindestens 5 Aufrufen in 10 s, öffnet er für 5 s</translation>
    </message>
    <message>
        <source>Hand-over</source>
        <translation>Übergabe</translation>
    </message>
    <message>
        <source>Hand-over note</source>
        <translation>Übergabenotiz</translation>
    </message>
    <message>
        <source>Has an index of its own; 0: events have none</source>
        <translation>Hat einen eigenen Index; 0: Ereignisse haben keine</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Hedged requests</source>
        <translation>Anfragen mit Hedging</translation>
    </message>
    <message>
        <source>Hedging result</source>
        <translation>Ergebnis des Hedgings</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Gehalten</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>%1 ausblenden</translation>
    </message>
    <message>
        <source>Hide this notice</source>
        <translation>Diesen Hinweis ausblenden</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>History of this key</source>
        <translation>Verlauf dieses Schlüssels</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>Halter</translation>
    </message>
    <message>
        <source>Honors Retry-After</source>
        <translation>Beachtet Retry-After</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>How attempts fail</source>
        <translation>Wie Versuche scheitern</translation>
    </message>
    <message>
        <source>How far the comparison is</source>
        <translation>Wie weit der Abgleich ist</translation>
    </message>
    <message>
        <source>How far the simulation is</source>
        <translation>Wie weit die Simulation ist</translation>
    </message>
    <message>
        <source>How full its leaf pages are: about 70 under random keys, 90 where keys only grow</source>
        <translation>Wie voll seine Blattseiten sind: etwa 70 bei zufälligen Schlüsseln, 90, wo Schlüssel nur wachsen</translation>
    </message>
    <message>
        <source>How it is kept</source>
        <translation>Wie es gespeichert ist</translation>
    </message>
    <message>
        <source>How long a gateway deduplicates decides whether a release needs a second approver.</source>
        <translation>Wie lange ein Gateway dedupliziert, entscheidet, ob eine Freigabe einen zweiten Genehmiger braucht.</translation>
    </message>
    <message>
        <source>How long a person, a batch or a queue may retry after that</source>
        <translation>Wie lange danach eine Person, ein Stapellauf oder eine Queue wiederholen darf</translation>
    </message>
    <message>
        <source>How long clients retry by themselves; none: unlimited</source>
        <translation>Wie lange Clients von selbst wiederholen; none: unbegrenzt</translation>
    </message>
    <message>
        <source>How long the gateway dedupes by our key</source>
        <translation>Wie lange das Gateway nach dem Schlüssel dedupliziert</translation>
    </message>
    <message>
        <source>How many cases</source>
        <translation>Anzahl der Fälle</translation>
    </message>
    <message>
        <source>How many events</source>
        <translation>Anzahl der Ereignisse</translation>
    </message>
    <message>
        <source>How many requests</source>
        <translation>Anzahl der Anfragen</translation>
    </message>
    <message>
        <source>How much later, in seconds</source>
        <translation>Wie viel später, in Sekunden</translation>
    </message>
    <message>
        <source>How often each service is called for one request of the user, everything failing: the product of the attempts.</source>
        <translation>Wie oft jeder Dienst für eine Anfrage des Nutzers aufgerufen wird, wenn alles fehlschlägt: das Produkt der Versuche.</translation>
    </message>
    <message>
        <source>How the time is kept</source>
        <translation>Wie die Zeit gespeichert ist</translation>
    </message>
    <message>
        <source>How to connect</source>
        <translation>Art der Verbindung</translation>
    </message>
    <message>
        <source>INC-4711: the gateway has captured it</source>
        <translation>INC-4711: Das Gateway hat den Betrag eingezogen</translation>
    </message>
    <message>
        <source>ISO 8601 text</source>
        <translation>Text nach ISO 8601</translation>
    </message>
    <message>
        <source>Icons only</source>
        <translation>Nur Symbole</translation>
    </message>
    <message>
        <source>Idempotency key</source>
        <translation>Idempotenzschlüssel</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>Ids come in no order</source>
        <translation>IDs kommen ungeordnet</translation>
    </message>
    <message>
        <source>If this server is lost now, so is the settlement. Tell the people who run it, and check again afterwards.</source>
        <translation>Geht dieser Server jetzt verloren, dann auch der Abschluss. Seine Betreiber informieren und danach erneut prüfen.</translation>
    </message>
    <message>
        <source>In an outage of</source>
        <translation>Bei einem Ausfall von</translation>
    </message>
    <message>
        <source>In onceover.keys a failed key is final.</source>
        <translation>In onceover.keys ist ein fehlgeschlagener Schlüssel endgültig.</translation>
    </message>
    <message>
        <source>In progress</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>Inbox</translation>
    </message>
    <message>
        <source>Incident bundle</source>
        <translation>Vorfallbündel</translation>
    </message>
    <message>
        <source>Incident bundle: %1, in %2.</source>
        <translation>Vorfallbündel: %1, in %2.</translation>
    </message>
    <message>
        <source>Incident bundles (*.md)</source>
        <translation>Vorfallbündel (*.md)</translation>
    </message>
    <message>
        <source>Include &amp;automatic retries</source>
        <translation>&amp;Automatische Wiederholungen einschließen</translation>
    </message>
    <message>
        <source>Include &amp;bodies, payloads and stored headers</source>
        <translation>&amp;Bodys, Inhalte und gespeicherte Header einschließen</translation>
    </message>
    <message>
        <source>Including the first; none: no limit</source>
        <translation>Einschließlich des ersten; none: unbegrenzt</translation>
    </message>
    <message>
        <source>Incomplete from %1 on.</source>
        <translation>Unvollständig ab %1.</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Index %1</source>
        <translation>Index %1</translation>
    </message>
    <message>
        <source>Indexes</source>
        <translation>Indexe</translation>
    </message>
    <message>
        <source>Install or upgrade the schema …</source>
        <translation>Schema installieren oder aktualisieren …</translation>
    </message>
    <message>
        <source>Install the schema</source>
        <translation>Schema installieren</translation>
    </message>
    <message>
        <source>Install the schema …</source>
        <translation>Schema installieren …</translation>
    </message>
    <message>
        <source>Installed: %1.</source>
        <translation>Installiert: %1.</translation>
    </message>
    <message>
        <source>Is the %1 still alive?</source>
        <translation>%1: noch am Leben?</translation>
    </message>
    <message>
        <source>It and another transaction waited for each other, and the server ended this one.</source>
        <translation>Diese und eine andere Transaktion warteten aufeinander, und der Server beendete diese.</translation>
    </message>
    <message>
        <source>It can be cancelled while it runs.</source>
        <translation>Ein Abbruch ist möglich, während sie läuft.</translation>
    </message>
    <message>
        <source>It contains customers, amounts and references. Bodies are given by their size unless you include them. Credentials are never included. Only you can read the file until you share it.</source>
        <translation>Es enthält Kunden, Beträge und Referenzen. Von Bodys steht nur die Größe darin, wenn sie nicht eingeschlossen werden. Zugangsdaten sind nie enthalten. Bis zur Weitergabe ist die Datei nur für das eigene Konto lesbar.</translation>
    </message>
    <message>
        <source>It did not happen and never will: the row may say so.</source>
        <translation>Es ist nicht geschehen und wird nie geschehen: Die Zeile darf das festhalten.</translation>
    </message>
    <message>
        <source>It does not run.</source>
        <translation>Er läuft nicht.</translation>
    </message>
    <message>
        <source>It gave no answer about %1 of them.</source>
        <translation>Zu %1 davon gab es keine Antwort.</translation>
    </message>
    <message>
        <source>It gave no answer.</source>
        <translation>Es gab keine Antwort.</translation>
    </message>
    <message>
        <source>It goes on from where it was stopped.</source>
        <translation>Er geht dort weiter, wo er gestoppt wurde.</translation>
    </message>
    <message>
        <source>It goes on where it stopped; nothing was lost meanwhile.</source>
        <translation>Es macht weiter, wo es angehalten hat; inzwischen ging nichts verloren.</translation>
    </message>
    <message>
        <source>It happened: the row may say so. What a client that retries then gets depends on its service.</source>
        <translation>Es ist geschehen: Die Zeile darf das festhalten. Was ein Client, der wiederholt, dann bekommt, hängt von seinem Dienst ab.</translation>
    </message>
    <message>
        <source>It has no lease, so nothing in it is reported as stuck.</source>
        <translation>Ohne Lease wird in ihr nichts als hängend gemeldet.</translation>
    </message>
    <message>
        <source>It has not happened: the row may be released. Its service then sends the same key again.</source>
        <translation>Es ist nicht geschehen: Die Zeile darf freigegeben werden. Der Dienst sendet dann denselben Schlüssel erneut.</translation>
    </message>
    <message>
        <source>It is %1: resume it.</source>
        <translation>Er ist %1: fortsetzen.</translation>
    </message>
    <message>
        <source>It is a standby: it can be read, nothing can be settled here.</source>
        <translation>Dies ist ein Standby: Lesen geht, abschließen lässt sich hier nichts.</translation>
    </message>
    <message>
        <source>It is being read.</source>
        <translation>Es wird gelesen.</translation>
    </message>
    <message>
        <source>It is finished: read its report.</source>
        <translation>Er ist beendet: seinen Bericht lesen.</translation>
    </message>
    <message>
        <source>It is in force already.</source>
        <translation>Sie ist bereits in Kraft.</translation>
    </message>
    <message>
        <source>It is neither paused nor stopped.</source>
        <translation>Er ist weder pausiert noch gestoppt.</translation>
    </message>
    <message>
        <source>It is out of date: the row has changed. Make a new request if it is still needed.</source>
        <translation>Sie ist überholt: Die Zeile hat sich geändert. Falls noch nötig, neu anfragen.</translation>
    </message>
    <message>
        <source>It is paused: its runners end within one batch.</source>
        <translation>Er ist pausiert: Seine Runner enden innerhalb eines Blocks.</translation>
    </message>
    <message>
        <source>It is stopped: its runners end within one batch.</source>
        <translation>Er ist gestoppt: Seine Runner enden innerhalb eines Blocks.</translation>
    </message>
    <message>
        <source>It is unknown whether any key is stuck.</source>
        <translation>Ob ein Schlüssel hängt, ist unbekannt.</translation>
    </message>
    <message>
        <source>It is unknown whether any lease is stuck.</source>
        <translation>Unbekannt, ob eine Lease hängt.</translation>
    </message>
    <message>
        <source>It is unknown whether any other key is stuck.</source>
        <translation>Ob noch ein Schlüssel hängt, ist unbekannt.</translation>
    </message>
    <message>
        <source>It names no key.</source>
        <translation>Er nennt keinen Schlüssel.</translation>
    </message>
    <message>
        <source>It needs a name.</source>
        <translation>Ein Name ist nötig.</translation>
    </message>
    <message>
        <source>It needs a person: evidence does not settle it.</source>
        <translation>Er braucht eine Person: Der Nachweis schließt ihn nicht ab.</translation>
    </message>
    <message>
        <source>It needs a reason.</source>
        <translation>Eine Begründung ist nötig.</translation>
    </message>
    <message>
        <source>It needs the onceover schema. Install it with: oncectl schema install (oncectl schema print shows it first).</source>
        <translation>Es braucht das Schema onceover. Installieren mit: oncectl schema install (oncectl schema print zeigt es vorher).</translation>
    </message>
    <message>
        <source>It never publishes again, and its name cannot be used again. Events that it has not published: %1. Events that it holds back: %2.</source>
        <translation>Es veröffentlicht nie wieder, und sein Name kann nicht wieder verwendet werden. Noch nicht veröffentlichte Ereignisse: %1. Zurückgehaltene Ereignisse: %2.</translation>
    </message>
    <message>
        <source>It rests on the gateway's answer: %1</source>
        <translation>Grundlage ist die Antwort des Gateways: %1</translation>
    </message>
    <message>
        <source>It runs in the background. You can leave the page.</source>
        <translation>Läuft im Hintergrund. Die Seite kann verlassen werden.</translation>
    </message>
    <message>
        <source>It runs: there is nothing to foresee.</source>
        <translation>Er läuft: Es gibt nichts vorherzusehen.</translation>
    </message>
    <message>
        <source>It took longer than its time limit.</source>
        <translation>Es dauerte länger als die erlaubte Zeit.</translation>
    </message>
    <message>
        <source>It waits behind an earlier event of its aggregate, which must go first.</source>
        <translation>Es wartet hinter einem früheren Ereignis seines Aggregats, das zuerst weg muss.</translation>
    </message>
    <message>
        <source>It was already %1 by %2.</source>
        <translation>Bereits %1 durch %2.</translation>
    </message>
    <message numerus="yes">
        <source>It was cancelled. %Ln events are published once more, the rest are not.</source>
        <translation><numerusform>Abgebrochen. %Ln Ereignis wird noch einmal veröffentlicht, der Rest nicht.</numerusform><numerusform>Abgebrochen. %Ln Ereignisse werden noch einmal veröffentlicht, der Rest nicht.</numerusform></translation>
    </message>
    <message>
        <source>It was cancelled; no plan was made.</source>
        <translation>Abgebrochen; kein Plan wurde erstellt.</translation>
    </message>
    <message>
        <source>It was looked for only within your filters: this table has no index on the key only.
</source>
        <translation>Nur innerhalb der Filter gesucht: Diese Tabelle hat keinen Index allein auf dem Schlüssel.
</translation>
    </message>
    <message>
        <source>It was not looked for as %1: no index serves that. </source>
        <translation>Nicht gesucht als %1: Dafür gibt es keinen Index. </translation>
    </message>
    <message numerus="yes">
        <source>It would hold %Ln rows%1.</source>
        <translation><numerusform>Er enthielte %Ln Zeile%1.</numerusform><numerusform>Er enthielte %Ln Zeilen%1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>It would hold at least %Ln rows%1.</source>
        <translation><numerusform>Er enthielte mindestens %Ln Zeile%1.</numerusform><numerusform>Er enthielte mindestens %Ln Zeilen%1.</numerusform></translation>
    </message>
    <message>
        <source>It would write %1 of the %2 that wait.</source>
        <translation>Er würde %1 schreiben (wartend: %2).</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>Posten</translation>
    </message>
    <message>
        <source>Items and amounts</source>
        <translation>Posten und Beträge</translation>
    </message>
    <message>
        <source>Items in which state</source>
        <translation>Posten in welchem Status</translation>
    </message>
    <message>
        <source>Items of the plan</source>
        <translation>Posten des Plans</translation>
    </message>
    <message>
        <source>Its &amp;rows</source>
        <translation>Z&amp;eilen</translation>
    </message>
    <message>
        <source>Its credential is read from the keychain entry %1. To store one:</source>
        <translation>Die Zugangsdaten werden aus dem Schlüsselbundeintrag %1 gelesen. Zum Speichern:</translation>
    </message>
    <message>
        <source>Its executor has lost the key</source>
        <translation>Der Ausführer hat den Schlüssel verloren</translation>
    </message>
    <message>
        <source>Its runners end within one batch. What was written remains; what waits can be resumed.</source>
        <translation>Seine Runner enden innerhalb eines Blocks. Geschriebenes bleibt; was wartet, kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Keeps</source>
        <translation>Enthält</translation>
    </message>
    <message>
        <source>Kept as</source>
        <translation>Gespeichert als</translation>
    </message>
    <message>
        <source>Kept until</source>
        <translation>Behalten bis</translation>
    </message>
    <message>
        <source>Kept until %1</source>
        <translation>Aufbewahrt bis %1</translation>
    </message>
    <message>
        <source>Kept with your name, the database user and the time; notes are never changed or removed  %1</source>
        <translation>Aufbewahrt mit Name, Datenbankbenutzer und Zeit; Notizen werden nie geändert oder entfernt  %1</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Key and actor are compared exactly.</source>
        <translation>Schlüssel und Akteur werden exakt verglichen.</translation>
    </message>
    <message>
        <source>Key at the gateway</source>
        <translation>Schlüssel beim Gateway</translation>
    </message>
    <message>
        <source>Key to explain</source>
        <translation>Schlüssel zum Erklären</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Keys to ask about</source>
        <translation>Abzufragende Schlüssel</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Known by</source>
        <translation>Bekannt durch</translation>
    </message>
    <message>
        <source>Known connections</source>
        <translation>Bekannte Verbindungen</translation>
    </message>
    <message>
        <source>Known problems</source>
        <translation>Bekannte Probleme</translation>
    </message>
    <message>
        <source>LONG ENOUGH</source>
        <translation>LANG GENUG</translation>
    </message>
    <message>
        <source>Label of the code</source>
        <translation>Label des Codes</translation>
    </message>
    <message>
        <source>Label of the operation</source>
        <translation>Label des Vorgangs</translation>
    </message>
    <message>
        <source>Label of the tenant</source>
        <translation>Label des Mandanten</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>Rückstand</translation>
    </message>
    <message>
        <source>Language from the next start: %1</source>
        <translation>Sprache ab dem nächsten Start: %1</translation>
    </message>
    <message>
        <source>Language: as the system, English or Deutsch</source>
        <translation>Sprache: wie das System, English oder Deutsch</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>Groß</translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation>Letzte %1</translation>
    </message>
    <message>
        <source>Last %1 h</source>
        <translation>Letzte %1 h</translation>
    </message>
    <message>
        <source>Last 15 minutes</source>
        <translation>Letzte 15 Minuten</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>Letzte 24 Stunden</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Last 5 minutes, at least: %1</source>
        <translation>Letzte 5 Minuten, mindestens: %1</translation>
    </message>
    <message>
        <source>Last 5 minutes, lines over 30</source>
        <translation>Letzte 5 Minuten, Linien über 30</translation>
    </message>
    <message>
        <source>Last 5 minutes: no service has reported its counters</source>
        <translation>Letzte 5 Minuten: Kein Dienst hat seine Zähler gemeldet</translation>
    </message>
    <message>
        <source>Last 5 minutes: the counters could not be read. %1</source>
        <translation>Letzte 5 Minuten: Die Zähler konnten nicht gelesen werden. %1</translation>
    </message>
    <message>
        <source>Last 5 minutes: whether services have reported counters is unknown. %1</source>
        <translation>Letzte 5 Minuten: Ob Dienste Zähler gemeldet haben, ist unbekannt. %1</translation>
    </message>
    <message>
        <source>Last 6 hours</source>
        <translation>Letzte 6 Stunden</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Last change: %1</source>
        <translation>Letzte Änderung: %1</translation>
    </message>
    <message>
        <source>Last error: %1</source>
        <translation>Letzter Fehler: %1</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>Letzte Stunde</translation>
    </message>
    <message>
        <source>Last note, by %1: %2</source>
        <translation>Letzte Notiz, von %1: %2</translation>
    </message>
    <message>
        <source>Last rows of the listing</source>
        <translation>Letzte Zeilen der Liste</translation>
    </message>
    <message>
        <source>Last taken by %1</source>
        <translation>Zuletzt genommen von %1</translation>
    </message>
    <message>
        <source>Lasting, in budget</source>
        <translation>Anhaltend, im Budget</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>Layers and results</source>
        <translation>Ebenen und Ergebnisse</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>Lease</translation>
    </message>
    <message>
        <source>Lease age at settling</source>
        <translation>Alter der Lease beim Abschluss</translation>
    </message>
    <message>
        <source>Lease ended</source>
        <translation>Lease endete</translation>
    </message>
    <message>
        <source>Lease ended %1</source>
        <translation>Lease endete %1</translation>
    </message>
    <message>
        <source>Lease ends</source>
        <translation>Lease endet</translation>
    </message>
    <message>
        <source>Lease extended</source>
        <translation>Lease verlängert</translation>
    </message>
    <message>
        <source>Lease from now</source>
        <translation>Lease ab jetzt</translation>
    </message>
    <message>
        <source>Lease from then</source>
        <translation>Lease von da an</translation>
    </message>
    <message>
        <source>Lease until %1</source>
        <translation>Lease bis %1</translation>
    </message>
    <message>
        <source>Leases cannot be observed in this table.</source>
        <translation>In dieser Tabelle sind Leases nicht erkennbar.</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Length in seconds</source>
        <translation>Dauer in Sekunden</translation>
    </message>
    <message>
        <source>Length of the lease</source>
        <translation>Dauer der Lease</translation>
    </message>
    <message>
        <source>Length of the shift</source>
        <translation>Länge der Schicht</translation>
    </message>
    <message>
        <source>Life</source>
        <translation>Lebenslauf</translation>
    </message>
    <message>
        <source>Life of the key: %1</source>
        <translation>Lebenslauf des Schlüssels: %1</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Line %1 of the list</source>
        <translation>Zeile %1 der Liste</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>List of keys</source>
        <translation>Liste der Schlüssel</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Live every %1: this page takes long to read</source>
        <translation>Live alle %1: Diese Seite braucht lange zum Lesen</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Logs (*.csv *.txt *.log);;All files (*)</source>
        <translation>Logs (*.csv *.txt *.log);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Longer than the broker keeps messages</source>
        <translation>Länger, als der Broker Nachrichten aufbewahrt</translation>
    </message>
    <message>
        <source>Longest retry</source>
        <translation>Längste Wiederholung</translation>
    </message>
    <message>
        <source>Longest retry: %1</source>
        <translation>Längste Wiederholung: %1</translation>
    </message>
    <message>
        <source>Longest single wait, or none</source>
        <translation>Längste einzelne Wartezeit oder „none“</translation>
    </message>
    <message>
        <source>Look the effect up in the gateway's own console, by the reference and the request above. Once the gateway answers definitely, ask again here. What you can show in another way goes by manual override, below.</source>
        <translation>Die Wirkung in der eigenen Konsole des Gateways suchen, nach der Referenz und der Anfrage oben. Sobald das Gateway eindeutig antwortet, hier erneut fragen. Was auf anderem Weg zu zeigen ist, geht über die manuelle Entscheidung unten.</translation>
    </message>
    <message>
        <source>Looking at the range</source>
        <translation>Zeitraum wird geprüft</translation>
    </message>
    <message>
        <source>Looking at the range …</source>
        <translation>Zeitraum wird geprüft …</translation>
    </message>
    <message>
        <source>Looking at the table</source>
        <translation>Tabelle wird untersucht</translation>
    </message>
    <message>
        <source>Looking for tables</source>
        <translation>Tabellen werden gesucht</translation>
    </message>
    <message>
        <source>Looking for tables…</source>
        <translation>Tabellen werden gesucht…</translation>
    </message>
    <message>
        <source>Looking for the key in other tables</source>
        <translation>Schlüssel wird in anderen Tabellen gesucht</translation>
    </message>
    <message>
        <source>Looking for unfinished keys</source>
        <translation>Unfertige Schlüssel werden gesucht</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>Erstellt von</translation>
    </message>
    <message>
        <source>Making the plan</source>
        <translation>Plan wird erstellt</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Manual override</source>
        <translation>Manuelle Entscheidung</translation>
    </message>
    <message>
        <source>Manual overrides without evidence wait here for another database user.</source>
        <translation>Manuelle Entscheidungen ohne Nachweis warten hier auf einen anderen Datenbankbenutzer.</translation>
    </message>
    <message>
        <source>Manual retries</source>
        <translation>Manuelle Wiederholungen</translation>
    </message>
    <message>
        <source>Many clients count their attempts from 1: their first wait is drawn from twice the base</source>
        <translation>Viele Clients zählen ihre Versuche ab 1: die erste Wartezeit wird dann aus der doppelten Basis gezogen</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Verdecken</translation>
    </message>
    <message>
        <source>Masked</source>
        <translation>Verdeckt</translation>
    </message>
    <message>
        <source>Masked: it may contain personal data. Reveal it to read it.</source>
        <translation>Verdeckt: kann personenbezogene Daten enthalten. Zum Lesen anzeigen.</translation>
    </message>
    <message>
        <source>Match: this body is the stored request, by %1.</source>
        <translation>Übereinstimmung: Dieser Body ist die gespeicherte Anfrage, nach %1.</translation>
    </message>
    <message>
        <source>Matching commands</source>
        <translation>Passende Befehle</translation>
    </message>
    <message>
        <source>May be retried until %1</source>
        <translation>Wiederholbar bis %1</translation>
    </message>
    <message>
        <source>Means &amp;free</source>
        <translation>&amp;Heißt frei</translation>
    </message>
    <message>
        <source>Measuring the table</source>
        <translation>Tabelle wird gemessen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>Mismatches</source>
        <translation>Abweichungen</translation>
    </message>
    <message>
        <source>More may have been counted.</source>
        <translation>Es könnte mehr gezählt worden sein.</translation>
    </message>
    <message>
        <source>More than %1 events match. Narrow them down, or use oncectl outbox republish.</source>
        <translation>Mehr als %1 Ereignisse passen. Auswahl eingrenzen oder oncectl outbox republish verwenden.</translation>
    </message>
    <message>
        <source>More than %1 rows are selected: make a plan of them.</source>
        <translation>Mehr als %1 Zeilen sind ausgewählt: einen Plan daraus machen.</translation>
    </message>
    <message numerus="yes">
        <source>More: %Ln cards</source>
        <translation><numerusform>Mehr: %Ln Karte</numerusform><numerusform>Mehr: %Ln Karten</numerusform></translation>
    </message>
    <message>
        <source>Move back</source>
        <translation>Nach hinten</translation>
    </message>
    <message>
        <source>Move down in %1</source>
        <translation>In %1 nach unten</translation>
    </message>
    <message>
        <source>Move forward</source>
        <translation>Nach vorn</translation>
    </message>
    <message>
        <source>Move the column towards the end</source>
        <translation>Spalte nach hinten verschieben</translation>
    </message>
    <message>
        <source>Move the column towards the front</source>
        <translation>Spalte nach vorn verschieben</translation>
    </message>
    <message>
        <source>Move up in %1</source>
        <translation>In %1 nach oben</translation>
    </message>
    <message>
        <source>Mute until it clears or gets worse</source>
        <translation>Stummschalten, bis er endet oder schlimmer wird</translation>
    </message>
    <message>
        <source>NOT INTACT</source>
        <translation>NICHT INTAKT</translation>
    </message>
    <message>
        <source>NOT encrypted</source>
        <translation>NICHT verschlüsselt</translation>
    </message>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name a host, or start the local server.</source>
        <translation>Einen Host angeben oder den lokalen Server starten.</translation>
    </message>
    <message>
        <source>Name it as sslrootcert, or ask for it.</source>
        <translation>Als sslrootcert angeben oder erfragen.</translation>
    </message>
    <message>
        <source>Name of the plan</source>
        <translation>Name des Plans</translation>
    </message>
    <message>
        <source>Name of the process, unless received with the effect</source>
        <translation>Name des Prozesses, außer beim Empfang mit der Wirkung</translation>
    </message>
    <message>
        <source>Name of the profile</source>
        <translation>Name des Profils</translation>
    </message>
    <message>
        <source>Name of the view; a view with this name is replaced:</source>
        <translation>Name der Ansicht; eine Ansicht mit diesem Namen wird ersetzt:</translation>
    </message>
    <message>
        <source>Name the right sslrootcert; do not switch verification off.</source>
        <translation>Das richtige sslrootcert angeben; die Prüfung nicht abschalten.</translation>
    </message>
    <message>
        <source>Narrow the filter</source>
        <translation>Filter eingrenzen</translation>
    </message>
    <message>
        <source>Need a person</source>
        <translation>Person nötig</translation>
    </message>
    <message>
        <source>Needed while too few rows of the table show how the service leaves them.</source>
        <translation>Nötig, solange zu wenige Zeilen der Tabelle zeigen, wie der Dienst sie hinterlässt.</translation>
    </message>
    <message>
        <source>Needs a person</source>
        <translation>Braucht eine Person</translation>
    </message>
    <message>
        <source>Neither a lease nor an expiry is stored.</source>
        <translation>Weder eine Lease noch ein Ablauf ist gespeichert.</translation>
    </message>
    <message>
        <source>Network, one way</source>
        <translation>Netz, eine Richtung</translation>
    </message>
    <message>
        <source>New ids need a ticket.</source>
        <translation>Neue IDs brauchen ein Ticket.</translation>
    </message>
    <message>
        <source>New keys a second</source>
        <translation>Schlüssel je Sekunde</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Neue Notiz</translation>
    </message>
    <message>
        <source>New plan</source>
        <translation>Neuer Plan</translation>
    </message>
    <message>
        <source>New plan…</source>
        <translation>Neuer Plan…</translation>
    </message>
    <message>
        <source>New rows are listed here.</source>
        <translation>Neue Zeilen erscheinen hier.</translation>
    </message>
    <message>
        <source>Newest since</source>
        <translation>Neuester seit</translation>
    </message>
    <message>
        <source>Next stuck key</source>
        <translation>Nächster hängender Schlüssel</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Reiter</translation>
    </message>
    <message>
        <source>Next try</source>
        <translation>Nächster Versuch</translation>
    </message>
    <message>
        <source>Next try %1</source>
        <translation>Nächster Versuch %1</translation>
    </message>
    <message>
        <source>Next try at %1</source>
        <translation>Nächster Versuch um %1</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>No Prometheus server is given for this connection.</source>
        <translation>Für diese Verbindung ist kein Prometheus-Server angegeben.</translation>
    </message>
    <message>
        <source>No act on this key is recorded.</source>
        <translation>Keine Aktion an diesem Schlüssel ist aufgezeichnet.</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>No audit row matches</source>
        <translation>Keine Audit-Zeile passt</translation>
    </message>
    <message>
        <source>No audit rows yet</source>
        <translation>Noch keine Audit-Zeilen</translation>
    </message>
    <message>
        <source>No audit trail here yet</source>
        <translation>Hier gibt es noch kein Audit-Protokoll</translation>
    </message>
    <message>
        <source>No case and no request waits for a person</source>
        <translation>Kein Fall und keine Anfrage wartet auf eine Person</translation>
    </message>
    <message>
        <source>No case needs a person</source>
        <translation>Kein Fall braucht eine Person</translation>
    </message>
    <message>
        <source>No column is mapped as the fingerprint: a body cannot be compared with it.</source>
        <translation>Keine Spalte ist als Fingerabdruck zugeordnet: Ein Body kann nicht damit verglichen werden.</translation>
    </message>
    <message>
        <source>No column is mapped as the time of creation, which the range is of. Map Created on the page Tables.</source>
        <translation>Keine Spalte ist als Zeit der Erstellung zugeordnet, auf die sich der Zeitraum bezieht. „Erstellt“ auf der Seite „Tabellen“ zuordnen.</translation>
    </message>
    <message>
        <source>No consumed event matches.</source>
        <translation>Kein verarbeitetes Ereignis passt.</translation>
    </message>
    <message>
        <source>No consumed events yet.</source>
        <translation>Noch keine verarbeiteten Ereignisse.</translation>
    </message>
    <message>
        <source>No counters yet</source>
        <translation>Noch keine Zähler</translation>
    </message>
    <message>
        <source>No dead letters</source>
        <translation>Keine unzustellbaren Ereignisse</translation>
    </message>
    <message>
        <source>No declaration is selected.</source>
        <translation>Keine Erklärung ist ausgewählt.</translation>
    </message>
    <message>
        <source>No differences among the %1 that were asked; %2 were not asked.</source>
        <translation>Keine Differenzen unter den %1 gefragten; %2 wurden nicht gefragt.</translation>
    </message>
    <message>
        <source>No differences among the %1 that were asked; others were not asked.</source>
        <translation>Keine Differenzen unter den %1 gefragten; andere wurden nicht gefragt.</translation>
    </message>
    <message>
        <source>No differences were found, and not all could be compared.</source>
        <translation>Keine Differenzen wurden gefunden, und nicht alles konnte verglichen werden.</translation>
    </message>
    <message>
        <source>No differences. Differences are listed here, with both sides and the reason.</source>
        <translation>Keine Differenzen. Differenzen stehen hier, mit beiden Seiten und dem Grund.</translation>
    </message>
    <message>
        <source>No dry run has looked at it</source>
        <translation>Kein Probelauf hat es angesehen</translation>
    </message>
    <message>
        <source>No event is chosen.</source>
        <translation>Kein Ereignis ist ausgewählt.</translation>
    </message>
    <message>
        <source>No event is held back</source>
        <translation>Kein Ereignis wird zurückgehalten</translation>
    </message>
    <message>
        <source>No event is selected.</source>
        <translation>Kein Ereignis ist ausgewählt.</translation>
    </message>
    <message>
        <source>No event matches.</source>
        <translation>Kein Ereignis passt.</translation>
    </message>
    <message>
        <source>No events to publish.</source>
        <translation>Keine Ereignisse zu veröffentlichen.</translation>
    </message>
    <message>
        <source>No findings. A person must answer the items marked “ask” below.</source>
        <translation>Keine Befunde. Die Punkte mit „erfragen“ unten muss eine Person beantworten.</translation>
    </message>
    <message>
        <source>No fingerprint is stored in this row: a body cannot be compared with it.</source>
        <translation>In dieser Zeile ist kein Fingerabdruck gespeichert: Ein Body kann nicht damit verglichen werden.</translation>
    </message>
    <message>
        <source>No further filter</source>
        <translation>Kein weiterer Filter</translation>
    </message>
    <message>
        <source>No gateway is configured</source>
        <translation>Kein Gateway ist konfiguriert</translation>
    </message>
    <message>
        <source>No gateway is configured for this connection, so that none can be asked.</source>
        <translation>Für diese Verbindung ist kein Gateway konfiguriert, daher kann keines gefragt werden.</translation>
    </message>
    <message>
        <source>No gateway is configured for this connection, so there is nothing to ask.</source>
        <translation>Für diese Verbindung ist kein Gateway konfiguriert; es gibt nichts zu fragen.</translation>
    </message>
    <message>
        <source>No gateway is configured for this connection.</source>
        <translation>Für diese Verbindung ist kein Gateway eingerichtet.</translation>
    </message>
    <message>
        <source>No gateway is registered. Then every release without evidence needs a second approver.</source>
        <translation>Kein Gateway ist registriert. Dann braucht jede Freigabe ohne Nachweis einen zweiten Genehmiger.</translation>
    </message>
    <message>
        <source>No incident bundle is open</source>
        <translation>Kein Vorfallbündel ist geöffnet</translation>
    </message>
    <message>
        <source>No index names what updates change</source>
        <translation>Kein Index nennt, was Änderungen ändern</translation>
    </message>
    <message>
        <source>No index serves the order by “%1”. Narrow the list instead: “Filter by this value”.</source>
        <translation>Für die Sortierung nach „%1“ gibt es keinen Index. Stattdessen die Liste eingrenzen: „Nach diesem Wert filtern“.</translation>
    </message>
    <message>
        <source>No job matches.</source>
        <translation>Kein Job passt.</translation>
    </message>
    <message>
        <source>No jobs yet.</source>
        <translation>Noch keine Jobs.</translation>
    </message>
    <message>
        <source>No key is open</source>
        <translation>Kein Schlüssel ist geöffnet</translation>
    </message>
    <message>
        <source>No key is open.</source>
        <translation>Kein Schlüssel ist geöffnet.</translation>
    </message>
    <message>
        <source>No key is stuck.</source>
        <translation>Kein Schlüssel hängt.</translation>
    </message>
    <message>
        <source>No key matches.</source>
        <translation>Kein Schlüssel passt.</translation>
    </message>
    <message>
        <source>No key of onceover.keys is stuck.</source>
        <translation>Kein Schlüssel von onceover.keys hängt.</translation>
    </message>
    <message>
        <source>No key was settled in the last 5 minutes: is a sweeper running?</source>
        <translation>In den letzten 5 Minuten wurde kein Schlüssel abgeschlossen: Läuft ein Sweeper?</translation>
    </message>
    <message>
        <source>No keys yet.</source>
        <translation>Noch keine Schlüssel.</translation>
    </message>
    <message>
        <source>No known problems.</source>
        <translation>Keine bekannten Probleme.</translation>
    </message>
    <message>
        <source>No lease is stuck.</source>
        <translation>Keine Lease hängt.</translation>
    </message>
    <message>
        <source>No match: another payload, or a fingerprint made with a salt, which cannot be compared here.</source>
        <translation>Keine Übereinstimmung: ein anderer Inhalt oder ein Fingerabdruck mit Salt, der hier nicht vergleichbar ist.</translation>
    </message>
    <message>
        <source>No notes yet.</source>
        <translation>Noch keine Notizen.</translation>
    </message>
    <message>
        <source>No one</source>
        <translation>Niemand</translation>
    </message>
    <message>
        <source>No one: it is finished</source>
        <translation>Niemand: Er ist abgeschlossen</translation>
    </message>
    <message>
        <source>No one: it was released</source>
        <translation>Niemand: Er wurde freigegeben</translation>
    </message>
    <message>
        <source>No plan has been made yet.</source>
        <translation>Noch wurde kein Plan erstellt.</translation>
    </message>
    <message>
        <source>No plan is chosen.</source>
        <translation>Kein Plan ist gewählt.</translation>
    </message>
    <message>
        <source>No profile of %1 is known here. Describe the table on the Tables page, or open it there once. Then this case opens.</source>
        <translation>Ein Profil von %1 ist hier nicht bekannt. Die Tabelle auf der Seite „Tabellen“ beschreiben oder dort einmal öffnen. Dann öffnet sich dieser Fall.</translation>
    </message>
    <message>
        <source>No relay is selected.</source>
        <translation>Kein Relay ist ausgewählt.</translation>
    </message>
    <message>
        <source>No relay: events wait in the outbox</source>
        <translation>Kein Relay: Ereignisse warten in der Outbox</translation>
    </message>
    <message>
        <source>No request is open.</source>
        <translation>Keine Anfrage ist geöffnet.</translation>
    </message>
    <message>
        <source>No request waits for a second approver</source>
        <translation>Keine Anfrage wartet auf einen zweiten Genehmiger</translation>
    </message>
    <message>
        <source>No response is stored in this row.</source>
        <translation>In dieser Zeile ist keine Antwort gespeichert.</translation>
    </message>
    <message>
        <source>No response is stored.</source>
        <translation>Es ist keine Antwort gespeichert.</translation>
    </message>
    <message>
        <source>No row has exactly this key.</source>
        <translation>Keine Zeile hat genau diesen Schlüssel.</translation>
    </message>
    <message>
        <source>No row has it as its reference, customer or correlation id. No key begins with it either. </source>
        <translation>Keine Zeile hat ihn als Referenz, Kunden oder Korrelations-ID. Auch beginnt kein Schlüssel damit. </translation>
    </message>
    <message>
        <source>No row here has this key: it was reaped, or belongs to another program. Look it up at the gateway.</source>
        <translation>Keine Zeile hier hat diesen Schlüssel: Er wurde aufgeräumt oder gehört zu einem anderen Programm. Beim Gateway nachsehen.</translation>
    </message>
    <message>
        <source>No row is open.</source>
        <translation>Keine Zeile ist geöffnet.</translation>
    </message>
    <message>
        <source>No row is selected.</source>
        <translation>Keine Zeile ist ausgewählt.</translation>
    </message>
    <message>
        <source>No row of this table is ever in this state.</source>
        <translation>Keine Zeile dieser Tabelle hat je diesen Status.</translation>
    </message>
    <message>
        <source>No row with exactly this key is seen.</source>
        <translation>Keine Zeile mit genau diesem Schlüssel ist zu sehen.</translation>
    </message>
    <message>
        <source>No server listens at this host and port.</source>
        <translation>An diesem Host und Port antwortet kein Server.</translation>
    </message>
    <message>
        <source>No server listens on this machine's socket.</source>
        <translation>Am Socket dieses Rechners antwortet kein Server.</translation>
    </message>
    <message>
        <source>No table chosen</source>
        <translation>Keine Tabelle gewählt</translation>
    </message>
    <message>
        <source>No table counts duplicate events: a refused one writes nothing. The service counts those that it receives: name its Prometheus server.</source>
        <translation>Keine Tabelle zählt doppelte Ereignisse: Ein abgewiesenes schreibt nichts. Der Dienst zählt, was er empfängt: seinen Prometheus-Server angeben.</translation>
    </message>
    <message>
        <source>No table has this name.</source>
        <translation>Keine Tabelle heißt so.</translation>
    </message>
    <message>
        <source>No table here looks like keys, an inbox, an outbox or a queue. If one of them is, open it and choose what its columns are.</source>
        <translation>Keine Tabelle hier sieht nach Schlüsseln, einer Inbox, einer Outbox oder einer Queue aus. Ist eine davon doch so eine, sie öffnen und wählen, was ihre Spalten sind.</translation>
    </message>
    <message>
        <source>No table is read yet.</source>
        <translation>Noch wird keine Tabelle gelesen.</translation>
    </message>
    <message>
        <source>No table is visible in this database.</source>
        <translation>In dieser Datenbank ist keine Tabelle sichtbar.</translation>
    </message>
    <message>
        <source>No verdict was written on this row with this program. Verdicts are recorded here, with who, why and the evidence.</source>
        <translation>Mit diesem Programm wurde an dieser Zeile keine Entscheidung geschrieben. Entscheidungen stehen hier, mit Urheber, Begründung und Nachweis.</translation>
    </message>
    <message>
        <source>No view is saved for this table</source>
        <translation>Für diese Tabelle ist keine Ansicht gespeichert</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>No. %1</source>
        <translation>Nr. %1</translation>
    </message>
    <message>
        <source>No. %1 is undone: the row is %2 again. Audit row no. %3 records who and why.</source>
        <translation>Nr. %1 ist rückgängig gemacht: Der Status der Zeile ist wieder %2. Audit-Zeile Nr. %3 hält fest, wer und warum.</translation>
    </message>
    <message>
        <source>No. %1: %2</source>
        <translation>Nr. %1: %2</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>None of these rows can be written so.</source>
        <translation>Keine dieser Zeilen kann so geschrieben werden.</translation>
    </message>
    <message>
        <source>None: at once</source>
        <translation>Keine: sofort</translation>
    </message>
    <message>
        <source>None: the table does not keep it</source>
        <translation>Keine: Die Tabelle hält sie nicht fest</translation>
    </message>
    <message>
        <source>Not all could be compared.</source>
        <translation>Nicht alles konnte verglichen werden.</translation>
    </message>
    <message>
        <source>Not all rows are known. %1</source>
        <translation>Nicht alle Zeilen sind bekannt. %1</translation>
    </message>
    <message>
        <source>Not all was compared: %1.</source>
        <translation>Nicht alles wurde verglichen: %1.</translation>
    </message>
    <message>
        <source>Not asked yet. Asking is a look-up at the gateway: it writes nothing, here or there.</source>
        <translation>Noch nicht gefragt. Fragen ist eine Abfrage beim Gateway: Es schreibt nichts, weder hier noch dort.</translation>
    </message>
    <message>
        <source>Not compared</source>
        <translation>Nicht verglichen</translation>
    </message>
    <message>
        <source>Not compared: give the request's body above</source>
        <translation>Nicht verglichen: oben den Inhalt der Anfrage angeben</translation>
    </message>
    <message>
        <source>Not complete yet</source>
        <translation>Noch nicht vollständig</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>Not connected yet. Samples belong to a table.</source>
        <translation>Noch nicht verbunden. Stichproben gehören zu einer Tabelle.</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>Nicht verbunden.</translation>
    </message>
    <message>
        <source>Not connected: a table's rows are read from its server.</source>
        <translation>Nicht verbunden: Die Zeilen einer Tabelle werden von ihrem Server gelesen.</translation>
    </message>
    <message>
        <source>Not current: %1</source>
        <translation>Nicht aktuell: %1</translation>
    </message>
    <message>
        <source>Not current: not connected. Last as of %1</source>
        <translation>Nicht aktuell: nicht verbunden. Letzter Stand: %1</translation>
    </message>
    <message>
        <source>Not done yet</source>
        <translation>Noch nicht erledigt</translation>
    </message>
    <message>
        <source>Not everything could be searched: %1</source>
        <translation>Nicht alles konnte durchsucht werden: %1</translation>
    </message>
    <message>
        <source>Not found on this page: %1</source>
        <translation>Nicht auf dieser Seite gefunden: %1</translation>
    </message>
    <message>
        <source>Not in the profile: %1.</source>
        <translation>Nicht im Profil: %1.</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>Not live</source>
        <translation>Nicht live</translation>
    </message>
    <message>
        <source>Not live: %1</source>
        <translation>Nicht live: %1</translation>
    </message>
    <message>
        <source>Not looked at: %1</source>
        <translation>Nicht geprüft: %1</translation>
    </message>
    <message>
        <source>Not looked for everywhere. %1</source>
        <translation>Nicht überall gesucht. %1</translation>
    </message>
    <message>
        <source>Not part of this manual: %1</source>
        <translation>Nicht Teil dieses Handbuchs: %1</translation>
    </message>
    <message>
        <source>Not proven: that a superuser did not rebuild all of it. An anchor kept elsewhere shows that: oncectl audit anchor.</source>
        <translation>Nicht bewiesen: dass kein Superuser alles neu aufgebaut hat. Das zeigt ein anderswo aufbewahrter Anker: oncectl audit anchor.</translation>
    </message>
    <message>
        <source>Not proven: that no row was removed since the last seal. Links not sealed yet: %1. Seal the trail.</source>
        <translation>Nicht bewiesen: dass seit dem letzten Siegel keine Zeile entfernt wurde. Noch nicht versiegelte Glieder: %1. Protokoll versiegeln.</translation>
    </message>
    <message>
        <source>Not proven: that no row was removed. The trail has no seal.</source>
        <translation>Nicht bewiesen: dass keine Zeile entfernt wurde. Das Protokoll hat kein Siegel.</translation>
    </message>
    <message>
        <source>Not retried</source>
        <translation>Nicht wiederholt</translation>
    </message>
    <message>
        <source>Not searched: %1</source>
        <translation>Nicht durchsucht: %1</translation>
    </message>
    <message>
        <source>Not split</source>
        <translation>Nicht aufgeteilt</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Note by %1</source>
        <translation>Notiz von %1</translation>
    </message>
    <message>
        <source>Note on cases</source>
        <translation>Hinweis zu Fällen</translation>
    </message>
    <message>
        <source>Note on hedging</source>
        <translation>Hinweis zum Hedging</translation>
    </message>
    <message>
        <source>Note on verdicts</source>
        <translation>Hinweis zu Entscheidungen</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Nothing can be settled from this evidence.</source>
        <translation>Mit diesem Nachweis lässt sich nichts abschließen.</translation>
    </message>
    <message>
        <source>Nothing can be written yet. %1</source>
        <translation>Noch kann nichts geschrieben werden. %1</translation>
    </message>
    <message>
        <source>Nothing follows from this. Ask again later, or find out in another way what happened.</source>
        <translation>Daraus folgt nichts. Später erneut fragen oder auf anderem Weg herausfinden, was geschehen ist.</translation>
    </message>
    <message>
        <source>Nothing has been compared yet</source>
        <translation>Noch nichts abgeglichen</translation>
    </message>
    <message>
        <source>Nothing has been simulated yet</source>
        <translation>Noch wurde nichts simuliert</translation>
    </message>
    <message>
        <source>Nothing here</source>
        <translation>Hier ist nichts</translation>
    </message>
    <message>
        <source>Nothing is left to ask</source>
        <translation>Nichts mehr zu fragen</translation>
    </message>
    <message>
        <source>Nothing is left to do: clients get the stored answer.</source>
        <translation>Es bleibt nichts zu tun: Clients bekommen die gespeicherte Antwort.</translation>
    </message>
    <message>
        <source>Nothing is left to stop.</source>
        <translation>Nichts mehr zu stoppen.</translation>
    </message>
    <message>
        <source>Nothing is seen to compare with</source>
        <translation>Zum Vergleich ist nichts zu sehen</translation>
    </message>
    <message>
        <source>Nothing is stored to compare with</source>
        <translation>Zum Vergleich ist nichts gespeichert</translation>
    </message>
    <message>
        <source>Nothing is stored.</source>
        <translation>Nichts ist gespeichert.</translation>
    </message>
    <message>
        <source>Nothing is stuck in %1.</source>
        <translation>In %1 hängt nichts.</translation>
    </message>
    <message>
        <source>Nothing is stuck in onceover.keys.</source>
        <translation>In onceover.keys hängt nichts.</translation>
    </message>
    <message>
        <source>Nothing is stuck in onceover.keys; of other tables it is unknown.</source>
        <translation>In onceover.keys hängt nichts; von anderen Tabellen ist es unbekannt.</translation>
    </message>
    <message>
        <source>Nothing is stuck.</source>
        <translation>Nichts hängt.</translation>
    </message>
    <message>
        <source>Nothing is stuck: every lease is live or settled.</source>
        <translation>Nichts hängt: Jede Lease läuft oder ist abgeschlossen.</translation>
    </message>
    <message>
        <source>Nothing is written from here.</source>
        <translation>Von hier aus wird nichts geschrieben.</translation>
    </message>
    <message>
        <source>Nothing is written to the row. The request ends. It can be made again.</source>
        <translation>An der Zeile wird nichts geschrieben. Die Anfrage endet. Sie kann erneut gestellt werden.</translation>
    </message>
    <message>
        <source>Nothing needs to be done. The key waits for evidence until its window is over, and is then deleted. What you can show in another way goes by manual override, below.</source>
        <translation>Nichts ist zu tun. Der Schlüssel wartet auf Nachweis, bis seine Aufbewahrungszeit vorbei ist, und wird dann gelöscht. Was auf anderem Weg zu zeigen ist, geht über die manuelle Entscheidung unten.</translation>
    </message>
    <message>
        <source>Nothing of this was counted for %1 in this range. Check the filter, or choose a longer range.</source>
        <translation>Für %1 wurde hiervon in diesem Zeitraum nichts gezählt. Filter prüfen oder einen längeren Zeitraum wählen.</translation>
    </message>
    <message>
        <source>Nothing shows what is stuck. Choose "its age" to call stuck what is unfinished for longer than a time.</source>
        <translation>Nichts zeigt, was hängt. „ihr Alter“ wählen, damit als hängend gilt, was länger als eine bestimmte Zeit unfertig ist.</translation>
    </message>
    <message>
        <source>Nothing that the profile names differs: another column was written, or the same values again.</source>
        <translation>Nichts, was das Profil benennt, weicht ab: Eine andere Spalte wurde geschrieben, oder dieselben Werte erneut.</translation>
    </message>
    <message>
        <source>Nothing to install: the schema is up to date.</source>
        <translation>Nichts zu installieren: Das Schema ist aktuell.</translation>
    </message>
    <message>
        <source>Nothing to show on %1 of these. %2</source>
        <translation>Auf %1 davon ist nichts anzuzeigen. %2</translation>
    </message>
    <message>
        <source>Nothing waits for a person</source>
        <translation>Nichts wartet auf eine Person</translation>
    </message>
    <message>
        <source>Nothing waits here</source>
        <translation>Hier wartet nichts</translation>
    </message>
    <message>
        <source>Nothing was counted in this range</source>
        <translation>In diesem Zeitraum wurde nichts gezählt</translation>
    </message>
    <message numerus="yes">
        <source>Nothing was found by %Ln checks</source>
        <translation><numerusform>%Ln Prüfung hat nichts gefunden</numerusform><numerusform>%Ln Prüfungen haben nichts gefunden</numerusform></translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>Nichts wurde gefunden.</translation>
    </message>
    <message>
        <source>Nothing was made.</source>
        <translation>Nichts wurde erstellt.</translation>
    </message>
    <message>
        <source>Nothing was settled.</source>
        <translation>Nichts wurde abgeschlossen.</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>Nichts geschrieben.</translation>
    </message>
    <message>
        <source>Nothing was written: %1 is %2 already.</source>
        <translation>Nichts geschrieben: %1 ist bereits %2.</translation>
    </message>
    <message>
        <source>Nothing was written: %1 is retired already.</source>
        <translation>Nichts geschrieben: %1 ist bereits stillgelegt.</translation>
    </message>
    <message>
        <source>Nothing was written: all is sealed already.</source>
        <translation>Nichts geschrieben: Alles ist bereits versiegelt.</translation>
    </message>
    <message>
        <source>Nothing was written: all of it is registered already.</source>
        <translation>Nichts geschrieben: Alles ist bereits registriert.</translation>
    </message>
    <message>
        <source>Nothing was written: declaration no. %1 does not wait for an approver.</source>
        <translation>Nichts geschrieben: Erklärung Nr. %1 wartet nicht auf einen Genehmiger.</translation>
    </message>
    <message>
        <source>Nothing was written: the plan has changed.</source>
        <translation>Nichts wurde geschrieben: Der Plan hat sich geändert.</translation>
    </message>
    <message>
        <source>Nothing was written: the switch was set so already.</source>
        <translation>Nichts geschrieben: Der Schalter stand bereits so.</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message numerus="yes">
        <source>Of the %Ln selected rows of %1.</source>
        <translation><numerusform>Aus der %Ln gewählten Zeile von %1.</numerusform><numerusform>Aus den %Ln gewählten Zeilen von %1.</numerusform></translation>
    </message>
    <message>
        <source>Of the caller, for each request it works on</source>
        <translation>Des Aufrufers, für jede Anfrage, die er bearbeitet</translation>
    </message>
    <message>
        <source>Of the caller, for one attempt; none: it waits for ever</source>
        <translation>Des Aufrufers, für einen Versuch; none: Er wartet ewig</translation>
    </message>
    <message>
        <source>Of the caller: retries as a share of its requests; empty: none</source>
        <translation>Des Aufrufers: Wiederholungen als Anteil seiner Anfragen; leer: keines</translation>
    </message>
    <message>
        <source>Of the clients that succeeded, from their own start</source>
        <translation>Der erfolgreichen Clients, ab ihrem eigenen Beginn</translation>
    </message>
    <message>
        <source>Of the rows of %1 that this filter finds now: %2</source>
        <translation>Von den Zeilen in %1, die dieser Filter jetzt findet: %2</translation>
    </message>
    <message>
        <source>Of these rows of %1:</source>
        <translation>Von diesen Zeilen in %1:</translation>
    </message>
    <message>
        <source>Oldest in progress</source>
        <translation>Älteste in Arbeit</translation>
    </message>
    <message>
        <source>Oldest stuck keys</source>
        <translation>Älteste hängende Schlüssel</translation>
    </message>
    <message>
        <source>Oldest unfinished</source>
        <translation>Ältester offener</translation>
    </message>
    <message>
        <source>On average</source>
        <translation>Im Durchschnitt</translation>
    </message>
    <message>
        <source>On average; 0: NULL, a tombstone</source>
        <translation>Im Durchschnitt; 0: NULL, ein Tombstone</translation>
    </message>
    <message>
        <source>On file: %1, %2. Ask for fresh evidence; asking writes nothing.</source>
        <translation>Vorliegend: %1, %2. Für einen frischen Nachweis fragen; Fragen schreibt nichts.</translation>
    </message>
    <message>
        <source>Once a service claims its first key, this page shows whether keys are stuck, how many clients got a stored response, and which keys need a person. Keys in tables of your own are found in the place Store, on the tab Tables.</source>
        <translation>Sobald ein Dienst den ersten Schlüssel belegt, zeigt diese Seite, ob Schlüssel hängen, wie viele Clients eine gespeicherte Antwort bekamen und welche Schlüssel eine Person brauchen. Schlüssel in eigenen Tabellen finden sich unter Store im Reiter Tabellen.</translation>
    </message>
    <message>
        <source>Onceover</source>
        <translation>Onceover</translation>
    </message>
    <message>
        <source>Onceover: %1</source>
        <translation>Onceover: %1</translation>
    </message>
    <message>
        <source>Onceover: a stuck key is asked about and settled</source>
        <translation>Onceover: Zu einem hängenden Schlüssel wird gefragt, dann wird er abgeschlossen</translation>
    </message>
    <message>
        <source>One counter, or one for started and one for finished attempts.</source>
        <translation>Ein Zähler, oder je einer für begonnene und beendete Versuche.</translation>
    </message>
    <message>
        <source>One event</source>
        <translation>Ein Ereignis</translation>
    </message>
    <message>
        <source>One file with what is shown here, the evidence, who did what, and the SQL. It is Markdown that anyone can read, and this program opens it without a connection.</source>
        <translation>Eine Datei mit dem, was hier zu sehen ist, dem Nachweis, wer was getan hat, und dem SQL. Es ist für alle lesbares Markdown, und dieses Programm öffnet es ohne Verbindung.</translation>
    </message>
    <message>
        <source>One request of the user is %1 calls at worst, %2 expected; %3 gets most of them: %4.</source>
        <translation>Eine Anfrage des Nutzers sind im schlimmsten Fall %1 Aufrufe, erwartet %2; die meisten treffen %3: %4.</translation>
    </message>
    <message>
        <source>One versioned row</source>
        <translation>Eine versionierte Zeile</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>Nur: %1</translation>
    </message>
    <message>
        <source>Only its executor has changed this key. Who takes it over, asks and settles is recorded here, with the reason and the evidence.</source>
        <translation>Nur sein Ausführer hat diesen Schlüssel geändert. Wer ihn übernimmt, fragt und abschließt, steht hier, mit Begründung und Nachweis.</translation>
    </message>
    <message>
        <source>Only onceover.keys has cases.</source>
        <translation>Nur onceover.keys hat Fälle.</translation>
    </message>
    <message>
        <source>Only rows above 2 kB are compressed</source>
        <translation>Nur Zeilen über 2 kB werden komprimiert</translation>
    </message>
    <message>
        <source>Only rows and listed effects with this reference are compared</source>
        <translation>Nur Zeilen und gelistete Wirkungen mit dieser Referenz werden abgeglichen</translation>
    </message>
    <message>
        <source>Only tables that you have rights on are listed. Connect to the database that holds the keys, ask for USAGE on its schema, or install the onceover schema on the tab Administration.</source>
        <translation>Aufgeführt sind nur Tabellen, auf die es Rechte gibt. Mit der Datenbank verbinden, die die Schlüssel enthält, USAGE auf ihr Schema erbitten oder das Schema onceover im Reiter Verwaltung installieren.</translation>
    </message>
    <message>
        <source>Only the first event of an aggregate is tried again or skipped; the others follow it.</source>
        <translation>Nur das erste Ereignis eines Aggregats wird erneut versucht oder übersprungen; die anderen folgen ihm.</translation>
    </message>
    <message>
        <source>Only where</source>
        <translation>Nur wo</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open &amp;Stuck</source>
        <translation>„&amp;Hängend“ öffnen</translation>
    </message>
    <message>
        <source>Open a client's retry log</source>
        <translation>Wiederholungs-Log eines Clients öffnen</translation>
    </message>
    <message>
        <source>Open a saved bundle</source>
        <translation>Gespeichertes Bündel öffnen</translation>
    </message>
    <message>
        <source>Open another bundle…</source>
        <translation>Anderes Bündel öffnen…</translation>
    </message>
    <message>
        <source>Open another file…</source>
        <translation>Andere Datei öffnen…</translation>
    </message>
    <message>
        <source>Open incident &amp;bundle…</source>
        <translation>Vorfallb&amp;ündel öffnen…</translation>
    </message>
    <message>
        <source>Open incident bundle</source>
        <translation>Vorfallbündel öffnen</translation>
    </message>
    <message>
        <source>Open incident bundle…</source>
        <translation>Vorfallbündel öffnen…</translation>
    </message>
    <message>
        <source>Open one from Keys or Stuck leases with Enter, or press Ctrl+K and paste a key.</source>
        <translation>Unter „Schlüssel“ oder „Hängend“ einen mit Eingabe öffnen, oder Strg+K drücken und einen Schlüssel einfügen.</translation>
    </message>
    <message>
        <source>Open the &amp;case</source>
        <translation>&amp;Fall öffnen</translation>
    </message>
    <message>
        <source>Open the case</source>
        <translation>Fall öffnen</translation>
    </message>
    <message>
        <source>Open this link</source>
        <translation>Diesen Link öffnen</translation>
    </message>
    <message>
        <source>Opening the bundle …</source>
        <translation>Bündel wird geöffnet …</translation>
    </message>
    <message>
        <source>Opens the mapping of this table at what verdicts write</source>
        <translation>Öffnet die Zuordnung dieser Tabelle dort, wo steht, was Entscheidungen schreiben</translation>
    </message>
    <message>
        <source>Opens the page “Needs a person”</source>
        <translation>Öffnet die Seite „Braucht eine Person“</translation>
    </message>
    <message>
        <source>Opens this act on the page Audit</source>
        <translation>Öffnet diese Aktion auf der Seite „Audit“</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>Operation and tenant</source>
        <translation>Vorgang und Mandant</translation>
    </message>
    <message>
        <source>Operation of every row</source>
        <translation>Vorgang jeder Zeile</translation>
    </message>
    <message>
        <source>Operation, exactly</source>
        <translation>Vorgang, exakt</translation>
    </message>
    <message>
        <source>Operation: %1</source>
        <translation>Vorgang: %1</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>Option</translation>
    </message>
    <message>
        <source>Or try it first</source>
        <translation>Oder zuerst ausprobieren</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Order of listings</source>
        <translation>Reihenfolge von Listen</translation>
    </message>
    <message>
        <source>Order or reference, exactly</source>
        <translation>Auftrag oder Referenz, exakt</translation>
    </message>
    <message>
        <source>Otherwise it starts with the first attempt</source>
        <translation>Sonst beginnt er mit dem ersten Versuch</translation>
    </message>
    <message>
        <source>Our keys and the gateway agree. Nothing was written.</source>
        <translation>Eigene Schlüssel und Gateway stimmen überein. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Our request</source>
        <translation>Unsere Anfrage</translation>
    </message>
    <message>
        <source>Out of attempts, of time or of budget</source>
        <translation>Keine Versuche, keine Zeit oder kein Budget mehr</translation>
    </message>
    <message>
        <source>Out of line</source>
        <translation>Ausgelagert</translation>
    </message>
    <message>
        <source>Outage at first</source>
        <translation>Ausfall am Anfang</translation>
    </message>
    <message>
        <source>Outbox</source>
        <translation>Outbox</translation>
    </message>
    <message>
        <source>Outbox lag</source>
        <translation>Rückstand der Outbox</translation>
    </message>
    <message>
        <source>Outbox: not published</source>
        <translation>Outbox: unveröffentlicht</translation>
    </message>
    <message>
        <source>Outbox: parked and dead</source>
        <translation>Outbox: zurückgestellt und unzustellbar</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Inhaber</translation>
    </message>
    <message>
        <source>P&amp;ort</source>
        <translation>P&amp;ort</translation>
    </message>
    <message>
        <source>PG* variables</source>
        <translation>PG*-Variablen</translation>
    </message>
    <message>
        <source>PGHOST, PGDATABASE, PGUSER, PGSERVICE … of the environment this program was started in.</source>
        <translation>PGHOST, PGDATABASE, PGUSER, PGSERVICE … aus der Umgebung, in der dieses Programm gestartet wurde.</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Parked</source>
        <translation>Zurückgestellt</translation>
    </message>
    <message>
        <source>Part of a table's name</source>
        <translation>Teil eines Tabellennamens</translation>
    </message>
    <message>
        <source>Part of the trail that is read</source>
        <translation>Gelesener Teil des Protokolls</translation>
    </message>
    <message>
        <source>Partition covers</source>
        <translation>Partition umfasst</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>Partitionen</translation>
    </message>
    <message>
        <source>Parts of the bundle</source>
        <translation>Teile des Bündels</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Password command</source>
        <translation>Passwortbefehl</translation>
    </message>
    <message>
        <source>Paste a key, a header line or a log line</source>
        <translation>Schlüssel, Header-Zeile oder Log-Zeile einfügen</translation>
    </message>
    <message>
        <source>Paste a key, an order, a customer or a log line</source>
        <translation>Schlüssel, Auftrag, Kunde oder Logzeile einfügen</translation>
    </message>
    <message>
        <source>Paste a request body or drop a file to compare it; it goes nowhere.</source>
        <translation>Body einer Anfrage einfügen oder Datei ablegen, um ihn zu vergleichen; er bleibt hier.</translation>
    </message>
    <message>
        <source>Paste an %1's id or a log line</source>
        <translation>ID oder Logzeile einfügen (%1)</translation>
    </message>
    <message>
        <source>Paste the request's body, or drop a file. It is compared byte for byte and never stored.</source>
        <translation>Body der Anfrage einfügen oder eine Datei ablegen. Er wird Byte für Byte verglichen und nie gespeichert.</translation>
    </message>
    <message>
        <source>Paste, drop or open a client's retry log to compare it with the policy.</source>
        <translation>Wiederholungs-Log eines Clients einfügen, ablegen oder öffnen, um es mit dem Regelwerk zu vergleichen.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausieren</translation>
    </message>
    <message>
        <source>Pause or resume the relay …</source>
        <translation>Relay pausieren oder fortsetzen …</translation>
    </message>
    <message>
        <source>Pause relay %1</source>
        <translation>Relay %1 pausieren</translation>
    </message>
    <message>
        <source>Pause the charts</source>
        <translation>Diagramme anhalten</translation>
    </message>
    <message>
        <source>Pause …</source>
        <translation>Pausieren …</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Pausing the plan</source>
        <translation>Plan wird pausiert</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Per hour</source>
        <translation>Je Stunde</translation>
    </message>
    <message>
        <source>Per hour: "%1" is not a number.</source>
        <translation>Je Stunde: „%1“ ist keine Zahl.</translation>
    </message>
    <message>
        <source>Per row, on average: large values</source>
        <translation>Je Zeile, im Mittel: große Werte</translation>
    </message>
    <message>
        <source>Permissions on this table</source>
        <translation>Rechte an dieser Tabelle</translation>
    </message>
    <message>
        <source>Place among the stuck keys</source>
        <translation>Position unter den hängenden Schlüsseln</translation>
    </message>
    <message>
        <source>Place in the document</source>
        <translation>Stelle im Dokument</translation>
    </message>
    <message>
        <source>Place in the listing</source>
        <translation>Position in der Liste</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>Plan for the filtered rows</source>
        <translation>Plan für die gefilterten Zeilen</translation>
    </message>
    <message>
        <source>Plan for these rows…</source>
        <translation>Plan für diese Zeilen…</translation>
    </message>
    <message>
        <source>Plan the selected rows …</source>
        <translation>Plan aus den ausgewählten Zeilen …</translation>
    </message>
    <message>
        <source>Plan these keys …</source>
        <translation>Diese Schlüssel planen …</translation>
    </message>
    <message>
        <source>Plan …</source>
        <translation>Plan …</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Planned write</source>
        <translation>Geplantes Schreiben</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>Pläne</translation>
    </message>
    <message>
        <source>Plans, newest first</source>
        <translation>Pläne, neueste zuerst</translation>
    </message>
    <message>
        <source>Please choose…</source>
        <translation>Bitte wählen…</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Regelwerk</translation>
    </message>
    <message>
        <source>Policy waits</source>
        <translation>Wartezeit laut Regel</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>PostgreSQL %1</source>
        <translation>PostgreSQL %1</translation>
    </message>
    <message>
        <source>Pre&amp;fix</source>
        <translation>Prä&amp;fix</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>Präfix</translation>
    </message>
    <message>
        <source>Previous stuck key</source>
        <translation>Voriger hängender Schlüssel</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Reiter</translation>
    </message>
    <message>
        <source>Price per GB-month</source>
        <translation>Preis je GB und Monat</translation>
    </message>
    <message>
        <source>Probability that an attempt fails in the service itself, before it calls others</source>
        <translation>Wahrscheinlichkeit, dass ein Versuch im Dienst selbst scheitert, bevor er andere aufruft</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Production. Writes touch real money and real customers.</source>
        <translation>Produktion. Schreiben betrifft echtes Geld und echte Kunden.</translation>
    </message>
    <message>
        <source>Profiles (*.toml)</source>
        <translation>Profile (*.toml)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Progress of the comparison</source>
        <translation>Fortschritt des Abgleichs</translation>
    </message>
    <message>
        <source>Progress of the plan</source>
        <translation>Fortschritt des Plans</translation>
    </message>
    <message>
        <source>Progress of the simulation</source>
        <translation>Fortschritt der Simulation</translation>
    </message>
    <message>
        <source>Prometheus server</source>
        <translation>Prometheus-Server</translation>
    </message>
    <message>
        <source>Prometheus server of this connection</source>
        <translation>Prometheus-Server dieser Verbindung</translation>
    </message>
    <message>
        <source>Prometheus server…</source>
        <translation>Prometheus-Server…</translation>
    </message>
    <message>
        <source>Promise</source>
        <translation>Zusage</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Schutz</translation>
    </message>
    <message>
        <source>Proven: no row that is here was changed or inserted (%1).</source>
        <translation>Bewiesen: Keine vorhandene Zeile wurde geändert oder eingefügt (%1).</translation>
    </message>
    <message>
        <source>Proven: no row was changed, removed or inserted up to the last seal (%1).</source>
        <translation>Bewiesen: Bis zum letzten Siegel wurde keine Zeile geändert, entfernt oder eingefügt (%1).</translation>
    </message>
    <message>
        <source>Publish again with new ids</source>
        <translation>Mit neuen IDs erneut veröffentlichen</translation>
    </message>
    <message>
        <source>Publish again …</source>
        <translation>Erneut veröffentlichen …</translation>
    </message>
    <message>
        <source>Publish events once more</source>
        <translation>Ereignisse noch einmal veröffentlichen</translation>
    </message>
    <message>
        <source>Publish events once more …</source>
        <translation>Ereignisse noch einmal veröffentlichen …</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Veröffentlicht</translation>
    </message>
    <message>
        <source>Question or editor</source>
        <translation>Frage oder Editor</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Queue length</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Quit?</source>
        <translation>Beenden?</translation>
    </message>
    <message>
        <source>RELAY</source>
        <translation>RELAY</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Zufalls-Seed</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Raw answer</source>
        <translation>Rohantwort</translation>
    </message>
    <message>
        <source>Read about %1 rows</source>
        <translation>Etwa %1 Zeilen lesen</translation>
    </message>
    <message>
        <source>Read the next %1</source>
        <translation>Die nächsten %1 lesen</translation>
    </message>
    <message>
        <source>Read the next %1 older rows</source>
        <translation>Die nächsten %1 älteren Zeilen lesen</translation>
    </message>
    <message>
        <source>Read the whole table?</source>
        <translation>Ganze Tabelle lesen?</translation>
    </message>
    <message>
        <source>Read this table on every page  %1</source>
        <translation>Diese Tabelle auf jeder Seite lesen  %1</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>Lesend</translation>
    </message>
    <message>
        <source>Read-only: %1</source>
        <translation>Nur lesbar: %1</translation>
    </message>
    <message>
        <source>Read-only: nothing can be written until writes are armed</source>
        <translation>Nur lesend: Nichts kann geschrieben werden, bis Schreiben scharf geschaltet ist</translation>
    </message>
    <message>
        <source>Reading %1.</source>
        <translation>Gelesen wird %1.</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 werden gelesen…</translation>
    </message>
    <message>
        <source>Reading cases and requests</source>
        <translation>Fälle und Anfragen werden gelesen</translation>
    </message>
    <message>
        <source>Reading cases and requests …</source>
        <translation>Fälle und Anfragen werden gelesen …</translation>
    </message>
    <message>
        <source>Reading counters …</source>
        <translation>Zähler werden gelesen …</translation>
    </message>
    <message>
        <source>Reading events</source>
        <translation>Ereignisse werden gelesen</translation>
    </message>
    <message>
        <source>Reading events…</source>
        <translation>Ereignisse werden gelesen…</translation>
    </message>
    <message>
        <source>Reading every row …</source>
        <translation>Jede Zeile wird gelesen …</translation>
    </message>
    <message>
        <source>Reading from %1 …</source>
        <translation>Wird gelesen aus %1 …</translation>
    </message>
    <message>
        <source>Reading further items</source>
        <translation>Weitere Posten werden gelesen</translation>
    </message>
    <message>
        <source>Reading metrics</source>
        <translation>Metriken werden gelesen</translation>
    </message>
    <message>
        <source>Reading names of tenants and operations</source>
        <translation>Namen der Mandanten und Vorgänge werden gelesen</translation>
    </message>
    <message>
        <source>Reading plans…</source>
        <translation>Pläne werden gelesen…</translation>
    </message>
    <message>
        <source>Reading relays</source>
        <translation>Relays werden gelesen</translation>
    </message>
    <message>
        <source>Reading relays…</source>
        <translation>Relays werden gelesen…</translation>
    </message>
    <message>
        <source>Reading rows…</source>
        <translation>Zeilen werden gelesen…</translation>
    </message>
    <message>
        <source>Reading sample rows</source>
        <translation>Beispielzeilen werden gelesen</translation>
    </message>
    <message>
        <source>Reading samples</source>
        <translation>Stichproben werden gelesen</translation>
    </message>
    <message>
        <source>Reading stuck leases…</source>
        <translation>Hängende Leases werden gelesen…</translation>
    </message>
    <message>
        <source>Reading the audit row</source>
        <translation>Audit-Zeile wird gelesen</translation>
    </message>
    <message>
        <source>Reading the audit trail</source>
        <translation>Audit-Protokoll wird gelesen</translation>
    </message>
    <message>
        <source>Reading the audit trail …</source>
        <translation>Audit-Protokoll wird gelesen …</translation>
    </message>
    <message>
        <source>Reading the gateway's configuration</source>
        <translation>Konfiguration des Gateways wird gelesen</translation>
    </message>
    <message numerus="yes">
        <source>Reading the gateway's ledger · %Ln effects</source>
        <translation><numerusform>Buchungen des Gateways werden gelesen · %Ln Wirkung</numerusform><numerusform>Buchungen des Gateways werden gelesen · %Ln Wirkungen</numerusform></translation>
    </message>
    <message>
        <source>Reading the key</source>
        <translation>Schlüssel wird gelesen</translation>
    </message>
    <message>
        <source>Reading the key …</source>
        <translation>Schlüssel wird gelesen …</translation>
    </message>
    <message>
        <source>Reading the list of stuck keys</source>
        <translation>Liste der hängenden Schlüssel wird gelesen</translation>
    </message>
    <message>
        <source>Reading the payload</source>
        <translation>Inhalt (Payload) wird gelesen</translation>
    </message>
    <message>
        <source>Reading the plan</source>
        <translation>Plan wird gelesen</translation>
    </message>
    <message>
        <source>Reading the request</source>
        <translation>Anfrage wird gelesen</translation>
    </message>
    <message>
        <source>Reading the selected rows</source>
        <translation>Ausgewählte Zeilen werden gelesen</translation>
    </message>
    <message>
        <source>Reading the server's facts</source>
        <translation>Angaben des Servers werden gelesen</translation>
    </message>
    <message>
        <source>Reading the store</source>
        <translation>Store wird gelesen</translation>
    </message>
    <message>
        <source>Reading the store…</source>
        <translation>Store wird gelesen…</translation>
    </message>
    <message>
        <source>Reading what undid this act</source>
        <translation>Rücknahme dieser Aktion wird gelesen</translation>
    </message>
    <message>
        <source>Reading what waits …</source>
        <translation>Wartendes wird gelesen …</translation>
    </message>
    <message>
        <source>Reading what would be written</source>
        <translation>Es wird gelesen, was geschrieben würde</translation>
    </message>
    <message numerus="yes">
        <source>Reading · %Ln rows</source>
        <translation><numerusform>Wird gelesen · %Ln Zeile</numerusform><numerusform>Wird gelesen · %Ln Zeilen</numerusform></translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Reap</source>
        <translation>Aufräumen</translation>
    </message>
    <message>
        <source>Reaped by a plan</source>
        <translation>Durch Plan aufgeräumt</translation>
    </message>
    <message>
        <source>Reaped rows are gone.</source>
        <translation>Aufgeräumte Zeilen sind weg.</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Reason (kept in the audit trail)</source>
        <translation>Begründung (steht im Audit-Protokoll)</translation>
    </message>
    <message>
        <source>Reason of your last act; change it if it is another case.</source>
        <translation>Begründung der letzten Aktion; ändern, wenn es ein anderer Fall ist.</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Recorded values</source>
        <translation>Festgehaltene Werte</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Refuse no. %1: %2</source>
        <translation>Nr. %1 ablehnen: %2</translation>
    </message>
    <message>
        <source>Refuse …</source>
        <translation>Ablehnen …</translation>
    </message>
    <message>
        <source>Refused. Nothing was written to the %1; the refusal and its reason are in the audit trail.</source>
        <translation>Abgelehnt. In %1 wurde nichts geschrieben; Ablehnung und Begründung stehen im Audit-Protokoll.</translation>
    </message>
    <message>
        <source>Refusing</source>
        <translation>Wird abgelehnt</translation>
    </message>
    <message>
        <source>Register a gateway</source>
        <translation>Gateway registrieren</translation>
    </message>
    <message>
        <source>Register a gateway …</source>
        <translation>Gateway registrieren …</translation>
    </message>
    <message>
        <source>Registered</source>
        <translation>Registriert</translation>
    </message>
    <message>
        <source>Registered by</source>
        <translation>Registriert von</translation>
    </message>
    <message>
        <source>Registered gateways</source>
        <translation>Registrierte Gateways</translation>
    </message>
    <message>
        <source>Relay</source>
        <translation>Relay</translation>
    </message>
    <message>
        <source>Relays</source>
        <translation>Relays</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Freigeben</translation>
    </message>
    <message numerus="yes">
        <source>Release %Ln rows</source>
        <translation><numerusform>%Ln Zeile freigeben</numerusform><numerusform>%Ln Zeilen freigeben</numerusform></translation>
    </message>
    <message>
        <source>Release for the client's retry</source>
        <translation>Für die Wiederholung des Clients freigeben</translation>
    </message>
    <message>
        <source>Release the selected rows that the answers allow …</source>
        <translation>Ausgewählte Zeilen freigeben, wo die Antworten es erlauben …</translation>
    </message>
    <message>
        <source>Release …</source>
        <translation>Freigeben …</translation>
    </message>
    <message>
        <source>Released and reaped</source>
        <translation>Freigegeben und aufgeräumt</translation>
    </message>
    <message>
        <source>Released, and no client has retried in time</source>
        <translation>Freigegeben, und kein Client hat rechtzeitig wiederholt</translation>
    </message>
    <message>
        <source>Released, and no client has retried; could be retried until %1</source>
        <translation>Freigegeben, und kein Client hat wiederholt; Wiederholung war möglich bis %1</translation>
    </message>
    <message>
        <source>Released, awaiting retry</source>
        <translation>Freigegeben, Wiederholung steht aus</translation>
    </message>
    <message>
        <source>Releases %1 by manual override: the next retry may do the work.</source>
        <translation>Gibt %1 durch manuelle Entscheidung frei: Die nächste Wiederholung tut vielleicht die Arbeit.</translation>
    </message>
    <message>
        <source>Releases %1 where %2 knows of no effect: the next retry does the work.</source>
        <translation>Gibt %1 frei, wo %2 keine Wirkung kennt: Die nächste Wiederholung tut die Arbeit.</translation>
    </message>
    <message>
        <source>Remedy: %1</source>
        <translation>Abhilfe: %1</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove from %1</source>
        <translation>Aus %1 entfernen</translation>
    </message>
    <message>
        <source>Remove the filter %1</source>
        <translation>Filter entfernen: %1</translation>
    </message>
    <message>
        <source>Remove the line</source>
        <translation>Zeile entfernen</translation>
    </message>
    <message>
        <source>Remove this filter</source>
        <translation>Diesen Filter entfernen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace the file?</source>
        <translation>Datei ersetzen?</translation>
    </message>
    <message>
        <source>Replayed</source>
        <translation>Replays</translation>
    </message>
    <message>
        <source>Replays</source>
        <translation>Replays</translation>
    </message>
    <message>
        <source>Replays, conflicts, mismatches</source>
        <translation>Replays, Konflikte, Abweichungen</translation>
    </message>
    <message>
        <source>Report of the plan</source>
        <translation>Bericht des Plans</translation>
    </message>
    <message>
        <source>Report of the plan (.md, .csv or .json)</source>
        <translation>Bericht des Plans (.md, .csv oder .json)</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>Bericht…</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Request body</source>
        <translation>Body der Anfrage</translation>
    </message>
    <message>
        <source>Request body to compare</source>
        <translation>Zu vergleichender Body einer Anfrage</translation>
    </message>
    <message>
        <source>Request body, optional</source>
        <translation>Body der Anfrage, optional</translation>
    </message>
    <message>
        <source>Request for a second approver</source>
        <translation>Anfrage an einen zweiten Genehmiger</translation>
    </message>
    <message>
        <source>Request no. %1 about this key waits for a second approver. Another override makes it outdated.</source>
        <translation>Anfrage Nr. %1 zu diesem Schlüssel wartet auf einen zweiten Genehmiger. Eine weitere manuelle Entscheidung lässt sie veralten.</translation>
    </message>
    <message>
        <source>Request no. %1 waits for a second approver. No event is written yet. Another database user approves or refuses it on the page “Needs a person”.</source>
        <translation>Anfrage Nr. %1 wartet auf einen zweiten Genehmiger. Noch ist kein Ereignis geschrieben. Ein anderer Datenbankbenutzer genehmigt sie oder lehnt sie ab, auf der Seite „Braucht eine Person“.</translation>
    </message>
    <message>
        <source>Requested write</source>
        <translation>Angefragtes Schreiben</translation>
    </message>
    <message>
        <source>Requests carry keys</source>
        <translation>Anfragen haben Schlüssel</translation>
    </message>
    <message>
        <source>Requests for a second approver</source>
        <translation>Anfragen an einen zweiten Genehmiger</translation>
    </message>
    <message>
        <source>Requests that reach the server; of an optimistic one, writes</source>
        <translation>Anfragen, die den Server erreichen; bei optimistischen die Schreibvorgänge</translation>
    </message>
    <message>
        <source>Requests: %1, attempts: %2, outside the policy: %3.</source>
        <translation>Anfragen: %1, Versuche: %2, außerhalb des Regelwerks: %3.</translation>
    </message>
    <message>
        <source>Requeue</source>
        <translation>Erneut einreihen</translation>
    </message>
    <message>
        <source>Requeues %1: the table's workers try them again.</source>
        <translation>Reiht %1 erneut ein: Die Worker der Tabelle versuchen es noch einmal.</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Response body</source>
        <translation>Body der Antwort</translation>
    </message>
    <message>
        <source>Response body that clients would get</source>
        <translation>Body der Antwort, den Clients erhalten würden</translation>
    </message>
    <message>
        <source>Response code</source>
        <translation>Antwortcode</translation>
    </message>
    <message>
        <source>Response content type</source>
        <translation>Content-Type der Antwort</translation>
    </message>
    <message>
        <source>Response status</source>
        <translation>Antwortstatus</translation>
    </message>
    <message>
        <source>Restore &amp;defaults</source>
        <translation>&amp;Standardwerte</translation>
    </message>
    <message>
        <source>Restore all cards</source>
        <translation>Alle Karten wiederherstellen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Result of each row</source>
        <translation>Ergebnis jeder Zeile</translation>
    </message>
    <message>
        <source>Result of the comparison</source>
        <translation>Ergebnis des Vergleichs</translation>
    </message>
    <message>
        <source>Results of the storm</source>
        <translation>Ergebnisse des Ansturms</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume plan “%1”</source>
        <translation>Plan „%1“ fortsetzen</translation>
    </message>
    <message>
        <source>Resume relay %1</source>
        <translation>Relay %1 fortsetzen</translation>
    </message>
    <message>
        <source>Resume …</source>
        <translation>Fortsetzen …</translation>
    </message>
    <message>
        <source>Resume…</source>
        <translation>Fortsetzen…</translation>
    </message>
    <message>
        <source>Resuming the plan</source>
        <translation>Plan wird fortgesetzt</translation>
    </message>
    <message>
        <source>Retention</source>
        <translation>Aufbewahrung</translation>
    </message>
    <message>
        <source>Retention window</source>
        <translation>Aufbewahrungszeit</translation>
    </message>
    <message>
        <source>Retire relay %1</source>
        <translation>Relay %1 stilllegen</translation>
    </message>
    <message>
        <source>Retire the relay …</source>
        <translation>Relay stilllegen …</translation>
    </message>
    <message>
        <source>Retire …</source>
        <translation>Stilllegen …</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Retries per request; 0.1 is usual</source>
        <translation>Wiederholungen je Anfrage; üblich ist 0.1</translation>
    </message>
    <message>
        <source>Retry &amp;schedule</source>
        <translation>&amp;Wiederholungsplan</translation>
    </message>
    <message>
        <source>Retry age</source>
        <translation>Alter bei Wiederholung</translation>
    </message>
    <message>
        <source>Retry before</source>
        <translation>Wiederholen vor</translation>
    </message>
    <message>
        <source>Retry budget</source>
        <translation>Wiederholungsbudget</translation>
    </message>
    <message>
        <source>Retry delay</source>
        <translation>Wiederholungsabstand</translation>
    </message>
    <message>
        <source>Retry ratio</source>
        <translation>Wiederholrate</translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Reveal the body first: the script holds it.</source>
        <translation>Zuerst den Body anzeigen: Das Skript enthält ihn.</translation>
    </message>
    <message>
        <source>Review checklist</source>
        <translation>Prüfliste</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Root certificate</source>
        <translation>Stammzertifikat</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Row after</source>
        <translation>Zeile nachher</translation>
    </message>
    <message>
        <source>Row as you saw it and as it is now</source>
        <translation>Zeile, wie zuvor gesehen und wie sie jetzt ist</translation>
    </message>
    <message>
        <source>Row before</source>
        <translation>Zeile vorher</translation>
    </message>
    <message>
        <source>Row before and after</source>
        <translation>Zeile vorher und nachher</translation>
    </message>
    <message>
        <source>Row changes</source>
        <translation>Änderungen der Zeile</translation>
    </message>
    <message>
        <source>Row is</source>
        <translation>Zeile ist</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Rows %</source>
        <translation>Zeilen %</translation>
    </message>
    <message>
        <source>Rows %1 to %2, %3%4</source>
        <translation>Zeilen %1 bis %2, %3%4</translation>
    </message>
    <message>
        <source>Rows a second at most</source>
        <translation>Zeilen je Sekunde, höchstens</translation>
    </message>
    <message>
        <source>Rows and amounts</source>
        <translation>Zeilen und Beträge</translation>
    </message>
    <message>
        <source>Rows and what is written</source>
        <translation>Zeilen und was geschrieben wird</translation>
    </message>
    <message>
        <source>Rows are counted by the time of their creation, and no column is mapped as Created. Map it on the page Tables.</source>
        <translation>Zeilen werden nach der Zeit ihrer Erstellung gezählt, und keine Spalte ist als „Erstellt“ zugeordnet. Auf der Seite „Tabellen“ zuordnen.</translation>
    </message>
    <message>
        <source>Rows are shown when everything needed is chosen.</source>
        <translation>Zeilen erscheinen, sobald alles Nötige gewählt ist.</translation>
    </message>
    <message>
        <source>Rows of %1</source>
        <translation>Zeilen von %1</translation>
    </message>
    <message>
        <source>Rows of the same key in other tables</source>
        <translation>Zeilen desselben Schlüssels in anderen Tabellen</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>Rows that could not be read: %1 (listed below).</source>
        <translation>Nicht lesbare Zeilen: %1 (unten aufgeführt).</translation>
    </message>
    <message>
        <source>Rows that were found</source>
        <translation>Gefundene Zeilen</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Rules and their limits</source>
        <translation>Regeln und ihre Grenzen</translation>
    </message>
    <message>
        <source>Run plan “%1”</source>
        <translation>Plan „%1“ ausführen</translation>
    </message>
    <message>
        <source>Run the query anyway</source>
        <translation>Abfrage trotzdem ausführen</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>%1 wird ausgeführt</translation>
    </message>
    <message>
        <source>Running: sweepers, relays and plans work.</source>
        <translation>In Betrieb: Sweeper, Relays und Pläne arbeiten.</translation>
    </message>
    <message>
        <source>Runs in the background and can be cancelled. The counts are kept on this desktop</source>
        <translation>Läuft im Hintergrund und kann abgebrochen werden. Die Zählungen bleiben auf diesem Desktop</translation>
    </message>
    <message>
        <source>Runs per point</source>
        <translation>Läufe je Punkt</translation>
    </message>
    <message>
        <source>Run…</source>
        <translation>Ausführen…</translation>
    </message>
    <message>
        <source>S&amp;QL</source>
        <translation>S&amp;QL</translation>
    </message>
    <message>
        <source>S&amp;imulate</source>
        <translation>S&amp;imulieren</translation>
    </message>
    <message>
        <source>S&amp;tart again …</source>
        <translation>Wieder s&amp;tarten …</translation>
    </message>
    <message>
        <source>S&amp;top …</source>
        <translation>S&amp;toppen …</translation>
    </message>
    <message>
        <source>S&amp;torm</source>
        <translation>S&amp;turm</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>SQL of this page</source>
        <translation>SQL dieser Seite</translation>
    </message>
    <message>
        <source>SQL statements</source>
        <translation>SQL-Anweisungen</translation>
    </message>
    <message>
        <source>SQL to review before you run it</source>
        <translation>SQL, vor dem Ausführen zu prüfen</translation>
    </message>
    <message>
        <source>SQLSTATE %1</source>
        <translation>SQLSTATE %1</translation>
    </message>
    <message>
        <source>STOPPED: no sweeper and no plan settles a key.</source>
        <translation>NOTSTOPP: Kein Sweeper und kein Plan schließt Schlüssel ab.</translation>
    </message>
    <message>
        <source>STOPPED: no sweeper, relay or plan works, and no person settles a key.</source>
        <translation>GESTOPPT: Kein Sweeper, kein Relay und kein Plan arbeitet, und niemand schließt Schlüssel ab.</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>S&amp;peichern…</translation>
    </message>
    <message>
        <source>Sample rows</source>
        <translation>Beispielzeilen</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Stichproben</translation>
    </message>
    <message>
        <source>Save &amp;report…</source>
        <translation>&amp;Bericht speichern…</translation>
    </message>
    <message>
        <source>Save an incident bundle of this time …</source>
        <translation>Vorfallbündel dieses Zeitraums speichern …</translation>
    </message>
    <message>
        <source>Save incident bundle</source>
        <translation>Vorfallbündel speichern</translation>
    </message>
    <message>
        <source>Save incident bundle…</source>
        <translation>Vorfallbündel speichern…</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>Save the hand-over note</source>
        <translation>Übergabenotiz speichern</translation>
    </message>
    <message>
        <source>Save the hand-over note …</source>
        <translation>Übergabenotiz speichern …</translation>
    </message>
    <message>
        <source>Save the profile</source>
        <translation>Profil speichern</translation>
    </message>
    <message>
        <source>Save the profile…</source>
        <translation>Profil speichern…</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Save this filter</source>
        <translation>Diesen Filter speichern</translation>
    </message>
    <message>
        <source>Save this filter…</source>
        <translation>Diesen Filter speichern…</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>Saved in %1</source>
        <translation>Gespeichert in %1</translation>
    </message>
    <message>
        <source>Saved in %1: %2</source>
        <translation>Gespeichert in %1: %2</translation>
    </message>
    <message>
        <source>Saved to %1. Only you can read it.</source>
        <translation>Gespeichert in %1. Nur der eigene Benutzer kann es lesen.</translation>
    </message>
    <message>
        <source>Saved views</source>
        <translation>Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>Say what verdicts &amp;write</source>
        <translation>Festlegen, was Entscheidungen &amp;schreiben</translation>
    </message>
    <message>
        <source>Says how many rows it would hold and which lines are wrong; makes nothing</source>
        <translation>Sagt, wie viele Zeilen er umfassen würde und welche Zeilen der Liste falsch sind; erstellt nichts</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>Scrape interval in seconds</source>
        <translation>Abrufintervall in Sekunden</translation>
    </message>
    <message>
        <source>Scraped &amp;every</source>
        <translation>Ab&amp;ruf alle</translation>
    </message>
    <message>
        <source>Script …</source>
        <translation>Skript …</translation>
    </message>
    <message>
        <source>Scripts can be copied, for a person who may run them.</source>
        <translation>Skripte lassen sich kopieren, für eine Person, die sie ausführen darf.</translation>
    </message>
    <message>
        <source>Seal</source>
        <translation>Siegel</translation>
    </message>
    <message>
        <source>Seal no. %1 is made: all that was written until now is sealed.</source>
        <translation>Siegel Nr. %1 ist gesetzt: Alles, was bis jetzt geschrieben wurde, ist versiegelt.</translation>
    </message>
    <message>
        <source>Seal the trail</source>
        <translation>Protokoll versiegeln</translation>
    </message>
    <message>
        <source>Seal the trail …</source>
        <translation>Protokoll versiegeln …</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search &amp;inside keys, customers and references</source>
        <translation>In Schlüsseln, Kunden und &amp;Referenzen suchen</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Befehle suchen</translation>
    </message>
    <message>
        <source>Search for tables again</source>
        <translation>Erneut nach Tabellen suchen</translation>
    </message>
    <message>
        <source>Search on this page</source>
        <translation>Auf dieser Seite suchen</translation>
    </message>
    <message>
        <source>Search payload and response too; slow</source>
        <translation>Auch Inhalt und Antwort durchsuchen; langsam</translation>
    </message>
    <message>
        <source>Search the page Keys for “%1”</source>
        <translation>Auf der Seite „Schlüssel“ nach „%1“ suchen</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suche läuft</translation>
    </message>
    <message>
        <source>Searching every table…</source>
        <translation>Jede Tabelle wird durchsucht…</translation>
    </message>
    <message>
        <source>Search…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Second request</source>
        <translation>Zweite Anfrage</translation>
    </message>
    <message>
        <source>Selected rows</source>
        <translation>Ausgewählte Zeilen</translation>
    </message>
    <message>
        <source>Sent when this share has answered</source>
        <translation>Gesendet, wenn dieser Anteil beantwortet ist</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Server details</source>
        <translation>Serverdetails</translation>
    </message>
    <message>
        <source>Serves</source>
        <translation>Bedient</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Services, from the user's client inward</source>
        <translation>Dienste, vom Client des Nutzers nach innen</translation>
    </message>
    <message>
        <source>Set a gateway configuration for the connection, or choose one above.</source>
        <translation>Für die Verbindung eine Gateway-Konfiguration angeben oder oben eine wählen.</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>Beiseitegelegt</translation>
    </message>
    <message>
        <source>Settle</source>
        <translation>Abschließen</translation>
    </message>
    <message numerus="yes">
        <source>Settle %Ln rows</source>
        <translation><numerusform>%Ln Zeile abschließen</numerusform><numerusform>%Ln Zeilen abschließen</numerusform></translation>
    </message>
    <message>
        <source>Settle as failed</source>
        <translation>Als fehlgeschlagen abschließen</translation>
    </message>
    <message>
        <source>Settle as succeeded</source>
        <translation>Als erfolgreich abschließen</translation>
    </message>
    <message>
        <source>Settle as succeeded, with your response</source>
        <translation>Als erfolgreich abschließen, mit eigener Antwort</translation>
    </message>
    <message>
        <source>Settle the selected rows from the answers …</source>
        <translation>Ausgewählte Zeilen nach den Antworten abschließen …</translation>
    </message>
    <message>
        <source>Settle …</source>
        <translation>Abschließen …</translation>
    </message>
    <message>
        <source>Settled</source>
        <translation>Abgeschlossen</translation>
    </message>
    <message>
        <source>Settled as %1 by %2: %3.</source>
        <translation>Als %1 abgeschlossen von %2: %3.</translation>
    </message>
    <message>
        <source>Settled as %1 by manual override, by %2: %3. %4</source>
        <translation>Als %1 abgeschlossen durch manuelle Entscheidung, von %2: %3. %4</translation>
    </message>
    <message>
        <source>Settled as %1 by manual override.</source>
        <translation>Als %1 abgeschlossen, durch manuelle Entscheidung.</translation>
    </message>
    <message>
        <source>Settled as %1.</source>
        <translation>Als %1 abgeschlossen.</translation>
    </message>
    <message>
        <source>Settled by a sweeper; there is nothing left to settle.</source>
        <translation>Von einem Sweeper abgeschlossen; es bleibt nichts abzuschließen.</translation>
    </message>
    <message>
        <source>Settled by an operator; there is nothing left to settle.</source>
        <translation>Von einer Person abgeschlossen; es bleibt nichts abzuschließen.</translation>
    </message>
    <message>
        <source>Settled from evidence: %1, %2.</source>
        <translation>Aus Nachweis abgeschlossen: %1, %2.</translation>
    </message>
    <message>
        <source>Settled or released</source>
        <translation>Abgeschlossen oder freigegeben</translation>
    </message>
    <message>
        <source>Settlements are in the audit trail, and this database has none.</source>
        <translation>Abschlüsse stehen im Audit-Protokoll, und diese Datenbank hat keins.</translation>
    </message>
    <message>
        <source>Settles %1 by the evidence of %2.</source>
        <translation>Schließt %1 nach dem Nachweis von %2 ab.</translation>
    </message>
    <message>
        <source>Settling the selected rows</source>
        <translation>Ausgewählte Zeilen werden abgeschlossen</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schweregrad</translation>
    </message>
    <message>
        <source>Share answered</source>
        <translation>Anteil beantwortet</translation>
    </message>
    <message>
        <source>Share of errors at which it stops itself</source>
        <translation>Fehleranteil, bei dem er sich selbst stoppt</translation>
    </message>
    <message>
        <source>Share of slow requests whose cause also slows the second request</source>
        <translation>Anteil der langsamen Anfragen, deren Ursache auch die zweite Anfrage bremst</translation>
    </message>
    <message>
        <source>Share of the rows that are in it: a partial index holds only the unfinished rows</source>
        <translation>Anteil der Zeilen, die er enthält: Ein partieller Index enthält nur die unfertigen Zeilen</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Shift report</source>
        <translation>Schichtbericht</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 anzeigen</translation>
    </message>
    <message>
        <source>Show %1 in %2</source>
        <translation>%1 in %2 anzeigen</translation>
    </message>
    <message>
        <source>Show all dead letters</source>
        <translation>Alle unzustellbaren Ereignisse anzeigen</translation>
    </message>
    <message>
        <source>Show and correct what its columns are</source>
        <translation>Anzeigen und berichtigen, was die Spalten sind</translation>
    </message>
    <message>
        <source>Show and correct what its columns are  Enter</source>
        <translation>Anzeigen und berichtigen, was die Spalten sind  Eingabe</translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation>Als Tabelle anzeigen</translation>
    </message>
    <message>
        <source>Show everything again</source>
        <translation>Wieder alles zeigen</translation>
    </message>
    <message>
        <source>Show in &amp;Keys</source>
        <translation>Unter &amp;Schlüssel anzeigen</translation>
    </message>
    <message>
        <source>Show names</source>
        <translation>Namen anzeigen</translation>
    </message>
    <message>
        <source>Show the S&amp;QL</source>
        <translation>S&amp;QL anzeigen</translation>
    </message>
    <message>
        <source>Show the SQL</source>
        <translation>SQL anzeigen</translation>
    </message>
    <message>
        <source>Show the SQL of the schema</source>
        <translation>SQL des Schemas anzeigen</translation>
    </message>
    <message>
        <source>Show the act in the audit trail</source>
        <translation>Aktion im Audit-Protokoll anzeigen</translation>
    </message>
    <message>
        <source>Show what &amp;waits</source>
        <translation>&amp;Wartendes anzeigen</translation>
    </message>
    <message>
        <source>Shown after the next questions are answered.</source>
        <translation>Erscheint, wenn die nächsten Fragen beantwortet sind.</translation>
    </message>
    <message>
        <source>Simulate the storm</source>
        <translation>Ansturm simulieren</translation>
    </message>
    <message>
        <source>Simulate to see calls, time and load for each strategy. The default is the published experiment: 100 clients that write one row.</source>
        <translation>Simulieren, um Aufrufe, Zeit und Last je Strategie zu sehen. Voreingestellt ist das veröffentlichte Experiment: 100 Clients, die eine Zeile schreiben.</translation>
    </message>
    <message>
        <source>Simulating · %1 %</source>
        <translation>Simulation läuft · %1 %</translation>
    </message>
    <message>
        <source>Simulating …</source>
        <translation>Simulation läuft …</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Since %1</source>
        <translation>Seit %1</translation>
    </message>
    <message>
        <source>Since %1; last looked at %2</source>
        <translation>Seit %1; zuletzt angesehen %2</translation>
    </message>
    <message>
        <source>Since the first attempt</source>
        <translation>Seit dem ersten Versuch</translation>
    </message>
    <message>
        <source>Since the start</source>
        <translation>Seit Beginn</translation>
    </message>
    <message>
        <source>Size of the sample</source>
        <translation>Größe der Stichprobe</translation>
    </message>
    <message>
        <source>Skip an event</source>
        <translation>Ereignis überspringen</translation>
    </message>
    <message>
        <source>Skip the event …</source>
        <translation>Ereignis überspringen …</translation>
    </message>
    <message>
        <source>Skip …</source>
        <translation>Überspringen …</translation>
    </message>
    <message>
        <source>Slow together</source>
        <translation>Gemeinsam langsam</translation>
    </message>
    <message>
        <source>So it is unknown what is stuck.</source>
        <translation>Daher ist unbekannt, was hängt.</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Source of the numbers</source>
        <translation>Quelle der Zahlen</translation>
    </message>
    <message>
        <source>Split by</source>
        <translation>Aufteilen nach</translation>
    </message>
    <message>
        <source>St&amp;ore it</source>
        <translation>Able&amp;gen</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Wieder starten</translation>
    </message>
    <message>
        <source>Start one with: oncectl relay --name to-kafka --topic '*' --kafka HOST:PORT --follow</source>
        <translation>Eines starten mit: oncectl relay --name to-kafka --topic '*' --kafka HOST:PORT --follow</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Wird gestartet…</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>State of the relay</source>
        <translation>Status des Relays</translation>
    </message>
    <message>
        <source>State, why</source>
        <translation>Status, Grund</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Stop or start sweepers, relays and plans …</source>
        <translation>Sweeper, Relays und Pläne stoppen oder starten …</translation>
    </message>
    <message>
        <source>Stop plan “%1”</source>
        <translation>Plan „%1“ stoppen</translation>
    </message>
    <message>
        <source>Stop switch</source>
        <translation>Notstopp</translation>
    </message>
    <message>
        <source>Stop the whole store</source>
        <translation>Ganzen Store stoppen</translation>
    </message>
    <message>
        <source>Stopped: %1 of %2 tables examined.</source>
        <translation>Gestoppt: %1 von %2 Tabellen untersucht.</translation>
    </message>
    <message>
        <source>Stopping the plan</source>
        <translation>Plan wird gestoppt</translation>
    </message>
    <message>
        <source>Stopping: waiting for open requests. Cancel again to end without a report.</source>
        <translation>Wird beendet: Offene Anfragen werden abgewartet. Nochmals abbrechen, um ohne Bericht zu enden.</translation>
    </message>
    <message>
        <source>Stops itself</source>
        <translation>Stoppt sich selbst</translation>
    </message>
    <message>
        <source>Stops itself at errors</source>
        <translation>Stoppt sich bei Fehlern</translation>
    </message>
    <message>
        <source>Stop…</source>
        <translation>Stoppen…</translation>
    </message>
    <message>
        <source>Stor&amp;e</source>
        <translation>Speicher&amp;n</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>Store</translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation>Gespeichert als</translation>
    </message>
    <message>
        <source>Stored as %1
Case: %2</source>
        <translation>Gespeichert als %1
Fall: %2</translation>
    </message>
    <message>
        <source>Stored response</source>
        <translation>Gespeicherte Antwort</translation>
    </message>
    <message>
        <source>Stored response: %1, %2</source>
        <translation>Gespeicherte Antwort: %1, %2</translation>
    </message>
    <message>
        <source>Stored rows</source>
        <translation>Gespeicherte Zeilen</translation>
    </message>
    <message>
        <source>Stored when the key is finished: every duplicate then gets it again.</source>
        <translation>Gespeichert, wenn der Schlüssel fertig ist: Jedes Duplikat erhält sie dann erneut.</translation>
    </message>
    <message>
        <source>Strategies to compare</source>
        <translation>Zu vergleichende Strategien</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>Stuck</source>
        <translation>Hängend</translation>
    </message>
    <message>
        <source>Stuck and waiting</source>
        <translation>Hängend und wartend</translation>
    </message>
    <message>
        <source>Stuck keys</source>
        <translation>Hängende Schlüssel</translation>
    </message>
    <message>
        <source>Stuck keys are listed here with customer and amount. Enter opens the case.</source>
        <translation>Hängende Schlüssel stehen hier mit Kunde und Betrag. Eingabe öffnet den Fall.</translation>
    </message>
    <message>
        <source>Stuck keys of the group</source>
        <translation>Hängende Schlüssel der Gruppe</translation>
    </message>
    <message>
        <source>Stuck leases</source>
        <translation>Hängend</translation>
    </message>
    <message>
        <source>Stuck now</source>
        <translation>Jetzt hängend</translation>
    </message>
    <message>
        <source>Stuck since</source>
        <translation>Hängt seit</translation>
    </message>
    <message>
        <source>Subject of the bundle</source>
        <translation>Gegenstand des Bündels</translation>
    </message>
    <message>
        <source>Success rate: %1%2, after %3 attempts on average.</source>
        <translation>Erfolgsrate: %1%2, im Mittel nach %3 Versuchen.</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Sure</source>
        <translation>Sicher</translation>
    </message>
    <message>
        <source>Sweepers, reapers, relays and plans work again, and people may settle keys.</source>
        <translation>Sweeper, Reaper, Relays und Pläne arbeiten wieder, und Schlüssel können wieder von Hand abgeschlossen werden.</translation>
    </message>
    <message>
        <source>Switched %1 by %2. Reason: %3</source>
        <translation>Umgeschaltet %1 von %2. Begründung: %3</translation>
    </message>
    <message>
        <source>T&amp;LS</source>
        <translation>T&amp;LS</translation>
    </message>
    <message>
        <source>T&amp;est</source>
        <translation>&amp;Testen</translation>
    </message>
    <message>
        <source>TIGHT</source>
        <translation>KNAPP</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>TOO SHORT</source>
        <translation>ZU KURZ</translation>
    </message>
    <message>
        <source>TWO EFFECTS</source>
        <translation>ZWEI WIRKUNGEN</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table: %1</source>
        <translation>Tabelle: %1</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Tables examined: %1 of %2. None was recognised.</source>
        <translation>Untersuchte Tabellen: %1 von %2. Keine wurde erkannt.</translation>
    </message>
    <message>
        <source>Tables of the database</source>
        <translation>Tabellen der Datenbank</translation>
    </message>
    <message>
        <source>Tabs of this place</source>
        <translation>Reiter dieses Bereichs</translation>
    </message>
    <message>
        <source>Take back no. %1: %2</source>
        <translation>Nr. %1 zurückziehen: %2</translation>
    </message>
    <message>
        <source>Take samples of levels</source>
        <translation>Stichproben der Stände nehmen</translation>
    </message>
    <message>
        <source>Take the typed answer</source>
        <translation>Eingegebene Antwort übernehmen</translation>
    </message>
    <message>
        <source>Take up…</source>
        <translation>Übernehmen…</translation>
    </message>
    <message>
        <source>Taken over and settled</source>
        <translation>Übernommen und abgeschlossen</translation>
    </message>
    <message>
        <source>Taking a sample</source>
        <translation>Stichprobe nehmen</translation>
    </message>
    <message>
        <source>Taking the key over, asking again, writing …</source>
        <translation>Schlüssel wird übernommen, erneut gefragt und geschrieben …</translation>
    </message>
    <message>
        <source>Taking the key over, asking, writing …</source>
        <translation>Schlüssel wird übernommen, gefragt und geschrieben …</translation>
    </message>
    <message>
        <source>Tenant</source>
        <translation>Mandant</translation>
    </message>
    <message>
        <source>Tenant, exactly</source>
        <translation>Mandant, exakt</translation>
    </message>
    <message>
        <source>Tenant: %1</source>
        <translation>Mandant: %1</translation>
    </message>
    <message>
        <source>Test result</source>
        <translation>Testergebnis</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text inside key, customer or reference (slow)</source>
        <translation>Text in Schlüssel, Kunde oder Referenz (langsam)</translation>
    </message>
    <message>
        <source>Text inside the %1 (slow)</source>
        <translation>Text in: %1 (langsam)</translation>
    </message>
    <message>
        <source>Text inside the error</source>
        <translation>Text im Fehler</translation>
    </message>
    <message>
        <source>The %1 has changed since the request.</source>
        <translation>%1: seit der Anfrage geändert.</translation>
    </message>
    <message>
        <source>The %1 has changed since the request. Approving writes nothing and closes the request as out of date.</source>
        <translation>%1: seit der Anfrage geändert. Eine Genehmigung schreibt nichts und schließt die Anfrage als überholt.</translation>
    </message>
    <message>
        <source>The %1 is given up: it is never tried again. This cannot be undone here.</source>
        <translation>%1: aufgegeben und nie wieder versucht. Hier nicht rückgängig zu machen.</translation>
    </message>
    <message>
        <source>The %1 is gone.</source>
        <translation>%1: nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>The %1 is gone. Approving writes nothing and closes the request as out of date.</source>
        <translation>%1: nicht mehr vorhanden. Eine Genehmigung schreibt nichts und schließt die Anfrage als überholt.</translation>
    </message>
    <message>
        <source>The %1 that holds the row keeps it for longer, where its service looks at the lease.</source>
        <translation>Wer die Zeile hält (%1), behält sie länger, sofern der Dienst die Lease beachtet.</translation>
    </message>
    <message>
        <source>The %1s of this table try the %2 again.</source>
        <translation>Die Tabelle (%1) versucht es erneut: %2.</translation>
    </message>
    <message>
        <source>The &amp;gateway is not described as it was when the plan was made. I know that this is as good.</source>
        <translation>Das &amp;Gateway ist nicht so beschrieben wie bei der Erstellung des Plans. Bestätigt: Dies ist ebenso gut.</translation>
    </message>
    <message>
        <source>The HTTP status of the response.</source>
        <translation>Der HTTP-Status der Antwort.</translation>
    </message>
    <message>
        <source>The act before is under way.</source>
        <translation>Die vorige Aktion läuft noch.</translation>
    </message>
    <message>
        <source>The alert rules could not be checked: %1</source>
        <translation>Die Alarmregeln konnten nicht geprüft werden: %1</translation>
    </message>
    <message>
        <source>The amount of the request.</source>
        <translation>Der Betrag der Anfrage.</translation>
    </message>
    <message>
        <source>The audit trail cannot be read</source>
        <translation>Das Audit-Protokoll kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>The body of the response, for replay.</source>
        <translation>Der Body der Antwort, für Replays.</translation>
    </message>
    <message>
        <source>The body that clients would have got, to the byte. Paste it, or drop a file.</source>
        <translation>Der Body, den Clients bekommen hätten, auf das Byte genau. Einfügen oder eine Datei ablegen.</translation>
    </message>
    <message>
        <source>The client's name for the request or event.</source>
        <translation>Der Name des Clients für die Anfrage oder das Ereignis.</translation>
    </message>
    <message>
        <source>The client's next retry runs it under the same gateway key, whether or not the gateway still dedupes by it. Make sure that it was not done before.</source>
        <translation>Die nächste Wiederholung des Clients führt es unter demselben Schlüssel beim Gateway aus, ob das Gateway noch danach dedupliziert oder nicht. Sicherstellen, dass es nicht schon vorher geschehen ist.</translation>
    </message>
    <message>
        <source>The client's next retry runs it under the same gateway key, which still dedupes it until %1. Nothing happens before a client retries.</source>
        <translation>Die nächste Wiederholung des Clients führt es unter demselben Schlüssel beim Gateway aus, das ihn noch bis %1 dedupliziert. Bevor ein Client wiederholt, geschieht nichts.</translation>
    </message>
    <message>
        <source>The columns that identify a row, in the order of their unique index.</source>
        <translation>Die Spalten, die eine Zeile identifizieren, in der Reihenfolge ihres eindeutigen Index.</translation>
    </message>
    <message>
        <source>The comparison could not be read. %1</source>
        <translation>Der Vergleich konnte nicht gelesen werden. %1</translation>
    </message>
    <message>
        <source>The comparison was cancelled. Nothing was written.</source>
        <translation>Der Abgleich wurde abgebrochen. Nichts geschrieben.</translation>
    </message>
    <message>
        <source>The connection string has an unknown option.</source>
        <translation>Die Verbindungszeichenfolge hat eine unbekannte Option.</translation>
    </message>
    <message>
        <source>The connection string is not complete.</source>
        <translation>Die Verbindungszeichenfolge ist unvollständig.</translation>
    </message>
    <message>
        <source>The connection was lost. The pages show the last data read. %1</source>
        <translation>Die Verbindung ging verloren. Die Seiten zeigen die zuletzt gelesenen Daten. %1</translation>
    </message>
    <message>
        <source>The counts of these rows are not kept: this user may not read the server's identity.</source>
        <translation>Die Zählungen dieser Zeilen werden nicht aufbewahrt: Dieser Benutzer darf die Kennung des Servers nicht lesen.</translation>
    </message>
    <message>
        <source>The credential %1 was not stored: %2. You can use a file instead.</source>
        <translation>Die Zugangsdaten %1 wurden nicht gespeichert: %2. Stattdessen ist eine Datei möglich.</translation>
    </message>
    <message>
        <source>The credential %1 was not stored: %2. You can use a file instead: auth.value_file in the gateway's configuration.</source>
        <translation>Die Zugangsdaten %1 wurden nicht gespeichert: %2. Stattdessen geht eine Datei: auth.value_file in der Konfiguration des Gateways.</translation>
    </message>
    <message>
        <source>The credential is in the keychain entry %1.</source>
        <translation>Die Zugangsdaten sind im Schlüsselbundeintrag %1.</translation>
    </message>
    <message>
        <source>The credential is in the keychain entry %1. Connect again if it was missing.</source>
        <translation>Die Zugangsdaten stehen im Schlüsselbundeintrag %1. Neu verbinden, wenn sie gefehlt haben.</translation>
    </message>
    <message>
        <source>The currency of the amount.</source>
        <translation>Die Währung des Betrags.</translation>
    </message>
    <message>
        <source>The customer of the request.</source>
        <translation>Der Kunde der Anfrage.</translation>
    </message>
    <message>
        <source>The customer's reference: an order, an invoice.</source>
        <translation>Die Referenz des Kunden: eine Bestellung, eine Rechnung.</translation>
    </message>
    <message>
        <source>The database cannot tell</source>
        <translation>Die Datenbank kann es nicht sagen</translation>
    </message>
    <message>
        <source>The dry run of “%1” ended: the plan is %2.</source>
        <translation>Der Probelauf von „%1“ endete: Der Plan ist %2.</translation>
    </message>
    <message>
        <source>The dry run of “%1” is done: nothing was written. Look at what it foresees, then run it.</source>
        <translation>Der Probelauf von „%1“ ist fertig: Nichts wurde geschrieben. Die Vorhersage ansehen, dann ausführen.</translation>
    </message>
    <message>
        <source>The dry run reads these rows and asks the gateway with your rights. It writes none of them.</source>
        <translation>Der Probelauf liest diese Zeilen und fragt das Gateway, mit den Rechten des eigenen Kontos. Er schreibt keine davon.</translation>
    </message>
    <message>
        <source>The effect happened and is not run again. Clients get the response you supply.</source>
        <translation>Die Wirkung ist eingetreten und wird nicht erneut ausgeführt. Clients bekommen die eingegebene Antwort.</translation>
    </message>
    <message>
        <source>The end of the time range is not after its start.</source>
        <translation>Das Ende des Zeitraums liegt nicht nach dem Anfang.</translation>
    </message>
    <message>
        <source>The end of the time range must be after its start.</source>
        <translation>Das Ende des Zeitraums muss nach dem Anfang liegen.</translation>
    </message>
    <message>
        <source>The event is no longer there, or cannot be seen.</source>
        <translation>Das Ereignis ist nicht mehr da oder nicht zu sehen.</translation>
    </message>
    <message>
        <source>The events are written to the outbox again, in their order, after the events that are there. The relays of their topics publish them. Consumers skip events whose ids they have processed.</source>
        <translation>Die Ereignisse werden erneut in die Outbox geschrieben, in ihrer Reihenfolge, hinter die vorhandenen Ereignisse. Die Relays ihrer Topics veröffentlichen sie. Consumer überspringen Ereignisse, deren IDs sie schon verarbeitet haben.</translation>
    </message>
    <message>
        <source>The export was cancelled; nothing was written.</source>
        <translation>Der Export wurde abgebrochen; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>The fields have changed, so the results are out of date. Simulate again.</source>
        <translation>Die Felder haben sich geändert, die Ergebnisse sind veraltet. Erneut simulieren.</translation>
    </message>
    <message>
        <source>The filter looks for this text inside “schema.table”.</source>
        <translation>Der Filter sucht diesen Text in „schema.table“.</translation>
    </message>
    <message>
        <source>The first %1 are listed. Ctrl+D shows all of them on the Keys page.</source>
        <translation>Die ersten %1 sind gelistet. Strg+D zeigt alle auf der Seite „Schlüssel“.</translation>
    </message>
    <message>
        <source>The first %1 are listed; oncectl outbox list shows all.</source>
        <translation>Die ersten %1 sind gelistet; oncectl outbox list zeigt alle.</translation>
    </message>
    <message>
        <source>The first wrong row is no. %1. </source>
        <translation>Die erste falsche Zeile ist Nr. %1. </translation>
    </message>
    <message>
        <source>The gateway</source>
        <translation>Das Gateway</translation>
    </message>
    <message>
        <source>The gateway cannot be asked</source>
        <translation>Das Gateway kann nicht gefragt werden</translation>
    </message>
    <message>
        <source>The gateway cannot be asked about this row: it does not serve the operation, or the profile does not say (gateway_key) what it was told to call this key.</source>
        <translation>Das Gateway kann zu dieser Zeile nicht gefragt werden: Es bedient den Vorgang nicht, oder das Profil sagt nicht (gateway_key), wie der Schlüssel beim Gateway heißt.</translation>
    </message>
    <message>
        <source>The gateway cannot be asked first: %1</source>
        <translation>Das Gateway kann nicht zuerst gefragt werden: %1</translation>
    </message>
    <message>
        <source>The gateway cannot be asked: %1</source>
        <translation>Das Gateway kann nicht gefragt werden: %1</translation>
    </message>
    <message>
        <source>The gateway knows nothing of this key. When you settle, it is told never to perform it, which cannot be taken back.</source>
        <translation>Das Gateway weiß nichts von diesem Schlüssel. Beim Abschließen wird es angewiesen, ihn nie auszuführen; das ist nicht zurückzunehmen.</translation>
    </message>
    <message>
        <source>The gateway knows nothing of this key. When you settle, it is told never to perform it, which cannot be taken back. %1</source>
        <translation>Das Gateway weiß nichts von diesem Schlüssel. Beim Abschließen wird es angewiesen, ihn nie auszuführen; das ist nicht zurückzunehmen. %1</translation>
    </message>
    <message>
        <source>The gateway now:</source>
        <translation>Das Gateway jetzt:</translation>
    </message>
    <message>
        <source>The gateway shows otherwise. %1</source>
        <translation>Das Gateway zeigt etwas anderes. %1</translation>
    </message>
    <message>
        <source>The gateway shows what happened: settle from its answer above.</source>
        <translation>Das Gateway zeigt, was geschah: mit seiner Antwort oben abschließen.</translation>
    </message>
    <message numerus="yes">
        <source>The gateway was asked %Ln times</source>
        <translation><numerusform>Das Gateway wurde einmal gefragt</numerusform><numerusform>Das Gateway wurde %Ln-mal gefragt</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>The gateway was asked about %Ln rows.</source>
        <translation><numerusform>Das Gateway wurde zu %Ln Zeile gefragt.</numerusform><numerusform>Das Gateway wurde zu %Ln Zeilen gefragt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>The gateway was asked about it %Ln times.</source>
        <translation><numerusform>Das Gateway wurde dazu einmal gefragt.</numerusform><numerusform>Das Gateway wurde dazu %Ln-mal gefragt.</numerusform></translation>
    </message>
    <message>
        <source>The gateway's amount: %1; the row's: %2.</source>
        <translation>Betrag laut Gateway: %1; laut Zeile: %2.</translation>
    </message>
    <message>
        <source>The gateway's answer is on file: %1, %2 (audit row no. %3).</source>
        <translation>Die Antwort des Gateways ist festgehalten: %1, %2 (Audit-Zeile Nr. %3).</translation>
    </message>
    <message>
        <source>The gateway's configuration is sound.</source>
        <translation>Die Konfiguration des Gateways ist in Ordnung.</translation>
    </message>
    <message>
        <source>The gateway's configuration, a file</source>
        <translation>Die Konfiguration des Gateways, eine Datei</translation>
    </message>
    <message>
        <source>The guarded statement as a script, for a person who may run it</source>
        <translation>Die abgesicherte Anweisung als Skript, für eine Person, die es ausführen darf</translation>
    </message>
    <message>
        <source>The host name cannot be resolved.</source>
        <translation>Der Hostname lässt sich nicht auflösen.</translation>
    </message>
    <message>
        <source>The id that leads to logs and traces.</source>
        <translation>Die ID, die zu Logs und Traces führt.</translation>
    </message>
    <message>
        <source>The key becomes in progress again, with its lease ended, and its case needs a person.</source>
        <translation>Der Schlüssel ist dann wieder in Arbeit, mit beendeter Lease, und sein Fall braucht eine Person.</translation>
    </message>
    <message>
        <source>The key begins with this text</source>
        <translation>Der Schlüssel beginnt mit diesem Text</translation>
    </message>
    <message>
        <source>The key changed since the gateway was asked. Ask again.</source>
        <translation>Der Schlüssel hat sich seit der Frage an das Gateway geändert. Erneut fragen.</translation>
    </message>
    <message>
        <source>The key is finished already.</source>
        <translation>Der Schlüssel ist schon fertig.</translation>
    </message>
    <message>
        <source>The key is released: its client may run it at any time.</source>
        <translation>Der Schlüssel ist freigegeben: Sein Client kann ihn jederzeit ausführen.</translation>
    </message>
    <message>
        <source>The key that the service sends to its gateway. {key}, {tenant} and {operation} are replaced with the row's values. Empty: unknown, and the gateway cannot be asked by key.</source>
        <translation>Der Schlüssel, den der Dienst an sein Gateway sendet. {key}, {tenant} und {operation} werden durch die Werte der Zeile ersetzt. Leer: unbekannt, und das Gateway kann nicht nach Schlüssel gefragt werden.</translation>
    </message>
    <message>
        <source>The keys could not be read: %1</source>
        <translation>Die Schlüssel konnten nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>The lease ends at its original time. This works only if the holder has not renewed it since.</source>
        <translation>Die Lease endet zu ihrer ursprünglichen Zeit. Das geht nur, wenn der Inhaber sie seitdem nicht erneuert hat.</translation>
    </message>
    <message>
        <source>The lease has ended. Ask again.</source>
        <translation>Die Lease ist beendet. Erneut fragen.</translation>
    </message>
    <message>
        <source>The lease is live until %1: its executor may still finish.</source>
        <translation>Die Lease gilt bis %1: Der Ausführer kann noch fertig werden.</translation>
    </message>
    <message>
        <source>The link does not begin with %1.</source>
        <translation>Der Link beginnt nicht mit %1.</translation>
    </message>
    <message>
        <source>The link does not say which store it is of.</source>
        <translation>Der Link sagt nicht, zu welchem Store er gehört.</translation>
    </message>
    <message>
        <source>The link has a part that this page does not know: “%1”.</source>
        <translation>Der Link hat einen Teil, den diese Seite nicht kennt: „%1“.</translation>
    </message>
    <message>
        <source>The link is longer than any that Onceover writes.</source>
        <translation>Der Link ist länger als jeder, den Onceover schreibt.</translation>
    </message>
    <message>
        <source>The link is of a store that this desktop has not connected to (“%1”).</source>
        <translation>Der Link gehört zu einem Store, mit dem dieser Desktop nicht verbunden war („%1“).</translation>
    </message>
    <message>
        <source>The link is of this store. Connect to open it.</source>
        <translation>Der Link gehört zu diesem Store. Zum Öffnen verbinden.</translation>
    </message>
    <message>
        <source>The link is on the clipboard. It holds what you filter by, and opens only where this store is known.</source>
        <translation>Der Link ist in der Zwischenablage. Er enthält die Filter und öffnet sich nur, wo dieser Store bekannt ist.</translation>
    </message>
    <message>
        <source>The link names a page that this version does not have: “%1”.</source>
        <translation>Der Link nennt eine Seite, die es in dieser Version nicht gibt: „%1“.</translation>
    </message>
    <message>
        <source>The list could not be read: %1</source>
        <translation>Die Liste konnte nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>The list is empty.</source>
        <translation>Die Liste ist leer.</translation>
    </message>
    <message>
        <source>The list of stuck keys could not be read: %1</source>
        <translation>Die Liste der hängenden Schlüssel konnte nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>The log, line by line</source>
        <translation>Das Log, Zeile für Zeile</translation>
    </message>
    <message>
        <source>The longest any client retries</source>
        <translation>Die längste Zeit, in der ein Client wiederholt</translation>
    </message>
    <message>
        <source>The mapping does not define when a row is stuck.</source>
        <translation>Die Zuordnung legt nicht fest, wann eine Zeile hängt.</translation>
    </message>
    <message>
        <source>The mapping of %1 was changed, and neither used nor saved.</source>
        <translation>Die Zuordnung von %1 wurde geändert und weder verwendet noch gespeichert.</translation>
    </message>
    <message>
        <source>The name of a row above; empty: the row just above</source>
        <translation>Der Name einer Zeile darüber; leer: die Zeile direkt darüber</translation>
    </message>
    <message>
        <source>The newest %1 plans</source>
        <translation>Die neuesten %1 Pläne</translation>
    </message>
    <message>
        <source>The newest %1 rows</source>
        <translation>Die neuesten %1 Zeilen</translation>
    </message>
    <message>
        <source>The next request runs it</source>
        <translation>Die nächste Anfrage führt es aus</translation>
    </message>
    <message>
        <source>The note is on the clipboard.</source>
        <translation>Die Notiz ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The note on %1 was not added.</source>
        <translation>Die Notiz zu %1 wurde nicht hinzugefügt.</translation>
    </message>
    <message>
        <source>The notes could not be read: %1</source>
        <translation>Die Notizen konnten nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>The old values are restored. If the row has a case, the case needs a person. This works only if the row has not changed since.</source>
        <translation>Die alten Werte werden wiederhergestellt. Hat die Zeile einen Fall, braucht der Fall eine Person. Das geht nur, wenn sich die Zeile seitdem nicht geändert hat.</translation>
    </message>
    <message>
        <source>The oldest:</source>
        <translation>Die ältesten:</translation>
    </message>
    <message>
        <source>The onceover schema</source>
        <translation>Das Schema onceover</translation>
    </message>
    <message>
        <source>The onceover schema does not fit this program: %1.</source>
        <translation>Das Schema onceover passt nicht zu diesem Programm: %1.</translation>
    </message>
    <message>
        <source>The onceover schema is not installed in this database, so that nothing written from here would be on record.</source>
        <translation>Das Schema onceover ist in dieser Datenbank nicht installiert; was von hier geschrieben würde, wäre nirgends festgehalten.</translation>
    </message>
    <message>
        <source>The one that got stuck last</source>
        <translation>Der Schlüssel, der zuletzt hängen blieb</translation>
    </message>
    <message>
        <source>The one that has been stuck for longest</source>
        <translation>Der Schlüssel, der am längsten hängt</translation>
    </message>
    <message>
        <source>The outage starts at any moment</source>
        <translation>Der Ausfall beginnt irgendwann</translation>
    </message>
    <message>
        <source>The page Outbox lists relays and the events that they hold back.</source>
        <translation>Die Seite „Outbox“ führt Relays auf und die Ereignisse, die sie zurückhalten.</translation>
    </message>
    <message>
        <source>The password, or the user, is wrong.</source>
        <translation>Passwort oder Benutzer ist falsch.</translation>
    </message>
    <message>
        <source>The payload is kept</source>
        <translation>Der Inhalt wird aufbewahrt</translation>
    </message>
    <message>
        <source>The permissions on this table are unknown yet.</source>
        <translation>Die Rechte an dieser Tabelle sind noch unbekannt.</translation>
    </message>
    <message>
        <source>The plan “%1” is running: %2 left. This desk stops after the batch in hand. The plan can be taken up later, from any desk.</source>
        <translation>Der Plan „%1“ läuft: noch %2. Dieser Arbeitsplatz hört nach dem laufenden Block auf. Der Plan kann später von jedem Arbeitsplatz aus übernommen werden.</translation>
    </message>
    <message>
        <source>The plan's description of its table cannot be read.</source>
        <translation>Die im Plan hinterlegte Beschreibung der Tabelle ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The policy</source>
        <translation>Das Regelwerk</translation>
    </message>
    <message>
        <source>The policy in words</source>
        <translation>Das Regelwerk in Worten</translation>
    </message>
    <message>
        <source>The probability that a request is done by a time since its first attempt.</source>
        <translation>Die Wahrscheinlichkeit, dass eine Anfrage bis zu einer Zeit seit ihrem ersten Versuch erledigt ist.</translation>
    </message>
    <message>
        <source>The process that works on the row, or did.</source>
        <translation>Der Prozess, der an der Zeile arbeitet oder gearbeitet hat.</translation>
    </message>
    <message>
        <source>The profile as TOML</source>
        <translation>Das Profil als TOML</translation>
    </message>
    <message>
        <source>The profile does not define this write.</source>
        <translation>Das Profil legt diesen Schreibvorgang nicht fest.</translation>
    </message>
    <message>
        <source>The profile does not know the state of this row.</source>
        <translation>Das Profil kennt den Status dieser Zeile nicht.</translation>
    </message>
    <message>
        <source>The profile does not name the state of these rows</source>
        <translation>Das Profil benennt den Status dieser Zeilen nicht</translation>
    </message>
    <message>
        <source>The profile does not say which rows are set aside.</source>
        <translation>Das Profil sagt nicht, welche Zeilen beiseitegelegt sind.</translation>
    </message>
    <message>
        <source>The profile gives every row a state.</source>
        <translation>Das Profil gibt jeder Zeile einen Status.</translation>
    </message>
    <message>
        <source>The profile names no value for failed rows.</source>
        <translation>Das Profil nennt keinen Wert für fehlgeschlagene Zeilen.</translation>
    </message>
    <message>
        <source>The profile names no value for this state.</source>
        <translation>Das Profil nennt keinen Wert für diesen Status.</translation>
    </message>
    <message>
        <source>The profile of this table does not say what any act writes.</source>
        <translation>Das Profil dieser Tabelle sagt für keine Aktion, was sie schreibt.</translation>
    </message>
    <message>
        <source>The range contains no rows and no effects.</source>
        <translation>Der Zeitraum enthält keine Zeilen und keine Wirkungen.</translation>
    </message>
    <message>
        <source>The range is found by reading the whole table: %1</source>
        <translation>Der Zeitraum wird durch Lesen der ganzen Tabelle gefunden: %1</translation>
    </message>
    <message>
        <source>The report was cancelled; nothing was written.</source>
        <translation>Der Bericht wurde abgebrochen; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>The request cannot be read.</source>
        <translation>Die Anfrage kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The request did not include it.</source>
        <translation>Die Anfrage enthielt das nicht.</translation>
    </message>
    <message>
        <source>The request is out of date. The changes are marked below. Make a new request if it is still needed.</source>
        <translation>Die Anfrage ist überholt. Die Änderungen sind unten markiert. Falls noch nötig, neu anfragen.</translation>
    </message>
    <message>
        <source>The request still waits.</source>
        <translation>Die Anfrage wartet noch.</translation>
    </message>
    <message>
        <source>The request was %1 %2 by %3: “%4”. Nothing was written. It can be made again.</source>
        <translation>Anfrage: %1 %2, von %3: „%4“. Nichts wurde geschrieben. Sie kann erneut gestellt werden.</translation>
    </message>
    <message>
        <source>The request, or the event itself.</source>
        <translation>Die Anfrage oder das Ereignis selbst.</translation>
    </message>
    <message>
        <source>The response code is not a number from 100 to 999.</source>
        <translation>Der Antwortcode ist keine Zahl von 100 bis 999.</translation>
    </message>
    <message>
        <source>The results shown are out of date.</source>
        <translation>Die gezeigten Ergebnisse sind veraltet.</translation>
    </message>
    <message>
        <source>The root certificate for this server is missing.</source>
        <translation>Das Stammzertifikat für diesen Server fehlt.</translation>
    </message>
    <message>
        <source>The row as it is</source>
        <translation>Die Zeile, wie sie ist</translation>
    </message>
    <message>
        <source>The row has changed since no. %1. Nothing was written.</source>
        <translation>Die Zeile hat sich seit Nr. %1 geändert. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>The row is deleted with its key. The next request with this key is treated as new.</source>
        <translation>Die Zeile wird mit ihrem Schlüssel gelöscht. Die nächste Anfrage mit diesem Schlüssel gilt als neu.</translation>
    </message>
    <message>
        <source>The row is deleted. The audit trail keeps what it was; of bodies it keeps only the size. What its service does without the row is the service's own: a client that comes back may be served as if it were new. This cannot be undone here.</source>
        <translation>Die Zeile wird gelöscht. Das Audit-Protokoll behält, was sie war; von Inhalten nur die Größe. Was der Dienst ohne die Zeile tut, liegt bei ihm: Ein Client, der wiederkommt, kann wie ein neuer bedient werden. Hier nicht rückgängig zu machen.</translation>
    </message>
    <message>
        <source>The row is free again: the next retry may do the work. Make sure that it was not done before.</source>
        <translation>Die Zeile ist wieder frei: Die nächste Wiederholung kann die Arbeit tun. Sicherstellen, dass sie nicht schon getan ist.</translation>
    </message>
    <message>
        <source>The row is gone.</source>
        <translation>Die Zeile gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The row is gone. Nothing was written.</source>
        <translation>Die Zeile ist weg. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>The row is gone: it was deleted.</source>
        <translation>Die Zeile ist weg: Sie wurde gelöscht.</translation>
    </message>
    <message>
        <source>The row is not there to be asked about.</source>
        <translation>Die Zeile, nach der zu fragen wäre, gibt es nicht.</translation>
    </message>
    <message>
        <source>The row then and now</source>
        <translation>Die Zeile damals und jetzt</translation>
    </message>
    <message>
        <source>The row then shows that the work failed for good: make sure that it never happened, and never will.</source>
        <translation>Die Zeile zeigt dann, dass die Arbeit endgültig fehlschlug: Sicherstellen, dass sie nie geschah und nie geschieht.</translation>
    </message>
    <message>
        <source>The row then shows that the work was done: make sure that it was.</source>
        <translation>Die Zeile zeigt dann, dass die Arbeit getan ist: Sicherstellen, dass es so ist.</translation>
    </message>
    <message>
        <source>The row was changed since you saw it.</source>
        <translation>Die Zeile wurde geändert, seit sie gelesen wurde.</translation>
    </message>
    <message>
        <source>The row's identity cannot be read.</source>
        <translation>Die Identität der Zeile ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The rows behind “%1” are unknown.</source>
        <translation>Die Zeilen hinter „%1“ sind unbekannt.</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>Der Lauf</translation>
    </message>
    <message>
        <source>The same as the first request's</source>
        <translation>Wie bei der ersten Anfrage</translation>
    </message>
    <message>
        <source>The same guarded statement for psql, for another person to run</source>
        <translation>Dieselbe abgesicherte Anweisung für psql, zum Ausführen durch eine andere Person</translation>
    </message>
    <message>
        <source>The same key in other tables</source>
        <translation>Derselbe Schlüssel in anderen Tabellen</translation>
    </message>
    <message>
        <source>The same seed gives the same schedule</source>
        <translation>Derselbe Seed ergibt denselben Ablauf</translation>
    </message>
    <message>
        <source>The same seed gives the same storm</source>
        <translation>Derselbe Seed ergibt denselben Ansturm</translation>
    </message>
    <message>
        <source>The sample is evenly distributed. The gateway's listing, if it has one, is always read completely</source>
        <translation>Die Stichprobe ist gleichmäßig verteilt. Die Liste des Gateways wird, wenn es eine hat, immer ganz gelesen</translation>
    </message>
    <message>
        <source>The schedule</source>
        <translation>Der Ablauf</translation>
    </message>
    <message>
        <source>The script is on the clipboard. A person with the rights reads and runs it.</source>
        <translation>Das Skript ist in der Zwischenablage. Eine Person mit den nötigen Rechten liest es und führt es aus.</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>Die Suche wurde gestoppt.</translation>
    </message>
    <message>
        <source>The server asks for a password, and none was given.</source>
        <translation>Der Server verlangt ein Passwort, und keines wurde angegeben.</translation>
    </message>
    <message>
        <source>The server does not allow this user from this address.</source>
        <translation>Der Server lässt diesen Benutzer von dieser Adresse nicht zu.</translation>
    </message>
    <message>
        <source>The server does not speak TLS, and the connection asks for it.</source>
        <translation>Der Server spricht kein TLS, und die Verbindung verlangt es.</translation>
    </message>
    <message>
        <source>The server has no connection left.</source>
        <translation>Der Server hat keine Verbindung mehr frei.</translation>
    </message>
    <message>
        <source>The server is out of connections or memory.</source>
        <translation>Dem Server fehlen Verbindungen oder Speicher.</translation>
    </message>
    <message>
        <source>The server is shutting down.</source>
        <translation>Der Server fährt herunter.</translation>
    </message>
    <message>
        <source>The server is still starting.</source>
        <translation>Der Server startet noch.</translation>
    </message>
    <message>
        <source>The server lets this connection write it when writes are armed.</source>
        <translation>Der Server lässt diese Verbindung das schreiben, wenn Schreiben scharf geschaltet ist.</translation>
    </message>
    <message>
        <source>The server's certificate is for another host.</source>
        <translation>Das Zertifikat des Servers gilt für einen anderen Host.</translation>
    </message>
    <message>
        <source>The server's disk is full.</source>
        <translation>Der Datenträger des Servers ist voll.</translation>
    </message>
    <message>
        <source>The service tries it again:</source>
        <translation>Der Dienst versucht es erneut:</translation>
    </message>
    <message>
        <source>The service's &amp;code writes the same</source>
        <translation>Der &amp;Code des Dienstes schreibt dasselbe</translation>
    </message>
    <message>
        <source>The simulation could not be made</source>
        <translation>Die Simulation war nicht möglich</translation>
    </message>
    <message>
        <source>The simulation was cancelled</source>
        <translation>Die Simulation wurde abgebrochen</translation>
    </message>
    <message>
        <source>The simulation was cancelled. The previous results are shown.</source>
        <translation>Die Simulation wurde abgebrochen. Die vorigen Ergebnisse sind zu sehen.</translation>
    </message>
    <message>
        <source>The sslmode is not one libpq knows.</source>
        <translation>Diesen sslmode kennt libpq nicht.</translation>
    </message>
    <message>
        <source>The stop switch is on: stuck keys stay stuck until it is off.</source>
        <translation>Der Notstopp ist an: Hängende Schlüssel bleiben hängen, bis er aus ist.</translation>
    </message>
    <message>
        <source>The store in this database has an older version.</source>
        <translation>Der Store in dieser Datenbank hat eine ältere Version.</translation>
    </message>
    <message>
        <source>The storm</source>
        <translation>Der Ansturm</translation>
    </message>
    <message>
        <source>The storm under each strategy</source>
        <translation>Der Ansturm je Strategie</translation>
    </message>
    <message>
        <source>The system does not retry it</source>
        <translation>Das System wiederholt es nicht</translation>
    </message>
    <message>
        <source>The system may retry it</source>
        <translation>Das System kann es wiederholen</translation>
    </message>
    <message>
        <source>The system's keychain cannot be used: %1. Type the password, or keep it in libpq's password file.</source>
        <translation>Der Schlüsselbund des Systems kann nicht benutzt werden: %1. Das Passwort eingeben oder in der Passwortdatei von libpq ablegen.</translation>
    </message>
    <message>
        <source>The tab Administration in the place Store does it too. Tables of your own are on the tab Tables.</source>
        <translation>Das geht auch unter Store im Reiter Verwaltung. Eigene Tabellen stehen im Reiter Tabellen.</translation>
    </message>
    <message>
        <source>The table and its mapping</source>
        <translation>Die Tabelle und ihre Zuordnung</translation>
    </message>
    <message>
        <source>The table does not say how it was made</source>
        <translation>Die Tabelle sagt nicht, wie er gebildet wurde</translation>
    </message>
    <message>
        <source>The table holds no rows.</source>
        <translation>Die Tabelle enthält keine Zeilen.</translation>
    </message>
    <message>
        <source>The table is being read in the background.</source>
        <translation>Die Tabelle wird im Hintergrund gelesen.</translation>
    </message>
    <message>
        <source>The table is being read in the background. This page updates itself.</source>
        <translation>Die Tabelle wird im Hintergrund gelesen. Diese Seite aktualisiert sich selbst.</translation>
    </message>
    <message>
        <source>The table onceover.keys has no keys.</source>
        <translation>Die Tabelle onceover.keys hat keine Schlüssel.</translation>
    </message>
    <message>
        <source>The table or its schema is not there.</source>
        <translation>Die Tabelle oder ihr Schema fehlt.</translation>
    </message>
    <message>
        <source>The table that is shown keeps idempotency keys. Choose an inbox or an outbox to see what waits and what failed.</source>
        <translation>Die gezeigte Tabelle enthält Idempotenzschlüssel. Eine Inbox oder Outbox wählen, um zu sehen, was wartet und was fehlgeschlagen ist.</translation>
    </message>
    <message>
        <source>The tenant or account that the key belongs to.</source>
        <translation>Der Mandant oder das Konto, dem der Schlüssel gehört.</translation>
    </message>
    <message>
        <source>The time to completion needs Completed, and no column is mapped as that. Map it on the page Tables.</source>
        <translation>Die Zeit bis zum Abschluss braucht „Abgeschlossen“, und keine Spalte ist so zugeordnet. Auf der Seite „Tabellen“ zuordnen.</translation>
    </message>
    <message>
        <source>The time to completion needs Created and Completed, and neither is mapped. Map them on the page Tables.</source>
        <translation>Die Zeit bis zum Abschluss braucht „Erstellt“ und „Abgeschlossen“, und keines ist zugeordnet. Auf der Seite „Tabellen“ zuordnen.</translation>
    </message>
    <message>
        <source>The trail begins with the onceover schema, which is not installed in this database.</source>
        <translation>Das Protokoll beginnt mit dem Schema onceover, das in dieser Datenbank nicht installiert ist.</translation>
    </message>
    <message>
        <source>The trail was altered. %1Faults found: %2 (%3).</source>
        <translation>Das Protokoll wurde verändert. %1Gefundene Fehler: %2 (%3).</translation>
    </message>
    <message>
        <source>The value</source>
        <translation>Der Wert</translation>
    </message>
    <message>
        <source>The verdict is not written yet. Another database user approves or refuses it on the page “Needs a person”.</source>
        <translation>Die Entscheidung ist noch nicht geschrieben. Ein anderer Datenbankbenutzer genehmigt sie auf der Seite „Braucht eine Person“ oder lehnt sie ab.</translation>
    </message>
    <message>
        <source>The vertical axes of the charts</source>
        <translation>Die senkrechten Achsen der Diagramme</translation>
    </message>
    <message>
        <source>The wait before each attempt: the mean, and the band from the least to the 95th percentile.</source>
        <translation>Die Wartezeit vor jedem Versuch: der Mittelwert und das Band vom kleinsten Wert bis zum 95. Perzentil.</translation>
    </message>
    <message>
        <source>The wait that later waits grow from</source>
        <translation>Die Wartezeit, von der aus spätere wachsen</translation>
    </message>
    <message>
        <source>The waits look like this: %1.</source>
        <translation>Die Wartezeiten sehen so aus: %1.</translation>
    </message>
    <message>
        <source>The whole trail is read in one snapshot. Writers are not blocked. Other pages wait until it ends.</source>
        <translation>Das ganze Protokoll wird in einem Snapshot gelesen. Schreibende werden nicht blockiert. Andere Seiten warten, bis es fertig ist.</translation>
    </message>
    <message>
        <source>The words of the hand-over note were neither copied nor saved.</source>
        <translation>Die Worte der Übergabenotiz wurden weder kopiert noch gespeichert.</translation>
    </message>
    <message>
        <source>Theme: %1</source>
        <translation>Farbschema: %1</translation>
    </message>
    <message>
        <source>Theme: system, light or dark</source>
        <translation>Farbschema: System, hell oder dunkel</translation>
    </message>
    <message>
        <source>Then an update changes no index if its page has room (HOT)</source>
        <translation>Dann ändert ein Update keinen Index, wenn auf seiner Seite Platz ist (HOT)</translation>
    </message>
    <message>
        <source>Then refresh (F5).</source>
        <translation>Danach neu lesen (F5).</translation>
    </message>
    <message>
        <source>There are more attempts than are drawn.</source>
        <translation>Es gibt mehr Versuche als gezeichnet.</translation>
    </message>
    <message>
        <source>There are more findings than are listed.</source>
        <translation>Es gibt mehr Befunde, als gelistet sind.</translation>
    </message>
    <message>
        <source>There are no keys to show in this database.</source>
        <translation>In dieser Datenbank gibt es keine Schlüssel anzuzeigen.</translation>
    </message>
    <message>
        <source>There are no leases to show in this database.</source>
        <translation>In dieser Datenbank gibt es keine Leases anzuzeigen.</translation>
    </message>
    <message>
        <source>There are no plans in this database.</source>
        <translation>In dieser Datenbank gibt es keine Pläne.</translation>
    </message>
    <message>
        <source>There is no automatic retry: a person decides.</source>
        <translation>Es gibt keine automatische Wiederholung: Eine Person entscheidet.</translation>
    </message>
    <message>
        <source>There is no connection.</source>
        <translation>Es besteht keine Verbindung.</translation>
    </message>
    <message>
        <source>There is no connection. %1 %2</source>
        <translation>Es besteht keine Verbindung. %1 %2</translation>
    </message>
    <message>
        <source>There is no filter by “%1”, or this row has no such value.</source>
        <translation>Es gibt keinen Filter nach „%1“, oder diese Zeile hat keinen solchen Wert.</translation>
    </message>
    <message>
        <source>There is no hand-over note here</source>
        <translation>Hier gibt es keine Übergabenotiz</translation>
    </message>
    <message>
        <source>There is no network route to this host.</source>
        <translation>Zu diesem Host führt kein Weg im Netz.</translation>
    </message>
    <message>
        <source>There is no store to examine in this database.</source>
        <translation>In dieser Datenbank gibt es keinen Store zu untersuchen.</translation>
    </message>
    <message>
        <source>There is no such database on the server.</source>
        <translation>Diese Datenbank gibt es auf dem Server nicht.</translation>
    </message>
    <message>
        <source>There is no such key</source>
        <translation>Diesen Schlüssel gibt es nicht</translation>
    </message>
    <message>
        <source>There is no such row</source>
        <translation>Diese Zeile gibt es nicht</translation>
    </message>
    <message>
        <source>There is no such user on the server.</source>
        <translation>Diesen Benutzer gibt es auf dem Server nicht.</translation>
    </message>
    <message>
        <source>There is no table of keys to read until it is installed.</source>
        <translation>Vor der Installation gibt es keine Schlüsseltabelle zu lesen.</translation>
    </message>
    <message>
        <source>There is nothing to install.</source>
        <translation>Es gibt nichts zu installieren.</translation>
    </message>
    <message>
        <source>There may be more such rows. %1</source>
        <translation>Es kann mehr solche Zeilen geben. %1</translation>
    </message>
    <message>
        <source>These declarations decide whether a release needs a second approver. Those of the owner of the tables are in force at once; others wait until another database user approves them.</source>
        <translation>Diese Erklärungen entscheiden, ob eine Freigabe einen zweiten Genehmiger braucht. Die des Eigentümers der Tabellen sind sofort in Kraft; andere warten, bis ein anderer Datenbankbenutzer sie genehmigt.</translation>
    </message>
    <message>
        <source>These lines follow from the mapping. Check each: it should be what the service itself would write.</source>
        <translation>Diese Einträge folgen aus der Zuordnung. Jeden prüfen: Er soll dem entsprechen, was der Dienst selbst schreiben würde.</translation>
    </message>
    <message>
        <source>This connection can only read.</source>
        <translation>Diese Verbindung kann nur lesen.</translation>
    </message>
    <message>
        <source>This could not be checked. It is neither a finding nor an all-clear.</source>
        <translation>Das konnte nicht geprüft werden. Es ist weder ein Befund noch eine Entwarnung.</translation>
    </message>
    <message>
        <source>This database has no key store yet.</source>
        <translation>Diese Datenbank hat noch keinen Schlüssel-Store.</translation>
    </message>
    <message>
        <source>This desk is at work on “%1”; Ctrl+. ends that.</source>
        <translation>Dieser Arbeitsplatz arbeitet an „%1“; Strg+. beendet das.</translation>
    </message>
    <message>
        <source>This desk stopped working on “%1”. What waits stays as it is, for any desk to take up.</source>
        <translation>Dieser Arbeitsplatz arbeitet nicht mehr an „%1“. Was wartet, bleibt unverändert; jeder Arbeitsplatz kann es übernehmen.</translation>
    </message>
    <message>
        <source>This desk: %1 done, %2 skipped, %3 unsettled, %4 failed.</source>
        <translation>Dieser Arbeitsplatz: %1 erledigt, %2 übersprungen, %3 nicht abgeschlossen, %4 fehlgeschlagen.</translation>
    </message>
    <message>
        <source>This is a standby: it may lag, and nothing can be settled here.</source>
        <translation>Dies ist ein Standby: Er kann nachhängen, und abschließen lässt sich hier nichts.</translation>
    </message>
    <message>
        <source>This is for keys of our own.</source>
        <translation>Das gilt nur für eigene Schlüssel.</translation>
    </message>
    <message>
        <source>This is never settled automatically.</source>
        <translation>Das wird nie automatisch abgeschlossen.</translation>
    </message>
    <message>
        <source>This is not a link to a view of Onceover.</source>
        <translation>Das ist kein Link auf eine Ansicht von Onceover.</translation>
    </message>
    <message>
        <source>This is production: %1</source>
        <translation>Das ist Produktion: %1</translation>
    </message>
    <message>
        <source>This is the first of the list. Keys after it are still stuck: Alt+Down.</source>
        <translation>Das ist der erste der Liste. Schlüssel danach hängen noch: Alt+Runter.</translation>
    </message>
    <message>
        <source>This is the last of the list. Keys before it are still stuck: Alt+Up.</source>
        <translation>Das ist der letzte der Liste. Schlüssel davor hängen noch: Alt+Hoch.</translation>
    </message>
    <message>
        <source>This machine does not trust the server's certificate.</source>
        <translation>Dieser Rechner vertraut dem Zertifikat des Servers nicht.</translation>
    </message>
    <message>
        <source>This opens a second connection that may write. Every write names the row as it was read, is refused if the row changed, and is kept in the audit trail. Writes disarm themselves.</source>
        <translation>Das öffnet eine zweite Verbindung, die schreiben darf. Jedes Schreiben nennt die Zeile, wie sie gelesen wurde, wird bei geänderter Zeile abgewiesen und steht im Audit-Protokoll. Das Schreiben sichert sich von selbst wieder.</translation>
    </message>
    <message>
        <source>This page compares finished keys with the gateway's ledger: successes that the gateway does not know, effects that no key records, and two effects for one key.</source>
        <translation>Diese Seite gleicht fertige Schlüssel mit dem Hauptbuch des Gateways ab: Erfolge, die das Gateway nicht kennt, Wirkungen, die kein Schlüssel verzeichnet, und zwei Wirkungen für einen Schlüssel.</translation>
    </message>
    <message>
        <source>This page is for consumed events and for events to publish.</source>
        <translation>Diese Seite ist für empfangene und für zu veröffentlichende Ereignisse.</translation>
    </message>
    <message>
        <source>This reads up to about %1 rows to find about %2.</source>
        <translation>Das liest bis zu etwa %1 Zeilen, um etwa %2 zu finden.</translation>
    </message>
    <message>
        <source>This row is no charge and no refund.</source>
        <translation>Diese Zeile ist weder Belastung noch Erstattung.</translation>
    </message>
    <message>
        <source>This row keeps no fingerprint to compare with</source>
        <translation>Diese Zeile hat keinen Fingerabdruck zum Vergleich</translation>
    </message>
    <message>
        <source>This runs the SQL below as %1, who then owns the schema. Each migration is one transaction. Other tables are not touched.</source>
        <translation>Das SQL unten wird als %1 ausgeführt; diesem Benutzer gehört dann das Schema. Jede Migration ist eine Transaktion. Andere Tabellen bleiben unberührt.</translation>
    </message>
    <message>
        <source>This server only accepts reading.</source>
        <translation>Dieser Server lässt nur Lesen zu.</translation>
    </message>
    <message>
        <source>This server or session only reads.</source>
        <translation>Dieser Server oder diese Sitzung liest nur.</translation>
    </message>
    <message>
        <source>This service is not in pg_service.conf.</source>
        <translation>Dieser Dienst steht nicht in pg_service.conf.</translation>
    </message>
    <message>
        <source>This store cannot be written: %1</source>
        <translation>Dieser Store kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>This table contains events. A gateway does not know them.</source>
        <translation>Diese Tabelle enthält Ereignisse. Ein Gateway kennt sie nicht.</translation>
    </message>
    <message>
        <source>This table does not record failures.</source>
        <translation>Diese Tabelle hält Fehlschläge nicht fest.</translation>
    </message>
    <message>
        <source>This table does not store the time.</source>
        <translation>Diese Tabelle speichert die Zeit nicht.</translation>
    </message>
    <message>
        <source>This table has no creation time.</source>
        <translation>Diese Tabelle hat keine Erstellungszeit.</translation>
    </message>
    <message>
        <source>This table has no error column.</source>
        <translation>Diese Tabelle hat keine Spalte für den Fehler.</translation>
    </message>
    <message>
        <source>This table has no lease, so it is unknown what is stuck.</source>
        <translation>Diese Tabelle hat keine Lease, daher ist unbekannt, was hängt.</translation>
    </message>
    <message>
        <source>This table has no lease, so the holder is unknown.</source>
        <translation>Diese Tabelle hat keine Lease; wer hält, ist unbekannt.</translation>
    </message>
    <message>
        <source>This table has no operation column.</source>
        <translation>Diese Tabelle hat keine Spalte für den Vorgang.</translation>
    </message>
    <message>
        <source>This table has no response code column.</source>
        <translation>Diese Tabelle hat keine Spalte für den Antwortcode.</translation>
    </message>
    <message>
        <source>This table has no tenant column.</source>
        <translation>Diese Tabelle hat keine Spalte für den Mandanten.</translation>
    </message>
    <message>
        <source>This table stores neither payload nor response.</source>
        <translation>Diese Tabelle speichert weder Inhalt noch Antwort.</translation>
    </message>
    <message>
        <source>This user may not log in.</source>
        <translation>Dieser Benutzer darf sich nicht anmelden.</translation>
    </message>
    <message>
        <source>This user may not read the key store.</source>
        <translation>Dieser Benutzer darf den Schlüssel-Store nicht lesen.</translation>
    </message>
    <message>
        <source>This verdict is not offered for the rows of this table.</source>
        <translation>Diese Entscheidung wird für die Zeilen dieser Tabelle nicht angeboten.</translation>
    </message>
    <message>
        <source>This works only if nothing has changed since.</source>
        <translation>Das geht nur, wenn sich seitdem nichts geändert hat.</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>Ticket</translation>
    </message>
    <message>
        <source>Ticket (optional)</source>
        <translation>Ticket (optional)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Time &amp;zone</source>
        <translation>&amp;Zeitzone</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>Time range: choose one, or type 45m, 2h30m, since 14:05, 14:05 to 15:10</source>
        <translation>Zeitraum: wählen oder eingeben: 45m, 2h30m, 14:05 (seit dann), 14:05 – 15:10</translation>
    </message>
    <message>
        <source>Time to completion</source>
        <translation>Zeit bis zum Abschluss</translation>
    </message>
    <message>
        <source>Time until done</source>
        <translation>Zeit bis erledigt</translation>
    </message>
    <message>
        <source>Time until the last client is done, %1.</source>
        <translation>Zeit, bis der letzte Client fertig ist, %1.</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>Zeitzone</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>Timeout</translation>
    </message>
    <message>
        <source>Times asked</source>
        <translation>Wie oft gefragt</translation>
    </message>
    <message>
        <source>Times in UTC. Bodies and stored headers show only their size here; bodies are beside, masked.</source>
        <translation>Zeiten in UTC. Bodys und gespeicherte Header zeigen hier nur ihre Größe; Bodys stehen daneben, verdeckt.</translation>
    </message>
    <message>
        <source>Times in local time</source>
        <translation>Zeiten in Ortszeit</translation>
    </message>
    <message>
        <source>To count the rows of this one, map Created, and Completed where it has that, on the page Tables.</source>
        <translation>Um die Zeilen dieser Tabelle zu zählen, auf der Seite „Tabellen“ die Rolle „Erstellt“ zuordnen, und „Abgeschlossen“, wo es sie gibt.</translation>
    </message>
    <message>
        <source>To, UTC</source>
        <translation>Bis, UTC</translation>
    </message>
    <message>
        <source>Too many acts before this to show</source>
        <translation>Zu viele Aktionen davor, um sie zu zeigen</translation>
    </message>
    <message>
        <source>Took over</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>Topic</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>Topics</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Total calls until every client is done, %1.</source>
        <translation>Aufrufe insgesamt, bis jeder Client fertig ist, %1.</translation>
    </message>
    <message>
        <source>Tr&amp;y it</source>
        <translation>Ausp&amp;robieren</translation>
    </message>
    <message>
        <source>Transactions are read-only by default here: nothing can be settled.</source>
        <translation>Transaktionen sind hier standardmäßig nur lesend: Abschließen lässt sich nichts.</translation>
    </message>
    <message numerus="yes">
        <source>Tried %Ln times</source>
        <translation><numerusform>Einmal versucht</numerusform><numerusform>%Ln-mal versucht</numerusform></translation>
    </message>
    <message>
        <source>Tried:</source>
        <translation>Versucht:</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Try again when it is back.</source>
        <translation>Noch einmal versuchen, wenn er wieder da ist.</translation>
    </message>
    <message>
        <source>Try again …</source>
        <translation>Erneut versuchen …</translation>
    </message>
    <message>
        <source>Try an event again</source>
        <translation>Ereignis erneut versuchen</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Try the event again …</source>
        <translation>Ereignis erneut versuchen …</translation>
    </message>
    <message>
        <source>Type and id, where events carry its version; 0: they do not</source>
        <translation>Typ und ID, wo Ereignisse ihre Version tragen; 0: nicht</translation>
    </message>
    <message>
        <source>Type the note first. A note settles nothing and touches no key.</source>
        <translation>Zuerst die Notiz eingeben. Eine Notiz schließt nichts ab und berührt keinen Schlüssel.</translation>
    </message>
    <message>
        <source>Type the response body first.</source>
        <translation>Zuerst den Body der Antwort eingeben.</translation>
    </message>
    <message>
        <source>Type “%1” to confirm</source>
        <translation>Zum Bestätigen „%1“ eingeben</translation>
    </message>
    <message>
        <source>UUIDs of version 4; not offsets</source>
        <translation>UUIDs der Version 4; keine Offsets</translation>
    </message>
    <message>
        <source>Unchanged since the request. Approving writes it.</source>
        <translation>Unverändert seit der Anfrage. Genehmigen schreibt es.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo no. %1: %2</source>
        <translation>Nr. %1 rückgängig machen: %2</translation>
    </message>
    <message>
        <source>Undo the last act on this key …</source>
        <translation>Letzte Aktion an diesem Schlüssel rückgängig machen …</translation>
    </message>
    <message>
        <source>Undo the open act …</source>
        <translation>Geöffnete Aktion rückgängig machen …</translation>
    </message>
    <message>
        <source>Undo this act; the undo is recorded too  Ctrl+Z</source>
        <translation>Diese Aktion rückgängig machen; auch das wird festgehalten  Strg+Z</translation>
    </message>
    <message>
        <source>Undoes no. %1</source>
        <translation>Macht Nr. %1 rückgängig</translation>
    </message>
    <message>
        <source>Undoing</source>
        <translation>Rückgängig machen</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>Rückgängig gemacht</translation>
    </message>
    <message>
        <source>Undone by no. %1</source>
        <translation>Rückgängig durch Nr. %1</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message numerus="yes">
        <source>Unknown at %Ln earlier times.</source>
        <translation><numerusform>Unbekannt zu %Ln früheren Zeit.</numerusform><numerusform>Unbekannt zu %Ln früheren Zeiten.</numerusform></translation>
    </message>
    <message>
        <source>Unknown from %1 to %2: %3.</source>
        <translation>Unbekannt von %1 bis %2: %3.</translation>
    </message>
    <message>
        <source>Unknown: no profile of this table is loaded, or the profile does not map it.</source>
        <translation>Unbekannt: Für diese Tabelle ist kein Profil geladen, oder das Profil ordnet es nicht zu.</translation>
    </message>
    <message>
        <source>Unknown: the store has no schema of this version.</source>
        <translation>Unbekannt: Der Store hat kein Schema dieser Version.</translation>
    </message>
    <message>
        <source>Unless a gateway confirms it, it waits for a second approver, who decides on the page “Needs a person”.</source>
        <translation>Bestätigt es kein Gateway, wartet es auf einen zweiten Genehmiger, der auf der Seite „Braucht eine Person“ entscheidet.</translation>
    </message>
    <message>
        <source>Unpublished events</source>
        <translation>Unveröffentlichte Ereignisse</translation>
    </message>
    <message>
        <source>Unresolved</source>
        <translation>Ungeklärt</translation>
    </message>
    <message>
        <source>Until the last client knew</source>
        <translation>Bis der letzte Client Bescheid wusste</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Updates of a key</source>
        <translation>Änderungen je Schlüssel</translation>
    </message>
    <message>
        <source>Upgrade the schema</source>
        <translation>Schema aktualisieren</translation>
    </message>
    <message>
        <source>Use another user.</source>
        <translation>Einen anderen Benutzer verwenden.</translation>
    </message>
    <message>
        <source>Use fewer filters, or search for the beginning of its id.</source>
        <translation>Weniger Filter verwenden oder nach dem Anfang der ID suchen.</translation>
    </message>
    <message>
        <source>Use fewer filters, or search for the beginning of the key.</source>
        <translation>Weniger Filter verwenden oder nach dem Anfang des Schlüssels suchen.</translation>
    </message>
    <message>
        <source>Use require, verify-ca or verify-full.</source>
        <translation>require, verify-ca oder verify-full verwenden.</translation>
    </message>
    <message>
        <source>Use the name in the certificate; put the address into hostaddr.</source>
        <translation>Den Namen aus dem Zertifikat verwenden; die Adresse in hostaddr angeben.</translation>
    </message>
    <message>
        <source>Use the selected table</source>
        <translation>Gewählte Tabelle verwenden</translation>
    </message>
    <message>
        <source>Use the table</source>
        <translation>Tabelle verwenden</translation>
    </message>
    <message>
        <source>Use this &amp;table</source>
        <translation>Diese &amp;Tabelle verwenden</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Vacuum's share</source>
        <translation>Anteil des Vacuum</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Value of a free lease</source>
        <translation>Wert einer freien Lease</translation>
    </message>
    <message>
        <source>Values of the condition</source>
        <translation>Werte der Bedingung</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Verdict on the relay</source>
        <translation>Bewertung des Relays</translation>
    </message>
    <message>
        <source>Verdict on the window</source>
        <translation>Urteil über die Aufbewahrungszeit</translation>
    </message>
    <message>
        <source>Verdict: discard</source>
        <translation>Entscheidung: verwerfen</translation>
    </message>
    <message>
        <source>Verdict: extend</source>
        <translation>Entscheidung: verlängern</translation>
    </message>
    <message>
        <source>Verdict: fail</source>
        <translation>Entscheidung: fehlgeschlagen</translation>
    </message>
    <message>
        <source>Verdict: release</source>
        <translation>Entscheidung: freigeben</translation>
    </message>
    <message>
        <source>Verdict: requeue</source>
        <translation>Entscheidung: neu einreihen</translation>
    </message>
    <message>
        <source>Verdict: succeed</source>
        <translation>Entscheidung: erfolgreich</translation>
    </message>
    <message>
        <source>Verdicts can be written when writes are armed.</source>
        <translation>Entscheidungen können geschrieben werden, wenn Schreiben scharf ist.</translation>
    </message>
    <message>
        <source>Verification</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Verification was cancelled. The trail was not checked completely.</source>
        <translation>Die Prüfung wurde abgebrochen. Das Protokoll wurde nicht vollständig geprüft.</translation>
    </message>
    <message>
        <source>Verify the trail</source>
        <translation>Protokoll prüfen</translation>
    </message>
    <message>
        <source>Verifying the trail</source>
        <translation>Protokoll wird geprüft</translation>
    </message>
    <message>
        <source>Version of the schema</source>
        <translation>Version des Schemas</translation>
    </message>
    <message>
        <source>WAL</source>
        <translation>WAL</translation>
    </message>
    <message>
        <source>Wait, or ask for a higher limit.</source>
        <translation>Warten oder eine höhere Grenze erbitten.</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>Gewartet</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Wartezeiten</translation>
    </message>
    <message>
        <source>Wall: charts in full screen</source>
        <translation>Wandanzeige: Diagramme im Vollbild</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Warning above</source>
        <translation>Warnung über</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>Warnung: %1</translation>
    </message>
    <message>
        <source>Wasted</source>
        <translation>Vergeudet</translation>
    </message>
    <message>
        <source>Ways of making a fingerprint that were tried</source>
        <translation>Versuchte Arten, einen Fingerabdruck zu bilden</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>What a client gets now</source>
        <translation>Was ein Client jetzt erhält</translation>
    </message>
    <message>
        <source>What came</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>What came of the last act</source>
        <translation>Ergebnis der letzten Aktion</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>What clients get</source>
        <translation>Was Clients erhalten</translation>
    </message>
    <message>
        <source>What does each value of %1 mean?</source>
        <translation>Was bedeutet jeder Wert von %1?</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>What is done under the key: a route, a command, a consumer.</source>
        <translation>Was unter dem Schlüssel getan wird: eine Route, ein Befehl, ein Consumer.</translation>
    </message>
    <message>
        <source>What is drawn by attempt</source>
        <translation>Was je Versuch gezeichnet wird</translation>
    </message>
    <message>
        <source>What is foreseen</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>What is listed</source>
        <translation>Was gelistet ist</translation>
    </message>
    <message>
        <source>What is meant by: %1</source>
        <translation>Was gemeint ist: %1</translation>
    </message>
    <message>
        <source>What is missing</source>
        <translation>Was fehlt</translation>
    </message>
    <message>
        <source>What is missing, or what came of it</source>
        <translation>Was fehlt, oder was daraus wurde</translation>
    </message>
    <message>
        <source>What is not settled</source>
        <translation>Was nicht abgeschlossen ist</translation>
    </message>
    <message>
        <source>What is on its way still arrives, and nothing more is sent. Events wait in the outbox, and lose nothing.</source>
        <translation>Was unterwegs ist, kommt noch an, und mehr wird nicht gesendet. Ereignisse warten in der Outbox, und nichts geht verloren.</translation>
    </message>
    <message>
        <source>What is planned</source>
        <translation>Was geplant ist</translation>
    </message>
    <message>
        <source>What is split in %1</source>
        <translation>Was in %1 aufgeteilt wird</translation>
    </message>
    <message>
        <source>What is written</source>
        <translation>Was geschrieben wird</translation>
    </message>
    <message>
        <source>What is written when a dead letter is discarded.</source>
        <translation>Was geschrieben wird, wenn ein unzustellbares Ereignis verworfen wird.</translation>
    </message>
    <message>
        <source>What is written when a dead letter is tried again.</source>
        <translation>Was geschrieben wird, wenn ein unzustellbares Ereignis erneut versucht wird.</translation>
    </message>
    <message>
        <source>What is written when a lease is extended.</source>
        <translation>Was geschrieben wird, wenn eine Lease verlängert wird.</translation>
    </message>
    <message>
        <source>What is written when a row is released for the next client.</source>
        <translation>Was geschrieben wird, wenn eine Zeile für den nächsten Client freigegeben wird.</translation>
    </message>
    <message>
        <source>What is written when a row is settled as failed for good.</source>
        <translation>Was geschrieben wird, wenn eine Zeile als endgültig fehlgeschlagen abgeschlossen wird.</translation>
    </message>
    <message>
        <source>What is written when a row is settled as succeeded.</source>
        <translation>Was geschrieben wird, wenn eine Zeile als erfolgreich abgeschlossen wird.</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was falsch ist</translation>
    </message>
    <message>
        <source>What it becomes</source>
        <translation>Was daraus wird</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was er tut</translation>
    </message>
    <message>
        <source>What it does for the client</source>
        <translation>Was es für den Client tut</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>Was es bedeutet</translation>
    </message>
    <message>
        <source>What must be true of it</source>
        <translation>Was für sie gelten muss</translation>
    </message>
    <message>
        <source>What separates cells</source>
        <translation>Was Zellen trennt</translation>
    </message>
    <message>
        <source>What shows a lease</source>
        <translation>Woran eine Lease erkennbar ist</translation>
    </message>
    <message>
        <source>What shows it</source>
        <translation>Was es zeigt</translation>
    </message>
    <message>
        <source>What shows it (kept as evidence)</source>
        <translation>Was es zeigt (als Nachweis aufbewahrt)</translation>
    </message>
    <message>
        <source>What shows that a client works on the row, and until when.</source>
        <translation>Was zeigt, dass ein Client an der Zeile arbeitet, und bis wann.</translation>
    </message>
    <message>
        <source>What shows the state</source>
        <translation>Was den Status zeigt</translation>
    </message>
    <message>
        <source>What shows whether the work is in progress, done or failed.</source>
        <translation>Was zeigt, ob die Arbeit läuft, erledigt oder fehlgeschlagen ist.</translation>
    </message>
    <message>
        <source>What the gateway reports now</source>
        <translation>Was das Gateway jetzt meldet</translation>
    </message>
    <message>
        <source>What the log shows</source>
        <translation>Was das Log zeigt</translation>
    </message>
    <message>
        <source>What the next person should know first</source>
        <translation>Was die nächste Person zuerst wissen sollte</translation>
    </message>
    <message>
        <source>What the stored number counts</source>
        <translation>Was die gespeicherte Zahl zählt</translation>
    </message>
    <message>
        <source>What the table keeps</source>
        <translation>Was die Tabelle enthält</translation>
    </message>
    <message>
        <source>What the undo writes</source>
        <translation>Was geschrieben wird</translation>
    </message>
    <message>
        <source>What the verdict does</source>
        <translation>Was die Entscheidung tut</translation>
    </message>
    <message>
        <source>What the verdict writes</source>
        <translation>Was die Entscheidung schreibt</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>What was compared</source>
        <translation>Was abgeglichen wurde</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>Was getan wurde</translation>
    </message>
    <message>
        <source>What was foreseen and what came</source>
        <translation>Vorhersage und Ergebnis</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>What was frozen with the plan</source>
        <translation>Was mit dem Plan eingefroren wurde</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>Was gemessen wurde</translation>
    </message>
    <message>
        <source>What was not looked at</source>
        <translation>Was nicht geprüft wurde</translation>
    </message>
    <message>
        <source>What was requested cannot be read, so the %1 is not compared with it.</source>
        <translation>Das Angefragte ist nicht lesbar; %1 wird nicht damit verglichen.</translation>
    </message>
    <message>
        <source>What was seen</source>
        <translation>Was gesehen wurde</translation>
    </message>
    <message>
        <source>What was simulated</source>
        <translation>Was simuliert wurde</translation>
    </message>
    <message>
        <source>What would be written, by verdict</source>
        <translation>Was geschrieben würde, nach Entscheidung</translation>
    </message>
    <message>
        <source>What you found out, for the next person</source>
        <translation>Was herausgefunden wurde, für die nächste Person</translation>
    </message>
    <message>
        <source>What you typed in “%1” is kept nowhere else.</source>
        <translation>Die Eingaben in „%1“ sind nirgends sonst gespeichert.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>When each attempt begins, since the first one: the mean, and the band from the least to the 95th percentile.</source>
        <translation>Wann jeder Versuch beginnt, seit dem ersten: der Mittelwert und das Band vom kleinsten Wert bis zum 95. Perzentil.</translation>
    </message>
    <message>
        <source>When it clears</source>
        <translation>Wann er frei wird</translation>
    </message>
    <message>
        <source>When keys were claimed and effects made, by the database's clock</source>
        <translation>Wann Schlüssel belegt wurden und Wirkungen eintraten, nach der Uhr der Datenbank</translation>
    </message>
    <message>
        <source>When requested</source>
        <translation>Bei der Anfrage</translation>
    </message>
    <message>
        <source>When the row may be removed.</source>
        <translation>Wann die Zeile entfernt werden darf.</translation>
    </message>
    <message>
        <source>When the row was created. Listings are in this order.</source>
        <translation>Wann die Zeile erstellt wurde. Listen haben diese Reihenfolge.</translation>
    </message>
    <message>
        <source>When the row was last changed.</source>
        <translation>Wann die Zeile zuletzt geändert wurde.</translation>
    </message>
    <message>
        <source>When the work is due, or tried again. Until then the row waits.</source>
        <translation>Wann die Arbeit fällig ist oder erneut versucht wird. Bis dahin wartet die Zeile.</translation>
    </message>
    <message>
        <source>When the work was completed.</source>
        <translation>Wann die Arbeit abgeschlossen wurde.</translation>
    </message>
    <message>
        <source>Where it was not looked for</source>
        <translation>Wo nicht gesucht wurde</translation>
    </message>
    <message>
        <source>Where the credential is</source>
        <translation>Wo die Zugangsdaten sind</translation>
    </message>
    <message>
        <source>Where the gateway &amp;knows nothing and can, it is told never to perform the effect</source>
        <translation>Wo das Gateway nichts &amp;kennt und es kann, wird es angewiesen, die Wirkung nie auszuführen</translation>
    </message>
    <message>
        <source>Whether any %1 matches is unknown</source>
        <translation>Unbekannt, ob ein %1 passt</translation>
    </message>
    <message>
        <source>Whether any audit row matches is unknown</source>
        <translation>Unbekannt, ob eine Audit-Zeile passt</translation>
    </message>
    <message>
        <source>Whether anything happened in this range is unknown</source>
        <translation>Unbekannt, ob in diesem Zeitraum etwas geschah</translation>
    </message>
    <message>
        <source>Whether anything waits for a person is unknown</source>
        <translation>Ob etwas auf eine Person wartet, ist unbekannt</translation>
    </message>
    <message>
        <source>Whether events are held back is unknown</source>
        <translation>Unbekannt, ob Ereignisse zurückgehalten werden</translation>
    </message>
    <message>
        <source>Whether the system retries it is not known</source>
        <translation>Ob das System es wiederholt, ist nicht bekannt</translation>
    </message>
    <message>
        <source>Whether there are dead letters is unknown</source>
        <translation>Unbekannt, ob es unzustellbare Ereignisse gibt</translation>
    </message>
    <message>
        <source>Whether there are plans is unknown</source>
        <translation>Ob es Pläne gibt, ist unbekannt</translation>
    </message>
    <message>
        <source>Whether there is a relay is unknown</source>
        <translation>Unbekannt, ob es ein Relay gibt</translation>
    </message>
    <message>
        <source>Whether there is such a key is unknown</source>
        <translation>Unbekannt, ob es diesen Schlüssel gibt</translation>
    </message>
    <message>
        <source>Whether there is such a row is unknown</source>
        <translation>Unbekannt, ob es diese Zeile gibt</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Who asked</source>
        <translation>Wer gefragt hat</translation>
    </message>
    <message>
        <source>Who holds it</source>
        <translation>Wer ihn hält</translation>
    </message>
    <message>
        <source>Who holds it, who locks the row</source>
        <translation>Wer ihn hält, wer die Zeile sperrt</translation>
    </message>
    <message>
        <source>Who holds the lease</source>
        <translation>Wer die Lease hält</translation>
    </message>
    <message>
        <source>Who locks the row</source>
        <translation>Wer die Zeile sperrt</translation>
    </message>
    <message>
        <source>Whose</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why 409?</source>
        <translation>Warum 409?</translation>
    </message>
    <message>
        <source>Why 409?  (%1)</source>
        <translation>Warum 409?  (%1)</translation>
    </message>
    <message>
        <source>Why a file could not be opened</source>
        <translation>Warum eine Datei nicht geöffnet werden konnte</translation>
    </message>
    <message>
        <source>Why does a client get this answer?</source>
        <translation>Warum bekommt ein Client diese Antwort?</translation>
    </message>
    <message>
        <source>Why it cannot be undone</source>
        <translation>Warum nicht rückgängig zu machen</translation>
    </message>
    <message>
        <source>Why it is here</source>
        <translation>Warum es hier steht</translation>
    </message>
    <message>
        <source>Why no note can be added</source>
        <translation>Warum keine Notiz hinzugefügt werden kann</translation>
    </message>
    <message>
        <source>Why requeue and discard are not offered</source>
        <translation>Warum Einreihen und Verwerfen nicht angeboten werden</translation>
    </message>
    <message>
        <source>Why the work failed.</source>
        <translation>Warum die Arbeit fehlgeschlagen ist.</translation>
    </message>
    <message>
        <source>Why this answer</source>
        <translation>Warum diese Antwort</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Deduplizierungszeit</translation>
    </message>
    <message>
        <source>With &amp;new ids, which need a second approver</source>
        <translation>Mit &amp;neuen IDs, die einen zweiten Genehmiger brauchen</translation>
    </message>
    <message>
        <source>With its header, without the line pointer</source>
        <translation>Mit Header, ohne Zeilenzeiger</translation>
    </message>
    <message>
        <source>With last week</source>
        <translation>Mit letzter Woche</translation>
    </message>
    <message>
        <source>With yesterday</source>
        <translation>Mit gestern</translation>
    </message>
    <message>
        <source>Without a gateway, a manual override decides: a ticket, and what shows that nothing happened.</source>
        <translation>Ohne Gateway entscheidet eine manuelle Entscheidung: ein Ticket, und was zeigt, dass nichts geschah.</translation>
    </message>
    <message>
        <source>Working …</source>
        <translation>In Arbeit …</translation>
    </message>
    <message>
        <source>Write it as a postgresql:// URI, or as name=value words.</source>
        <translation>Als postgresql://-URI oder als Wörter name=wert schreiben.</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>Schreibt</translation>
    </message>
    <message>
        <source>Writes are not armed. Approve and Refuse ask you to arm them first.</source>
        <translation>Schreiben ist nicht scharf. „Genehmigen“ und „Ablehnen“ fragen zuerst danach.</translation>
    </message>
    <message>
        <source>Writes are not armed. Nothing is written yet. This goes on as soon as they are armed.</source>
        <translation>Schreiben ist gesichert. Noch wurde nichts geschrieben. Es geht weiter, sobald es scharf ist.</translation>
    </message>
    <message>
        <source>Writes are not armed. The plan is made as soon as they are: what is typed here stays.</source>
        <translation>Schreiben ist nicht scharf. Der Plan wird erstellt, sobald es scharf ist: Die Eingaben bleiben erhalten.</translation>
    </message>
    <message>
        <source>Writes are not armed: arm them to add a note.</source>
        <translation>Schreiben ist nicht scharf: für eine Notiz scharf schalten.</translation>
    </message>
    <message>
        <source>Writes are not armed: settling asks to arm them first.</source>
        <translation>Schreiben ist nicht scharf: Abschließen fragt zuerst danach.</translation>
    </message>
    <message>
        <source>Writes could not be armed. %1</source>
        <translation>Das Schreiben konnte nicht scharf geschaltet werden. %1</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Wird geschrieben</translation>
    </message>
    <message>
        <source>Writing the verdict</source>
        <translation>Entscheidung wird geschrieben</translation>
    </message>
    <message>
        <source>Writing verdicts</source>
        <translation>Entscheidungen werden geschrieben</translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>Wird geschrieben …</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>Written %1 by %2, whose database user is %3.</source>
        <translation>Geschrieben %1 von %2, Datenbankbenutzer %3.</translation>
    </message>
    <message>
        <source>Written to other tables</source>
        <translation>In andere Tabellen geschrieben</translation>
    </message>
    <message>
        <source>Written: %1.</source>
        <translation>Geschrieben: %1.</translation>
    </message>
    <message>
        <source>Wrong lines</source>
        <translation>Falsche Zeilen</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>You registered it: another database user approves it.</source>
        <translation>Selbst registriert: Ein anderer Datenbankbenutzer muss sie genehmigen.</translation>
    </message>
    <message>
        <source>You requested this as the database user %1. Another database user must approve it. Use Refuse to withdraw it.</source>
        <translation>Die Anfrage stammt vom Datenbankbenutzer %1. Ein anderer Datenbankbenutzer muss sie genehmigen. Ablehnen zieht sie zurück.</translation>
    </message>
    <message>
        <source>Your database user can read other columns than the requester. A change cannot be ruled out, so the server will refuse. A user with the same rights can approve it.</source>
        <translation>Der eigene Datenbankbenutzer kann andere Spalten lesen als der Anfragende. Eine Änderung ist nicht auszuschließen, darum lehnt der Server ab. Ein Benutzer mit denselben Rechten kann genehmigen.</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Eigene Worte</translation>
    </message>
    <message>
        <source>Zoom back</source>
        <translation>Zoom zurück</translation>
    </message>
    <message>
        <source>[%1]</source>
        <translation>[%1]</translation>
    </message>
    <message>
        <source>a COMMIT whose answer was lost</source>
        <translation>ein COMMIT, dessen Antwort verloren ging</translation>
    </message>
    <message>
        <source>a TOML file that names the role of each column of a table</source>
        <translation>eine TOML-Datei, die die Rolle jeder Spalte einer Tabelle nennt</translation>
    </message>
    <message>
        <source>a bearer token</source>
        <translation>ein Bearer-Token</translation>
    </message>
    <message>
        <source>a body, yet to be given</source>
        <translation>ein Inhalt, noch anzugeben</translation>
    </message>
    <message>
        <source>a client may send them again</source>
        <translation>ein Client darf sie erneut senden</translation>
    </message>
    <message>
        <source>a count that may be too small, with the reason</source>
        <translation>eine Anzahl, die zu klein sein kann, mit dem Grund</translation>
    </message>
    <message>
        <source>a difference between finished keys and the gateway's ledger</source>
        <translation>eine Differenz zwischen abgeschlossenen Schlüsseln und den Buchungen des Gateways</translation>
    </message>
    <message>
        <source>a digest of the heads of the chain</source>
        <translation>ein Digest der Enden der Kette</translation>
    </message>
    <message>
        <source>a file in PEM form; empty: the system's</source>
        <translation>eine Datei im PEM-Format; leer: die des Systems</translation>
    </message>
    <message>
        <source>a file; empty: ~/.postgresql/root.crt</source>
        <translation>eine Datei; leer: ~/.postgresql/root.crt</translation>
    </message>
    <message>
        <source>a hash of the request: the same key with another fingerprint is a mismatch</source>
        <translation>ein Hash der Anfrage: derselbe Schlüssel mit anderem Fingerabdruck ist eine Abweichung</translation>
    </message>
    <message>
        <source>a name in pg_service.conf</source>
        <translation>ein Name in pg_service.conf</translation>
    </message>
    <message>
        <source>a name is needed.</source>
        <translation>ein Name ist nötig.</translation>
    </message>
    <message>
        <source>a name, such as prometheus-payments</source>
        <translation>ein Name wie prometheus-payments</translation>
    </message>
    <message>
        <source>a new one</source>
        <translation>eine neue</translation>
    </message>
    <message>
        <source>a number from %1 to %2 is needed.</source>
        <translation>eine Zahl von %1 bis %2 ist nötig.</translation>
    </message>
    <message>
        <source>a number from 1 is needed.</source>
        <translation>eine Zahl ab 1 ist nötig.</translation>
    </message>
    <message>
        <source>a number that rises with each owner; every write names the fence that it owns</source>
        <translation>eine Nummer, die mit jedem Halter steigt; jedes Schreiben nennt die Fence, die es hält</translation>
    </message>
    <message>
        <source>a number, or none</source>
        <translation>eine Zahl oder none</translation>
    </message>
    <message>
        <source>a program that prints a short-lived password</source>
        <translation>ein Programm, das ein kurzlebiges Passwort ausgibt</translation>
    </message>
    <message>
        <source>a report of the executor for each attempt, a final refusal, or a tombstone that is held; "not found" is none</source>
        <translation>eine Meldung des Ausführers zu jedem Versuch, eine endgültige Ablehnung oder eine gehaltene Sperre; „nicht gefunden“ ist keiner</translation>
    </message>
    <message>
        <source>a seal kept elsewhere</source>
        <translation>ein anderswo aufbewahrtes Siegel</translation>
    </message>
    <message>
        <source>a second approver asked for by %1</source>
        <translation>zweiter Genehmiger angefragt von %1</translation>
    </message>
    <message>
        <source>a server of given capacity</source>
        <translation>Server mit fester Kapazität</translation>
    </message>
    <message>
        <source>a session that may write, for a limited time</source>
        <translation>eine Sitzung, die für begrenzte Zeit schreiben darf</translation>
    </message>
    <message>
        <source>a status, yet to be given</source>
        <translation>ein Status, noch anzugeben</translation>
    </message>
    <message>
        <source>a step of %1</source>
        <translation>ein Schritt von %1</translation>
    </message>
    <message>
        <source>a sweeper</source>
        <translation>ein Sweeper</translation>
    </message>
    <message>
        <source>a table that is not in the onceover schema</source>
        <translation>eine Tabelle, die nicht im Schema onceover liegt</translation>
    </message>
    <message>
        <source>a time such as 0, 500 ms or 2 s is needed.</source>
        <translation>eine Zeit wie 0, 500 ms oder 2 s ist nötig.</translation>
    </message>
    <message>
        <source>a time such as 500 ms, 2 s or 1 min is needed, or none.</source>
        <translation>eine Zeit wie 500 ms, 2 s oder 1 min ist nötig oder „none“.</translation>
    </message>
    <message>
        <source>a user with a password</source>
        <translation>ein Benutzer mit Passwort</translation>
    </message>
    <message>
        <source>a verdict by a person where no evidence can be had</source>
        <translation>die Entscheidung einer Person, wo es keinen Nachweis gibt</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>act</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>age of stuck leases</source>
        <translation>Alter hängender Leases</translation>
    </message>
    <message>
        <source>age of the oldest unprocessed event</source>
        <translation>Alter des ältesten unverarbeiteten Ereignisses</translation>
    </message>
    <message>
        <source>age of the oldest unpublished event</source>
        <translation>Alter des ältesten unveröffentlichten Ereignisses</translation>
    </message>
    <message>
        <source>age of the oldest unsent event</source>
        <translation>Alter des ältesten ungesendeten Ereignisses</translation>
    </message>
    <message>
        <source>age of unpublished events</source>
        <translation>Alter unveröffentlichter Ereignisse</translation>
    </message>
    <message>
        <source>age of waiting events</source>
        <translation>Alter wartender Ereignisse</translation>
    </message>
    <message>
        <source>agrees</source>
        <translation>stimmt überein</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>all is published</source>
        <translation>alles ist veröffentlicht</translation>
    </message>
    <message>
        <source>all leases are live</source>
        <translation>alle Leases gelten noch</translation>
    </message>
    <message>
        <source>amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>amount, currency or reference differs</source>
        <translation>Betrag, Währung oder Referenz weicht ab</translation>
    </message>
    <message>
        <source>an event that failed for good</source>
        <translation>ein endgültig fehlgeschlagenes Ereignis</translation>
    </message>
    <message>
        <source>an event that waits, because an earlier event of its aggregate cannot be published</source>
        <translation>ein Ereignis, das wartet, weil ein früheres seines Aggregats nicht veröffentlicht werden kann</translation>
    </message>
    <message>
        <source>an operator</source>
        <translation>eine Person</translation>
    </message>
    <message>
        <source>an owner without a time: cannot be observed</source>
        <translation>ein Halter ohne Zeit: nicht erkennbar</translation>
    </message>
    <message>
        <source>an unknown user</source>
        <translation>einen unbekannten Benutzer</translation>
    </message>
    <message>
        <source>anchor</source>
        <translation>Anker</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>another desk is at work on it</source>
        <translation>ein anderer Arbeitsplatz arbeitet daran</translation>
    </message>
    <message>
        <source>another one each time</source>
        <translation>jedes Mal ein anderer</translation>
    </message>
    <message>
        <source>another table is selected. Choose the onceover store on the Tables page.</source>
        <translation>eine andere Tabelle ist gewählt. Auf der Seite „Tabellen“ den Store onceover wählen.</translation>
    </message>
    <message>
        <source>another table is selected. Choose the table of this row on the Tables page.</source>
        <translation>eine andere Tabelle ist gewählt. Auf der Seite „Tabellen“ die Tabelle dieser Zeile wählen.</translation>
    </message>
    <message>
        <source>another value</source>
        <translation>anderer Wert</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>any name</source>
        <translation>beliebiger Name</translation>
    </message>
    <message>
        <source>application/json is 16</source>
        <translation>application/json zählt 16</translation>
    </message>
    <message>
        <source>approval</source>
        <translation>Genehmigung</translation>
    </message>
    <message>
        <source>approval requested</source>
        <translation>Genehmigung angefragt</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>genehmigt</translation>
    </message>
    <message>
        <source>armed</source>
        <translation>scharf</translation>
    </message>
    <message>
        <source>as of %1</source>
        <translation>Stand: %1</translation>
    </message>
    <message>
        <source>as the server reads it</source>
        <translation>wie der Server es liest</translation>
    </message>
    <message>
        <source>as the system</source>
        <translation>wie das System</translation>
    </message>
    <message>
        <source>as the theme</source>
        <translation>wie das Farbschema</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>wie sie sind</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>erfragen</translation>
    </message>
    <message>
        <source>asked</source>
        <translation>gefragt</translation>
    </message>
    <message>
        <source>asked %1</source>
        <translation>gefragt %1</translation>
    </message>
    <message>
        <source>asked %1×, the last by %2: %3, unresolved</source>
        <translation>%1× gefragt, zuletzt von %2: %3, ungeklärt</translation>
    </message>
    <message numerus="yes">
        <source>asked %Ln times</source>
        <translation><numerusform>einmal gefragt</numerusform><numerusform>%Ln-mal gefragt</numerusform></translation>
    </message>
    <message>
        <source>asked a 2nd</source>
        <translation>2. angefragt</translation>
    </message>
    <message>
        <source>asked again</source>
        <translation>erneut gefragt</translation>
    </message>
    <message>
        <source>asked again, not settled</source>
        <translation>erneut gefragt, nicht abgeschlossen</translation>
    </message>
    <message>
        <source>asked by %1: %2, unresolved</source>
        <translation>gefragt von %1: %2, ungeklärt</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>unter %1</translation>
    </message>
    <message>
        <source>at %1 % and %2 errors</source>
        <translation>bei %1 % und %2 Fehlern</translation>
    </message>
    <message>
        <source>at any time</source>
        <translation>jederzeit</translation>
    </message>
    <message>
        <source>at least </source>
        <translation>mindestens </translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>at least %1. %2</source>
        <translation>mindestens %1. %2</translation>
    </message>
    <message>
        <source>attempt,delay_ms,status,code,notes
1,0,timeout,,
2,137,5xx,502,
Paste a client's log here, or drop its file.</source>
        <translation>attempt,delay_ms,status,code,notes
1,0,timeout,,
2,137,5xx,502,
Log eines Clients hier einfügen oder seine Datei ablegen.</translation>
    </message>
    <message>
        <source>audit rows: %1, links: %2, sessions: %3, seals: %4</source>
        <translation>Audit-Zeilen: %1, Glieder: %2, Sitzungen: %3, Siegel: %4</translation>
    </message>
    <message>
        <source>autovacuum_vacuum_scale_factor</source>
        <translation>autovacuum_vacuum_scale_factor</translation>
    </message>
    <message>
        <source>backlog</source>
        <translation>Rückstand</translation>
    </message>
    <message>
        <source>base64 text</source>
        <translation>Base64-Text</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vor</translation>
    </message>
    <message>
        <source>beginning of the key</source>
        <translation>Anfang des Schlüssels</translation>
    </message>
    <message>
        <source>begins</source>
        <translation>beginnt</translation>
    </message>
    <message>
        <source>begins, since the first</source>
        <translation>beginnt, seit dem ersten</translation>
    </message>
    <message>
        <source>begun, then finished</source>
        <translation>begonnen, dann beendet</translation>
    </message>
    <message>
        <source>being read</source>
        <translation>wird gelesen</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>blau</translation>
    </message>
    <message>
        <source>by sweepers, plans and people</source>
        <translation>von Sweepern, Plänen und Personen</translation>
    </message>
    <message>
        <source>by the end of the lease, longest ago first</source>
        <translation>nach Ende der Lease, älteste zuerst</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>cannot be compared</source>
        <translation>nicht vergleichbar</translation>
    </message>
    <message>
        <source>cannot be observed</source>
        <translation>nicht erkennbar</translation>
    </message>
    <message>
        <source>case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>cases for a person</source>
        <translation>Fälle für eine Person</translation>
    </message>
    <message>
        <source>certain</source>
        <translation>sicher</translation>
    </message>
    <message>
        <source>checks run on request</source>
        <translation>Prüfungen laufen auf Anforderung</translation>
    </message>
    <message>
        <source>choose: %1</source>
        <translation>wählen: %1</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>claim</source>
        <translation>belegen</translation>
    </message>
    <message>
        <source>claimed by %1</source>
        <translation>belegt von %1</translation>
    </message>
    <message>
        <source>clients got the answer that it happened; the gateway reports that it did not</source>
        <translation>Clients bekamen die Antwort, es sei geschehen; das Gateway meldet, dass es nicht geschehen ist</translation>
    </message>
    <message>
        <source>clients of %1</source>
        <translation>Clients von %1</translation>
    </message>
    <message>
        <source>clients of %1 and %2</source>
        <translation>Clients von %1 und %2</translation>
    </message>
    <message numerus="yes">
        <source>clients of %1 and %Ln other operations</source>
        <translation><numerusform>Clients von %1 und %Ln weiterem Vorgang</numerusform><numerusform>Clients von %1 und %Ln weiteren Vorgängen</numerusform></translation>
    </message>
    <message>
        <source>clock %1%2</source>
        <translation>Uhr %1%2</translation>
    </message>
    <message>
        <source>clocks agree</source>
        <translation>Uhren stimmen überein</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>Komma</translation>
    </message>
    <message>
        <source>committed here, but not confirmed by the synchronous standby</source>
        <translation>hier festgeschrieben, aber vom synchronen Standby nicht bestätigt</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>consumed events</source>
        <translation>empfangene Ereignisse</translation>
    </message>
    <message>
        <source>consumer</source>
        <translation>Consumer</translation>
    </message>
    <message>
        <source>contradicted</source>
        <translation>widersprochen</translation>
    </message>
    <message>
        <source>correlation id</source>
        <translation>Korrelations-ID</translation>
    </message>
    <message>
        <source>correlation id %1</source>
        <translation>Korrelations-ID %1</translation>
    </message>
    <message>
        <source>counters, by the second</source>
        <translation>Zähler, sekundengenau</translation>
    </message>
    <message>
        <source>counters, rolled up by the hour</source>
        <translation>Zähler, je Stunde zusammengefasst</translation>
    </message>
    <message>
        <source>counters, rolled up by the minute</source>
        <translation>Zähler, je Minute zusammengefasst</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>wird gezählt…</translation>
    </message>
    <message>
        <source>created</source>
        <translation>erstellt</translation>
    </message>
    <message>
        <source>created %1</source>
        <translation>erstellt %1</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>kritisch</translation>
    </message>
    <message>
        <source>currency</source>
        <translation>Währung</translation>
    </message>
    <message>
        <source>current state unknown</source>
        <translation>jetziger Stand unbekannt</translation>
    </message>
    <message>
        <source>customer</source>
        <translation>Kunde</translation>
    </message>
    <message>
        <source>customer %1</source>
        <translation>Kunde %1</translation>
    </message>
    <message>
        <source>customer not known</source>
        <translation>Kunde nicht bekannt</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>dunkel</translation>
    </message>
    <message>
        <source>dashed: %1</source>
        <translation>gestrichelt: %1</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>unzustellbar</translation>
    </message>
    <message>
        <source>dead events of the outbox</source>
        <translation>unzustellbare Ereignisse der Outbox</translation>
    </message>
    <message>
        <source>dead letter</source>
        <translation>unzustellbares Ereignis</translation>
    </message>
    <message>
        <source>dead letters</source>
        <translation>unzustellbar</translation>
    </message>
    <message>
        <source>dead letters of the inbox</source>
        <translation>unzustellbare Ereignisse der Inbox</translation>
    </message>
    <message>
        <source>dead letters of the table</source>
        <translation>unzustellbare Ereignisse der Tabelle</translation>
    </message>
    <message>
        <source>dedupe window</source>
        <translation>Deduplizierungszeit</translation>
    </message>
    <message>
        <source>deduplicates for %1</source>
        <translation>dedupliziert %1 lang</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>deletes the row</source>
        <translation>löscht die Zeile</translation>
    </message>
    <message>
        <source>detected</source>
        <translation>erkannt</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>weicht ab</translation>
    </message>
    <message>
        <source>discard</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>discarded</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>does not deduplicate</source>
        <translation>dedupliziert nicht</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>done needs response</source>
        <translation>erledigt, Antwort fehlt</translation>
    </message>
    <message>
        <source>downstream key</source>
        <translation>Schlüssel beim Gateway</translation>
    </message>
    <message>
        <source>drift</source>
        <translation>Differenzen</translation>
    </message>
    <message>
        <source>due</source>
        <translation>fällig</translation>
    </message>
    <message>
        <source>due %1</source>
        <translation>fällig %1</translation>
    </message>
    <message>
        <source>due now</source>
        <translation>jetzt fällig</translation>
    </message>
    <message>
        <source>duplicates refused</source>
        <translation>abgewiesene Duplikate</translation>
    </message>
    <message>
        <source>earlier events first</source>
        <translation>frühere Ereignisse zuerst</translation>
    </message>
    <message>
        <source>edge</source>
        <translation>edge</translation>
    </message>
    <message>
        <source>effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>effect without a key</source>
        <translation>Wirkung ohne Schlüssel</translation>
    </message>
    <message>
        <source>effect without succeeded</source>
        <translation>Wirkung ohne Erfolg</translation>
    </message>
    <message>
        <source>effects done and stored</source>
        <translation>Wirkung erledigt, gespeichert</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation>verschlüsselt</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>ended %1</source>
        <translation>endete %1</translation>
    </message>
    <message>
        <source>ended: a sweeper or a person may take it</source>
        <translation>beendet: ein Sweeper oder eine Person kann sie übernehmen</translation>
    </message>
    <message>
        <source>ended: too many calls</source>
        <translation>beendet: zu viele Aufrufe</translation>
    </message>
    <message>
        <source>ends %1</source>
        <translation>endet %1</translation>
    </message>
    <message>
        <source>epoch, infinity, 0; NULL always means free</source>
        <translation>epoch, infinity, 0; NULL heißt immer frei</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>error code</source>
        <translation>Fehlercode</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>events not processed yet</source>
        <translation>noch nicht verarbeitete Ereignisse</translation>
    </message>
    <message>
        <source>events not published by %1</source>
        <translation>von %1 nicht veröffentlichte Ereignisse</translation>
    </message>
    <message>
        <source>events not sent yet</source>
        <translation>noch nicht gesendete Ereignisse</translation>
    </message>
    <message>
        <source>events to publish</source>
        <translation>zu veröffentlichende Ereignisse</translation>
    </message>
    <message>
        <source>every operation</source>
        <translation>jeder Vorgang</translation>
    </message>
    <message>
        <source>every tenant</source>
        <translation>jeder Mandant</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>Nachweis</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>executor</source>
        <translation>Ausführer</translation>
    </message>
    <message>
        <source>expired %1</source>
        <translation>abgelaufen %1</translation>
    </message>
    <message>
        <source>expires %1</source>
        <translation>läuft ab %1</translation>
    </message>
    <message>
        <source>extend</source>
        <translation>verlängern</translation>
    </message>
    <message>
        <source>external table</source>
        <translation>externe Tabelle</translation>
    </message>
    <message>
        <source>fail</source>
        <translation>als fehlgeschlagen abschließen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>failed for good</source>
        <translation>endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>failed for good: a person decides</source>
        <translation>endgültig fehlgeschlagen: Eine Person entscheidet</translation>
    </message>
    <message>
        <source>failing, or behind a failing event</source>
        <translation>fehlschlagend oder hinter einem solchen Ereignis</translation>
    </message>
    <message>
        <source>fails</source>
        <translation>verletzt</translation>
    </message>
    <message>
        <source>falling</source>
        <translation>fallend</translation>
    </message>
    <message>
        <source>fence</source>
        <translation>Fence</translation>
    </message>
    <message>
        <source>few or none</source>
        <translation>wenige oder keine</translation>
    </message>
    <message>
        <source>fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>abgeschlossen</translation>
    </message>
    <message>
        <source>finished as %1</source>
        <translation>fertig als %1</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>follows</source>
        <translation>ergibt sich</translation>
    </message>
    <message>
        <source>for ever</source>
        <translation>für immer</translation>
    </message>
    <message>
        <source>forever</source>
        <translation>für immer</translation>
    </message>
    <message>
        <source>from the data</source>
        <translation>aus den Daten</translation>
    </message>
    <message>
        <source>from, 2026-11-21 02:03 UTC</source>
        <translation>von, 2026-11-21 02:03 UTC</translation>
    </message>
    <message>
        <source>frontier</source>
        <translation>Frontier</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>eingefroren</translation>
    </message>
    <message>
        <source>fullest field %1 · solid p50, dashed p95, dotted p99</source>
        <translation>vollstes Feld %1 · durchgezogen p50, gestrichelt p95, gepunktet p99</translation>
    </message>
    <message>
        <source>fullest field: %1</source>
        <translation>vollstes Feld: %1</translation>
    </message>
    <message>
        <source>gateway</source>
        <translation>Gateway</translation>
    </message>
    <message>
        <source>gateway configured</source>
        <translation>Gateway eingerichtet</translation>
    </message>
    <message>
        <source>gateway: %1</source>
        <translation>Gateway: %1</translation>
    </message>
    <message>
        <source>given to a person</source>
        <translation>an eine Person</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>green</source>
        <translation>grün</translation>
    </message>
    <message>
        <source>halts every sweeper, reaper, plan and manual write on a store</source>
        <translation>hält jeden Sweeper, Reaper, Plan und jedes manuelle Schreiben auf einem Store an</translation>
    </message>
    <message>
        <source>has dead events</source>
        <translation>hat Unzustellbares</translation>
    </message>
    <message>
        <source>has the state “%1”, which the profile does not name</source>
        <translation>hat den Status „%1“, den das Profil nicht nennt</translation>
    </message>
    <message>
        <source>header value; stored only in the keychain</source>
        <translation>Header-Wert; nur im Schlüsselbund gespeichert</translation>
    </message>
    <message>
        <source>held back by a failing event</source>
        <translation>von einem scheiternden Ereignis aufgehalten</translation>
    </message>
    <message>
        <source>hexadecimal text</source>
        <translation>hexadezimaler Text</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>erfüllt</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>how long a finished key is kept</source>
        <translation>wie lange ein abgeschlossener Schlüssel aufbewahrt wird</translation>
    </message>
    <message>
        <source>how long ago</source>
        <translation>wie lange her</translation>
    </message>
    <message>
        <source>how long an effect may be invisible to a look-up</source>
        <translation>wie lange eine Wirkung für eine Abfrage unsichtbar sein kann</translation>
    </message>
    <message>
        <source>how long the gateway performs only one effect under a key</source>
        <translation>wie lange das Gateway zu einem Schlüssel nur eine Wirkung ausführt</translation>
    </message>
    <message>
        <source>how long the lease lasts</source>
        <translation>wie lange die Lease dauert</translation>
    </message>
    <message>
        <source>how long?</source>
        <translation>wie lange?</translation>
    </message>
    <message>
        <source>hundredths (cents)</source>
        <translation>Hundertstel (Cent)</translation>
    </message>
    <message>
        <source>id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>idempotency</source>
        <translation>Idempotenz</translation>
    </message>
    <message>
        <source>ids</source>
        <translation>IDs</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>in &amp;bodies too</source>
        <translation>auch im &amp;Inhalt</translation>
    </message>
    <message>
        <source>in a file</source>
        <translation>in einer Datei</translation>
    </message>
    <message>
        <source>in doubt</source>
        <translation>Ausgang unbekannt</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>in Kraft</translation>
    </message>
    <message>
        <source>in no order</source>
        <translation>ungeordnet</translation>
    </message>
    <message>
        <source>in no sampled row</source>
        <translation>in keiner Beispielzeile</translation>
    </message>
    <message>
        <source>in onceover.keys only</source>
        <translation>nur in onceover.keys</translation>
    </message>
    <message>
        <source>in part</source>
        <translation>teilweise</translation>
    </message>
    <message>
        <source>in progress</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>in the archive</source>
        <translation>im Archiv</translation>
    </message>
    <message>
        <source>in the last 15 minutes</source>
        <translation>in den letzten 15 Minuten</translation>
    </message>
    <message>
        <source>in the last 6 hours</source>
        <translation>in den letzten 6 Stunden</translation>
    </message>
    <message>
        <source>in the last day</source>
        <translation>in den letzten 24 Stunden</translation>
    </message>
    <message>
        <source>in the last hour</source>
        <translation>in der letzten Stunde</translation>
    </message>
    <message>
        <source>in the system's keychain</source>
        <translation>im Schlüsselbund des Systems</translation>
    </message>
    <message>
        <source>inbox</source>
        <translation>Inbox</translation>
    </message>
    <message>
        <source>intact</source>
        <translation>intakt</translation>
    </message>
    <message>
        <source>is NULL</source>
        <translation>ist NULL</translation>
    </message>
    <message>
        <source>is false</source>
        <translation>ist falsch</translation>
    </message>
    <message>
        <source>is from … to</source>
        <translation>liegt von … bis</translation>
    </message>
    <message>
        <source>is not NULL</source>
        <translation>ist nicht NULL</translation>
    </message>
    <message>
        <source>is not offered</source>
        <translation>wird nicht angeboten</translation>
    </message>
    <message>
        <source>is one of</source>
        <translation>ist eines von</translation>
    </message>
    <message>
        <source>is tried again</source>
        <translation>wird erneut versucht</translation>
    </message>
    <message>
        <source>is true</source>
        <translation>ist wahr</translation>
    </message>
    <message>
        <source>it happened more than once under one key</source>
        <translation>es ist unter einem Schlüssel mehr als einmal geschehen</translation>
    </message>
    <message>
        <source>it happened, but no row here has its key</source>
        <translation>es ist geschehen, aber keine Zeile hier hat den Schlüssel dazu</translation>
    </message>
    <message>
        <source>it happened, but the row does not record it</source>
        <translation>es ist geschehen, aber die Zeile hält es nicht fest</translation>
    </message>
    <message>
        <source>it happened: the answer that you give is stored, and replayed to clients</source>
        <translation>es ist geschehen: Die eingegebene Antwort wird gespeichert und an Clients gesendet</translation>
    </message>
    <message>
        <source>it is read on request</source>
        <translation>wird auf Anforderung gelesen</translation>
    </message>
    <message>
        <source>it may be sent again: the client's next retry runs it under the same gateway key</source>
        <translation>es darf erneut gesendet werden: Die nächste Wiederholung des Clients führt es unter demselben Schlüssel beim Gateway aus</translation>
    </message>
    <message>
        <source>it never will: the error that you give is stored, and replayed to clients</source>
        <translation>es wird nie geschehen: Der eingegebene Fehler wird gespeichert und an Clients gesendet</translation>
    </message>
    <message>
        <source>its age: stuck when unfinished for longer than</source>
        <translation>das Alter: hängend, wenn länger offen als</translation>
    </message>
    <message>
        <source>its executor</source>
        <translation>dem Ausführer</translation>
    </message>
    <message>
        <source>job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>kept for replays</source>
        <translation>für Replays aufbewahrt</translation>
    </message>
    <message>
        <source>kept for replays until it is reaped</source>
        <translation>für Replays aufbewahrt, bis er aufgeräumt wird</translation>
    </message>
    <message>
        <source>kept in memory; empty: libpq's password file</source>
        <translation>nur im Speicher; leer: Passwortdatei von libpq</translation>
    </message>
    <message>
        <source>kept in the audit trail with every row</source>
        <translation>steht bei jeder Zeile im Audit-Protokoll</translation>
    </message>
    <message>
        <source>kept until</source>
        <translation>aufbewahrt bis</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>keys in each %1</source>
        <translation>Schlüssel je %1</translation>
    </message>
    <message>
        <source>known to have had no effect, or safe to repeat: the client's next retry runs it, within its time</source>
        <translation>nachweislich ohne Wirkung oder gefahrlos wiederholbar: Die nächste Wiederholung des Clients führt ihn aus, innerhalb der Frist</translation>
    </message>
    <message>
        <source>lag</source>
        <translation>Rückstand (Zeit)</translation>
    </message>
    <message>
        <source>last change</source>
        <translation>letzte Änderung</translation>
    </message>
    <message>
        <source>last week</source>
        <translation>letzte Woche</translation>
    </message>
    <message>
        <source>lease</source>
        <translation>Lease</translation>
    </message>
    <message>
        <source>lease age at settling (buckets)</source>
        <translation>Lease-Alter beim Abschluss (Klassen)</translation>
    </message>
    <message>
        <source>lease ended</source>
        <translation>Lease endete</translation>
    </message>
    <message>
        <source>lease ended %1</source>
        <translation>Lease endete %1</translation>
    </message>
    <message>
        <source>lease extended</source>
        <translation>Lease verlängert</translation>
    </message>
    <message>
        <source>lease extended by %1</source>
        <translation>Lease verlängert von %1</translation>
    </message>
    <message>
        <source>lease held by %1, ends</source>
        <translation>Lease gehalten von %1, endet</translation>
    </message>
    <message>
        <source>leases cannot be observed here</source>
        <translation>Leases sind hier nicht erkennbar</translation>
    </message>
    <message>
        <source>left alone</source>
        <translation>belassen</translation>
    </message>
    <message>
        <source>left for a person by %1: %2</source>
        <translation>einer Person überlassen von %1: %2</translation>
    </message>
    <message>
        <source>light</source>
        <translation>hell</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>wahrscheinlich</translation>
    </message>
    <message>
        <source>link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>local, not encrypted</source>
        <translation>lokal, nicht verschlüsselt</translation>
    </message>
    <message>
        <source>log: does not fit</source>
        <translation>Log: passt nicht</translation>
    </message>
    <message>
        <source>log: fits</source>
        <translation>Log: passt</translation>
    </message>
    <message>
        <source>longest stuck first</source>
        <translation>am längsten hängend zuerst</translation>
    </message>
    <message>
        <source>looked at then</source>
        <translation>wird dann angesehen</translation>
    </message>
    <message>
        <source>lookup lag</source>
        <translation>Abfrageverzug</translation>
    </message>
    <message>
        <source>lost ownership</source>
        <translation>Schlüssel verloren</translation>
    </message>
    <message>
        <source>lower bound</source>
        <translation>Untergrenze</translation>
    </message>
    <message>
        <source>lowest, highest</source>
        <translation>kleinster, größter</translation>
    </message>
    <message>
        <source>manual override</source>
        <translation>manuelle Entscheidung</translation>
    </message>
    <message>
        <source>mapped here</source>
        <translation>hier zugeordnet</translation>
    </message>
    <message>
        <source>may be retried until</source>
        <translation>wiederholbar bis</translation>
    </message>
    <message>
        <source>means of %1 runs for each number of clients</source>
        <translation>Mittelwerte aus %1 Läufen je Anzahl von Clients</translation>
    </message>
    <message>
        <source>microseconds since 1970</source>
        <translation>Mikrosekunden seit 1970</translation>
    </message>
    <message>
        <source>milliseconds since 1970</source>
        <translation>Millisekunden seit 1970</translation>
    </message>
    <message>
        <source>mismatch</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>mismatches</source>
        <translation>Abweichungen</translation>
    </message>
    <message>
        <source>mismatches of one client</source>
        <translation>Abweichungen eines Clients</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>more than </source>
        <translation>mehr als </translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>more than %1 items are listed</source>
        <translation>mehr als %1 Posten sind aufgeführt</translation>
    </message>
    <message>
        <source>more than 1 day</source>
        <translation>mehr als 1 Tag</translation>
    </message>
    <message>
        <source>must be a time such as 500 ms, 30 s, 5 min, 2 h or 3 d</source>
        <translation>muss eine Zeit wie 500 ms, 30 s, 5 min, 2 h oder 3 d sein</translation>
    </message>
    <message>
        <source>name of the profile</source>
        <translation>Name des Profils</translation>
    </message>
    <message>
        <source>nanoseconds since 1970</source>
        <translation>Nanosekunden seit 1970</translation>
    </message>
    <message>
        <source>needs a person</source>
        <translation>braucht Person</translation>
    </message>
    <message>
        <source>needs human</source>
        <translation>braucht Person</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>never had a lease</source>
        <translation>hatte nie eine Lease</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>newest first</source>
        <translation>neueste zuerst</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>no case is waiting</source>
        <translation>kein Fall wartet</translation>
    </message>
    <message>
        <source>no clear evidence</source>
        <translation>kein klarer Nachweis</translation>
    </message>
    <message>
        <source>no completions</source>
        <translation>keine Abschlüsse</translation>
    </message>
    <message>
        <source>no data %1</source>
        <translation>keine Daten: %1</translation>
    </message>
    <message>
        <source>no key is open</source>
        <translation>kein Schlüssel ist geöffnet</translation>
    </message>
    <message>
        <source>no lease</source>
        <translation>keine Lease</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>no onceover schema</source>
        <translation>kein Schema onceover</translation>
    </message>
    <message>
        <source>no process runs it</source>
        <translation>kein Prozess führt es aus</translation>
    </message>
    <message>
        <source>no received event has failed</source>
        <translation>kein empfangenes Ereignis ist gescheitert</translation>
    </message>
    <message>
        <source>no reference</source>
        <translation>keine Referenz</translation>
    </message>
    <message>
        <source>no relay</source>
        <translation>kein Relay</translation>
    </message>
    <message>
        <source>no relay publishes</source>
        <translation>kein Relay veröffentlicht</translation>
    </message>
    <message>
        <source>no request was sent</source>
        <translation>keine Anfrage gesendet</translation>
    </message>
    <message>
        <source>no right to read the onceover schema</source>
        <translation>kein Recht, das Schema onceover zu lesen</translation>
    </message>
    <message>
        <source>no runner is at work on it at this moment</source>
        <translation>gerade arbeitet kein Runner daran</translation>
    </message>
    <message>
        <source>no such key</source>
        <translation>kein solcher Schlüssel</translation>
    </message>
    <message>
        <source>no tenant</source>
        <translation>kein Mandant</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ohne</translation>
    </message>
    <message>
        <source>none was given</source>
        <translation>keine angegeben</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keiner</translation>
    </message>
    <message>
        <source>none: full_page_writes is off</source>
        <translation>none: full_page_writes ist aus</translation>
    </message>
    <message>
        <source>not all keys were read</source>
        <translation>nicht alle Schlüssel gelesen</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>not armed</source>
        <translation>nicht scharf</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>nicht abgefragt</translation>
    </message>
    <message>
        <source>not asked yet</source>
        <translation>noch nicht gefragt</translation>
    </message>
    <message>
        <source>not available: %1</source>
        <translation>nicht verfügbar: %1</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>ungeprüft</translation>
    </message>
    <message>
        <source>not compared with %1</source>
        <translation>nicht verglichen: %1</translation>
    </message>
    <message>
        <source>not complete</source>
        <translation>nicht vollständig</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>nicht verbunden</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>nicht hier</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>not known here</source>
        <translation>hier nicht bekannt</translation>
    </message>
    <message>
        <source>not known to the profile</source>
        <translation>dem Profil nicht bekannt</translation>
    </message>
    <message>
        <source>not looked at</source>
        <translation>nicht angesehen</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>nicht angeboten</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>nicht möglich</translation>
    </message>
    <message>
        <source>not published</source>
        <translation>unveröffentlicht</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>nicht gelesen</translation>
    </message>
    <message>
        <source>not recognised</source>
        <translation>nicht erkannt</translation>
    </message>
    <message>
        <source>not refused</source>
        <translation>nicht abgelehnt</translation>
    </message>
    <message>
        <source>not reported</source>
        <translation>nicht gemeldet</translation>
    </message>
    <message>
        <source>not retried</source>
        <translation>nicht wiederholt</translation>
    </message>
    <message>
        <source>not retryable</source>
        <translation>nicht wiederholbar</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>läuft nicht</translation>
    </message>
    <message>
        <source>not settled</source>
        <translation>nicht abgeschlossen</translation>
    </message>
    <message>
        <source>not undone</source>
        <translation>nicht rückgängig</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>not written</source>
        <translation>nicht geschrieben</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>nothing counted</source>
        <translation>nichts gezählt</translation>
    </message>
    <message>
        <source>nothing goes out</source>
        <translation>nichts geht hinaus</translation>
    </message>
    <message>
        <source>nothing is read here</source>
        <translation>hier wird nichts gelesen</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>nichts Neues</translation>
    </message>
    <message>
        <source>nothing runs</source>
        <translation>nichts läuft</translation>
    </message>
    <message>
        <source>nothing to compare</source>
        <translation>nichts zu vergleichen</translation>
    </message>
    <message>
        <source>nothing waits</source>
        <translation>nichts wartet</translation>
    </message>
    <message>
        <source>nothing: %1</source>
        <translation>nichts: %1</translation>
    </message>
    <message>
        <source>nothing: a lease cannot be observed</source>
        <translation>nichts: Eine Lease ist nicht erkennbar</translation>
    </message>
    <message>
        <source>notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>now + %1</source>
        <translation>jetzt + %1</translation>
    </message>
    <message>
        <source>now + the lease</source>
        <translation>jetzt + die Lease</translation>
    </message>
    <message>
        <source>now, by the server's clock</source>
        <translation>jetzt, nach der Uhr des Servers</translation>
    </message>
    <message>
        <source>now, by the server's clock, + %1</source>
        <translation>jetzt, nach der Uhr des Servers, + %1</translation>
    </message>
    <message>
        <source>of a tunnel, beside the verified host name</source>
        <translation>eines Tunnels, neben dem geprüften Hostnamen</translation>
    </message>
    <message>
        <source>of another server</source>
        <translation>von anderem Server</translation>
    </message>
    <message>
        <source>of the slowest relay</source>
        <translation>des langsamsten Relays</translation>
    </message>
    <message>
        <source>of what was worked on, and at least</source>
        <translation>der bearbeiteten Zeilen, und mindestens</translation>
    </message>
    <message>
        <source>offered</source>
        <translation>angeboten</translation>
    </message>
    <message>
        <source>oldest %1</source>
        <translation>ältestes %1</translation>
    </message>
    <message>
        <source>oldest first</source>
        <translation>älteste zuerst</translation>
    </message>
    <message>
        <source>oldest in progress</source>
        <translation>ältester in Arbeit</translation>
    </message>
    <message>
        <source>oldest stuck</source>
        <translation>ältester hängender</translation>
    </message>
    <message>
        <source>oldest unknown: %1</source>
        <translation>ältestes unbekannt: %1</translation>
    </message>
    <message>
        <source>oldest unpublished</source>
        <translation>ältestes unveröffentlichtes</translation>
    </message>
    <message>
        <source>onceover.keys has no keys, and of other tables it is unknown whether keys are stuck.</source>
        <translation>onceover.keys hat keine Schlüssel, und ob in anderen Tabellen Schlüssel hängen, ist unbekannt.</translation>
    </message>
    <message>
        <source>one act on many rows, frozen when it is created</source>
        <translation>eine Aktion auf vielen Zeilen, beim Anlegen eingefroren</translation>
    </message>
    <message>
        <source>one more</source>
        <translation>eins mehr</translation>
    </message>
    <message>
        <source>one request</source>
        <translation>eine Anfrage</translation>
    </message>
    <message>
        <source>one row with a version</source>
        <translation>eine Zeile mit Version</translation>
    </message>
    <message>
        <source>one, made before the first attempt</source>
        <translation>einer, vor dem ersten Versuch erzeugt</translation>
    </message>
    <message>
        <source>one, two, …</source>
        <translation>eins, zwei, …</translation>
    </message>
    <message>
        <source>only where %1</source>
        <translation>nur wo %1</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>operation “%1”</source>
        <translation>Vorgang „%1“</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Bediener</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>orange</translation>
    </message>
    <message>
        <source>orders</source>
        <translation>orders</translation>
    </message>
    <message>
        <source>outbox</source>
        <translation>Outbox</translation>
    </message>
    <message>
        <source>outdated</source>
        <translation>überholt</translation>
    </message>
    <message>
        <source>own</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>own store</source>
        <translation>eigener Store</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>Halter</translation>
    </message>
    <message>
        <source>p50 %1 · p95 %2 · p99 %3 · %4 in total</source>
        <translation>p50 %1 · p95 %2 · p99 %3 · insgesamt %4</translation>
    </message>
    <message>
        <source>parked</source>
        <translation>zurückgestellt</translation>
    </message>
    <message>
        <source>parked events</source>
        <translation>zurückgestellte Ereignisse</translation>
    </message>
    <message>
        <source>part of the identity</source>
        <translation>Teil der Identität</translation>
    </message>
    <message>
        <source>path of its TOML file; empty: no gateway</source>
        <translation>Pfad der TOML-Datei; leer: kein Gateway</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>paused at the console</source>
        <translation>an der Konsole pausiert</translation>
    </message>
    <message>
        <source>payload, shown beside</source>
        <translation>Inhalt, daneben gezeigt</translation>
    </message>
    <message>
        <source>payments</source>
        <translation>payments</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>ausstehend</translation>
    </message>
    <message>
        <source>perhaps</source>
        <translation>vielleicht</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>plan finished</source>
        <translation>Plan beendet</translation>
    </message>
    <message>
        <source>plan frozen</source>
        <translation>Plan eingefroren</translation>
    </message>
    <message>
        <source>plan items</source>
        <translation>Planzeilen</translation>
    </message>
    <message>
        <source>plan made</source>
        <translation>Plan angelegt</translation>
    </message>
    <message>
        <source>plan paused</source>
        <translation>Plan pausiert</translation>
    </message>
    <message>
        <source>plan ready</source>
        <translation>Plan bereit</translation>
    </message>
    <message>
        <source>plan running</source>
        <translation>Plan läuft</translation>
    </message>
    <message>
        <source>plan stopped</source>
        <translation>Plan gestoppt</translation>
    </message>
    <message>
        <source>please choose</source>
        <translation>bitte wählen</translation>
    </message>
    <message>
        <source>plus one</source>
        <translation>plus eins</translation>
    </message>
    <message>
        <source>points to the stored response</source>
        <translation>verweist auf die gespeicherte Antwort</translation>
    </message>
    <message>
        <source>primary key</source>
        <translation>Primärschlüssel</translation>
    </message>
    <message>
        <source>private store</source>
        <translation>privater Store</translation>
    </message>
    <message>
        <source>production, staging …</source>
        <translation>production, staging …</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>proof of no effect</source>
        <translation>Beweis ohne Wirkung</translation>
    </message>
    <message>
        <source>proven in part</source>
        <translation>teils bewiesen</translation>
    </message>
    <message>
        <source>publishes earlier events first</source>
        <translation>veröffentlicht erst frühere Ereignisse</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>random or grows is needed.</source>
        <translation>„random“ oder „grows“ ist nötig.</translation>
    </message>
    <message>
        <source>random: keys come in no order, so that each checkpoint finds nearly every page touched; grows: they only grow</source>
        <translation>random: Schlüssel kommen ungeordnet, sodass jeder Checkpoint fast jede Seite verändert vorfindet; grows: Schlüssel wachsen nur</translation>
    </message>
    <message>
        <source>readable only by its owner (0600)</source>
        <translation>nur für den Eigentümer lesbar (0600)</translation>
    </message>
    <message>
        <source>reading this table takes long</source>
        <translation>diese Tabelle zu lesen dauert lange</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen…</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>reap</source>
        <translation>aufräumen</translation>
    </message>
    <message>
        <source>reaped</source>
        <translation>aufgeräumt</translation>
    </message>
    <message>
        <source>reclaimed</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>red</source>
        <translation>rot</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>refused by the server</source>
        <translation>vom Server abgelehnt</translation>
    </message>
    <message>
        <source>relay</source>
        <translation>Relay</translation>
    </message>
    <message>
        <source>release</source>
        <translation>freigeben</translation>
    </message>
    <message>
        <source>released</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>released and not retried</source>
        <translation>freigegeben und nicht wiederholt</translation>
    </message>
    <message>
        <source>released, and no client has retried in time: counted and listed, until evidence settles it or it is reaped</source>
        <translation>freigegeben, und kein Client hat rechtzeitig wiederholt: gezählt und gelistet, bis ein Nachweis ihn abschließt oder er aufgeräumt wird</translation>
    </message>
    <message>
        <source>released, and not retried in time</source>
        <translation>freigegeben und nicht rechtzeitig wiederholt</translation>
    </message>
    <message>
        <source>released: the next request runs it, until</source>
        <translation>freigegeben: die nächste Anfrage führt es aus, möglich bis</translation>
    </message>
    <message>
        <source>replay</source>
        <translation>Replay</translation>
    </message>
    <message>
        <source>replayed</source>
        <translation>Replays</translation>
    </message>
    <message>
        <source>request %1 by %2</source>
        <translation>Anfrage %1 von %2</translation>
    </message>
    <message>
        <source>requests could not be read</source>
        <translation>Anfragen konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>requeue</source>
        <translation>erneut einreihen</translation>
    </message>
    <message>
        <source>resolution %1</source>
        <translation>Auflösung %1</translation>
    </message>
    <message>
        <source>response body</source>
        <translation>Inhalt der Antwort</translation>
    </message>
    <message>
        <source>response code</source>
        <translation>Antwortcode</translation>
    </message>
    <message>
        <source>response status</source>
        <translation>Antwortstatus</translation>
    </message>
    <message>
        <source>retry %1</source>
        <translation>Wiederholung endet %1</translation>
    </message>
    <message>
        <source>retry delay (buckets)</source>
        <translation>Verzögerung der Wiederholung (Klassen)</translation>
    </message>
    <message>
        <source>retry ended %1</source>
        <translation>Wiederholung endete %1</translation>
    </message>
    <message>
        <source>rising</source>
        <translation>steigend</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>rows stay in place while you scroll</source>
        <translation>beim Blättern bleiben die Zeilen stehen</translation>
    </message>
    <message>
        <source>running</source>
        <translation>in Betrieb</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>same key, another payload</source>
        <translation>gleicher Schlüssel, anderer Inhalt</translation>
    </message>
    <message>
        <source>schema %1</source>
        <translation>Schema %1</translation>
    </message>
    <message>
        <source>schema %1, %2 wanted</source>
        <translation>Schema %1, nötig %2</translation>
    </message>
    <message>
        <source>schema %1, newer than this program</source>
        <translation>Schema %1, neuer als dieses Programm</translation>
    </message>
    <message>
        <source>seal</source>
        <translation>Siegel</translation>
    </message>
    <message>
        <source>search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>seconds since 1970</source>
        <translation>Sekunden seit 1970</translation>
    </message>
    <message>
        <source>see its case</source>
        <translation>siehe Fall</translation>
    </message>
    <message>
        <source>seen since %1</source>
        <translation>gesehen seit %1</translation>
    </message>
    <message>
        <source>selection of events</source>
        <translation>Auswahl von Ereignissen</translation>
    </message>
    <message>
        <source>semicolon</source>
        <translation>Semikolon</translation>
    </message>
    <message>
        <source>service %1</source>
        <translation>Dienst %1</translation>
    </message>
    <message>
        <source>set aside</source>
        <translation>beiseitegelegt</translation>
    </message>
    <message>
        <source>settle</source>
        <translation>abschließen</translation>
    </message>
    <message>
        <source>settle failed</source>
        <translation>als fehlgeschlagen abschließen</translation>
    </message>
    <message>
        <source>settle succeeded</source>
        <translation>erfolgreich abschließen</translation>
    </message>
    <message>
        <source>settled</source>
        <translation>abgeschlossen</translation>
    </message>
    <message>
        <source>settled as %1 by %2</source>
        <translation>als %1 abgeschlossen von %2</translation>
    </message>
    <message>
        <source>settled: failed</source>
        <translation>abgeschlossen: fehlgeschlagen</translation>
    </message>
    <message>
        <source>settled: released</source>
        <translation>abgeschlossen: freigegeben</translation>
    </message>
    <message>
        <source>settled: succeeded</source>
        <translation>abgeschlossen: erfolgreich</translation>
    </message>
    <message>
        <source>share of conflicts</source>
        <translation>Anteil Konflikte</translation>
    </message>
    <message>
        <source>share of replays</source>
        <translation>Anteil Replays</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>so far</source>
        <translation>bisher</translation>
    </message>
    <message>
        <source>standby</source>
        <translation>Standby</translation>
    </message>
    <message>
        <source>start</source>
        <translation>starten</translation>
    </message>
    <message>
        <source>started all</source>
        <translation>alles gestartet</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>gleichbleibend</translation>
    </message>
    <message>
        <source>steps of %1</source>
        <translation>Schritte von %1</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>stoppen</translation>
    </message>
    <message>
        <source>stop switch</source>
        <translation>Notstopp</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>stopped all</source>
        <translation>alles gestoppt</translation>
    </message>
    <message>
        <source>store</source>
        <translation>Store</translation>
    </message>
    <message>
        <source>stored as %1</source>
        <translation>gespeichert als %1</translation>
    </message>
    <message>
        <source>stored for a worker</source>
        <translation>für einen Worker gespeichert</translation>
    </message>
    <message>
        <source>stored response sent</source>
        <translation>gespeicherte Antwort gesendet</translation>
    </message>
    <message>
        <source>stored response, shown beside</source>
        <translation>gespeicherte Antwort, daneben gezeigt</translation>
    </message>
    <message>
        <source>stuck</source>
        <translation>hängend</translation>
    </message>
    <message>
        <source>stuck for %1</source>
        <translation>hängt seit %1</translation>
    </message>
    <message>
        <source>succeed</source>
        <translation>als erfolgreich abschließen</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>erfolgreich</translation>
    </message>
    <message>
        <source>succeeded without effect</source>
        <translation>erfolgreich ohne Wirkung</translation>
    </message>
    <message>
        <source>sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>sweeper</source>
        <translation>Sweeper</translation>
    </message>
    <message>
        <source>system</source>
        <translation>System</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>tables are looked for on request</source>
        <translation>Tabellen werden auf Anforderung gesucht</translation>
    </message>
    <message>
        <source>taken over by %1</source>
        <translation>übernommen von %1</translation>
    </message>
    <message>
        <source>ten-thousandths</source>
        <translation>Zehntausendstel</translation>
    </message>
    <message>
        <source>tenant</source>
        <translation>Mandant</translation>
    </message>
    <message>
        <source>tenant “%1”</source>
        <translation>Mandant „%1“</translation>
    </message>
    <message>
        <source>tenths</source>
        <translation>Zehntel</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>that of this connection; its description is kept with the plan</source>
        <translation>das dieser Verbindung; seine Beschreibung bleibt beim Plan</translation>
    </message>
    <message>
        <source>the agreement of a second approver to a manual override</source>
        <translation>die Zustimmung eines zweiten Genehmigers zu einer manuellen Entscheidung</translation>
    </message>
    <message>
        <source>the base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>the body</source>
        <translation>der Inhalt</translation>
    </message>
    <message>
        <source>the chain of the audit trail: a digest of each statement's rows</source>
        <translation>die Kette des Audit-Protokolls: ein Digest der Zeilen jeder Anweisung</translation>
    </message>
    <message>
        <source>the charts are paused</source>
        <translation>die Diagramme sind angehalten</translation>
    </message>
    <message>
        <source>the comparison ended before</source>
        <translation>der Abgleich endete vorher</translation>
    </message>
    <message>
        <source>the comparison is under way</source>
        <translation>der Abgleich läuft</translation>
    </message>
    <message>
        <source>the database with the keys</source>
        <translation>die Datenbank mit den Schlüsseln</translation>
    </message>
    <message>
        <source>the end of a lease</source>
        <translation>das Ende einer Lease</translation>
    </message>
    <message>
        <source>the filter is being edited</source>
        <translation>der Filter wird bearbeitet</translation>
    </message>
    <message>
        <source>the gateway “%1”</source>
        <translation>Gateway „%1“</translation>
    </message>
    <message>
        <source>the gateway's promise never to perform a cancelled key</source>
        <translation>die Zusage des Gateways, einen stornierten Schlüssel nie auszuführen</translation>
    </message>
    <message>
        <source>the key that a service sends to the gateway, derived from the client's key</source>
        <translation>der Schlüssel, den ein Dienst an das Gateway sendet, abgeleitet vom Schlüssel des Clients</translation>
    </message>
    <message>
        <source>the last heartbeat, and a length</source>
        <translation>das letzte Lebenszeichen und eine Dauer</translation>
    </message>
    <message>
        <source>the ledger is compared on request</source>
        <translation>der Abgleich läuft auf Anforderung</translation>
    </message>
    <message>
        <source>the process that publishes events from the outbox</source>
        <translation>der Prozess, der Ereignisse aus der Outbox veröffentlicht</translation>
    </message>
    <message>
        <source>the range is over</source>
        <translation>der Zeitraum ist vorbei</translation>
    </message>
    <message>
        <source>the reason</source>
        <translation>die Begründung</translation>
    </message>
    <message>
        <source>the record of an unsettled key: why, since when, how often the gateway was asked</source>
        <translation>die Akte eines offenen Schlüssels: warum, seit wann, wie oft das Gateway gefragt wurde</translation>
    </message>
    <message>
        <source>the response body</source>
        <translation>der Inhalt der Antwort</translation>
    </message>
    <message>
        <source>the response status</source>
        <translation>der Antwortstatus</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>der Rest</translation>
    </message>
    <message>
        <source>the row is deleted</source>
        <translation>die Zeile wird gelöscht</translation>
    </message>
    <message>
        <source>the same key with another request: refused, so that no second effect happens</source>
        <translation>derselbe Schlüssel mit einer anderen Anfrage: abgewiesen, damit keine zweite Wirkung geschieht</translation>
    </message>
    <message>
        <source>the same reference</source>
        <translation>dieselbe Referenz</translation>
    </message>
    <message>
        <source>the service process that works on a claimed key</source>
        <translation>der Dienstprozess, der an einem belegten Schlüssel arbeitet</translation>
    </message>
    <message>
        <source>the service that performs effects, and that can be asked about them</source>
        <translation>der Dienst, der Wirkungen ausführt und dazu befragt werden kann</translation>
    </message>
    <message>
        <source>the status</source>
        <translation>der Status</translation>
    </message>
    <message>
        <source>the stored answer, sent again</source>
        <translation>die gespeicherte Antwort, erneut gesendet</translation>
    </message>
    <message>
        <source>the sweeper's</source>
        <translation>vom Sweeper</translation>
    </message>
    <message>
        <source>the time at which it began, and a length</source>
        <translation>die Zeit des Beginns und eine Dauer</translation>
    </message>
    <message>
        <source>the time at which it ends</source>
        <translation>die Zeit des Endes</translation>
    </message>
    <message>
        <source>the time before which every unfinished key is in a list, so that stuck keys are found in a table of any size</source>
        <translation>die Zeit, vor der jeder offene Schlüssel in einer Liste steht, damit hängende in Tabellen jeder Größe gefunden werden</translation>
    </message>
    <message>
        <source>the time until which an executor owns a key; an expired lease of an unfinished key makes it stuck</source>
        <translation>die Zeit, bis zu der ein Ausführer einen Schlüssel hält; mit abgelaufener Lease hängt ein offener Schlüssel</translation>
    </message>
    <message>
        <source>the value</source>
        <translation>der Wert</translation>
    </message>
    <message>
        <source>the wall reads by itself</source>
        <translation>die Wandanzeige liest selbst</translation>
    </message>
    <message>
        <source>their clients</source>
        <translation>ihre Clients</translation>
    </message>
    <message>
        <source>this desk is at work on it; Ctrl+. ends that, the plan stays as it is</source>
        <translation>dieser Arbeitsplatz arbeitet daran; Strg+. beendet das, der Plan bleibt, wie er ist</translation>
    </message>
    <message>
        <source>this filter reads much of the table</source>
        <translation>dieser Filter liest viel von der Tabelle</translation>
    </message>
    <message>
        <source>this is a file</source>
        <translation>dies ist eine Datei</translation>
    </message>
    <message>
        <source>thousandths</source>
        <translation>Tausendstel</translation>
    </message>
    <message>
        <source>time to completion (buckets)</source>
        <translation>Zeit bis zum Abschluss (Klassen)</translation>
    </message>
    <message>
        <source>timestamp with time zone</source>
        <translation>Zeitstempel mit Zeitzone</translation>
    </message>
    <message>
        <source>timestamp without a zone</source>
        <translation>Zeitstempel ohne Zeitzone</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>to delete finished keys past their window</source>
        <translation>abgeschlossene Schlüssel nach ihrer Aufbewahrung löschen</translation>
    </message>
    <message>
        <source>to insert a key, or take it over, and so become its executor</source>
        <translation>einen Schlüssel anlegen oder übernehmen und so sein Ausführer werden</translation>
    </message>
    <message>
        <source>to settle expired leases</source>
        <translation>abgelaufene Leases abschließen</translation>
    </message>
    <message>
        <source>to write the verdict, with its case and its audit row</source>
        <translation>die Entscheidung schreiben, mit Fall und Audit-Zeile</translation>
    </message>
    <message>
        <source>token or password; stored only in the keychain</source>
        <translation>Token oder Passwort; nur im Schlüsselbund gespeichert</translation>
    </message>
    <message>
        <source>tombstone</source>
        <translation>Sperre (Tombstone)</translation>
    </message>
    <message>
        <source>too late</source>
        <translation>zu spät</translation>
    </message>
    <message>
        <source>too soon</source>
        <translation>zu früh</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>Dauer %1</translation>
    </message>
    <message>
        <source>took over</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>topics without a relay</source>
        <translation>Topics ohne Relay</translation>
    </message>
    <message>
        <source>tries finished</source>
        <translation>beendete Versuche</translation>
    </message>
    <message>
        <source>tries started</source>
        <translation>begonnene Versuche</translation>
    </message>
    <message>
        <source>twice the base</source>
        <translation>doppelte Basis</translation>
    </message>
    <message>
        <source>unconfirmed</source>
        <translation>unbestätigt</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>rückgängig machen</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>rückgängig</translation>
    </message>
    <message>
        <source>undone by %1</source>
        <translation>rückgängig gemacht von %1</translation>
    </message>
    <message>
        <source>unfinished for the longest time first</source>
        <translation>am längsten offen zuerst</translation>
    </message>
    <message>
        <source>unfinished, and the lease has expired</source>
        <translation>offen, und die Lease ist abgelaufen</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>unknown here</source>
        <translation>hier unbekannt</translation>
    </message>
    <message>
        <source>unknown. %1</source>
        <translation>unbekannt. %1</translation>
    </message>
    <message>
        <source>unknown: %1</source>
        <translation>unbekannt: %1</translation>
    </message>
    <message>
        <source>unknown: %1 in total</source>
        <translation>unbekannt: insgesamt %1</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>unresolved</source>
        <translation>ungeklärt</translation>
    </message>
    <message>
        <source>unsettled</source>
        <translation>nicht abgeschlossen</translation>
    </message>
    <message>
        <source>unsettled; a sweeper may ask again</source>
        <translation>nicht abgeschlossen; ein Sweeper fragt vielleicht erneut</translation>
    </message>
    <message>
        <source>unsettled; no answer on file yet</source>
        <translation>nicht abgeschlossen; noch keine Antwort abgelegt</translation>
    </message>
    <message>
        <source>up to 15 min</source>
        <translation>bis 15 min</translation>
    </message>
    <message>
        <source>value differs</source>
        <translation>Wert weicht ab</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>verdict “%1” by %2</source>
        <translation>Entscheidung „%1“ von %2</translation>
    </message>
    <message>
        <source>verify-full, unless local</source>
        <translation>verify-full, außer lokal</translation>
    </message>
    <message>
        <source>violet</source>
        <translation>violett</translation>
    </message>
    <message>
        <source>wait for a person</source>
        <translation>warten auf eine Person</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>waits before it</source>
        <translation>wartet davor</translation>
    </message>
    <message>
        <source>waits behind</source>
        <translation>wartet dahinter</translation>
    </message>
    <message>
        <source>waits for a second approver</source>
        <translation>wartet auf einen zweiten Genehmiger</translation>
    </message>
    <message>
        <source>waits for another user</source>
        <translation>wartet auf einen anderen Benutzer</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>was due %1</source>
        <translation>war fällig %1</translation>
    </message>
    <message>
        <source>what a client sends so that a retry replays the first answer; unique with its tenant and operation</source>
        <translation>was ein Client sendet, damit eine Wiederholung die erste Antwort erhält; eindeutig mit Mandant und Vorgang</translation>
    </message>
    <message>
        <source>what a request does in the world: a charge, a refund, a payout</source>
        <translation>was eine Anfrage in der Welt bewirkt: eine Abbuchung, Erstattung, Auszahlung</translation>
    </message>
    <message>
        <source>what is it?</source>
        <translation>was ist das?</translation>
    </message>
    <message>
        <source>what the evidence means: succeeded, failed, release, unresolved, or a decision by a person</source>
        <translation>was der Nachweis bedeutet: erfolgreich, fehlgeschlagen, freigeben, ungeklärt oder Entscheidung einer Person</translation>
    </message>
    <message>
        <source>what the gateway answered about a key</source>
        <translation>was das Gateway zu einem Schlüssel geantwortet hat</translation>
    </message>
    <message>
        <source>where you saw that it is so: a statement, a log, a call</source>
        <translation>woher bekannt ist, dass es so ist: ein Auszug, ein Log, ein Anruf</translation>
    </message>
    <message>
        <source>where you saw that nothing happened: a statement, a log, a call</source>
        <translation>wo zu sehen war, dass nichts geschah: ein Kontoauszug, ein Log, ein Anruf</translation>
    </message>
    <message>
        <source>whole units</source>
        <translation>ganze Einheiten</translation>
    </message>
    <message>
        <source>window</source>
        <translation>Aufbewahrungszeit</translation>
    </message>
    <message>
        <source>with a second request</source>
        <translation>mit einer zweiten Anfrage</translation>
    </message>
    <message>
        <source>with the effect</source>
        <translation>mit der Wirkung</translation>
    </message>
    <message>
        <source>without bound</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>worked on within the last half minute</source>
        <translation>in der letzten halben Minute bearbeitet</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>would be written</source>
        <translation>würde geschrieben</translation>
    </message>
    <message>
        <source>write</source>
        <translation>schreiben</translation>
    </message>
    <message>
        <source>writes columns of the row</source>
        <translation>schreibt Spalten der Zeile</translation>
    </message>
    <message>
        <source>written</source>
        <translation>geschrieben</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>you</source>
        <translation>eigenes Konto</translation>
    </message>
    <message>
        <source>your reason</source>
        <translation>die Begründung</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>eigener</translation>
    </message>
    <message>
        <source>{%1}</source>
        <translation>{%1}</translation>
    </message>
    <message>
        <source>“%1” has a value that is not known.</source>
        <translation>„%1“ hat einen unbekannten Wert.</translation>
    </message>
    <message>
        <source>“%1” is %2.</source>
        <translation>„%1“ ist %2.</translation>
    </message>
    <message>
        <source>“%1” is made: %2%3. Next: a dry run (Ctrl+D).</source>
        <translation>„%1“ ist erstellt: %2%3. Als Nächstes: ein Probelauf (Strg+D).</translation>
    </message>
    <message>
        <source>“%1” is not a state of a key.</source>
        <translation>„%1“ ist kein Zustand eines Schlüssels.</translation>
    </message>
    <message>
        <source>“%1” is not a time.</source>
        <translation>„%1“ ist keine Zeit.</translation>
    </message>
    <message>
        <source>… %1 gaps in total</source>
        <translation>… insgesamt %1 Lücken</translation>
    </message>
    <message>
        <source>… (cut: %1 in all)</source>
        <translation>… (gekürzt: insgesamt %1)</translation>
    </message>
    <message>
        <source>… and %1 more: oncectl audit verify lists them.</source>
        <translation>… und %1 weitere: oncectl audit verify führt sie auf.</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>Store</source>
        <comment>the password</comment>
        <translation>Sichern</translation>
    </message>
</context>
</TS>
