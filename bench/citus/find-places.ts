import type { Connection } from '../../services/wallet/src/db/postgres/postgres-connection.ts'

/** Wallets of `w1` to `w1000` by where their balances lie, seen from the first of them. */
export interface Places {
  readonly from: string
  readonly sameShard: string
  readonly sameWorker: string
  readonly otherWorker: string
  portOf(wallet: string): number | undefined
}

interface Place {
  readonly wallet: string
  readonly shard: bigint
  readonly node: number
}

export async function findPlaces(connection: Connection): Promise<Places> {
  const { rows } = await connection.query<Place>(
    `SELECT w.wallet, p.shardid AS shard, p.nodeport AS node
     FROM (SELECT 'w' || n AS wallet, get_shard_id_for_distribution_column('balances', 'w' || n) AS shard
           FROM generate_series(1, 1000) AS n) AS w
     JOIN pg_dist_shard_placement p ON p.shardid = w.shard ORDER BY w.wallet`,
  )
  const [first] = rows
  if (first === undefined) throw new Error('no wallets')
  const find = (fits: (place: Place) => boolean): string => {
    const found = rows.find((place) => place.wallet !== first.wallet && fits(place))
    if (found === undefined) throw new Error('no wallet lies there')
    return found.wallet
  }
  return {
    from: first.wallet,
    sameShard: find(({ shard }) => shard === first.shard),
    sameWorker: find(({ shard, node }) => shard !== first.shard && node === first.node),
    otherWorker: find(({ node }) => node !== first.node),
    portOf: (wallet) => rows.find((place) => place.wallet === wallet)?.node,
  }
}
