-- Failed log-ins and counted requests, which all processes share; short links.

-- Subjects are digests of a kind of log-in with an account, an address, or one at the other.
CREATE TABLE failed_tries (
  subject TEXT PRIMARY KEY,
  failures BIGINT NOT NULL,
  -- Of an account: how many addresses failed at it.
  addresses BIGINT NOT NULL,
  last_at BIGINT NOT NULL
){{strict}};
CREATE INDEX failed_tries_by_age ON failed_tries (last_at);

-- Addresses that logged in to an account: others' failures there do not delay them.
CREATE TABLE known_addresses (
  subject TEXT PRIMARY KEY,
  last_at BIGINT NOT NULL
){{strict}};
CREATE INDEX known_addresses_by_age ON known_addresses (last_at);

-- Requests of each client in its present window, as all processes counted them. Unix milliseconds.
CREATE TABLE request_counts (
  client TEXT PRIMARY KEY,
  requests BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
){{strict}};
CREATE INDEX request_counts_by_end ON request_counts (ends_at);

CREATE TABLE short_links (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  wallet_id TEXT NOT NULL,
  target TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (wallet_id, target)
){{strict}};
CREATE INDEX short_links_of_wallet ON short_links (wallet_id, seq);
