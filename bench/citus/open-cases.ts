import { type Connection, connect } from '../../services/wallet/src/db/postgres/postgres-connection.ts'
import { layoutSql } from './layouts.ts'
import { migrate } from './migrate.ts'
import { startCitus } from './start-citus.ts'
import { startServer } from './start-server.ts'
import { runOnServer } from '../../services/wallet/world/postgres/postgres-template.ts'

/** A transfer between two rows of `balances`, each of which lies where the case says. */
export interface Case {
  readonly name: string
  readonly connection: Connection
  readonly from: string
  readonly to: string
  /** Also a posting, which stays on the coordinator: what a payment of the service is. */
  readonly withPosting: boolean
}

export interface Cases {
  /** Plain PostgreSQL is the first. */
  readonly all: readonly Case[]
  /** For a reader on the coordinator, which sees both workers. */
  readonly citusUrl: string
  close(): Promise<void>
}

/** Commits wait for the disk, as in production. `balances` is distributed, with 1,000 wallets. */
export async function openCases(): Promise<Cases> {
  const [plain, cluster] = await Promise.all([startServer({}), startCitus()])
  const citusUrl = await cluster.createDatabase('transfers')
  await migrate(plain.url)
  await migrate(citusUrl)
  for (const sql of layoutSql('wallets')) await runOnServer(citusUrl, sql)
  const fill = `INSERT INTO balances (wallet_id, available_msat) SELECT 'w' || n, 1000000000 FROM generate_series(1, 1000) AS n`
  for (const url of [plain.url, citusUrl]) await runOnServer(url, fill)
  const onPlain = await connect({ url: plain.url, name: 'plain' })
  const onCitus = await connect({ url: citusUrl, name: 'citus' })
  const placed = await onCitus.query<Place>(
    `SELECT w.wallet, p.shardid AS shard, p.nodeport AS node
     FROM (SELECT 'w' || n AS wallet, get_shard_id_for_distribution_column('balances', 'w' || n) AS shard
           FROM generate_series(1, 1000) AS n) AS w
     JOIN pg_dist_shard_placement p ON p.shardid = w.shard ORDER BY w.wallet`,
  )
  const [first] = placed.rows
  if (first === undefined) throw new Error('no wallets')
  const find = (fits: (place: Place) => boolean): string => {
    const found = placed.rows.find((place) => place.wallet !== first.wallet && fits(place))
    if (found === undefined) throw new Error('no wallet lies there')
    return found.wallet
  }
  const from = first.wallet
  const sameShard = find(({ shard }) => shard === first.shard)
  const sameWorker = find(({ shard, node }) => shard !== first.shard && node === first.node)
  const otherWorker = find(({ node }) => node !== first.node)
  const citus = { connection: onCitus, from }
  const base = { connection: onPlain, from, to: otherWorker }
  return {
    citusUrl,
    all: [
      { ...base, name: 'PostgreSQL', withPosting: false },
      { ...citus, name: 'Citus, one shard', to: sameShard, withPosting: false },
      { ...citus, name: 'Citus, two shards of one worker', to: sameWorker, withPosting: false },
      { ...citus, name: 'Citus, two workers', to: otherWorker, withPosting: false },
      { ...base, name: 'PostgreSQL, with a posting', withPosting: true },
      { ...citus, name: 'Citus, one shard, posting on the coordinator', to: sameShard, withPosting: true },
      { ...citus, name: 'Citus, two workers, posting on the coordinator', to: otherWorker, withPosting: true },
    ],
    async close() {
      await Promise.all([onPlain.end(), onCitus.end()])
      await Promise.all([plain.stop(), cluster.stop()])
    },
  }
}

interface Place {
  readonly wallet: string
  readonly shard: bigint
  readonly node: number
}
