CREATE TABLE task (
  id            bigserial PRIMARY KEY,
  payload       varchar NOT NULL,
  status        varchar NOT NULL,
  versjon       bigint NOT NULL,
  opprettet_tid timestamp(3) NOT NULL,
  type          varchar NOT NULL,
  metadata      varchar NOT NULL,
  trigger_tid   timestamp(3) NOT NULL,
  avvikstype    varchar
);
CREATE INDEX ON task (status);
CREATE TABLE task_logg (
  id            bigserial PRIMARY KEY,
  task_id       bigint NOT NULL REFERENCES task (id),
  type          varchar NOT NULL,
  node          varchar NOT NULL,
  opprettet_tid timestamp(3) NOT NULL,
  melding       varchar,
  endret_av     varchar NOT NULL
);
CREATE INDEX ON task_logg (task_id);

INSERT INTO task (payload, status, versjon, opprettet_tid, type, metadata, trigger_tid, avvikstype)
SELECT (1002000 + n)::text,
       CASE WHEN n > 68 THEN 'UBEHANDLET' WHEN n > 62 THEN 'PLUKKET' WHEN n % 17 = 0 THEN 'FEILET' WHEN n % 19 = 0 THEN U&'MANUELL_OPPF\00D8LGING'
            WHEN n % 23 = 0 THEN U&'AVVIKSH\00C5NDTERT' WHEN n % 29 = 0 THEN 'KLAR_TIL_PLUKK' ELSE 'FERDIG' END,
       CASE WHEN n > 68 THEN 1 WHEN n > 62 THEN 2 WHEN n % 17 = 0 OR n % 19 = 0 THEN 7 WHEN n % 23 = 0 THEN 8 WHEN n % 29 = 0 THEN 3 ELSE 4 END,
       t, (ARRAY['journalførSøknad', 'iverksettMotOppdrag', 'distribuerVedtaksbrev', 'opprettOppgave'])[1 + n % 4],
       'callId=CallId_' || 1700000000000 + n || '_' || 900000 + n || E'\nfagsakId=' || 5000 + n % 9 || E'\nbehandlingId=IKKE_SATT\n',
       CASE WHEN n = 76 THEN (now() AT TIME ZONE 'UTC') + interval '6 hours'
            WHEN n <= 62 AND (n % 17 = 0 OR n % 19 = 0 OR n % 23 = 0 OR n % 29 = 0) THEN t + interval '90 seconds' ELSE t END,
       CASE WHEN n <= 62 AND n % 23 = 0 THEN 'ANNET' END
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - CASE WHEN n > 68 THEN (77 - n) * interval '3 seconds' WHEN n > 65 THEN interval '80 minutes' WHEN n > 62 THEN (66 - n) * interval '20 seconds' ELSE (80 - n) * interval '3 hours' END AS t
      FROM generate_series(1, 76) AS n) AS s ORDER BY n;
INSERT INTO task_logg (task_id, type, node, opprettet_tid, melding, endret_av)
SELECT id, 'UBEHANDLET', 'familie-ef-sak-6b9f-x2k', opprettet_tid, NULL, 'VL' FROM task;
INSERT INTO task_logg (task_id, type, node, opprettet_tid, melding, endret_av)
SELECT id, 'PLUKKET', 'familie-ef-sak-6b9f-x2k', opprettet_tid + k * interval '40 seconds' + interval '2 seconds', NULL, 'VL'
FROM task, generate_series(0, 2) AS k WHERE status <> 'UBEHANDLET' AND (k = 0 OR status NOT IN ('FERDIG', 'PLUKKET', 'KLAR_TIL_PLUKK'));
INSERT INTO task_logg (task_id, type, node, opprettet_tid, melding, endret_av)
SELECT id, x, 'familie-ef-sak-6b9f-x2k', opprettet_tid + interval '3 seconds', NULL, 'VL' FROM task, unnest(ARRAY['BEHANDLER', 'FERDIG']) AS x WHERE status = 'FERDIG';
INSERT INTO task_logg (task_id, type, node, opprettet_tid, melding, endret_av)
SELECT id, 'FEILET', 'familie-ef-sak-6b9f-x2k', opprettet_tid + k * interval '40 seconds' + interval '4 seconds',
       '{"taskId" : ' || id || ', "taskName" : "' || type || '", "feilmelding" : "500 Internal Server Error"}', 'VL'
FROM task, generate_series(0, 2) AS k WHERE status NOT IN ('UBEHANDLET', 'PLUKKET', 'FERDIG') AND (k = 0 OR status <> 'KLAR_TIL_PLUKK');
INSERT INTO task_logg (task_id, type, node, opprettet_tid, melding, endret_av)
SELECT id, status, 'familie-ef-sak-6b9f-x2k', opprettet_tid + interval '1 day', 'Løst manuelt', 'Z994433' FROM task WHERE avvikstype IS NOT NULL;
