CREATE TABLE hook_task (
  id BIGSERIAL PRIMARY KEY NOT NULL,
  repo_id BIGINT,
  hook_id BIGINT,
  uuid VARCHAR(255),
  payload_content TEXT,
  event_type VARCHAR(255),
  is_delivered BOOL,
  delivered BIGINT,
  is_succeed BOOL,
  request_content TEXT,
  response_content TEXT
);
CREATE INDEX "IDX_hook_task_repo_id" ON hook_task (repo_id);
INSERT INTO hook_task (repo_id, hook_id, uuid, payload_content, event_type, is_delivered, delivered, is_succeed, request_content, response_content)
SELECT 1+i%5, 10+i%3, md5('ht'||i)::uuid::text, '{"ref":"refs/heads/main","after":"'||md5('a'||i)||md5('z'||i)||'","repository":{"id":'||1+i%5||'}}', (ARRAY['push','issues','pull_request_review_approved','release'])[1+i%4],
 d, CASE WHEN d THEN ((extract(epoch from now()) - (75-i)*2100)*1000000000)::bigint + i ELSE 0 END, ok,
 CASE WHEN d THEN '{"url":"https://ci.test/hook/'||i%3||'","http_method":"POST","headers":{"X-Gitea-Event":"push","X-Gitea-Delivery":"'||md5('ht'||i)::uuid||'"}}' ELSE '' END,
 CASE WHEN NOT d THEN '' WHEN ok THEN '{"status":200,"headers":{"Content-Type":"text/plain"},"body":"ok"}' WHEN i%2=0 THEN '{"status":0,"headers":{},"body":"Delivery: Post \"https://ci.test/hook\": dial tcp: lookup ci.test: no such host"}' ELSE '{"status":500,"headers":{},"body":"error"}' END
FROM (SELECT i, i<=66 d, i<=66 AND i%8<>0 ok FROM generate_series(1,74) i) x;
