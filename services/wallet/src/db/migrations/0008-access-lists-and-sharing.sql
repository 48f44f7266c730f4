-- Access lists with their tokens, and wallets shared with guests, who get keys of their own.

CREATE TABLE acls (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- A JSON array of `METHOD /path`.
  allowed_endpoints TEXT NOT NULL,
  created_at BIGINT NOT NULL
){{strict}};
CREATE INDEX acls_of_user ON acls (user_id, seq);

CREATE TABLE acl_tokens (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  acl_id TEXT NOT NULL,
  -- The token itself is shown once and kept nowhere.
  digest TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- What the token may spend in each period; both null = as much as its user.
  budget_sats BIGINT CHECK (budget_sats > 0),
  budget_period TEXT CHECK (budget_period IN ('day', 'week', 'month')),
  created_at BIGINT NOT NULL,
  -- Null = never.
  expires_at BIGINT,
  last_used_at BIGINT,
  CHECK ((budget_sats IS NULL) = (budget_period IS NULL))
){{strict}};
CREATE INDEX acl_tokens_of_acl ON acl_tokens (acl_id, seq);

CREATE TABLE wallet_shares (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  wallet_id TEXT NOT NULL,
  -- A user's id, or '@name' where nobody has that name and the owner is not to learn it.
  guest_id TEXT NOT NULL,
  -- As it was invited.
  username TEXT NOT NULL,
  -- One or more of 'view-payments', 'receive-payments' and 'send-payments', with spaces between them.
  permissions TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'accepted')),
  -- The guest's own keys, under the key-encryption key; empty until accepted.
  admin_key_sealed TEXT NOT NULL DEFAULT '',
  invoice_key_sealed TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  accepted_at BIGINT,
  UNIQUE (wallet_id, guest_id)
){{strict}};
CREATE INDEX wallet_shares_of_guest ON wallet_shares (guest_id, seq);

-- A key is one of the wallet's own two, or one of the two of a share.
CREATE TABLE wallet_keys_of_all (
  digest TEXT PRIMARY KEY,
  wallet_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('admin', 'invoice', 'guest-admin', 'guest-invoice')),
  -- '' for the wallet's own.
  share_id TEXT NOT NULL DEFAULT '',
  UNIQUE (wallet_id, share_id, kind),
  CHECK ((share_id = '') = (kind IN ('admin', 'invoice')))
){{strict}};
INSERT INTO wallet_keys_of_all (digest, wallet_id, kind) SELECT digest, wallet_id, kind FROM wallet_keys;
DROP TABLE wallet_keys;
ALTER TABLE wallet_keys_of_all RENAME TO wallet_keys;
