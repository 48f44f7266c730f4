-- What an operator decided about payments that were stuck, and the node's payments that he has accepted as his own.

CREATE TABLE resolutions (
  checking_id TEXT PRIMARY KEY,
  -- 'paid' or 'failed'.
  outcome TEXT NOT NULL CHECK (outcome IN ('paid', 'failed')),
  -- The state it was stuck in.
  state_before TEXT NOT NULL,
  -- What the node said then, in words.
  node_answer TEXT NOT NULL,
  -- 1 = the operator insisted, whatever the node said.
  forced BIGINT NOT NULL CHECK (forced IN (0, 1)),
  reason TEXT NOT NULL,
  -- The user's id.
  resolved_by TEXT NOT NULL,
  at BIGINT NOT NULL
){{strict}};

CREATE TABLE accepted_payments (
  payment_hash TEXT PRIMARY KEY,
  amount_msat BIGINT NOT NULL CHECK (amount_msat > 0),
  fee_msat BIGINT NOT NULL CHECK (fee_msat >= 0),
  reason TEXT NOT NULL,
  accepted_by TEXT NOT NULL,
  at BIGINT NOT NULL
){{strict}};
