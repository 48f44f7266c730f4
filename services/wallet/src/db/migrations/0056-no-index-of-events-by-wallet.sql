-- Drops an index that no query uses: each event wrote two of its pages.
-- Additive: older versions work with it.
DROP INDEX events_of_wallet;
