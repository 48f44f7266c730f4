-- What somebody who may spend only so much has spent in a period, fees included: counted where the money is reserved.
CREATE TABLE spending (
  -- 'token:ID', 'wallet:ID' or 'user:ID'.
  scope TEXT NOT NULL,
  -- When the period began, Unix seconds.
  since BIGINT NOT NULL,
  spent_msat BIGINT NOT NULL CHECK (spent_msat >= 0),
  PRIMARY KEY (scope, since)
){{strict}};
CREATE INDEX spending_by_age ON spending (since);

-- Where an outgoing payment was counted, as JSON: what returns is taken off there again. Null = nowhere.
ALTER TABLE payments ADD COLUMN counted_in TEXT;
