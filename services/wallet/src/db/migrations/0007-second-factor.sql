-- Second factors: authenticator apps (TOTP), passkeys, recovery codes.

-- Which of them the account has, in the order in which they are offered: '', 'totp', 'passkey' or 'totp passkey'. Kept
-- by the commands that change them, so that a request that reads the user need not ask for them.
ALTER TABLE users ADD COLUMN second_factors TEXT NOT NULL DEFAULT '';

CREATE TABLE totp (
  user_id TEXT PRIMARY KEY,
  -- Under the key-encryption key.
  secret_sealed TEXT NOT NULL,
  -- When a first code proved that the app has the secret; null = it asks for nothing yet.
  active_at BIGINT,
  -- The newest 30-second step of which a code was accepted: it and those before are used up.
  last_step BIGINT NOT NULL DEFAULT 0,
  -- Wrong codes since the last right one, and until when the next is not looked at.
  wrong_codes BIGINT NOT NULL DEFAULT 0,
  wait_until BIGINT NOT NULL DEFAULT 0
){{strict}};

-- Those that are left; each has 80 random bits, so that its SHA-256 says nothing about it.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (user_id, digest)
){{strict}};

CREATE TABLE passkeys (
  seq {{id}},
  -- As the authenticator named it, base64url.
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- COSE, base64url.
  public_key TEXT NOT NULL,
  -- What the authenticator counted at the last use; 0 = it does not count.
  sign_count BIGINT NOT NULL,
  -- How a browser reaches the authenticator: 'internal hybrid'.
  transports TEXT NOT NULL,
  -- 1 = its owner's other devices may have it, too.
  backed_up BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT
){{strict}};
CREATE INDEX passkeys_of_user ON passkeys (user_id, seq);

-- A challenge is signed by us and needs no row until it is used, so that nobody fills this table by asking for them.
CREATE TABLE used_challenges (
  challenge TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
){{strict}};
CREATE INDEX used_challenges_by_age ON used_challenges (expires_at);
