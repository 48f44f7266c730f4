-- How a wallet looks in lists: its icon, its colour, its place, and the currency that its balance is shown in.
-- Additive: older versions work with it.
ALTER TABLE wallets ADD COLUMN icon TEXT;
ALTER TABLE wallets ADD COLUMN color TEXT;
-- From 0; wallets without one follow, oldest first.
ALTER TABLE wallets ADD COLUMN position BIGINT;
ALTER TABLE wallets ADD COLUMN currency TEXT;
