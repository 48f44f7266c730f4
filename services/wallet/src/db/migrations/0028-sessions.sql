-- Log-ins of browsers, which carry a cookie and no token; and where a browser goes after a provider's log-in.

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  -- Of the cookie: a copy of the database logs nobody in.
  digest TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  -- The user's at that time: what ends all access tokens ends the sessions, too.
  token_version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  -- To within five minutes.
  last_used_at BIGINT NOT NULL,
  -- When the user last proved who they are: by the log-in, or by a step-up since.
  proven_at BIGINT NOT NULL,
  -- Of the log-in: what the owner recognises it by.
  address TEXT NOT NULL,
  agent TEXT NOT NULL
){{strict}};
CREATE INDEX sessions_of_user ON sessions (user_id, last_used_at);
CREATE INDEX sessions_by_use ON sessions (last_used_at);

-- The page of the web app that a provider's log-in leads to, with a cookie; NULL = the start page, with a token.
ALTER TABLE oauth_states ADD COLUMN next_page TEXT;
