SELECT stopped, reason, changed_by, changed_at FROM onceover.control
