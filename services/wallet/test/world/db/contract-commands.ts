import { badRequest, notFound } from '@satchel/http/service-error'
import { commandTable, defineCommand } from '../../../src/db/database.ts'

// Commands of the database contract: in a separate module, because the SQLite writer loads them in its thread.

const setSetting = (name: string, value: string) => ({
  sql: 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  params: [name, value],
})

export const write = defineCommand({
  name: 'contract-write',
  run: async (tx, { name, value }: { name: string; value: string }) => tx.run(setSetting(name, value)),
})

export const writeAndRefuse = defineCommand({
  name: 'contract-write-and-refuse',
  run: async (tx, { name }: { name: string }) => {
    await tx.run(setSetting(name, 'never seen'))
    throw badRequest('refused after writing')
  },
})

export const writeTwiceTheSame = defineCommand({
  name: 'contract-unique',
  run: async (tx, { name }: { name: string }) =>
    tx.run({ sql: 'INSERT INTO settings (name, value) VALUES ($1, $2)', params: [name, 'once'] }),
})

export const open = defineCommand({
  name: 'contract-open',
  run: async (tx, { wallet, amount }: { wallet: string; amount: bigint }) =>
    tx.run({ sql: 'INSERT INTO balances (wallet_id, available_msat) VALUES ($1, $2)', params: [wallet, amount] }),
})

/** Rule A1 at the level of the database: check and change are one statement. */
export const take = defineCommand({
  name: 'contract-take',
  canInterleave: () => true,
  run: async (tx, { wallet, amount }: { wallet: string; amount: bigint }) =>
    tx.together([
      {
        sql: `UPDATE balances SET available_msat = available_msat - $2, reserved_msat = reserved_msat + $2
              WHERE wallet_id = $1 AND available_msat >= $2`,
        params: [wallet, amount],
        keys: [wallet],
        rows: 1,
        otherwise: () => badRequest('insufficient'),
      },
      {
        sql: `INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at)
              VALUES ($1, $2, $3, 'reserve', $4, $5)`,
        params: [`available:${wallet}`, `reserved:${wallet}`, amount, 'contract', 1],
        keys: [],
        rows: 1,
      },
    ]),
})

/** Moves money from the first to the second wallet in two steps; returns whether it did. */
export const move = defineCommand({
  name: 'contract-move',
  canInterleave: () => true,
  run: async (tx, { from, to, amount }: { from: string; to: string; amount: bigint }) => {
    const taken = await tx.run({
      sql: 'UPDATE balances SET available_msat = available_msat - $2 WHERE wallet_id = $1 AND available_msat >= $2',
      params: [from, amount],
      keys: [from],
    })
    if (taken === 0) return false
    await tx.together([
      {
        sql: 'UPDATE balances SET available_msat = available_msat + $2 WHERE wallet_id = $1',
        params: [to, amount],
        keys: [to],
        rows: 1,
        otherwise: () => notFound('no such wallet'),
      },
      {
        sql: `INSERT INTO payment_counts (wallet_id, direction, created) VALUES ($1, $2, 1)
              ON CONFLICT (wallet_id, direction) DO UPDATE SET created = payment_counts.created + 1`,
        params: [to, 'in'],
        keys: [to],
        rows: 1,
      },
    ])
    return true
  },
})

/** The same in one step: the second part only with the first. */
export const moveIf = defineCommand({
  name: 'contract-move-if',
  canInterleave: () => true,
  run: (tx, { from, to, amount }: { from: string; to: string; amount: bigint }) =>
    tx.togetherIf(
      {
        sql: 'UPDATE balances SET reserved_msat = 1, available_msat = available_msat - $2 WHERE wallet_id = $1 AND available_msat >= $2 AND reserved_msat = 0',
        params: [from, amount],
        keys: [from],
      },
      [
        {
          sql: 'UPDATE balances SET available_msat = available_msat + $2 WHERE wallet_id = $1',
          params: [to, amount],
          keys: [to],
          rows: 1,
          otherwise: () => notFound('no such wallet'),
        },
      ],
    ),
})

/** Beside others, and the same name twice breaks the database's own rule. */
export const name = defineCommand({
  name: 'contract-name',
  canInterleave: () => true,
  run: async (tx, { name: chosen }: { name: string }) =>
    tx.run({ sql: 'INSERT INTO settings (name, value) VALUES ($1, $2)', params: [chosen, 'x'], keys: [], rows: 1 }),
})

export const overdraw = defineCommand({
  name: 'contract-overdraw',
  run: async (tx, { wallet }: { wallet: string }) =>
    tx.run({ sql: 'UPDATE balances SET available_msat = -1 WHERE wallet_id = $1', params: [wallet] }),
})

export const rewritePostings = defineCommand({
  name: 'contract-rewrite',
  run: async (tx, { how }: { how: 'update' | 'delete' }) =>
    tx.run({
      sql:
        how === 'update' ? 'UPDATE postings SET amount_msat = 1 WHERE id > $1' : 'DELETE FROM postings WHERE id > $1',
      params: [0],
    }),
})

export const EXPLAIN = 'EXPLAIN SELECT value FROM settings WHERE name = $1'

export interface Plan {
  readonly 'QUERY PLAN': string
}

/** The plan by which PostgreSQL finds the row of one key in an UPDATE. */
export const explain = defineCommand({
  name: 'contract-explain',
  run: async (tx, { name }: { name: string }) => tx.list(EXPLAIN, [name], (row: Plan) => row['QUERY PLAN']),
})

/** SQLite: limits the file to this many more pages, as on a disk that is nearly full. */
export const limitPages = defineCommand({
  name: 'contract-limit-pages',
  run: async (tx, { more }: { more: bigint }) => {
    const pages = await tx.first('PRAGMA page_count', [], (row: { page_count: bigint }) => row.page_count)
    const limit = (pages ?? 0n) + more
    await tx.first(`PRAGMA max_page_count = ${limit}`, [], (row) => row)
    return limit
  },
})

export const fillAll = defineCommand({
  name: 'contract-fill-all',
  run: async (tx, { names, value }: { names: readonly string[]; value: string }) => {
    for (const each of names) await tx.run(setSetting(each, value))
  },
})

export const commands = commandTable([
  explain,
  limitPages,
  fillAll,
  write,
  writeAndRefuse,
  writeTwiceTheSame,
  open,
  take,
  move,
  moveIf,
  name,
  overdraw,
  rewritePostings,
] as never)
