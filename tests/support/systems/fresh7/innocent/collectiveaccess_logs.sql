CREATE TABLE ca_search_log (search_id serial PRIMARY KEY, log_datetime integer NOT NULL, user_id integer,
  table_num smallint NOT NULL, search_expression varchar(1024) NOT NULL, num_hits integer NOT NULL, form_id
  integer, ip_addr varchar(39), details text NOT NULL, execution_time numeric(7, 3) NOT NULL, search_source
  varchar(40) NOT NULL);
CREATE TABLE ca_download_log (log_id serial PRIMARY KEY, log_datetime integer NOT NULL, user_id integer,
  ip_addr varchar(39), table_num smallint NOT NULL, row_id integer NOT NULL, representation_id integer,
  download_source varchar(40));
INSERT INTO ca_search_log (log_datetime, user_id, table_num, search_expression, num_hits, details,
  execution_time, search_source) SELECT extract(epoch FROM now() - g * interval '12 minutes')::bigint, 1 + g %
  9, 57, 'vase ' || g, g % 40, '', 0.12, 'Quicksearch' FROM generate_series(1, 220) g;
INSERT INTO ca_download_log (log_datetime, user_id, table_num, row_id, download_source) SELECT extract(epoch
  FROM now() - g * interval '3 hours')::bigint, 1 + g % 9, 57, g, 'providence' FROM generate_series(1, 120) g;
