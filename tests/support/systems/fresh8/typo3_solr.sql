CREATE TABLE tx_solr_indexqueue_item (uid serial PRIMARY KEY, root integer NOT NULL DEFAULT 0, item_type
  varchar(255) NOT NULL DEFAULT '', item_uid integer NOT NULL DEFAULT 0, item_pid integer NOT NULL DEFAULT
  0, indexing_configuration varchar(255) NOT NULL DEFAULT '', has_indexing_properties smallint NOT NULL
  DEFAULT 0, indexing_priority integer NOT NULL DEFAULT 0, changed integer NOT NULL DEFAULT 0, indexed
  integer NOT NULL DEFAULT 0, errors text NOT NULL, pages_mountidentifier varchar(255) NOT NULL DEFAULT '');
CREATE INDEX tx_solr_changed ON tx_solr_indexqueue_item (changed);
INSERT INTO tx_solr_indexqueue_item (root, item_type, item_uid, item_pid, indexing_configuration, changed,
  indexed, errors) SELECT 1, (ARRAY['pages', 'tx_news_domain_model_news'])[1 + g % 2], g, 1 + g % 30,
  (ARRAY['pages', 'news'])[1 + g % 2], extract(epoch FROM c)::integer, CASE k WHEN 'new' THEN 0 WHEN 'lost'
  THEN extract(epoch FROM c)::integer - 86400 WHEN 'bad' THEN 0 ELSE extract(epoch FROM c)::integer + 300
  END, CASE WHEN k = 'bad' THEN 'HTTP 500' ELSE '' END FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN
  'new' WHEN g <= 9 THEN 'lost' WHEN g % 53 = 17 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 6
  THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '40 minutes' END AS c FROM generate_series(1, 620) g) s ORDER BY g DESC;
