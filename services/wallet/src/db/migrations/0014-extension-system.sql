-- Which extensions are on this installation, and in which version. Built-ins have a row only when somebody changed them.
CREATE TABLE extension_instances (
  ext_id TEXT PRIMARY KEY,
  -- 0: removed by hand, and not installed again by itself. Built-ins are always there.
  present BIGINT NOT NULL CHECK (present IN (0, 1)),
  -- 0: switched off for everybody.
  available BIGINT NOT NULL CHECK (available IN (0, 1)),
  admin_only BIGINT NOT NULL CHECK (admin_only IN (0, 1)),
  -- Why it was switched off by itself, or ''.
  off_reason TEXT NOT NULL DEFAULT '',
  -- SHA-256 of the archive in use, and of the one before it; NULL = none.
  hash TEXT,
  previous_hash TEXT,
  installed_at BIGINT,
  -- The user's id, or 'environment'.
  installed_by TEXT,
  strikes BIGINT NOT NULL DEFAULT 0,
  -- What it costs an account here, in place of the publisher's price; NULL = the publisher's.
  enable_price_sat BIGINT CHECK (enable_price_sat > 0),
  enable_price_wallet TEXT,
  enable_price_text TEXT
){{strict}};

-- Every package that was ever installed: a version has one archive, for ever.
CREATE TABLE extension_packages (
  ext_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  version TEXT NOT NULL,
  -- Where it came from: 'official', 'local', the URL of a manifest, or organisation/repository.
  source TEXT NOT NULL,
  -- manifest.json of the archive, and the entry of the catalogue, as they were read.
  manifest TEXT NOT NULL,
  entry TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  installed_at BIGINT NOT NULL,
  PRIMARY KEY (ext_id, hash),
  UNIQUE (ext_id, version)
){{strict}};

-- Who uses what.
CREATE TABLE extension_accounts (
  user_id TEXT NOT NULL,
  ext_id TEXT NOT NULL,
  active BIGINT NOT NULL CHECK (active IN (0, 1)),
  installed_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, ext_id)
){{strict}};
CREATE INDEX extension_accounts_of_extension ON extension_accounts (ext_id, active);

-- What has to be paid, or was, to install an extension or to activate it.
CREATE TABLE extension_payments (
  payment_hash TEXT PRIMARY KEY,
  ext_id TEXT NOT NULL,
  -- 'install': once for the installation; 'enable': once for an account.
  kind TEXT NOT NULL CHECK (kind IN ('install', 'enable')),
  -- Who was asked; '' when that account is gone.
  user_id TEXT NOT NULL,
  -- Whom it is paid to: wallet URL and wallet id, or 'wallet:' and one of ours.
  payee TEXT NOT NULL,
  amount_sat BIGINT NOT NULL,
  description TEXT NOT NULL,
  payment_request TEXT NOT NULL,
  -- Where its payee tells whether it is paid; NULL = into a wallet of ours.
  verify_url TEXT,
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  -- The proof; NULL = not paid as far as we know.
  preimage TEXT,
  settled_at BIGINT
){{strict}};
CREATE INDEX extension_payments_asked ON extension_payments (ext_id, kind, user_id, created_at);
