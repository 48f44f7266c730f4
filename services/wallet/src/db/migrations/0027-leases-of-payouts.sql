-- Which session works on a payout until it is due: two processes do not ask its payee at once. NULL = none.
ALTER TABLE extension_intents ADD COLUMN leased_by TEXT;
