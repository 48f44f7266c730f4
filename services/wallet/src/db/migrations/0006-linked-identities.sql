-- Ways in that others vouch for: an account at a provider, a Nostr key. And what makes each proof good for one use only.
CREATE TABLE identities (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  -- 'google', 'github', 'keycloak' or 'nostr'.
  provider TEXT NOT NULL,
  -- Whom the provider means, for ever: its subject, or the public key. Never an e-mail address, which changes hands.
  subject TEXT NOT NULL,
  -- What the owner recognises it by: the provider's name for them, or ''.
  label TEXT NOT NULL,
  -- The address that the provider calls verified, in lower case, or ''.
  verified_email TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT NOT NULL,
  UNIQUE (provider, subject)
){{strict}};
CREATE INDEX identities_of_user ON identities (user_id, seq);
CREATE INDEX identities_by_email ON identities (verified_email) WHERE verified_email <> '';

-- A log-in, or the linking of an account, that has been sent to a provider: used once, by any process.
CREATE TABLE oauth_states (
  -- Of the state: a copy of the database begins no log-in.
  digest TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  -- Who links; NULL = somebody logs in.
  user_id TEXT,
  -- The linker's token version at that time: a token that was ended meanwhile links nothing.
  token_version BIGINT,
  nonce TEXT NOT NULL,
  code_challenge TEXT NOT NULL,
  -- Encrypted; NULL = the client made the challenge and keeps the verifier.
  code_verifier_sealed TEXT,
  expires_at BIGINT NOT NULL
){{strict}};
CREATE INDEX oauth_states_by_end ON oauth_states (expires_at);

-- Nostr events that have been shown; kept until they are too old to be shown again.
CREATE TABLE used_nostr_events (
  id TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
){{strict}};
CREATE INDEX used_nostr_events_by_end ON used_nostr_events (expires_at);
