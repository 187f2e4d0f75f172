SELECT a.adoption, a.seq_was, a.seq_now FROM onceover.begin_adoption($1::timestamptz, $2::text, $3::text, $4::text, $5::text) a
