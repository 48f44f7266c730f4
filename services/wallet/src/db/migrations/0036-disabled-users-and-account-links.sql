-- Accounts that are disabled, when their users last logged in, and links for one use that administrators hand out.
ALTER TABLE users ADD COLUMN disabled_at BIGINT;
ALTER TABLE users ADD COLUMN last_login_at BIGINT;

CREATE TABLE account_links (
  id TEXT PRIMARY KEY,
  -- Of the token in the link: a copy of the database can use none.
  digest TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('invitation', 'reset')),
  -- Whose password a reset is about; NULL for an invitation.
  user_id TEXT,
  -- For whom an invitation is, in the words of who made it.
  note TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
){{strict}};
CREATE INDEX account_links_of_user ON account_links (user_id);
CREATE INDEX account_links_by_expiry ON account_links (expires_at);
