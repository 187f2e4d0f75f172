create table bakgrunnsjobb
(
    jobb_id      uuid unique not null,
    type         text        not null,
    behandlet    timestamp,
    opprettet    timestamp   not null,

    status       text        not null,
    kjoeretid    timestamp   not null,

    forsoek      int         not null default 0,
    maks_forsoek int         not null,
    data         jsonb        not null
);
CREATE INDEX idx_bgjobb_kjoeretid_status ON BAKGRUNNSJOBB(KJOERETID, STATUS);
ALTER TABLE bakgrunnsjobb ADD PRIMARY KEY (jobb_id);

-- k: O ok at once, G ok after failures, F failed and waiting, S stopped, N new, A cancelled by hand
INSERT INTO bakgrunnsjobb (jobb_id, type, behandlet, opprettet, status, kjoeretid, forsoek, maks_forsoek, data)
SELECT md5('hag' || n)::uuid, ty, b, o,
       CASE k WHEN 'O' THEN 'OK' WHEN 'G' THEN 'OK' WHEN 'F' THEN 'FEILET' WHEN 'S' THEN 'STOPPET' WHEN 'A' THEN 'AVBRUTT' ELSE 'OPPRETTET' END,
       CASE WHEN k IN ('N', 'A') THEN o ELSE b + (f * 2 - 1) * interval '1 h' END, f, m,
       CASE ty WHEN 'send-til-oppgave' THEN jsonb_build_object('inntektsmeldingId', md5('im' || n)::uuid, 'orgnr', (810007000 + n)::text)
               WHEN 'journalfoer-soeknad' THEN jsonb_build_object('soeknadId', md5('so' || n)::uuid, 'fnr', lpad((n::bigint * 10129374521 % 100000000000)::text, 11, '0'), 'skjemaVersjon', '1.0')
               ELSE jsonb_build_object('varselId', md5('va' || n)::uuid, 'virksomhetsnr', (910098000 + n)::text) END
FROM (SELECT n, k, (ARRAY['journalfoer-soeknad', 'send-til-oppgave', 'brukernotifikasjon'])[1 + n % 3] AS ty,
             CASE WHEN n % 3 = 2 THEN 10 ELSE 3 END AS m, o, f,
             CASE k WHEN 'N' THEN NULL WHEN 'A' THEN NULL WHEN 'F' THEN (now() AT TIME ZONE 'Europe/Oslo') - n % 6 * interval '11 min' ELSE o + f * f * interval '1 h' - interval '59 min' END AS b
      FROM (SELECT n, k, CASE k WHEN 'O' THEN 1 WHEN 'G' THEN 2 WHEN 'F' THEN 1 + n % 2 WHEN 'S' THEN CASE WHEN n % 3 = 2 THEN 10 ELSE 3 END ELSE 0 END AS f,
                   (now() AT TIME ZONE 'Europe/Oslo') - CASE k WHEN 'N' THEN n % 8 * interval '4 s' WHEN 'F' THEN interval '3 h' + n * interval '1 min' ELSE n * interval '149 min' + interval '100 h' END AS o
            FROM (SELECT n, CASE WHEN n > 92 THEN 'N' WHEN n > 83 THEN 'F' WHEN n % 26 = 0 THEN 'A' WHEN n % 11 = 0 THEN 'S' WHEN n % 9 = 0 THEN 'G' ELSE 'O' END AS k FROM generate_series(1, 100) n) a) c) d;
-- a job whose run ended without the final update (the pod was killed): still new, due since an hour
UPDATE bakgrunnsjobb SET opprettet = opprettet - interval '1 h', kjoeretid = kjoeretid - interval '1 h' WHERE jobb_id IN (md5('hag97')::uuid, md5('hag98')::uuid);
-- the clean-up job that plans itself
INSERT INTO bakgrunnsjobb VALUES (md5('hagclean')::uuid, 'bakgrunnsjobb-autoclean', NULL, (now() AT TIME ZONE 'Europe/Oslo') - interval '2 h', 'OPPRETTET', (now() AT TIME ZONE 'Europe/Oslo') + interval '4 h', 0, 10, '{"slettEldre": 2, "interval": 6}');
