SELECT onceover.wait_of_plan($1::bigint)
