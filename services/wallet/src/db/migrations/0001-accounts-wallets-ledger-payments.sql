-- The first schema. Money is integer msat, times are Unix seconds, hashes and preimages lower-case hex.

CREATE TABLE users (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  username TEXT NOT NULL,
  -- Names are unique whatever their case.
  username_key TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL DEFAULT '',
  display_name TEXT NOT NULL DEFAULT '',
  password_hash TEXT,
  -- 'user', 'admin' or 'super-user'.
  role TEXT NOT NULL CHECK (role IN ('user', 'admin', 'super-user')),
  -- Raised to end all tokens given out before.
  token_version BIGINT NOT NULL DEFAULT 1,
  created_at BIGINT NOT NULL
){{strict}};

CREATE TABLE wallets (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- The keys under the key-encryption key, because their owner may read them again; empty once the wallet is closed.
  admin_key_sealed TEXT NOT NULL,
  invoice_key_sealed TEXT NOT NULL,
  -- Encrypted like the keys: signs the wallet's webhooks.
  webhook_secret TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  closed_at BIGINT
){{strict}};
CREATE INDEX wallets_of_user ON wallets (user_id, seq);

-- Finds a wallet by a key without knowing the key.
CREATE TABLE wallet_keys (
  digest TEXT PRIMARY KEY,
  wallet_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('admin', 'invoice')),
  UNIQUE (wallet_id, kind)
){{strict}};

-- What each wallet has, kept with every posting: the row that two payments at once have to agree on.
CREATE TABLE balances (
  wallet_id TEXT PRIMARY KEY,
  available_msat BIGINT NOT NULL DEFAULT 0 CHECK (available_msat BETWEEN 0 AND 9007199254740000),
  reserved_msat BIGINT NOT NULL DEFAULT 0 CHECK (reserved_msat BETWEEN 0 AND 9007199254740000)
){{strict}};

-- Append-only. An account is 'available:WALLET', 'reserved:WALLET', or one of the house's own.
CREATE TABLE postings (
  id {{id}},
  from_account TEXT NOT NULL,
  to_account TEXT NOT NULL,
  amount_msat BIGINT NOT NULL CHECK (amount_msat > 0),
  -- What the posting is for: 'reserve', 'send', 'release', 'receive', 'internal', 'surplus', 'loss', 'adjust'.
  kind TEXT NOT NULL,
  -- The payment, adjustment or receipt that it belongs to.
  reference TEXT NOT NULL,
  at BIGINT NOT NULL,
  CHECK (from_account <> to_account)
){{strict}};

CREATE TABLE adjustments (
  id TEXT PRIMARY KEY,
  wallet_id TEXT NOT NULL,
  amount_msat BIGINT NOT NULL,
  made_by TEXT NOT NULL,
  at BIGINT NOT NULL
){{strict}};

