-- The nodes that payments of this service are with. 1 = the first, which has all payments from before this table.
CREATE TABLE funding_sources (
  id BIGINT PRIMARY KEY,
  kind TEXT NOT NULL,
  -- '' where others own the node.
  node_key TEXT NOT NULL,
  first_used_at BIGINT NOT NULL,
  UNIQUE (kind, node_key)
){{strict}};
ALTER TABLE payments ADD COLUMN source_id BIGINT NOT NULL DEFAULT 1;
