-- Push subscriptions that an access token made end with the tokens of its user.
-- Additive: older versions work with it.
ALTER TABLE push_subscriptions ADD COLUMN token_version BIGINT;
