CREATE TABLE prosess_task (
    id                        numeric NOT NULL,
    task_type                 varchar(50) NOT NULL,
    prioritet                 numeric(3, 0) DEFAULT 0 NOT NULL,
    status                    varchar(20) DEFAULT 'KLAR' NOT NULL,
    task_parametere           varchar(4000),
    task_payload              text,
    task_gruppe               varchar(250),
    task_sekvens              varchar(100) DEFAULT '1' NOT NULL,
    partition_key             varchar(4) DEFAULT to_char(current_date, 'MM'),
    neste_kjoering_etter      timestamp(0) DEFAULT current_timestamp,
    feilede_forsoek           numeric(5, 0) DEFAULT 0,
    siste_kjoering_ts         timestamp(6),
    siste_kjoering_feil_kode  varchar(50),
    siste_kjoering_feil_tekst text,
    siste_kjoering_server     varchar(50),
    opprettet_av              varchar(20) DEFAULT 'VL',
    opprettet_tid             timestamp(6) DEFAULT current_timestamp NOT NULL,
    blokkert_av               numeric NULL,
    versjon                   numeric DEFAULT 0 NOT NULL,
    siste_kjoering_slutt_ts   timestamp(6),
    siste_kjoering_plukk_ts   timestamp(6)
) PARTITION BY LIST (status);
CREATE INDEX idx_prosess_task_2 ON prosess_task (task_type);
CREATE INDEX idx_prosess_task_3 ON prosess_task (neste_kjoering_etter);
CREATE INDEX idx_prosess_task_5 ON prosess_task (task_gruppe);
CREATE INDEX idx_prosess_task_1 ON prosess_task (status);
CREATE INDEX idx_prosess_task_4 ON prosess_task (id);
CREATE INDEX idx_prosess_task_7 ON prosess_task (partition_key);
CREATE INDEX idx_prosess_task_6 ON prosess_task (blokkert_av);
CREATE TABLE prosess_task_partition_default PARTITION OF prosess_task DEFAULT;
CREATE TABLE prosess_task_partition_ferdig PARTITION OF prosess_task FOR VALUES IN ('FERDIG') PARTITION BY LIST (partition_key);
CREATE TABLE prosess_task_partition_ferdig_01 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('01');
CREATE TABLE prosess_task_partition_ferdig_02 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('02');
CREATE TABLE prosess_task_partition_ferdig_03 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('03');
CREATE TABLE prosess_task_partition_ferdig_04 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('04');
CREATE TABLE prosess_task_partition_ferdig_05 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('05');
CREATE TABLE prosess_task_partition_ferdig_06 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('06');
CREATE TABLE prosess_task_partition_ferdig_07 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('07');
CREATE TABLE prosess_task_partition_ferdig_08 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('08');
CREATE TABLE prosess_task_partition_ferdig_09 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('09');
CREATE TABLE prosess_task_partition_ferdig_10 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('10');
CREATE TABLE prosess_task_partition_ferdig_11 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('11');
CREATE TABLE prosess_task_partition_ferdig_12 PARTITION OF prosess_task_partition_ferdig FOR VALUES IN ('12');
CREATE UNIQUE INDEX uidx_prosess_task ON prosess_task (id, status, partition_key);
ALTER TABLE prosess_task ADD CONSTRAINT pk_prosess_task PRIMARY KEY (id, status, partition_key);
CREATE SEQUENCE seq_prosess_task MINVALUE 1000000 START WITH 1000000 INCREMENT BY 50 NO CYCLE;
CREATE SEQUENCE seq_prosess_task_gruppe MINVALUE 10000000 START WITH 10000000 INCREMENT BY 1000000 NO CYCLE;

INSERT INTO prosess_task (id, task_type, prioritet, status, task_parametere, task_payload, task_gruppe, task_sekvens, partition_key, neste_kjoering_etter, feilede_forsoek,
    siste_kjoering_ts, siste_kjoering_feil_kode, siste_kjoering_feil_tekst, siste_kjoering_server, opprettet_av, opprettet_tid, blokkert_av, versjon, siste_kjoering_slutt_ts, siste_kjoering_plukk_ts)
