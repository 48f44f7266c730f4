-- Tokens for one wallet alone, which program asked for a list, and the codes of the consent page that become tokens.
ALTER TABLE acl_tokens ADD COLUMN wallet_id TEXT;
-- NULL: a person made the list by hand.
ALTER TABLE acls ADD COLUMN client_id TEXT;

CREATE TABLE oauth_codes (
  -- Of the code: a copy of the database can use none.
  digest TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  -- S256 (RFC 7636).
  code_challenge TEXT NOT NULL,
  -- What the person allowed: the words, divided by spaces.
  scope TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  budget_sats BIGINT,
  budget_period TEXT,
  -- How long the token works; NULL = until it is revoked.
  token_seconds BIGINT,
  expires_at BIGINT NOT NULL,
  used_at BIGINT,
  -- What it became. The row stays as long as the token: a second use revokes it.
  token_id TEXT
){{strict}};
CREATE INDEX oauth_codes_of_user ON oauth_codes (user_id);