CREATE TABLE payments (
  seq {{id-for-ever}},
  checking_id TEXT NOT NULL UNIQUE,
  wallet_id TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  state TEXT NOT NULL,
  -- What the state amounts to. Indexes go by it, because the state changes more often.
  status TEXT NOT NULL CHECK (status IN ('pending', 'success', 'failed')),
  payment_hash TEXT NOT NULL,
  bolt11 TEXT NOT NULL,
  amount_msat BIGINT NOT NULL CHECK (amount_msat > 0),
  fee_msat BIGINT NOT NULL DEFAULT 0 CHECK (fee_msat >= 0),
  -- Outgoing: what is reserved on top of the amount, and the most the node may spend on fees.
  fee_limit_msat BIGINT NOT NULL DEFAULT 0 CHECK (fee_limit_msat >= 0),
  memo TEXT NOT NULL DEFAULT '',
  tag TEXT NOT NULL DEFAULT '',
  extra TEXT NOT NULL DEFAULT '{}',
  webhook TEXT,
  preimage TEXT,
  -- Incoming: '' = ordinary, 'ours' = hold with our preimage, 'theirs' = hold with the caller's.
  hold TEXT NOT NULL DEFAULT '' CHECK (hold IN ('', 'ours', 'theirs')),
  -- The other row of a payment between two wallets of this service.
  peer_id TEXT,
  attempt BIGINT NOT NULL DEFAULT 0,
  -- When somebody has to look after this row, Unix milliseconds; null = nobody.
  due_at BIGINT,
  looks BIGINT NOT NULL DEFAULT 0,
  -- Since when the node says it does not know the attempt, Unix seconds.
  missing_since BIGINT,
  -- What the node holds, or has received, for an invoice.
  received_msat BIGINT,
  -- Paid inside while the node could not say it closed the invoice: 1 until it has.
  close_owed BIGINT NOT NULL DEFAULT 0,
  -- Why it failed. Of outgoing rows: null as long as it has not, which is what keeps a second send away.
  failure TEXT CHECK (direction = 'in' OR (failure IS NULL) = (status <> 'failed')),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  finished_at BIGINT
){{strict}};
-- At most one outgoing payment of a hash that has not failed, in the whole service (money-safety A2).
CREATE UNIQUE INDEX payments_one_live_send ON payments (payment_hash) WHERE direction = 'out' AND failure IS NULL;
-- One invoice per hash (money-safety A44).
CREATE UNIQUE INDEX payments_one_invoice ON payments (payment_hash) WHERE direction = 'in';
-- The rest of the rows of a hash; every row stands in exactly one of the three.
CREATE INDEX payments_failed_sends ON payments (payment_hash, seq) WHERE direction = 'out' AND failure IS NOT NULL;
CREATE INDEX payments_of_wallet ON payments (wallet_id, seq);
-- One row in 64: enough to find where a time begins in a long list (payment-list-store.ts), at a 64th of the cost.
CREATE INDEX payments_time_marks ON payments (wallet_id, created_at) WHERE seq % 64 = 0;
CREATE INDEX payments_of_wallet_by_tag ON payments (wallet_id, tag, seq) WHERE tag <> '';
CREATE INDEX payments_of_wallet_by_direction ON payments (wallet_id, direction, seq);
CREATE INDEX payments_of_wallet_failed ON payments (wallet_id, seq) WHERE status = 'failed';
CREATE INDEX payments_of_wallet_pending ON payments (wallet_id, seq) WHERE status = 'pending';
CREATE INDEX payments_due ON payments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payments_in_flight ON payments (seq) WHERE direction = 'out' AND status = 'pending' AND peer_id IS NULL;

-- How many rows a wallet has, kept with every change: a list of a million rows says its total without counting.
CREATE TABLE payment_counts (
  wallet_id TEXT NOT NULL,
  direction TEXT NOT NULL,
  created BIGINT NOT NULL DEFAULT 0,
  success BIGINT NOT NULL DEFAULT 0,
  failed BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (wallet_id, direction)
){{strict}};

-- Succeeded payments by the hour: what history and the statistics add up. Satoshis as the lists show them.
CREATE TABLE payment_hours (
  wallet_id TEXT NOT NULL,
  hour BIGINT NOT NULL,
  tag TEXT NOT NULL,
  income_sat BIGINT NOT NULL,
  spending_sat BIGINT NOT NULL,
  payments BIGINT NOT NULL,
  PRIMARY KEY (wallet_id, hour, tag)
){{strict}};

-- Every receipt the node told of, once (money-safety A38).
CREATE TABLE receipts (
  receipt_id TEXT PRIMARY KEY,
  payment_hash TEXT NOT NULL,
  amount_msat BIGINT NOT NULL,
  at BIGINT NOT NULL
){{strict}};

CREATE TABLE events (
  id {{id}},
  kind TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  checking_id TEXT NOT NULL,
  at BIGINT NOT NULL
){{strict}};
CREATE INDEX events_of_wallet ON events (wallet_id, id);

-- Where followers and sweeps go on.
CREATE TABLE cursors (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
){{strict}};

-- Facts about the whole installation: a halt and why, the node's balance at the beginning.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
){{strict}};

CREATE TABLE alarms (
  id {{id}},
  kind TEXT NOT NULL,
  reference TEXT NOT NULL,
  detail TEXT NOT NULL,
  at BIGINT NOT NULL,
  UNIQUE (kind, reference)
){{strict}};

CREATE TABLE idempotency_keys (
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  -- The payment the first request made, or its whole answer.
  checking_id TEXT,
  answer TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (scope, key)
){{strict}};
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE deliveries (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  event_id BIGINT NOT NULL UNIQUE,
  wallet_id TEXT NOT NULL,
  checking_id TEXT NOT NULL,
  url TEXT NOT NULL,
  body TEXT NOT NULL,
  -- 'waiting', 'delivered', 'given-up' or 'refused' (the receiver said 410).
  state TEXT NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0,
  due_at BIGINT,
  last_status BIGINT,
  last_error TEXT,
  created_at BIGINT NOT NULL,
  delivered_at BIGINT
){{strict}};
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_of_wallet ON deliveries (wallet_id, seq);
