CREATE TABLE chatd_room_message (uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(), room_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL, tenant_uuid uuid NOT NULL, wazo_uuid uuid NOT NULL, content text, alias
  varchar(256), created_at timestamp DEFAULT (now() AT TIME ZONE 'utc'));
INSERT INTO chatd_room_message (uuid, room_uuid, user_uuid, tenant_uuid, wazo_uuid, content, alias,
  created_at) SELECT md5('wz' || g)::uuid, md5('wr' || g % 30)::uuid, md5('wu' || g % 40)::uuid,
  md5('wt')::uuid, md5('ww')::uuid, 'hello ' || g, 'user' || g % 40, c::timestamp FROM (SELECT g, now() AS
  n, 'done' AS k, now() - g * interval '6 minutes' AS c FROM generate_series(1, 420) g) s ORDER BY s.c;
