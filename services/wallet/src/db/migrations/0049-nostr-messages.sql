-- Messages by Nostr: to whom, and whether the person has proven to read there.
-- Additive: older versions work with it.
ALTER TABLE user_preferences ADD COLUMN notify_nostr BIGINT NOT NULL DEFAULT 0;

CREATE TABLE nostr_recipients (
  user_id TEXT PRIMARY KEY,
  -- As the person wrote it: an npub or a name such as alice@example.org.
  address TEXT NOT NULL,
  -- In hex.
  pubkey TEXT NOT NULL,
  -- JSON: where the person reads messages.
  relays TEXT NOT NULL,
  -- NULL = the code that was sent there has not come back yet.
  verified_at BIGINT
){{strict}};
