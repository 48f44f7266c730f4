-- What extensions keep. `data` is a JSON object with the fields of the row's shape, as they lie at rest.
CREATE TABLE extension_rows (
  seq {{id-for-ever}},
  ext_id TEXT NOT NULL,
  -- 'items', or one of the extension's own tables.
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  data TEXT NOT NULL,
  version BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (ext_id, kind, id)
){{strict}};
CREATE INDEX extension_rows_of_wallet ON extension_rows (wallet_id, ext_id, kind, seq);
CREATE INDEX extension_rows_of_user ON extension_rows (user_id, ext_id, kind, seq);
CREATE INDEX extension_rows_of_kind ON extension_rows (ext_id, kind, seq);

-- Values that rows are found by. `scope` keeps what has to be unique apart: '' the whole installation, a wallet's id,
-- or the row's own id where it need not be unique.
CREATE TABLE extension_keys (
  ext_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  scope TEXT NOT NULL,
  row_id TEXT NOT NULL,
  PRIMARY KEY (ext_id, kind, field, value, scope)
){{strict}};
CREATE INDEX extension_keys_of_row ON extension_keys (ext_id, kind, row_id);

-- Names that runs must not hold at the same time.
CREATE TABLE extension_locks (
  ext_id TEXT NOT NULL,
  name TEXT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (ext_id, name)
){{strict}};

-- Invoices that extensions have made: what proves that a settlement is theirs.
CREATE TABLE extension_invoices (
  checking_id TEXT PRIMARY KEY,
  payment_hash TEXT NOT NULL UNIQUE,
  ext_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  -- 'own': the extension hears of its payment. 'moved': money moved between wallets, which nobody acts on.
  kind TEXT NOT NULL CHECK (kind IN ('own', 'moved')),
  data TEXT NOT NULL,
  expires_at BIGINT NOT NULL
){{strict}};
CREATE INDEX extension_invoices_of_item ON extension_invoices (ext_id, item_id, expires_at);
CREATE INDEX extension_invoices_of_wallet ON extension_invoices (wallet_id);

-- Money that has to leave for an extension. The id is that of the payment it becomes, so it becomes one at most.
CREATE TABLE extension_intents (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  ext_id TEXT NOT NULL,
  key TEXT NOT NULL,
  item_id TEXT NOT NULL,
  wallet_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  purpose TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reserved', 'attempted', 'paid', 'failed')),
  amount_msat BIGINT NOT NULL CHECK (amount_msat > 0),
  max_fee_msat BIGINT,
  -- JSON: an invoice, a Lightning address or LNURL, or a wallet.
  destination TEXT NOT NULL,
  -- Once this is known, nothing else is paid.
  bolt11 TEXT,
  memo TEXT NOT NULL DEFAULT '',
  data TEXT NOT NULL,
  fee_msat BIGINT,
  failure TEXT,
  due_at BIGINT,
  created_at BIGINT NOT NULL,
  resolved_at BIGINT,
  UNIQUE (ext_id, key)
){{strict}};
CREATE INDEX extension_intents_due ON extension_intents (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX extension_intents_of_item ON extension_intents (ext_id, item_id, seq);
CREATE INDEX extension_intents_of_wallet ON extension_intents (wallet_id);

-- What extensions have to be told, or have to do at a time. Done rows stay for a while: nothing is told twice.
CREATE TABLE extension_jobs (
  seq {{id-for-ever}},
  ext_id TEXT NOT NULL,
  -- 'settled', 'resolved', 'cron' or 'mail'.
  kind TEXT NOT NULL,
  -- A checking id, an intent's id, or the name and time of a job.
  reference TEXT NOT NULL,
  payload TEXT NOT NULL DEFAULT '',
  due_at BIGINT,
  tries BIGINT NOT NULL DEFAULT 0,
  error TEXT,
  done_at BIGINT,
  UNIQUE (ext_id, kind, reference)
){{strict}};
CREATE INDEX extension_jobs_due ON extension_jobs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX extension_jobs_done ON extension_jobs (done_at) WHERE done_at IS NOT NULL;

-- Messages to pages and devices, for as long as a reconnecting one may ask for them.
CREATE TABLE extension_pushes (
  id {{id-for-ever}},
  ext_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  body TEXT NOT NULL,
  at BIGINT NOT NULL
){{strict}};
CREATE INDEX extension_pushes_of_channel ON extension_pushes (ext_id, channel, id);
CREATE INDEX extension_pushes_by_age ON extension_pushes (at);
