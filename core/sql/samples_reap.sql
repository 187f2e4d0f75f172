SELECT onceover.reap_samples($1::bigint)
