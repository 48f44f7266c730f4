import { migratePostgres } from '../../services/wallet/src/db/migrate.ts'
import { connect } from '../../services/wallet/src/db/postgres/postgres-connection.ts'
import { findPlaces } from './find-places.ts'
import { layoutSql } from './layouts.ts'
import { startCitus } from './start-citus.ts'
import { startServer } from './start-server.ts'
import { transfer, transferBatch } from './transfer.ts'
import { runOnServer, withClient } from '../../services/wallet/world/postgres/postgres-template.ts'

/** Something that is done on plain PostgreSQL and, in several ways, on Citus. */
export interface Case {
  readonly name: string
  /** The case on plain PostgreSQL that it is compared with; absent for those. */
  readonly beside?: string
  run(): Promise<void>
}

export interface Cases {
  readonly all: readonly Case[]
  /** By whether they are on Citus. */
  urlOf(name: string): string
  close(): Promise<void>
}

/** Commits wait for the disk, as in production. `balances` is distributed, with 1,000 wallets. */
export async function openCases(): Promise<Cases> {
  const [plain, cluster] = await Promise.all([startServer({}), startCitus()])
  const citusUrl = await cluster.createDatabase('transfers')
  for (const url of [plain.url, citusUrl]) await withClient(url, migratePostgres)
  for (const sql of layoutSql('wallets')) await runOnServer(citusUrl, sql)
  const fill = `INSERT INTO balances (wallet_id, available_msat) SELECT 'w' || n, 1000000000 FROM generate_series(1, 1000) AS n`
  for (const url of [plain.url, citusUrl]) await runOnServer(url, fill)
  const onPlain = await connect({ url: plain.url, name: 'plain' })
  const onCitus = await connect({ url: citusUrl, name: 'citus' })
  const { from, sameShard, sameWorker, otherWorker } = await findPlaces(onCitus)
  const onBoth = (posting: boolean, suffix: string): Case[] => {
    const beside = `PostgreSQL${suffix}`
    const onWallets = (where: string, to: string): Case => ({
      name: `Citus, ${where}${suffix}`,
      beside,
      run: () => transfer(onCitus, from, to, posting),
    })
    return [
      { name: beside, run: () => transfer(onPlain, from, otherWorker, posting) },
      onWallets('one shard', sameShard),
      onWallets('two shards of one worker', sameWorker),
      onWallets('two workers', otherWorker),
    ]
  }
  return {
    urlOf: (name) => (name.startsWith('Citus') ? citusUrl : plain.url),
    all: [
      ...onBoth(false, ''),
      ...onBoth(true, ', with a posting'),
      { name: 'PostgreSQL, fifty in one batch', run: () => transferBatch(onPlain) },
      {
        name: 'Citus, fifty in one batch',
        beside: 'PostgreSQL, fifty in one batch',
        run: () => transferBatch(onCitus),
      },
    ],
    async close() {
      await Promise.all([onPlain.end(), onCitus.end()])
      await Promise.all([plain.stop(), cluster.stop()])
    },
  }
}
