import { ServiceError } from '@satchel/http/service-error'
import { commandTable, defineCommand } from './database.ts'

// Commands of the database contract: in a module of their own, because the SQLite writer loads them in its thread.

const setSetting = (name: string, value: string) => ({
  sql: 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  params: [name, value],
})

export const write = defineCommand('contract-write', async (tx, { name, value }: { name: string; value: string }) =>
  tx.run(setSetting(name, value)),
)

export const writeAndRefuse = defineCommand('contract-write-and-refuse', async (tx, { name }: { name: string }) => {
  await tx.run(setSetting(name, 'never seen'))
  throw new ServiceError('bad_request', 'refused after writing')
})

export const writeTwiceTheSame = defineCommand('contract-unique', async (tx, { name }: { name: string }) =>
  tx.run({ sql: 'INSERT INTO settings (name, value) VALUES ($1, $2)', params: [name, 'once'] }),
)

export const open = defineCommand('contract-open', async (tx, { wallet, amount }: { wallet: string; amount: bigint }) =>
  tx.run({ sql: 'INSERT INTO balances (wallet_id, available_msat) VALUES ($1, $2)', params: [wallet, amount] }),
)

/** One of A1's rules at the level of the database: check and change are one statement. */
export const take = defineCommand('contract-take', async (tx, { wallet, amount }: { wallet: string; amount: bigint }) =>
  tx.together([
    {
      sql: `UPDATE balances SET available_msat = available_msat - $2, reserved_msat = reserved_msat + $2
            WHERE wallet_id = $1 AND available_msat >= $2`,
      params: [wallet, amount],
      rows: 1,
      otherwise: () => new ServiceError('bad_request', 'insufficient'),
    },
    {
      sql: 'INSERT INTO postings (from_account, to_account, amount_msat, kind, reference, at) VALUES ($1, $2, $3, $4, $5, $6)',
      params: [`available:${wallet}`, `reserved:${wallet}`, amount, 'reserve', 'contract', 1],
      rows: 1,
    },
  ]),
)

export const overdraw = defineCommand('contract-overdraw', async (tx, { wallet }: { wallet: string }) =>
  tx.run({ sql: 'UPDATE balances SET available_msat = -1 WHERE wallet_id = $1', params: [wallet] }),
)

export const rewritePostings = defineCommand('contract-rewrite', async (tx, { how }: { how: 'update' | 'delete' }) =>
  tx.run({
    sql: how === 'update' ? 'UPDATE postings SET amount_msat = 1 WHERE id > $1' : 'DELETE FROM postings WHERE id > $1',
    params: [0],
  }),
)

export const commands = commandTable([
  write,
  writeAndRefuse,
  writeTwiceTheSame,
  open,
  take,
  overdraw,
  rewritePostings,
] as never)
