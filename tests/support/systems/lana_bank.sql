CREATE TABLE jobs (
  id UUID PRIMARY KEY,
  unique_per_type BOOLEAN NOT NULL,
  job_type VARCHAR NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT NOW()
);
CREATE UNIQUE INDEX idx_unique_job_type ON jobs (job_type) WHERE unique_per_type = TRUE;
CREATE TYPE JobExecutionState AS ENUM ('pending','running');
CREATE TABLE job_executions (
  id UUID REFERENCES jobs(id) NOT NULL UNIQUE,
  job_type VARCHAR NOT NULL,
  queue_id VARCHAR,
  poller_instance_id UUID,
  attempt_index INT NOT NULL DEFAULT 1,
  state JobExecutionState NOT NULL DEFAULT 'pending',
  execution_state_json JSONB,
  execute_at TIMESTAMPTZ,
  alive_at TIMESTAMPTZ NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_job_executions_poller_instance ON job_executions (poller_instance_id) WHERE state = 'running';
CREATE INDEX idx_job_executions_running_alive_at ON job_executions (alive_at) WHERE state = 'running';
CREATE INDEX idx_job_executions_pending_execute_at ON job_executions (execute_at) WHERE state = 'pending';
CREATE INDEX idx_job_executions_pending_job_type_execute_at ON job_executions (job_type, execute_at) WHERE state = 'pending';
CREATE INDEX idx_job_executions_running_queue_id ON job_executions (queue_id) WHERE state = 'running' AND queue_id IS NOT NULL;
CREATE TABLE persistent_outbox_events (
  id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
  sequence BIGSERIAL UNIQUE,
  payload JSONB,
  tracing_context JSONB,
  recorded_at TIMESTAMPTZ NOT NULL DEFAULT NOW(),
  seen_at TIMESTAMPTZ NOT NULL DEFAULT NOW()
);
CREATE TYPE InboxEventStatus AS ENUM ('pending','processing','completed','failed');
CREATE TABLE inbox_events (
  id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
  idempotency_key VARCHAR UNIQUE,
  payload JSONB NOT NULL,
  status InboxEventStatus NOT NULL DEFAULT 'pending',
  error VARCHAR,
  recorded_at TIMESTAMPTZ NOT NULL DEFAULT NOW(),
  processed_at TIMESTAMPTZ
);
CREATE INDEX idx_inbox_events_status ON inbox_events (status) WHERE status IN ('pending','processing','failed');
INSERT INTO jobs SELECT md5('lj'||i)::uuid, i<=3, CASE WHEN i<=3 THEN 'cron.core-price.fetch-price-'||i ELSE (ARRAY['command.credit.activate-credit-facility','command.deposit.execute-withdraw-approval'])[1+i%2] END, now() - i*interval '50 minutes' FROM generate_series(1,60) i;
INSERT INTO job_executions
SELECT md5('lj'||i)::uuid, j.job_type, CASE WHEN i>3 AND i%4=0 THEN 'facility-'||i%9 END, CASE WHEN run THEN md5('poller'||i%2)::uuid END, CASE WHEN i%11=0 THEN 3 WHEN i%7=0 THEN 2 ELSE 1 END,
 (CASE WHEN run THEN 'running' ELSE 'pending' END)::JobExecutionState, CASE WHEN i%5=0 THEN jsonb_build_object('sequence',100+i) END,
 CASE WHEN run THEN NULL ELSE now() + CASE WHEN i%7=0 OR i%11=0 THEN interval '30 seconds' WHEN i%3=0 THEN i*interval '1 hour' ELSE -i*interval '0.2 seconds' END END,
 CASE WHEN run THEN CASE WHEN i IN (13,14) THEN now() - interval '9 minutes' ELSE now() - i*interval '3 seconds' END WHEN i%7=0 OR i%11=0 THEN now() - interval '50 seconds' ELSE j.created_at END, j.created_at
FROM (SELECT i, i BETWEEN 1 AND 14 run FROM generate_series(1,40) i) x JOIN jobs j ON j.id = md5('lj'||i)::uuid;
INSERT INTO persistent_outbox_events (id, payload, tracing_context, recorded_at, seen_at)
SELECT md5('po'||i)::uuid, CASE WHEN i%29=0 THEN NULL ELSE jsonb_build_object('module','credit','type',(ARRAY['facility_activated','payment_recorded'])[1+i%2],'id',md5('f'||i)::uuid,'amount',i*100) END,
 CASE WHEN i%29=0 THEN NULL ELSE jsonb_build_object('traceparent','00-'||md5('tp'||i)||'-'||substr(md5('sp'||i),1,16)||'-01') END, t, t
FROM (SELECT i, now() - (70-i)*interval '21 minutes' t FROM generate_series(1,68) i) x;
INSERT INTO inbox_events
SELECT md5('li'||i)::uuid, 'custodian-'||md5('n'||i), jsonb_build_object('type','wallet.balance_changed','wallet','w'||i%8,'amount',i*1000), st::InboxEventStatus,
 CASE WHEN st='failed' THEN 'wallet not found' END, c, CASE WHEN st='completed' THEN c + (1+i%20)*interval '0.15 seconds' END
FROM (SELECT i, CASE WHEN i<=5 THEN 'pending' WHEN i<=8 THEN 'processing' WHEN i%11=0 THEN 'failed' ELSE 'completed' END st, now() - CASE WHEN i<=8 THEN i*interval '0.5 seconds' ELSE i*interval '3 hours' END c FROM generate_series(1,64) i) x;
