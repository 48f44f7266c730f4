-- How much of the price of an invoice is tax, and how much a tip: exact decimals in its currency, as text.
-- Additive: older versions work with it.
ALTER TABLE payment_fiat ADD COLUMN tax TEXT;
ALTER TABLE payment_fiat ADD COLUMN tip TEXT;
