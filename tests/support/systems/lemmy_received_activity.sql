CREATE TABLE received_activity (
    ap_id        text NOT NULL,
    published_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (ap_id)
);
INSERT INTO received_activity (ap_id, published_at)
SELECT format('https://%s/activities/%s/%s', (ARRAY['lemmy.example','beehaw.example','feddit.example','kbin.example'])[1 + n % 4],
              (ARRAY['announce/like','announce/create','like','undo','update'])[1 + n % 5], md5('act' || n)::uuid),
       now() - make_interval(mins => n * 107)
FROM generate_series(1, 110) n;
