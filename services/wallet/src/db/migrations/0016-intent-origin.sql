-- A payout that a settlement started says which, so that whoever hears of the settlement next knows what is left of it.
ALTER TABLE extension_intents ADD COLUMN origin TEXT;
CREATE INDEX extension_intents_of_origin ON extension_intents (origin) WHERE origin IS NOT NULL;
-- Payouts of a wallet that are not final: what they will take is not free any more.
CREATE INDEX extension_intents_open ON extension_intents (wallet_id) WHERE due_at IS NOT NULL;
