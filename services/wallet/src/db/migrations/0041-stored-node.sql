-- The Lightning node that a super user chose in the web app; it counts from the next start on (decision 0067).
CREATE TABLE stored_node (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  kind TEXT NOT NULL,
  -- As in funding_sources: its public key or account, '' if unknown.
  node_key TEXT NOT NULL,
  alias TEXT NOT NULL,
  -- The node before it, NULL if there is none, 'none' if it cannot be asked any more.
  former_kind TEXT,
  -- JSON: the variables of both, with their secrets.
  variables_sealed TEXT NOT NULL,
  stored_by TEXT NOT NULL,
  stored_at BIGINT NOT NULL
){{strict}};
