-- LNbits installations that were imported: each once.

CREATE TABLE lnbits_imports (
  -- Of the installation: its oldest account. The same before and after an update of LNbits.
  fingerprint TEXT PRIMARY KEY,
  -- Of what was in it.
  digest TEXT NOT NULL,
  -- What came and what did not, as JSON; no secret.
  report TEXT NOT NULL,
  at BIGINT NOT NULL
){{strict}};

-- Their wallets: what arrived for an invoice before `at` is in the books already, whenever the node reports it.
CREATE TABLE imported_wallets (
  wallet_id TEXT PRIMARY KEY,
  at BIGINT NOT NULL
){{strict}};
