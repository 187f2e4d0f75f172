CREATE TYPE applied_sla_status AS ENUM ('pending', 'breached', 'met', 'partially_met');
CREATE TABLE applied_slas (id bigserial PRIMARY KEY, created_at timestamptz DEFAULT now(), updated_at timestamptz
  DEFAULT now(), status applied_sla_status NOT NULL DEFAULT 'pending', conversation_id bigint NOT NULL,
  sla_policy_id int NOT NULL, first_response_deadline_at timestamptz, resolution_deadline_at timestamptz,
  first_response_breached_at timestamptz, resolution_breached_at timestamptz, first_response_met_at timestamptz,
  resolution_met_at timestamptz);
CREATE TABLE csat_responses (id serial PRIMARY KEY, created_at timestamptz DEFAULT now(), updated_at timestamptz
  DEFAULT now(), uuid uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE, conversation_id bigint NOT NULL, rating int
  NOT NULL DEFAULT 0 CHECK (rating >= 0 AND rating <= 5), feedback text, meta jsonb NOT NULL DEFAULT '{}',
  response_timestamp timestamptz);
CREATE TABLE activity_logs (id bigserial PRIMARY KEY, created_at timestamptz DEFAULT now(), updated_at timestamptz
  DEFAULT now(), activity_type text NOT NULL, activity_description text NOT NULL, actor_id int NOT NULL,
  target_model_type text NOT NULL, target_model_id bigint NOT NULL, ip inet);
INSERT INTO applied_slas (created_at, updated_at, status, conversation_id, sla_policy_id,
  first_response_deadline_at, resolution_deadline_at, first_response_breached_at, first_response_met_at,
  resolution_met_at) SELECT c, c + interval '2 hours', (CASE WHEN g < 20 THEN 'pending' WHEN g % 7 = 0 THEN
  'partially_met' ELSE 'met' END)::applied_sla_status, g, 1, c + interval '1 hour', c + interval '1 day', CASE WHEN
  g % 7 = 0 THEN c + interval '1 hour' END, CASE WHEN g >= 20 AND g % 7 > 0 THEN c + interval '20 minutes' END, CASE
  WHEN g >= 20 THEN c + interval '9 hours' END FROM (SELECT g, now() - g * interval '90 minutes' AS c FROM
  generate_series(1, 140) g) s;
INSERT INTO csat_responses (created_at, updated_at, conversation_id, rating, feedback, response_timestamp) SELECT c,
  c, g, CASE WHEN g % 3 = 0 THEN 0 ELSE 1 + g % 5 END, NULL, CASE WHEN g % 3 > 0 THEN c + interval '3 hours' END
  FROM (SELECT g, now() - g * interval '8 hours' AS c FROM generate_series(1, 100) g) s;
INSERT INTO activity_logs (created_at, updated_at, activity_type, activity_description, actor_id, target_model_type,
  target_model_id, ip) SELECT c, c, 'agent_login', 'Agent logged in', 1 + g % 5, 'user', 1 + g % 5, '10.0.0.1' FROM
  (SELECT g, now() - g * interval '3 hours' AS c FROM generate_series(1, 150) g) s;
