import type { Settled } from '@satchel/extension-sdk/context'
import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { isBlameful, SandboxEnded } from '@satchel/sandbox/sandbox-ended'
import type { Reader } from '../../../db/database.ts'
import { findPayment } from '../../../payments/states/payment-store.ts'
import { finishWork, putBack, type Queued } from '../../../throttle/leased-queue.ts'
import type { ExtensionDeps, Mail } from '../extension-deps.ts'
import { CLOCKS_DIFFER_SECONDS } from '../relays/relay-line.ts'
import type { EventJob } from '../relays/relay-subscriptions.ts'
import { toPaymentView } from '../run/payment-view.ts'
import type { RunExtension } from '../run/run-extension.ts'
import { findExtensionInvoice } from '../stores/extension-invoice-store.ts'
import { findIntent, toExtensionIntent } from '../stores/intent-store.ts'
import { doneAt, isSuperseded, type Job } from '../stores/job-store.ts'
import { findPassedOn } from '../stores/receipt-shares.ts'

/** Delays after the first failed run, the second, …; the last one repeats. */
const BACKOFF_MS = [1000, 30_000, 3_600_000]
/** A run that the sandbox has ended costs the most that a run may cost: it is repeated after minutes. */
const BACKOFF_OF_COSTLY_MS = [300_000, 3_600_000]
/** About a day. */
const MAX_MAIL_TRIES = 25

type LeasedJob = Queued<Job>

/**
 * Notifies extensions of events and runs their due jobs. A job's end is committed with its handler's changes, so that
 * it takes effect once, despite crashes and with any number of processes. A handler that fails is retried with backoff.
 * Never rejects.
 */
export const createRunJob =
  (deps: ExtensionDeps, run: RunExtension) =>
  async (job: LeasedJob): Promise<void> => {
    try {
      await perform(deps, run, job).catch((error: unknown) => putOff(deps, job, error))
    } catch (error) {
      deps.log.error({ job: job.place.key, err: error }, 'a job could not be done')
    }
  }

async function putOff({ db, clock, log }: ExtensionDeps, { work, place, tries }: LeasedJob, error: unknown) {
  const { kind, extId: extension } = work
  const set = { error: error instanceof Error ? error.message.slice(0, 500) : 'unknown' }
  if (kind === 'mail' && tries >= MAX_MAIL_TRIES) {
    log.error({ extension, err: error }, 'no mail server accepted a mail for a day; it is given up')
    return db.transact(putBack, { place, by: db.session, to: undefined, set: { ...set, ...doneAt(clock) } })
  }
  const delays = hasUsedTooMuch(error) ? BACKOFF_OF_COSTLY_MS : BACKOFF_MS
  const delay = delays[tries - 1] ?? delays.at(-1) ?? 0
  log.warn({ extension, kind, err: error }, 'an extension failed at a job; it is tried again')
  return db.transact(putBack, { place, by: db.session, to: clock() + delay, set })
}

const hasUsedTooMuch = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof SandboxEnded && isBlameful(error.cause.reason)

async function perform(deps: ExtensionDeps, run: RunExtension, { work: job, tries }: LeasedJob): Promise<void> {
  const isRetry = tries > 1
  if (job.kind === 'mail') return mail(deps, job)
  const extension = deps.findExtension(job.extId)
  if (job.kind === 'event') return tellEvent(deps, run, extension, job)
  // The job waits until the extension is available again (rule X2).
  if (extension === undefined) throw new Error('the extension is not there, or is switched off')
  switch (job.kind) {
    case 'settled':
      return tellSettled(deps, run, extension, job)
    case 'sent':
      return tellSent(deps, run, extension, job)
    case 'resolved':
      return tellResolved(deps, run, extension, job)
    case 'cron': {
      const [name = ''] = job.reference.split('@')
      const planned = extension.jobs?.[name]
      if (planned === undefined || (isRetry && (await isSuperseded(deps.db, job)))) return end(deps, job)
      return run(extension, { trigger: { by: 'host' }, job: job.seq }, (ctx) => planned.run(ctx))
    }
    case 'task':
      return doTask(run, extension, job, isRetry)
    default:
      throw new Error('events are published by the outbox')
  }
}

/** Runs a task that a handler has queued. An interrupted task runs again, with `isRetry` set. */
async function doTask(run: RunExtension, extension: AnyExtension, job: Job, isRetry: boolean): Promise<void> {
  const [name = ''] = job.reference.split('@')
  const task = extension.tasks?.[name]
  if (task === undefined) throw new Error('the extension has no such task')
  const key = job.reference.slice(name.length + 1)
  await run(extension, { trigger: { by: 'host' }, job: job.seq }, (ctx) => task({ key, isRetry }, ctx))
}

