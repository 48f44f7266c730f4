-- What payments were worth in fiat, for bookkeeping, and the prices of the past. Decimals are exact, as text.

CREATE TABLE payment_fiat (
  checking_id TEXT NOT NULL,
  -- ISO 4217, upper case. One row per currency: the one the invoice was made out in, and the accounting currency.
  currency TEXT NOT NULL,
  -- The size of the payment in that currency, without a sign and without fees.
  amount TEXT NOT NULL,
  -- Units of the currency per 1 BTC.
  rate TEXT NOT NULL,
  -- 1: the invoice was made out in this currency, and the satoshis follow from it.
  asked BIGINT NOT NULL,
  PRIMARY KEY (checking_id, currency)
){{strict}};

-- The first price of each period, by the length of the period: fine ones are dropped with age, daily ones stay.
CREATE TABLE rate_history (
  -- Seconds: 60, 600 or 86400.
  period BIGINT NOT NULL,
  -- When the period began, Unix seconds.
  began_at BIGINT NOT NULL,
  currency TEXT NOT NULL,
  -- Units of the currency per 1 BTC.
  rate TEXT NOT NULL,
  -- When the price was made, Unix seconds.
  at BIGINT NOT NULL,
  PRIMARY KEY (period, began_at, currency)
){{strict}};
