-- What tells one attempt at the node from the next, and what the node said last; alarms can be acknowledged.

ALTER TABLE payments ADD COLUMN node_mark TEXT;
ALTER TABLE payments ADD COLUMN node_answer TEXT;
ALTER TABLE alarms ADD COLUMN acknowledged_at BIGINT;
ALTER TABLE alarms ADD COLUMN acknowledged_by TEXT;
