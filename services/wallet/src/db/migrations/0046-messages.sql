-- Messages to people: the key of Web Push, the browsers that asked for them, and what is to be sent.
ALTER TABLE user_preferences ADD COLUMN notify_min_sats BIGINT NOT NULL DEFAULT 0;
ALTER TABLE user_preferences ADD COLUMN notify_mail BIGINT NOT NULL DEFAULT 0;
ALTER TABLE user_preferences ADD COLUMN notify_operator BIGINT NOT NULL DEFAULT 0;

-- One pair for the installation (RFC 8292): browsers subscribe to it.
CREATE TABLE push_keys (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  public_key TEXT NOT NULL,
  private_sealed TEXT NOT NULL
){{strict}};

CREATE TABLE push_subscriptions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  -- Ends with the session that made it; NULL = by an access token.
  session_id TEXT,
  -- Of the endpoint: a browser has one subscription.
  digest TEXT NOT NULL UNIQUE,
  -- Endpoint and keys, as JSON: together they are the right to show messages there.
  sealed TEXT NOT NULL,
  locale TEXT NOT NULL,
  created_at BIGINT NOT NULL
){{strict}};
CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id);

CREATE TABLE messages (
  seq {{id-for-ever}},
  user_id TEXT NOT NULL,
  -- What it is about: a person gets one message of it on each way.
  about TEXT NOT NULL,
  -- `mail`, or the id of a push subscription.
  target TEXT NOT NULL,
  -- JSON: what the text is made of.
  content TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  -- Unix milliseconds; NULL = sent, or given up.
  due_at BIGINT,
  tries BIGINT NOT NULL DEFAULT 0,
  leased_by TEXT,
  UNIQUE (about, user_id, target)
){{strict}};
CREATE INDEX messages_due ON messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX messages_of_user ON messages (user_id);
CREATE INDEX messages_by_age ON messages (created_at);
