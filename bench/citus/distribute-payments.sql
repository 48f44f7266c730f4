-- After distribute-by-wallet.sql: payments and what belongs to them by wallet, too. FOR A TRIAL ONLY: Citus wants the
-- wallet in every unique key, so two wallets can then have the same payment hash or the same id, and rules A2, A5 and B8
-- are no longer kept by the database.
SET citus.shard_count = 8;

ALTER TABLE payments DROP CONSTRAINT payments_pkey;
ALTER TABLE payments ADD PRIMARY KEY (wallet_id, checking_id);
DROP INDEX payments_one_invoice;
CREATE UNIQUE INDEX payments_one_invoice ON payments (wallet_id, payment_hash) WHERE direction = 'in';
DROP INDEX payments_one_live_send;
CREATE UNIQUE INDEX payments_one_live_send ON payments (wallet_id, payment_hash, (peer_id IS NULL))
  WHERE direction = 'out' AND failure IS NULL;
-- What a command knows is the id alone: every shard is asked, and each finds it by this.
CREATE INDEX payments_by_id ON payments (checking_id);
SELECT create_distributed_table('payments', 'wallet_id', colocate_with => 'balances');

ALTER TABLE events DROP CONSTRAINT events_pkey;
ALTER TABLE events ADD PRIMARY KEY (wallet_id, id);
SELECT create_distributed_table('events', 'wallet_id', colocate_with => 'balances');

ALTER TABLE adjustments DROP CONSTRAINT adjustments_pkey;
ALTER TABLE adjustments ADD PRIMARY KEY (wallet_id, id);
SELECT create_distributed_table('adjustments', 'wallet_id', colocate_with => 'balances');

-- They are asked for with their payment, by its id alone. FOR A TRIAL ONLY: as large as the payments, on each server.
SELECT create_reference_table('payment_fiat');
SELECT create_reference_table('payment_notes');
SELECT create_reference_table('resolutions');
