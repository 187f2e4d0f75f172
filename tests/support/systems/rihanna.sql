CREATE TABLE rihanna_jobs (
  id int NOT NULL,
  term bytea NOT NULL,
  priority integer NOT NULL DEFAULT 50,
  enqueued_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  failed_at timestamp with time zone,
  fail_reason text,
  rihanna_internal_meta jsonb NOT NULL DEFAULT '{}',
  CONSTRAINT failed_at_required_fail_reason CHECK ((failed_at IS NOT NULL AND fail_reason IS NOT NULL) OR (failed_at IS NULL AND fail_reason IS NULL))
);
CREATE SEQUENCE rihanna_jobs_id_seq START WITH 1 INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 CACHE 1 CYCLE;
ALTER SEQUENCE rihanna_jobs_id_seq OWNED BY rihanna_jobs.id;
ALTER TABLE ONLY rihanna_jobs ALTER COLUMN id SET DEFAULT nextval('rihanna_jobs_id_seq'::regclass);
ALTER TABLE ONLY rihanna_jobs ADD CONSTRAINT rihanna_jobs_pkey PRIMARY KEY (id);
CREATE INDEX rihanna_jobs_locking_index ON rihanna_jobs (priority ASC, due_at ASC NULLS FIRST, enqueued_at ASC, id ASC);
INSERT INTO rihanna_jobs (term, priority, enqueued_at, due_at, failed_at, fail_reason, rihanna_internal_meta)
SELECT decode('83680264001a','hex') || convert_to('Elixir.MyApp.'||(ARRAY['SendReceipt','RebuildIndex'])[1+i%2],'UTF8') || decode('61'||lpad(to_hex(i),2,'0'),'hex'),
 CASE WHEN i%6=0 THEN 10 ELSE 50 END, c,
 CASE WHEN i<=8 THEN now() + i*interval '4 hours' WHEN a>0 THEN CASE WHEN i>46 THEN c + a*interval '1 minute' ELSE now() + i*interval '3 seconds' END END,
 CASE WHEN i>46 THEN c + interval '4 minutes' END,
 CASE WHEN i>46 THEN CASE WHEN i%2=0 THEN E'Job Failed
{:error, :timeout}' ELSE E'an exception was raised:
    ** (RuntimeError) boom
        (my_app) lib/my_app/send_receipt.ex:12: MyApp.SendReceipt.perform/1' END END,
 CASE WHEN a>0 THEN jsonb_build_object('attempts',a) ELSE '{}' END
FROM (SELECT i, CASE WHEN i BETWEEN 36 AND 46 THEN 1+i%3 WHEN i>50 THEN 2 ELSE 0 END a, now() - CASE WHEN i>35 THEN i*interval '25 minutes' ELSE i*interval '3 seconds' END c FROM generate_series(1,60) i) x;
