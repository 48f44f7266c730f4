-- Extensions call webhooks, too: those deliveries belong to no payment event, and may carry headers of the owner's.
ALTER TABLE deliveries RENAME TO deliveries_before;
CREATE TABLE deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  event_id INTEGER UNIQUE,
  wallet_id TEXT NOT NULL,
  checking_id TEXT NOT NULL,
  url TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  last_status INTEGER,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  delivered_at INTEGER,
  headers TEXT
) STRICT;
INSERT INTO deliveries (seq, id, event_id, wallet_id, checking_id, url, body, state, attempts, due_at, last_status,
  last_error, created_at, delivered_at)
SELECT seq, id, event_id, wallet_id, checking_id, url, body, state, attempts, due_at, last_status, last_error,
  created_at, delivered_at FROM deliveries_before;
DROP TABLE deliveries_before;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_of_wallet ON deliveries (wallet_id, seq);
