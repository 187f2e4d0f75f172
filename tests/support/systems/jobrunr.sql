CREATE TABLE jobrunr_jobs (
  id nchar(36) PRIMARY KEY,
  version int NOT NULL,
  jobAsJson text NOT NULL,
  jobSignature varchar(512) NOT NULL,
  state varchar(36) NOT NULL,
  createdAt timestamp NOT NULL,
  updatedAt timestamp NOT NULL,
  scheduledAt timestamp,
  recurringJobId varchar(128)
);
CREATE INDEX jobrunr_state_idx ON jobrunr_jobs (state);
CREATE INDEX jobrunr_job_signature_idx ON jobrunr_jobs (jobSignature);
CREATE INDEX jobrunr_job_created_at_idx ON jobrunr_jobs (createdAt);
CREATE INDEX jobrunr_job_updated_at_idx ON jobrunr_jobs (updatedAt);
CREATE INDEX jobrunr_job_scheduled_at_idx ON jobrunr_jobs (scheduledAt);
CREATE INDEX jobrunr_job_rci_idx ON jobrunr_jobs (recurringJobId);
INSERT INTO jobrunr_jobs (id, version, jobAsJson, jobSignature, state, createdAt, updatedAt, scheduledAt, recurringJobId)
SELECT u, v, json_build_object('id', u, 'version', v, 'jobSignature', sig, 'jobName', 'charge order ' || g, 'amountOfRetries', 10, 'jobDetails', json_build_object('className', 'shop.OrderService', 'methodName', 'charge', 'jobParameters', json_build_array(json_build_object('className', 'java.lang.Long', 'object', g))),
    'jobHistory', CASE s WHEN 'ENQUEUED' THEN json_build_array(json_build_object('state', 'ENQUEUED', 'createdAt', c)) WHEN 'PROCESSING' THEN json_build_array(json_build_object('state', 'ENQUEUED', 'createdAt', c), json_build_object('state', 'PROCESSING', 'createdAt', c, 'updatedAt', w, 'serverName', 'web-1'))
      WHEN 'FAILED' THEN json_build_array(json_build_object('state', 'FAILED', 'createdAt', w, 'message', 'card declined', 'exceptionType', 'shop.DeclinedException')) ELSE json_build_array(json_build_object('state', s, 'createdAt', w)) END)::text,
  sig, s, c, w, CASE WHEN s = 'SCHEDULED' AND g > 60 THEN timezone('UTC', now()) + g * interval '3 seconds' WHEN s = 'SCHEDULED' THEN timezone('UTC', now()) + g * interval '9 minutes' WHEN s = 'FAILED' THEN w - interval '2 seconds' WHEN g % 12 = 0 THEN c END, CASE WHEN g % 12 = 0 THEN 'nightly-sync' END
FROM (SELECT g, gen_random_uuid()::text AS u, s, CASE WHEN g % 2 = 0 THEN 'shop.OrderService.charge(java.lang.Long)' ELSE 'shop.MailService.receipt(java.lang.Long)' END AS sig,
        CASE s WHEN 'ENQUEUED' THEN 1 WHEN 'PROCESSING' THEN 2 + g % 5 WHEN 'SUCCEEDED' THEN 3 WHEN 'SCHEDULED' THEN CASE WHEN g > 60 THEN 4 ELSE 1 END WHEN 'FAILED' THEN 43 ELSE 5 END AS v, c,
        CASE s WHEN 'ENQUEUED' THEN c WHEN 'PROCESSING' THEN timezone('UTC', now()) - CASE WHEN g >= 52 THEN interval '3 minutes' ELSE (g % 15) * interval '1 second' END WHEN 'SCHEDULED' THEN c WHEN 'FAILED' THEN c + interval '5 hours' ELSE c + interval '4 seconds' END AS w
      FROM (SELECT g, CASE WHEN g <= 30 THEN 'SUCCEEDED' WHEN g <= 44 THEN 'ENQUEUED' WHEN g <= 53 THEN 'PROCESSING' WHEN g <= 66 THEN 'SCHEDULED' WHEN g <= 72 THEN 'FAILED' ELSE 'DELETED' END AS s,
              timezone('UTC', now()) - CASE WHEN g BETWEEN 31 AND 44 THEN g * interval '0.5 seconds' WHEN g BETWEEN 45 AND 53 THEN g * interval '5 seconds' ELSE g * interval '29 minutes' END AS c FROM generate_series(1, 78) g) y) x;