SELECT 1000000 + i, tt, 1, st, 'behandlingId=' || 40000 + i || chr(10) || 'callId=CallId_' || left(md5('c' || i), 12) || chr(10),
       CASE WHEN tt = 'iverksetteVedtak.sendOppgave' THEN '{"behandlingId":' || 40000 + i || '}' END,
       (10000000 + i)::text, '1', to_char(t, 'MM'),
       CASE WHEN st = 'KLAR' AND i <= 4 THEN p + interval '30 seconds'                               -- picked just now
            WHEN st = 'KLAR' AND i <= 8 THEN timezone('UTC', now()) + i * interval '1 minute'          -- failed before, put off
            WHEN st = 'KLAR' AND i <= 10 THEN p + interval '30 seconds'                               -- picked by a server that died
            WHEN st IN ('KLAR', 'SUSPENDERT') THEN t ELSE NULL END,
       fo, CASE WHEN run THEN r END,
       CASE WHEN st = 'VETO' THEN 'PT-876628' WHEN st = 'FEILET' THEN 'PT-876627' WHEN st = 'KLAR' AND fo > 0 THEN 'PT-415565' END,
       CASE WHEN st = 'VETO' THEN '{"feilkode":"PT-876628","feilmelding":"Kan ikke kjøre, fikk veto"}'
            WHEN st = 'FEILET' OR (st = 'KLAR' AND fo > 0) THEN '{"feilkode":"' || CASE st WHEN 'FEILET' THEN 'PT-876627' ELSE 'PT-415565' END || '","exceptionCauseClass":"java.net.SocketTimeoutException","antallFeil":' || fo || '}' END,
       CASE WHEN run OR p IS NOT NULL THEN '1@fpsak-7d9c' || i % 2 END,
       'VL', t, CASE WHEN st = 'VETO' THEN 1000000 + i - 10 END,
       CASE WHEN run THEN 3 + fo WHEN p IS NOT NULL THEN 1 ELSE 0 END,
       CASE WHEN run AND st <> 'VETO' THEN r + interval '800 milliseconds' END, p
FROM (SELECT q.*, st IN ('FERDIG', 'KJOERT', 'FEILET', 'VETO') OR (st = 'KLAR' AND fo > 0) AS run,
             CASE WHEN st = 'KLAR' AND fo > 0 THEN timezone('UTC', now()) - interval '20 seconds' ELSE t + interval '3 seconds' END AS r,
             CASE WHEN st = 'KLAR' AND i <= 4 THEN date_trunc('second', timezone('UTC', now()) - interval '3 seconds')
                  WHEN st = 'KLAR' AND i BETWEEN 9 AND 10 THEN date_trunc('second', timezone('UTC', now()) - interval '2 minutes')
                  WHEN st = 'KLAR' AND fo > 0 THEN date_trunc('second', timezone('UTC', now()) - interval '21 seconds')
                  WHEN st IN ('FERDIG', 'KJOERT', 'FEILET', 'VETO') THEN date_trunc('second', t + interval '2 seconds') END AS p
      FROM (SELECT i, (ARRAY['iverksetteVedtak.sendOppgave', 'behandlingskontroll.fortsettBehandling', 'innhentsaksopplysninger.ytelse', 'vedtak.publiserHendelse'])[i % 4 + 1] AS tt,
                   timezone('UTC', now()) - CASE WHEN i <= 16 THEN i * interval '3 minutes' ELSE i * interval '5 hours' END AS t,
                   CASE WHEN i <= 16 THEN 'KLAR' WHEN i <= 19 THEN 'VENTER_SVAR' WHEN i <= 21 THEN 'VETO' WHEN i = 22 THEN 'SUSPENDERT'
                        WHEN i <= 28 THEN 'FEILET' WHEN i <= 34 THEN 'KJOERT' ELSE 'FERDIG' END AS st,
                   CASE WHEN i BETWEEN 5 AND 8 THEN i % 2 + 1 WHEN i BETWEEN 23 AND 28 THEN 3 ELSE 0 END AS fo
            FROM generate_series(1, 100) i) q) s;
