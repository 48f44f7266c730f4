-- How a user wants to see the web app, on every device. NULL = not chosen: the app decides.
CREATE TABLE user_preferences (
  user_id TEXT PRIMARY KEY,
  -- BCP 47.
  locale TEXT,
  currency TEXT,
  unit TEXT NOT NULL DEFAULT 'sat' CHECK (unit IN ('sat', 'fiat')),
  theme TEXT NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
  start_wallet_id TEXT,
  hide_balance BIGINT NOT NULL DEFAULT 0 CHECK (hide_balance IN (0, 1)),
  notify BIGINT NOT NULL DEFAULT 0 CHECK (notify IN (0, 1))
){{strict}};
