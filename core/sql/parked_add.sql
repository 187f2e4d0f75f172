SELECT onceover.relay_park($1::text, $2::uuid, $3::bigint, $4::bigint[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::text[],
  $11::bigint[], $12::bigint[], $13::text[])
