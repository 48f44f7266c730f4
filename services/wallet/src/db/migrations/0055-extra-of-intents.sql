-- What an extension attaches to a payout for its owner: JSON, beside the extension's own marks in the payment's `extra`.
-- Additive: older versions work with it.
ALTER TABLE extension_intents ADD COLUMN extra TEXT;
