-- A transaction that writes to one worker and to a table that Citus does not know is committed on the worker first, and
-- then on the coordinator: a crash between leaves the one without the other. Of tables that it knows it prepares both.
SELECT citus_add_local_table_to_metadata(c.oid::regclass)
FROM pg_class c
WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT 1 FROM pg_dist_partition p WHERE p.logicalrelid = c.oid);
