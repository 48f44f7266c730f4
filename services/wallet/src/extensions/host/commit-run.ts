import { ServiceError } from '@satchel/http/service-error'
import { type Change, defineCommand, type Tx } from '../../db/database.ts'
import { HEARS, noteHearer } from './hearing-items.ts'
import { type KeptAnswer, keepAnswer } from './kept-answer-store.ts'
import { listenAnew } from './nostr/listen-anew.ts'
import { type ReceiptShare, takeShare } from './receipt-shares.ts'
import { watchSockets } from './socket-watch.ts'

/** Everything one run of a handler changes, kept back until its end. Times are Unix seconds unless a name says otherwise. */
export interface RunCommit {
  readonly extId: string
  readonly at: number
  /** The job that this run does: whoever commits it first has done it. */
  readonly job: number | undefined
  readonly locks: readonly { readonly name: string; readonly version: number }[]
  readonly rows: readonly RowChange[]
  readonly invoices: readonly NewExtensionInvoice[]
  readonly intents: readonly NewIntent[]
  /** Of the settlement that started the run; undefined = nothing. */
  readonly share: ReceiptShare | undefined
  readonly pushes: readonly { readonly channel: string; readonly body: string }[]
  readonly webhooks: readonly NewWebhook[]
  readonly jobs: readonly NewJob[]
  /** What the request was answered, where it came with an `Idempotency-Key`. */
  readonly kept: KeptAnswer | undefined
  /** What the extension listens to over relays has to be asked again. */
  readonly listensAnew: boolean
}

export interface RowKey {
  readonly field: string
  readonly value: string
  readonly scope: string
}

interface ChangedRow {
  readonly kind: string
  readonly id: string
  readonly data: string
  readonly keys: readonly RowKey[]
}

export type RowChange =
  | (ChangedRow & { readonly change: 'insert'; readonly walletId: string; readonly userId: string })
  /** `version`: the one that was read. `keysChanged`: only then are the keys written anew. */
  | (ChangedRow & { readonly change: 'update'; readonly version: number; readonly keysChanged: boolean })
  | { readonly change: 'remove'; readonly kind: string; readonly id: string; readonly version: number }
  /** Every row of the kind that belongs to this item. */
  | { readonly change: 'empty'; readonly kind: string; readonly id: string }
  /** Read and decided upon: it must still be so. */
  | { readonly change: 'touch'; readonly kind: string; readonly id: string; readonly version: number }

export interface NewExtensionInvoice {
  readonly checkingId: string
  readonly paymentHash: string
  readonly itemId: string
  readonly walletId: string
  readonly data: string
  readonly verifiable: boolean
  readonly expiresAt: number
}

export interface NewIntent {
  readonly id: string
  readonly key: string
  readonly itemId: string
  readonly walletId: string
  readonly userId: string
  readonly purpose: string
  readonly amountMsat: bigint
  readonly maxFeeMsat: bigint | null
  readonly destination: string
  readonly bolt11: string | null
  readonly memo: string
  readonly data: string
  /** The checking id of the settlement that started it; null = nothing that arrived did. */
  readonly origin: string | null
}

export interface NewWebhook {
  readonly id: string
  readonly walletId: string
  readonly url: string
  readonly body: string
  readonly headers: string | null
}

export interface NewJob {
  readonly kind: 'settled' | 'sent' | 'resolved' | 'cron' | 'mail' | 'nostr' | 'event' | 'task'
  readonly reference: string
  readonly payload: string
  /** Whose work it is: a user's id, or another name that takes its own turn. */
  readonly account: string
  /** Whose job it is, when it is not the extension's own. */
  readonly extId?: string
}

/** A job as a handler asks for it. */
export type RunJob = Omit<NewJob, 'account'> & {
  /** The row it is about, whose owner's work it is. */
  readonly about?: string
}

/** Somebody else was faster: the handler runs again. */
export const RUN_CONFLICT = 'run-conflict'
/** `run-taken KIND FIELD`: another row has the value. */
export const RUN_TAKEN = 'run-taken'

const conflict = (): ServiceError => new ServiceError('conflict', RUN_CONFLICT)

