CREATE TABLE queue_classic_jobs (
  id bigserial PRIMARY KEY,
  q_name text NOT NULL CHECK (length(q_name) > 0),
  method text NOT NULL CHECK (length(method) > 0),
  args jsonb NOT NULL,
  locked_at timestamptz,
  locked_by integer,
  created_at timestamptz DEFAULT now(),
  scheduled_at timestamptz DEFAULT now()
);
CREATE INDEX idx_qc_on_name_only_unlocked ON queue_classic_jobs (q_name, id) WHERE locked_at IS NULL;
CREATE INDEX idx_qc_on_scheduled_at_only_unlocked ON queue_classic_jobs (scheduled_at, id) WHERE locked_at IS NULL;
INSERT INTO queue_classic_jobs (q_name, method, args, locked_at, locked_by, created_at, scheduled_at)
SELECT (ARRAY['default','priority'])[1+CASE WHEN i%5=0 THEN 1 ELSE 0 END], (ARRAY['Kernel.puts','InvoiceMailer.deliver','Report.build'])[1+i%3], jsonb_build_array('arg'||i, i),
 CASE WHEN i<=8 THEN now() - i*interval '4 seconds' WHEN i<=11 THEN now() - i*interval '3 hours' END,
 CASE WHEN i<=8 THEN 21000+i%4 WHEN i<=11 THEN 18044 WHEN i=12 THEN 21001 END, c, CASE WHEN i>44 THEN c + i*interval '20 minutes' ELSE c END
FROM (SELECT i, now() - CASE WHEN i<=8 THEN (50+i)*interval '1 second' WHEN i<=11 THEN i*interval '3 hours 1 minute' ELSE i*interval '0.6 seconds' END c FROM generate_series(1,56) i) x;