const end = async (deps: ExtensionDeps, { seq }: Job): Promise<void> => {
  await deps.db.transact(finishWork, { place: { table: 'extension_jobs', key: seq }, set: doneAt(deps.clock) })
}

async function tellSettled(deps: ExtensionDeps, run: RunExtension, extension: AnyExtension, job: Job): Promise<void> {
  const payment = await findPayment(deps.db, job.reference)
  const hook = extension.onPaymentSettled?.bind(extension)
  const owner = payment && (await findOwner(deps, payment.walletId))
  if (payment === undefined || hook === undefined || owner === undefined) return end(deps, job)
  const invoice = await findExtensionInvoice(deps.db, { checkingId: payment.checkingId })
  const isOwn = invoice?.extId === extension.manifest.id
  const wallet = { walletId: payment.walletId, userId: owner }
  const { checkingId } = payment
  const trigger = { by: 'settlement', ...wallet, msat: payment.amountMsat, checkingId } as const
  const forwardedMsat = Number(await findPassedOn(deps.db, checkingId))
  const isSelfPayment = await isPaidBySelf(deps.db, payment.paymentHash, owner)
  await run(extension, { trigger, job: job.seq }, (ctx, { wallets }) => {
    const settled: Settled = {
      seq: payment.seq,
      paymentHash: payment.paymentHash,
      paymentRequest: payment.bolt11,
      sat: Number(payment.amountMsat / 1000n),
      msat: Number(payment.amountMsat),
      forwardedMsat,
      isSelfPayment,
      preimage: payment.preimage ?? null,
      tag: invoice?.extId ?? null,
      wallet: wallets.handleOf(wallet),
      data: isOwn ? invoice.data : null,
      memo: payment.memo,
      at: payment.finishedAt ?? payment.createdAt,
      ...(isOwn && { itemId: invoice.itemId }),
    }
    return hook(settled, ctx)
  })
}

async function tellSent(deps: ExtensionDeps, run: RunExtension, extension: AnyExtension, job: Job): Promise<void> {
  const payment = await findPayment(deps.db, job.reference)
  const hook = extension.onPaymentSent?.bind(extension)
  const owner = payment && (await findOwner(deps, payment.walletId))
  if (payment === undefined || hook === undefined || owner === undefined) return end(deps, job)
  const wallet = { walletId: payment.walletId, userId: owner }
  await run(extension, { trigger: { by: 'host' }, job: job.seq }, (ctx, { wallets }) =>
    hook({ ...toPaymentView(payment), wallet: wallets.handleOf(wallet) }, ctx),
  )
}

const findOwner = ({ db }: ExtensionDeps, walletId: string): Promise<string | undefined> =>
  db.first('SELECT user_id FROM wallets WHERE id = $1', [walletId], (row: { user_id: string }) => row.user_id)

async function tellResolved(deps: ExtensionDeps, run: RunExtension, extension: AnyExtension, job: Job): Promise<void> {
  const intent = await findIntent(deps.db, job.reference)
  const hook = extension.onIntentResolved?.bind(extension)
  if (intent === undefined || hook === undefined) return end(deps, job)
  await run(extension, { trigger: { by: 'host' }, job: job.seq }, (ctx) => hook(toExtensionIntent(intent), ctx))
}

/** The sender gives up after some minutes; acting on its event later would only surprise it. */
const LATE_SECONDS = 300

async function tellEvent(
  deps: ExtensionDeps,
  run: RunExtension,
  extension: AnyExtension | undefined,
  job: Job,
): Promise<void> {
  const { event, tooMany } = JSON.parse(job.payload) as EventJob
  const age = deps.clock() / 1000 - event.created_at
  const listener = extension?.nostr
  const isLate = age > deps.nostrConfig.lookBackSeconds + CLOCKS_DIFFER_SECONDS + LATE_SECONDS
  if (extension === undefined || listener === undefined || isLate) return end(deps, job)
  await run(extension, { trigger: { by: 'relay' }, job: job.seq }, (ctx) =>
    listener.onEvent(event, ctx, { isRateLimited: tooMany }),
  )
}

/** Sent before the job ends: a mail may be sent twice, but is never lost. */
async function mail(deps: ExtensionDeps, job: Job): Promise<void> {
  await deps.sendMail?.(JSON.parse(job.payload) as Mail)
  await end(deps, job)
}

/** Whether a wallet of the receiving account has paid it: then no money has changed hands. */
const isPaidBySelf = async (reader: Reader, paymentHash: string, userId: string): Promise<boolean> =>
  (await reader.first(
    `SELECT 1 AS found FROM payments p JOIN wallets w ON w.id = p.wallet_id
     WHERE p.payment_hash = $1 AND p.direction = 'out' AND p.status <> 'failed' AND w.user_id = $2`,
    [paymentHash, userId],
    () => true,
  )) ?? false
