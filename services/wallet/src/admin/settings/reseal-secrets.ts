import { markOf } from '../../config/secrets.ts'
import { defineCommand, type SqlValue, type Tx } from '../../db/database.ts'
import { noteInAuditLog } from '../../events/audit-log.ts'
import { setKeyMark } from '../../wallets/key-mark-store.ts'
import { createKeyVault, type KeyVault } from '../../wallets/wallet-keys.ts'
import { SEALED, type SealedColumns } from './sealed-columns.ts'

export interface ResealSecrets {
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly at: number
}

const ROWS_AT_ONCE = 1000

/** Re-encrypts everything and records the key in one transaction. Returns the number of secrets. */
export const resealSecrets = defineCommand({
  name: 'reseal-secrets',
  invalidates: 'wallets',
  run: async (tx, { from, to, at }: ResealSecrets): Promise<number> => {
    const reseal = createReseal(createKeyVault(from), createKeyVault(to))
    for (const sealed of SEALED) await resealTable(tx, sealed, reseal[sealed.form])
    await resealAnswers(tx, reseal.some)
    const secrets = reseal.count()
    await tx.run(setKeyMark(markOf(to)))
    const actor = { id: 'environment', address: '' }
    await tx.run(noteInAuditLog({ actor, action: 'key-encryption-key-changed', subject: '', detail: { secrets }, at }))
    return secrets
  },
})

/** The new value of a column; undefined = unchanged. */
type Reseal = (value: string, place: string) => string | undefined

function createReseal(old: KeyVault, next: KeyVault) {
  let secrets = 0
  const seal = (text: string): string => {
    secrets += 1
    return next.seal(text)
  }
  const text: Reseal = (value, place) => {
    const opened = openWith(old, value)
    if (opened === undefined)
      throw new Error(`${place}: a secret does not open with the key in use; nothing was changed`)
    return seal(opened)
  }
  /** Encrypted values are not marked; a plain one fails to decrypt. */
  const json: Reseal = (value) => {
    const before = secrets
    const resealed = JSON.stringify(JSON.parse(value), (_name, part: unknown) => {
      const opened = typeof part === 'string' ? openWith(old, part) : undefined
      return opened === undefined ? part : seal(opened)
    })
    return secrets === before ? undefined : resealed
  }
  const some: Reseal = (value) => {
    const opened = openWith(old, value)
    return opened === undefined ? undefined : seal(opened)
  }
  return { text, json, some, count: () => secrets }
}

function openWith(vault: KeyVault, sealed: string): string | undefined {
  try {
    return vault.open(sealed)
  } catch {
    return undefined
  }
}

/**
 * Answers to requests with an `Idempotency-Key`: those of extensions are encrypted, because they may contain secrets
 * that are shown once.
 */
async function resealAnswers(tx: Tx, reseal: Reseal): Promise<void> {
  const answers = await tx.list(
    'SELECT scope, key, answer FROM idempotency_keys WHERE answer IS NOT NULL',
    [],
    (row: { scope: string; key: string; answer: string }) => row,
  )
  for (const { scope, key, answer } of answers) {
    const resealed = reseal(answer, 'idempotency_keys.answer')
    if (resealed === undefined) continue
    const sql = 'UPDATE idempotency_keys SET answer = $3 WHERE scope = $1 AND key = $2'
    await tx.run({ sql, params: [scope, key, resealed], rows: 1 })
  }
}

type Row = Readonly<Record<string, string | bigint | null>>

async function resealTable(tx: Tx, { table, id, start, columns }: SealedColumns, reseal: Reseal): Promise<void> {
  let after: SqlValue = start
  for (;;) {
    const rows: readonly Row[] = await tx.list(
      `SELECT ${[id, ...columns].join(', ')} FROM ${table} WHERE ${id} > $1 ORDER BY ${id} LIMIT ${ROWS_AT_ONCE}`,
      [after],
      (row: Row) => row,
    )
    for (const row of rows) {
      for (const column of columns) {
        const value = row[column]
        const resealed = value ? reseal(String(value), `${table}.${column}`) : undefined
        if (resealed === undefined) continue
        const sql = `UPDATE ${table} SET ${column} = $2 WHERE ${id} = $1`
        await tx.run({ sql, params: [row[id] ?? null, resealed], rows: 1 })
      }
    }
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)?.[id] ?? start
  }
}
