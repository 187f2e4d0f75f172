CREATE TABLE agents (id serial PRIMARY KEY, uuid uuid NOT NULL UNIQUE, name text NOT NULL,
  agent_id text UNIQUE NOT NULL, scanner integer NOT NULL, hostname text, authorized integer NOT NULL,
  connection_status text, last_update integer, last_updater_heartbeat integer, config text, owner integer,
  comment text, creation_time integer, modification_time integer, updater_version text, agent_version text);
CREATE TABLE auth_cache (id serial PRIMARY KEY, username text NOT NULL, hash text, method integer,
  creation_time integer);
INSERT INTO agents (uuid, name, agent_id, scanner, hostname, authorized, connection_status, last_update,
  last_updater_heartbeat, config, owner, comment, creation_time, modification_time, updater_version,
  agent_version) SELECT md5('ag' || g)::uuid, 'agent ' || g, 'a-' || g, 1 + g % 3, 'host' || g, (g % 7 > 0)::int,
  CASE WHEN g % 5 = 0 THEN 'inactive' ELSE 'active' END, t - g * 60, t - CASE WHEN g % 5 = 0 THEN 800000
  ELSE g * 20 END, '{}', 1, '', t - g * 90000, t - g * 60, '1.0', '1.2' FROM (SELECT g,
  extract(epoch FROM now())::int AS t FROM generate_series(1, 90) g) s;
INSERT INTO auth_cache (username, hash, method, creation_time) SELECT 'user' || g, md5('h' || g), 1,
  extract(epoch FROM now())::int - g * 500 FROM generate_series(1, 60) g;
