-- One row per writing connection: the id of its last batch, written in the batch's own transaction. After a lost COMMIT
-- it says whether that batch is stored (decision 0030).

CREATE TABLE commit_marks (
  lane TEXT PRIMARY KEY,
  batch TEXT NOT NULL,
  at BIGINT NOT NULL
) WITH (fillfactor = 50);
