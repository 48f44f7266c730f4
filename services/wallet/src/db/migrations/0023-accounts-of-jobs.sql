-- Whose background work a job is: accounts take turns. '' = of before this was noted.
ALTER TABLE extension_jobs ADD COLUMN account_id TEXT NOT NULL DEFAULT '';
