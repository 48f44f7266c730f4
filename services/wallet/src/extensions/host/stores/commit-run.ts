import { requireNotEnded, type ShownCredential } from '../../../access/shown-credential.ts'
import { type Change, defineCommand } from '../../../db/database.ts'
import { insertRow } from '../../../db/many-rows.ts'
import { changeRows, type RowChange } from './change-rows.ts'
import { type KeptAnswer, keepAnswer } from './kept-answer-store.ts'
import { type ReceiptShare, takeShare } from './receipt-shares.ts'
import { runConflict } from './run-signals.ts'
import { raiseSubscriptionVersion } from './subscription-version.ts'
import { watchSockets } from './watch-sockets.ts'

/** All changes of one run of a handler, applied at its end. Times are Unix seconds unless a name says otherwise. */
export interface RunCommit {
  readonly extId: string
  /** Credential of a run that grants access. */
  readonly shown: ShownCredential | undefined
  readonly at: number
  /** The job of this run, done by the first run that commits. */
  readonly job: number | undefined
  readonly locks: readonly { readonly name: string; readonly version: number }[]
  readonly rows: readonly RowChange[]
  readonly invoices: readonly NewExtensionInvoice[]
  readonly intents: readonly NewIntent[]
  /** The used share of the settlement that started the run; undefined = none. */
  readonly share: ReceiptShare | undefined
  readonly pushes: readonly { readonly channel: string; readonly body: string }[]
  readonly webhooks: readonly NewWebhook[]
  readonly jobs: readonly NewJob[]
  /** The answer to a request with an `Idempotency-Key`. */
  readonly kept: KeptAnswer | undefined
  /** The extension's relay subscriptions must be asked for again. */
  readonly subscriptionsChanged: boolean
}

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
  readonly maxFeeMsat: bigint
  readonly destination: string
  readonly bolt11: string | null
  readonly memo: string
  readonly data: string
  readonly extra: string | null
  /** The checking id of the settlement that started it; null = another trigger. */
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
  /** The account for fair scheduling: a user's id, or another name. */
  readonly account: string
  /** The extension of the job, if another than the run's. */
  readonly extId?: string
}

/** A job as a handler asks for it. */
export type RunJob = Omit<NewJob, 'account'> & {
  /** The row it is about, whose owner's work it is. */
  readonly about?: string
}

/** Commits one run atomically. */
export const commitExtensionRun = defineCommand({
  name: 'commit-extension-run',
  run: async (tx, run: RunCommit): Promise<void> => {
    if (run.shown !== undefined) await requireNotEnded(tx, run.shown)
    if (run.job !== undefined) await tx.run(finishJob(run.job, run.at))
    if (run.kept !== undefined) await tx.run(keepAnswer(run.kept))
    for (const lock of run.locks) await tx.run(raiseIfAsRead(run.extId, lock))
    await changeRows(tx, run)
    for (const invoice of run.invoices) await tx.run(insertInvoice(run.extId, invoice))
    if (run.share !== undefined) await takeShare(tx, run.share, runConflict)
    await tx.together(run.intents.map((intent) => insertIntent(run, intent)))
    for (const push of run.pushes) {
      const sql = 'INSERT INTO extension_pushes (ext_id, channel, body, at) VALUES ($1, $2, $3, $4)'
      await tx.run({ sql, params: [run.extId, push.channel, push.body, run.at], rows: 1 })
    }
    for (const webhook of run.webhooks) await tx.run(insertWebhook(webhook, run.at))
    for (const job of run.jobs) await tx.run(insertJob(job.extId ?? run.extId, job, run.at * 1000))
    if (run.rows.some(({ change, kind }) => change === 'remove' && kind === 'items')) {
      await tx.run(watchSockets(run.extId, run.at))
    }
    if (run.subscriptionsChanged) await tx.run(raiseSubscriptionVersion(run.extId))
  },
})

const finishJob = (seq: number, at: number): Change => ({
  sql: 'UPDATE extension_jobs SET done_at = $2, due_at = NULL, error = NULL WHERE seq = $1 AND done_at IS NULL',
  params: [seq, at],
  rows: 1,
  otherwise: runConflict,
})

const raiseIfAsRead = (extId: string, { name, version }: RunCommit['locks'][number]): Change => ({
  sql:
    version === 0
      ? `INSERT INTO extension_locks (ext_id, name, version) VALUES ($1, $2, $3 + 1) ON CONFLICT (ext_id, name) DO NOTHING`
      : 'UPDATE extension_locks SET version = version + 1 WHERE ext_id = $1 AND name = $2 AND version = $3',
  params: [extId, name, version],
  rows: 1,
  otherwise: runConflict,
})

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

/** If the key exists, the handler runs again and finds it. */
const insertIntent = ({ extId, at }: RunCommit, intent: NewIntent): Change => ({
  ...INSERT_INTENT,
  params: [
    extId,
    'reserved',
    at * 1000,
    at,
    intent.id,
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
    intent.extra,
    intent.origin,
  ],
  rows: 1,
  otherwise: runConflict,
})

const INSERT_INTENT = insertRow(
  'extension_intents',
  {
    ext_id: 'text',
    state: 'text',
    due_at: 'bigint',
    created_at: 'bigint',
    id: 'text',
    key: 'text',
    item_id: 'text',
    wallet_id: 'text',
    user_id: 'text',
    purpose: 'text',
    amount_msat: 'bigint',
    max_fee_msat: 'bigint',
    destination: 'text',
    bolt11: 'text',
    memo: 'text',
    data: 'text',
    extra: 'text',
    origin: 'text',
  },
  'ON CONFLICT (ext_id, key) DO NOTHING',
)

const insertWebhook = ({ id, walletId, url, body, headers }: NewWebhook, at: number): Change => ({
  sql: `INSERT INTO deliveries (id, event_id, wallet_id, checking_id, url, body, headers, state, created_at, due_at)
        VALUES ($1, NULL, $2, '', $3, $4, $5, 'waiting', $6, $7)`,
  params: [id, walletId, url, body, headers, at, at * 1000],
  rows: 1,
})

/** Does nothing if the job exists, done or not. */
export const insertJob = (extId: string, { kind, reference, payload, account }: NewJob, dueAt: number): Change => ({
  sql: `INSERT INTO extension_jobs (ext_id, kind, reference, payload, due_at, account_id) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (ext_id, kind, reference) DO NOTHING`,
  params: [extId, kind, reference, payload, dueAt, account],
})
