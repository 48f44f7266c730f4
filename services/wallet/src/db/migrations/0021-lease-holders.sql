-- Who leased a row: the session of the process that works on it (Database.session). NULL = nobody works on it. A lease of
-- a session that has ended is free.

ALTER TABLE deliveries ADD COLUMN leased_by TEXT;

ALTER TABLE extension_jobs ADD COLUMN leased_by TEXT;
