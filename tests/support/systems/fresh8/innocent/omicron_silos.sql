CREATE TABLE silo_user (id uuid PRIMARY KEY, time_created timestamptz NOT NULL, time_modified timestamptz
  NOT NULL, time_deleted timestamptz, silo_id uuid NOT NULL, external_id text, user_provision_type text NOT
  NULL, user_name text);
INSERT INTO silo_user (id, time_created, time_modified, time_deleted, silo_id, external_id,
  user_provision_type) SELECT md5('su' || g)::uuid, c, c, CASE WHEN g % 14 = 0 THEN c + interval '8 days'
  END, md5('si' || g % 4)::uuid, 'ext' || g, 'jit' FROM (SELECT g, now() AS n, 'done' AS k, now() - g *
  interval '300 minutes' AS c FROM generate_series(1, 240) g) s ORDER BY g DESC;
