CREATE TABLE repos (repo_id serial PRIMARY KEY, repo_uid varchar(250) UNIQUE, repo_user_id integer,
  repo_namespace varchar(250), repo_name varchar(250), repo_slug varchar(250) UNIQUE, repo_clone_url
  varchar(2000), repo_active boolean, repo_private boolean, repo_visibility varchar(50), repo_branch
  varchar(250), repo_counter integer, repo_config varchar(500), repo_timeout integer, repo_trusted boolean,
  repo_protected boolean, repo_synced integer, repo_created integer, repo_updated integer, repo_version
  integer, repo_signer varchar(50), repo_secret varchar(50));
INSERT INTO repos (repo_uid, repo_user_id, repo_namespace, repo_name, repo_slug, repo_clone_url,
  repo_active, repo_private, repo_visibility, repo_branch, repo_counter, repo_config, repo_timeout,
  repo_trusted, repo_protected, repo_synced, repo_created, repo_updated, repo_version, repo_signer,
  repo_secret) SELECT g::text, 1 + g % 20, 'org' || g % 9, 'repo' || g, 'org' || g % 9 || '/repo' || g,
  'https://git.example/' || g, g % 3 = 0, g % 2 = 0, (ARRAY['public', 'private'])[1 + g % 2], 'main', g %
  300, '.drone.yml', 60, false, false, extract(epoch FROM c + interval '30 days')::integer, extract(epoch
  FROM c)::integer, extract(epoch FROM c + interval '9 days')::integer, 1 + g % 5, md5('rs' || g), md5('rt'
  || g) FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '60 minutes' AS c FROM
  generate_series(1, 260) g) s ORDER BY s.c;
