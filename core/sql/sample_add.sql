SELECT onceover.add_sample($1::text, $2::timestamptz, $3::jsonb)
