SELECT s.sequence, s.was, s.now FROM onceover.repair_sequences() s
