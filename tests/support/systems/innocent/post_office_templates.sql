CREATE TABLE post_office_emailtemplate (
  id                  serial PRIMARY KEY,
  name                varchar(255) NOT NULL,
  description         text NOT NULL,
  subject             varchar(255) NOT NULL,
  content             text NOT NULL,
  html_content        text NOT NULL,
  created             timestamptz NOT NULL,
  last_updated        timestamptz NOT NULL,
  default_template_id integer REFERENCES post_office_emailtemplate (id) DEFERRABLE INITIALLY DEFERRED,
  language            varchar(12) NOT NULL,
  CONSTRAINT post_office_emailtemplate_name_language_default_uniq UNIQUE (name, language, default_template_id)
);
CREATE INDEX post_office_emailtemplate_default_template_id ON post_office_emailtemplate (default_template_id);
INSERT INTO post_office_emailtemplate (name, description, subject, content, html_content, created, last_updated, default_template_id, language)
SELECT (ARRAY['welcome', 'payment_failed', 'retry_scheduled', 'order_completed', 'invoice', 'password_reset', 'digest', 'goodbye'])[n], '', 'About {{ topic }}', 'Hello {{ user }}', '<p>Hello {{ user }}</p>',
       now() - interval '300 days', now() - n * interval '9 days', NULL, ''
FROM generate_series(1, 8) AS n ORDER BY n;
INSERT INTO post_office_emailtemplate (name, description, subject, content, html_content, created, last_updated, default_template_id, language)
SELECT t.name, '', 'About {{ topic }} (' || l || ')', 'Hello {{ user }}', '', t.created, t.last_updated + interval '1 hour', t.id, l
FROM post_office_emailtemplate t, unnest(ARRAY['de', 'fr', 'id']) AS l WHERE t.language = '';
