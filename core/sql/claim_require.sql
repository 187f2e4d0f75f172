SELECT onceover.require_claim()
