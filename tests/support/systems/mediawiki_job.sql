CREATE TABLE job (
    job_id serial NOT NULL,
    job_cmd text DEFAULT '' NOT NULL,
    job_namespace int NOT NULL,
    job_title text NOT NULL,
    job_timestamp timestamptz DEFAULT NULL,
    job_params text NOT NULL,
    job_random int DEFAULT 0 NOT NULL,
    job_attempts int DEFAULT 0 NOT NULL,
    job_token text DEFAULT '' NOT NULL,
    job_token_timestamp timestamptz DEFAULT NULL,
    job_sha1 text DEFAULT '' NOT NULL,
    PRIMARY KEY (job_id)
);
CREATE INDEX job_sha1 ON job (job_sha1);
CREATE INDEX job_cmd_token ON job (job_cmd, job_token, job_random);
CREATE INDEX job_cmd_token_id ON job (job_cmd, job_token, job_id);
CREATE INDEX job_cmd ON job (job_cmd, job_namespace, job_title, job_params);
CREATE INDEX job_timestamp ON job (job_timestamp);

-- k: W waiting, R given back after its claim ran out, C claimed, O claim has run out (one hour), A abandoned after the last try
WITH r AS (
    SELECT n, CASE WHEN n <= 38 THEN 'W' WHEN n <= 45 THEN 'R' WHEN n <= 54 THEN 'C' WHEN n <= 58 THEN 'O' ELSE 'A' END AS k,
           date_trunc('second', now() - CASE WHEN n <= 38 THEN make_interval(mins => 40 - n) WHEN n <= 45 THEN make_interval(hours => 2, mins => n) WHEN n <= 54 THEN make_interval(mins => 5, secs => n) WHEN n <= 58 THEN make_interval(hours => 3, mins => n) ELSE make_interval(hours => 20 * (n - 57)) END) AS c,
           (ARRAY['refreshLinks', 'htmlCacheUpdate', 'recentChangesUpdate', 'enotifNotify', 'cirrusSearchLinksUpdate'])[n % 5 + 1] AS cmd,
           (ARRAY['Main_Page', 'Berlin', 'Help:Contents', 'Template:Infobox', 'Postgres'])[n % 5 + 1] || CASE WHEN n % 2 = 0 THEN '_' || n ELSE '' END AS title
    FROM generate_series(1, 64) n
)
INSERT INTO job (job_cmd, job_namespace, job_title, job_timestamp, job_params, job_random, job_attempts, job_token, job_token_timestamp, job_sha1)
SELECT cmd, CASE WHEN n % 5 = 3 THEN -1 ELSE 0 END, title, c,
       format('a:3:{s:9:"namespace";i:0;s:5:"title";s:%s:"%s";s:9:"requestId";s:32:"%s";}', length(title), title, md5('rid' || n)),
       (n::bigint * 1103515245 % 2147483647)::int,
       CASE k WHEN 'W' THEN 0 WHEN 'R' THEN n % 2 + 1 WHEN 'C' THEN CASE WHEN n % 4 = 0 THEN 2 ELSE 1 END WHEN 'O' THEN 1 ELSE 3 END,
       CASE WHEN k IN ('C', 'O', 'A') THEN md5('tok' || n) ELSE '' END,
       date_trunc('second', CASE k WHEN 'R' THEN now() - make_interval(mins => n - 30) WHEN 'C' THEN now() - make_interval(secs => (n - 44) * 6) WHEN 'O' THEN c + interval '50 min' WHEN 'A' THEN c + interval '2 hours 20 min' END),
       left(translate(md5('sh' || n), '0123456789abcdef', 'k3z0q8w1n5v7a2ft'), 31)
FROM r ORDER BY n;