/** One unit of work, whole or not at all. */
export const commitExtensionRun = defineCommand('commit-extension-run', async (tx, run: RunCommit): Promise<void> => {
  if (run.job !== undefined) await tx.run(finishJob(run.job, run.at))
  if (run.kept !== undefined) await tx.run(keepAnswer(run.kept))
  for (const lock of run.locks) await tx.run(raiseLock(run.extId, lock))
  for (const row of run.rows) await changeRow(tx, run, row)
  for (const invoice of run.invoices) await tx.run(insertInvoice(run.extId, invoice))
  if (run.share !== undefined) await takeShare(tx, run.share, conflict)
  for (const intent of run.intents) await tx.run(insertIntent(run, intent))
  for (const push of run.pushes) {
    const sql = 'INSERT INTO extension_pushes (ext_id, channel, body, at) VALUES ($1, $2, $3, $4)'
    await tx.run({ sql, params: [run.extId, push.channel, push.body, run.at], rows: 1 })
  }
  for (const webhook of run.webhooks) await tx.run(insertWebhook(webhook, run.at))
  for (const job of run.jobs) await tx.run(insertJob(job.extId ?? run.extId, job, run.at * 1000))
  if (run.rows.some(({ change, kind }) => change === 'remove' && kind === 'items')) {
    await tx.run(watchSockets(run.extId, run.at))
  }
  if (run.listensAnew) await tx.run(listenAnew(run.extId))
})

const finishJob = (seq: number, at: number): Change => ({
  sql: 'UPDATE extension_jobs SET done_at = $2, due_at = NULL, error = NULL WHERE seq = $1 AND done_at IS NULL',
  params: [seq, at],
  rows: 1,
  otherwise: conflict,
})

const raiseLock = (extId: string, { name, version }: RunCommit['locks'][number]): Change => ({
  sql:
    version === 0
      ? `INSERT INTO extension_locks (ext_id, name, version) VALUES ($1, $2, $3 + 1) ON CONFLICT (ext_id, name) DO NOTHING`
      : 'UPDATE extension_locks SET version = version + 1 WHERE ext_id = $1 AND name = $2 AND version = $3',
  params: [extId, name, version],
  rows: 1,
  otherwise: conflict,
})

async function changeRow(tx: Tx, { extId, at }: RunCommit, row: RowChange): Promise<void> {
  const where = 'ext_id = $1 AND kind = $2 AND id = $3'
  const which = [extId, row.kind, row.id]
  switch (row.change) {
    case 'insert':
      await tx.run({
        sql: `INSERT INTO extension_rows (ext_id, kind, id, wallet_id, user_id, data, version, created_at, updated_at)
              VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $7) ON CONFLICT (ext_id, kind, id) DO NOTHING`,
        params: [...which, row.walletId, row.userId, row.data, at],
        rows: 1,
        otherwise: conflict,
      })
      return insertKeys(tx, extId, row)
    case 'update':
      await tx.run({
        sql: `UPDATE extension_rows SET data = $4, version = version + 1, updated_at = $5 WHERE ${where} AND version = $6`,
        params: [...which, row.data, at, row.version],
        rows: 1,
        otherwise: conflict,
      })
      if (!row.keysChanged) return
      await deleteFieldKeys(tx, extId, row)
      return insertKeys(tx, extId, row)
    case 'touch':
      await tx.run({
        sql: `UPDATE extension_rows SET version = version + 1 WHERE ${where} AND version = $4`,
        params: [...which, row.version],
        rows: 1,
        otherwise: conflict,
      })
      return
    case 'remove':
      await tx.run({
        sql: `DELETE FROM extension_rows WHERE ${where} AND version = $4`,
        params: [...which, row.version],
        rows: 1,
        otherwise: conflict,
      })
      await deleteKeys(tx, extId, row)
      return
    case 'empty':
      return emptyKind(tx, extId, row)
  }
}

