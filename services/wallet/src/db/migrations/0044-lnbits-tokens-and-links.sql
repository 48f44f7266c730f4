-- What else comes from an LNbits: the secret of its tokens, and several short links to one target, because each is printed.

-- Under which it signed tokens of access lists, sealed; empty: not known.
ALTER TABLE lnbits_imports ADD COLUMN token_secret_sealed TEXT NOT NULL DEFAULT '';

CREATE TABLE short_links_with_copies (
  seq {{id-for-ever}},
  id TEXT NOT NULL UNIQUE,
  wallet_id TEXT NOT NULL,
  target TEXT NOT NULL,
  -- 0 for the link that a repeated request gets.
  copy BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  UNIQUE (wallet_id, target, copy)
){{strict}};
INSERT INTO short_links_with_copies (id, wallet_id, target, created_at)
  SELECT id, wallet_id, target, created_at FROM short_links ORDER BY seq;
DROP TABLE short_links;
ALTER TABLE short_links_with_copies RENAME TO short_links;
CREATE INDEX short_links_of_wallet ON short_links (wallet_id, seq);
