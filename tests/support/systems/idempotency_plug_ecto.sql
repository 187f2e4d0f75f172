CREATE TABLE idempotency_plug_requests (
    id          varchar(255) NOT NULL,
    fingerprint varchar(255) NOT NULL,
    data        bytea NOT NULL,
    expires_at  timestamp NOT NULL,
    inserted_at timestamp(0) NOT NULL,
    updated_at  timestamp(0) NOT NULL,
    PRIMARY KEY (id)
);

-- {:ok, %{resp_body: .., resp_headers: [], status: ..}} as an Erlang term
INSERT INTO idempotency_plug_requests (id, fingerprint, data, expires_at, inserted_at, updated_at)
SELECT encode(sha256(convert_to('key' || n, 'UTF8')), 'hex'), encode(sha256(convert_to('body' || n, 'UTF8')), 'hex'),
       '\x83680277026f6b7400000003'::bytea
         || '\x7709'::bytea || convert_to('resp_body', 'UTF8') || '\x6d'::bytea || int4send(length(b)) || convert_to(b, 'UTF8')
         || '\x770c'::bytea || convert_to('resp_headers', 'UTF8') || '\x6a'::bytea
         || '\x7706'::bytea || convert_to('status', 'UTF8') || '\x62'::bytea || int4send(CASE WHEN n % 11 = 0 THEN 422 ELSE 201 END),
       t + interval '24 hours' + make_interval(secs => 0.2 + n * 0.013), t, t
FROM (SELECT n, format('{"data":{"id":%s}}', 5000 + n) AS b, (now() AT TIME ZONE 'UTC') - make_interval(mins => n * 33) AS t FROM generate_series(1, 40) n) s;
-- {:processing, {node, pid}}
INSERT INTO idempotency_plug_requests (id, fingerprint, data, expires_at, inserted_at, updated_at)
SELECT encode(sha256(convert_to('run' || n, 'UTF8')), 'hex'), encode(sha256(convert_to('runbody' || n, 'UTF8')), 'hex'),
       '\x836802770a'::bytea || convert_to('processing', 'UTF8') || '\x6802770c'::bytea || convert_to('app@10.0.0.7', 'UTF8')
         || '\x58770c'::bytea || convert_to('app@10.0.0.7', 'UTF8') || int4send(900 + n) || int4send(0) || int4send(1719),
       t + interval '24 hours', t, t
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - make_interval(secs => CASE WHEN n = 5 THEN 41000 ELSE n END) AS t FROM generate_series(1, 5) n) s;
-- {:halted, reason}
INSERT INTO idempotency_plug_requests (id, fingerprint, data, expires_at, inserted_at, updated_at)
SELECT encode(sha256(convert_to('halt' || n, 'UTF8')), 'hex'), encode(sha256(convert_to('haltbody' || n, 'UTF8')), 'hex'),
       '\x8368027706'::bytea || convert_to('halted', 'UTF8') || '\x7706'::bytea || convert_to('killed', 'UTF8'),
       t + interval '24 hours' + interval '1.4 seconds', t, t + interval '1.4 seconds'
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - make_interval(mins => n * 97) AS t FROM generate_series(1, 4) n) s;
