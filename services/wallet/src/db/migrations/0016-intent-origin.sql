-- A payout that a settlement started says which, so that whoever hears of the settlement next knows what is left of it.
ALTER TABLE extension_intents ADD COLUMN origin TEXT;
CREATE INDEX extension_intents_of_origin ON extension_intents (origin) WHERE origin IS NOT NULL;
