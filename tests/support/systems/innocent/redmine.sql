CREATE TABLE tokens (
    id serial PRIMARY KEY,
    user_id integer DEFAULT 0 NOT NULL,
    action varchar(30) DEFAULT '' NOT NULL,
    value varchar(40) DEFAULT '' NOT NULL,
    created_on timestamp without time zone NOT NULL,
    updated_on timestamp without time zone
);
CREATE UNIQUE INDEX tokens_value ON tokens (value);
CREATE INDEX index_tokens_on_user_id ON tokens (user_id);
CREATE TABLE issues (
    id serial PRIMARY KEY,
    tracker_id integer NOT NULL,
    project_id integer NOT NULL,
    subject varchar DEFAULT '' NOT NULL,
    description text,
    due_date date,
    category_id integer,
    status_id integer NOT NULL,
    assigned_to_id integer,
    priority_id integer NOT NULL,
    fixed_version_id integer,
    author_id integer NOT NULL,
    lock_version integer DEFAULT 0 NOT NULL,
    created_on timestamp without time zone,
    updated_on timestamp without time zone,
    start_date date,
    done_ratio integer DEFAULT 0 NOT NULL,
    estimated_hours double precision,
    parent_id integer,
    root_id integer,
    lft integer,
    rgt integer,
    is_private boolean DEFAULT false NOT NULL,
    closed_on timestamp without time zone
);
CREATE INDEX issues_project_id ON issues (project_id);
CREATE INDEX index_issues_on_status_id ON issues (status_id);
CREATE INDEX index_issues_on_assigned_to_id ON issues (assigned_to_id);
CREATE TABLE imports (
    id serial PRIMARY KEY,
    type varchar,
    user_id integer NOT NULL,
    filename varchar,
    settings text,
    total_items integer,
    finished boolean DEFAULT false NOT NULL,
    created_at timestamp without time zone NOT NULL,
    updated_at timestamp without time zone NOT NULL
);

INSERT INTO tokens (user_id, action, value, created_on, updated_on)
SELECT 1 + g % 20, (ARRAY['session','feeds','api','autologin','recovery'])[1 + g % 5], substr(encode(sha256(convert_to('tk' || g, 'UTF8')), 'hex'), 1, 40), t, CASE WHEN g % 5 = 1 THEN t + interval '3 hours' ELSE t END
FROM (SELECT g, (now() AT TIME ZONE 'utc') - g * interval '9 hours' AS t FROM generate_series(1, 60) AS g) s;
INSERT INTO issues (tracker_id, project_id, subject, description, status_id, assigned_to_id, priority_id, author_id, lock_version, created_on, updated_on, start_date, done_ratio, root_id, lft, rgt, closed_on)
SELECT 1 + g % 3, 1 + g % 4, 'Error when saving form ' || g, 'Steps to reproduce', 1 + g % 5, CASE WHEN g % 3 > 0 THEN 1 + g % 9 END, 2 + g % 3, 1 + g % 20, g % 6, t, t + (g % 40) * interval '5 hours', t::date, (g % 11) * 10, g, 1, 2,
       CASE WHEN g % 5 = 4 THEN t + (g % 40) * interval '5 hours' END
FROM (SELECT g, (now() AT TIME ZONE 'utc') - (101 - g) * interval '11 hours' - interval '9 days' AS t FROM generate_series(1, 100) AS g) s;
INSERT INTO imports (type, user_id, filename, settings, total_items, finished, created_at, updated_at)
SELECT (ARRAY['IssueImport','TimeEntryImport','UserImport'])[1 + g % 3], 1 + g % 6, md5('f' || g), '--- {}', 10 * g, g % 6 <> 0, t, t + interval '2 minutes'
FROM (SELECT g, (now() AT TIME ZONE 'utc') - g * interval '2 days' AS t FROM generate_series(1, 30) AS g) s;
