CREATE TABLE idempo_responses (
  id bigserial PRIMARY KEY,
  idempotent_request_key character varying NOT NULL,
  expire_at timestamp(6) without time zone NOT NULL,
  idempotent_response_payload bytea,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL
);
CREATE UNIQUE INDEX index_idempo_responses_on_idempotent_request_key ON idempo_responses (idempotent_request_key);
CREATE INDEX index_idempo_responses_on_expire_at ON idempo_responses (expire_at);

-- 60 stored responses; the key is the base64 SHA-1 of the request fingerprint.
-- Every fourth has a longer life that its controller asked for; the others live 30 seconds.
INSERT INTO idempo_responses (idempotent_request_key, expire_at, idempotent_response_payload, created_at, updated_at)
SELECT encode(substring(sha256(('request ' || g)::bytea) FROM 1 FOR 20), 'base64'),
       t + CASE WHEN g % 4 = 0 THEN interval '24 hours' ELSE interval '30 seconds' END,
       (ARRAY[decode('789c9b7c96e164d39ae4fcbc92d4bc12dd92ca82d4fd8905053999c9892599f979fa59c5f979d60ac9198945c5a925b6a52569ba166b2a748b520b4b538b4b743353569924a51aea9a9b1b19184ebce95fad9499a264a5a0549058196f61a8a4a3a094989b5f9a57129f0c34bc18286362646000144d2e2d2a4acd4bae04a9750d0d02292c2e492c290529514a4e2c28292d4a4d51aa050026bd36ed3a31', 'hex'),
      decode('789c9b7c96e144d39ae4fcbc92d4bc12dd92ca82d4fd8905053999c9892599f979fa59c5f979d60ac9198945c5a925b6a52569ba166b2a748b520b4b538b4b743353569924a51aea9a9b1b19184cbca952ad945f94925aa464a5606969a8a3a0545c9258920ae42901cd4fcb2cca4d4d51aa0500107729f33a31', 'hex'),
      decode('789c9b7c967159d39ae4fcbc92d4bc12dd92ca82d4fd8905053999c9892599f979fa59c5f979d60ac9198945c5a925b6a52569ba166b2a748b520b4b538b4b743353569924a51aea9a9b9b18194ddc55ad945a54945fa464a5a0949c5894129f929a9c9399979aa2540b005c2f276f3a31', 'hex'),
      decode('789c9b7c96e164d39ae4fcbc92d4bc12dd92ca82d4fd8905053999c9892599f979fa59c5f979d60ac9198945c5a925b6a52569ba166b2a748b520b4b538b4b743353569924a51aea9a9b1b19184ebca95aad9499a264a5a054949a166f68aea4a3a094989b5f9a57129f0c34bc1828636960500b00372329d93a31', 'hex')])[1 + g % 4],
       t + interval '1.2 milliseconds', t + interval '1.2 milliseconds'
FROM generate_series(1, 60) AS g
CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'UTC') - (60 - g) * interval '37 minutes' - (g % 7) * interval '3.3 seconds' AS t) AS x;
