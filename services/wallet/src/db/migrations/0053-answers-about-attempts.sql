-- What the node has ever answered about an attempt in flight. NULL: nothing. `known`: it had the attempt. `doubtful`: the node
-- has lost part of its history since, so that neither "not found" nor a failure ends the payment.
-- Additive: older versions work with it.
ALTER TABLE payments ADD COLUMN at_node TEXT;
