-- The tables that Citus distributes by wallet as they are: each unique key of theirs has the wallet in it. All other
-- tables stay on the coordinator.
SET citus.shard_count = 8;
SELECT create_distributed_table('balances', 'wallet_id', colocate_with => 'none');
SELECT create_distributed_table('payment_counts', 'wallet_id', colocate_with => 'balances');
SELECT create_distributed_table('payment_hours', 'wallet_id', colocate_with => 'balances');
SELECT create_distributed_table('payment_labels', 'wallet_id', colocate_with => 'balances');
SELECT create_distributed_table('imported_wallets', 'wallet_id', colocate_with => 'balances');

-- A wallet lies where its balance does: the service reads both in one query. Its number stays unique by its sequence.
ALTER TABLE wallets DROP CONSTRAINT wallets_pkey;
ALTER TABLE wallets ADD PRIMARY KEY (id, seq);
SELECT create_distributed_table('wallets', 'id', colocate_with => 'balances');

-- Asked together with the wallet, and looked up by other keys than the wallet: a copy on each server.
SELECT create_reference_table('users');
SELECT create_reference_table('wallet_keys');