/** Rows are found by their `item`, and their keys by the rows. */
async function emptyKind(tx: Tx, extId: string, { kind, id }: { kind: string; id: string }): Promise<void> {
  const rows = `SELECT row_id FROM extension_keys WHERE ext_id = $1 AND kind = $2 AND field = 'item' AND value = $3`
  const params = [extId, kind, id.toLowerCase()]
  await tx.run({ sql: `DELETE FROM extension_rows WHERE ext_id = $1 AND kind = $2 AND id IN (${rows})`, params })
  await tx.run({ sql: `DELETE FROM extension_keys WHERE ext_id = $1 AND kind = $2 AND row_id IN (${rows})`, params })
}

const deleteKeys = (tx: Tx, extId: string, { kind, id }: { kind: string; id: string }): Promise<number> =>
  tx.run({
    sql: 'DELETE FROM extension_keys WHERE ext_id = $1 AND kind = $2 AND row_id = $3',
    params: [extId, kind, id],
  })

/**
 * An item that has ever heard goes on hearing until it is gone: what arrived before it was switched off is told after.
 */
const deleteFieldKeys = (tx: Tx, extId: string, { kind, id }: { kind: string; id: string }): Promise<number> =>
  tx.run({
    sql: 'DELETE FROM extension_keys WHERE ext_id = $1 AND kind = $2 AND row_id = $3 AND field <> $4',
    params: [extId, kind, id, HEARS],
  })

async function insertKeys(tx: Tx, extId: string, { kind, id, keys }: ChangedRow): Promise<void> {
  for (const { field, value, scope } of keys) {
    if (field === HEARS) await tx.run(noteHearer(extId, { kind, id, value }))
    else
      await tx.run({
        sql: `INSERT INTO extension_keys (ext_id, kind, field, value, scope, row_id) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (ext_id, kind, field, value, scope) DO NOTHING`,
        params: [extId, kind, field, value, scope, id],
        rows: 1,
        otherwise: () => new ServiceError('conflict', `${RUN_TAKEN} ${kind} ${field}`),
      })
  }
}

const insertInvoice = (extId: string, invoice: NewExtensionInvoice): Change => ({
  sql: `INSERT INTO extension_invoices (checking_id, payment_hash, ext_id, item_id, wallet_id, kind, data, expires_at, verifiable)
        VALUES ($1, $2, $3, $4, $5, 'own', $6, $7, $8)`,
  params: [
    invoice.checkingId,
    invoice.paymentHash,
    extId,
    invoice.itemId,
    invoice.walletId,
    invoice.data,
    invoice.expiresAt,
    invoice.verifiable ? 1 : 0,
  ],
  rows: 1,
})

/** A key that is there already: the handler runs again and finds it. */
const insertIntent = ({ extId, at }: RunCommit, intent: NewIntent): Change => ({
  sql: `INSERT INTO extension_intents (id, ext_id, key, item_id, wallet_id, user_id, purpose, state, amount_msat,
          max_fee_msat, destination, bolt11, memo, data, due_at, created_at, origin)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'reserved', $8, $9, $10, $11, $12, $13, $14, $15, $16)
        ON CONFLICT (ext_id, key) DO NOTHING`,
  params: [
    intent.id,
    extId,
    intent.key,
    intent.itemId,
    intent.walletId,
    intent.userId,
    intent.purpose,
    intent.amountMsat,
    intent.maxFeeMsat,
    intent.destination,
    intent.bolt11,
    intent.memo,
    intent.data,
    at * 1000,
    at,
    intent.origin,
  ],
  rows: 1,
  otherwise: conflict,
})

const insertWebhook = ({ id, walletId, url, body, headers }: NewWebhook, at: number): Change => ({
  sql: `INSERT INTO deliveries (id, event_id, wallet_id, checking_id, url, body, headers, state, created_at, due_at)
        VALUES ($1, NULL, $2, '', $3, $4, $5, 'waiting', $6, $7)`,
  params: [id, walletId, url, body, headers, at, at * 1000],
  rows: 1,
})

/** A job that is there already, done or not, is not made again. */
export const insertJob = (extId: string, { kind, reference, payload, account }: NewJob, dueAt: number): Change => ({
  sql: `INSERT INTO extension_jobs (ext_id, kind, reference, payload, due_at, account_id) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (ext_id, kind, reference) DO NOTHING`,
  params: [extId, kind, reference, payload, dueAt, account],
})
