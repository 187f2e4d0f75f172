CREATE TABLE schritte ("SchritteID" serial PRIMARY KEY, "Titel" varchar(255), "Prioritaet" integer,
  "Reihenfolge" integer, "Bearbeitungsstatus" integer, "BearbeitungsZeitpunkt" timestamp,
  "BearbeitungsBeginn" timestamp, "BearbeitungsEnde" timestamp, "homeverzeichnisNutzen" smallint,
  "typAutomatisch" boolean DEFAULT false, "BearbeitungsBenutzerID" integer, "ProzesseID" integer, edittype
  integer);
CREATE INDEX schritte_status ON schritte ("Bearbeitungsstatus");
INSERT INTO schritte ("Titel", "Prioritaet", "Reihenfolge", "Bearbeitungsstatus", "BearbeitungsZeitpunkt",
  "BearbeitungsBeginn", "BearbeitungsEnde", "homeverzeichnisNutzen", "typAutomatisch",
  "BearbeitungsBenutzerID", "ProzesseID", edittype) SELECT (ARRAY['Scannen', 'Bilder pruefen', 'Metadaten',
  'Export'])[1 + g % 4], CASE k WHEN 'offen' THEN 10 ELSE 0 END, 1 + g % 9, CASE k WHEN 'gesperrt' THEN 0
  WHEN 'offen' THEN 1 WHEN 'work' THEN 2 WHEN 'lost' THEN 2 WHEN 'bad' THEN 4 WHEN 'off' THEN 5 ELSE 3 END,
  CASE WHEN k IN ('gesperrt') THEN NULL ELSE c + interval '1 hour' END::timestamp(0), CASE WHEN k IN
  ('gesperrt', 'offen', 'off') THEN NULL ELSE c END::timestamp(0), CASE WHEN k IN ('done') THEN c + interval
  '1 hour' END::timestamp(0), 0, g % 4 = 3, CASE WHEN k IN ('gesperrt', 'offen', 'off') THEN NULL ELSE CASE
  WHEN g % 4 <> 3 THEN 1 + g % 12 END END, 2000 - g / 4, g % 5 FROM (SELECT g, now() AS n, CASE WHEN g <= 9
  THEN 'offen' WHEN g <= 13 THEN 'work' WHEN g <= 17 THEN 'lost' WHEN g <= 77 THEN 'gesperrt' WHEN g % 47 =
  15 THEN 'bad' WHEN g % 61 = 20 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN g <= 9 THEN g * interval
  '25 seconds' WHEN g <= 13 THEN g * interval '25 seconds' WHEN g <= 17 THEN interval '9 hours' + g *
  interval '7 minutes' WHEN g <= 77 THEN g * interval '25 seconds' ELSE g * interval '50 minutes' END AS c
  FROM generate_series(1, 430) g) s ORDER BY s.c;
