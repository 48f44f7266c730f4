import { setTimeout as delay } from 'node:timers/promises'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { parseInvoice } from '@satchel/bolt11/read-invoice'
import { Rejection } from '@satchel/extension-sdk/rejection'
import { ServiceError } from '@satchel/http/service-error'
import { trimBlanks } from '@satchel/lnurl/trim-blanks'
import { msat } from '@satchel/money/units'
import { unixSeconds } from '../../../base/clock.ts'
import { limitsOf } from '../../../payments/limits/spend-limits.ts'
import { createInvoice } from '../../../payments/receiving/create-invoice.ts'
import { payInvoice } from '../../../payments/sending/pay-invoice.ts'
import type { Payment } from '../../../payments/states/payment.ts'
import { statusOf } from '../../../payments/states/payment-states.ts'
import { findPayment } from '../../../payments/states/payment-store.ts'
import { lease, type Place, putBack, type Queued } from '../../../throttle/leased-queue.ts'
import type { ExtensionDeps } from '../extension-deps.ts'
import { requireOtherWallet } from '../run/run-targets.ts'
import {
  beginIntent,
  chooseIntentInvoice,
  type HeldLease,
  type IntentEnd,
  resolveIntent,
} from '../stores/intent-commands.ts'
import { findIntent, findIntentByKey, PAYOUTS, type StoredIntent } from '../stores/intent-store.ts'

export interface IntentPayer {
  /** Attempts to pay a leased one. Never rejects. */
  pay(leased: Queued<StoredIntent>): Promise<void>
  /** Pays it now; returns its state after at most a sender's waiting time. */
  payNow(extId: string, key: string): Promise<StoredIntent>
}

/** How often this process polls whether another one has ended its attempt. */
const POLL_MS = 40
const MIN_DELAY_MS = 1000
const MAX_DELAY_MS = 60_000
const MOVE_EXPIRY_SECONDS = 3600

/**
 * Turns intents into payments. An intent's id is its payment's id and its invoice is fixed before it is paid, so
 * however often and by however many processes this runs, it pays once (rules A2, A20). The process that attempts it
 * leases it, so that its payee is asked once per attempt. An intent fails only if it has finally failed at the node, or
 * was rejected before funds were reserved. Of attempts that run at once, because a lease ended early, one transaction
 * decides: a payment needs an intent that has not ended, a rejection one that has no payment.
 */
export function createIntentPayer(deps: ExtensionDeps): IntentPayer {
  const { db } = deps
  return {
    pay: (leased) => attempt(deps, leased),
    async payNow(extId, key) {
      const intent = await findIntentByKey(db, extId, key)
      if (intent === undefined) throw new Error(`${extId} waits for an intent it has not made`)
      const { id, userId, dueAt } = intent
      if (dueAt === undefined) return intent
      const place = { table: PAYOUTS.table, key: id, dueAt }
      const [leased] = await lease(deps, PAYOUTS, [{ work: intent, account: userId, tries: 0, place }])
      if (leased !== undefined) await attempt(deps, leased)
      return untilAttempted(deps, intent)
    },
  }
}

/** Never rejects. */
async function attempt(deps: ExtensionDeps, { work: intent, place }: Queued<StoredIntent>): Promise<void> {
  const postpone = (state: 'reserved' | 'attempted') =>
    deps.db.transact(putBack, { place, by: deps.db.session, to: nextPoll(deps, intent), set: { state } })
  try {
    if (!(await attemptOnce(deps, intent, place))) await postpone('attempted')
  } catch (error) {
    const about = { intent: intent.id, extension: intent.extId, err: error }
    deps.log.warn(about, 'a payout could not be made; it is tried again')
    await postpone(intent.state === 'attempted' ? 'attempted' : 'reserved').catch((again: unknown) =>
      deps.log.error({ err: again }, 'a payout could not be postponed'),
    )
  }
}

/** Waits at most a sender's waiting time for the attempt of a lane, or of another process. */
async function untilAttempted({ db, payments }: ExtensionDeps, intent: StoredIntent): Promise<StoredIntent> {
  const deadline = performance.now() + payments.policy.payWaitMs
  for (;;) {
    const now = (await findIntent(db, intent.id)) ?? intent
    if (now.leasedBy === undefined || performance.now() > deadline) return now
    await delay(POLL_MS)
  }
}

/** True: its end is stored. */
async function attemptOnce(deps: ExtensionDeps, intent: StoredIntent, { dueAt }: Place): Promise<boolean> {
  const known = await findPayment(deps.db, intent.id)
  if (known !== undefined) return follow(deps, intent, known)
  try {
    const bolt11 = intent.bolt11 ?? (await chooseInvoice(deps, intent))
    return await follow(deps, intent, await pay(deps, intent, bolt11))
  } catch (error) {
    if (!isFinalRefusal(error)) throw error
    // Another attempt may have begun to pay this intent: then its payment exists.
    const begun = await findPayment(deps.db, intent.id)
    if (begun !== undefined) return follow(deps, intent, begun)
    const failed = { state: 'failed', feeMsat: null, failure: error.message } as const
    return conclude(deps, intent, failed, { dueAt, by: deps.db.session })
  }
}

/** A permanent rejection before funds were reserved; temporary ones are retried. */
const isFinalRefusal = (error: unknown): error is Error =>
  error instanceof InvoiceError ||
  error instanceof Rejection ||
  (error instanceof ServiceError && [400, 404, 422].includes(error.status))

async function pay(deps: ExtensionDeps, intent: StoredIntent, bolt11: string): Promise<Payment> {
  const { payments } = deps
  const spender = { walletId: intent.walletId, ownerId: intent.userId, token: undefined }
  return payInvoice(payments, {
    walletId: intent.walletId,
    bolt11,
    amountMsat: amountIfOpen(intent, bolt11),
    checkingId: intent.id,
    feeLimitMsat: intent.maxFeeMsat === undefined ? undefined : msat(intent.maxFeeMsat),
    extra: JSON.stringify({ ...attachedTo(intent), ...marksOf(intent), memo: intent.memo }),
    tag: intent.extId,
    limits: limitsOf(spender, payments.policy.daily, unixSeconds(deps.clock)),
    alongside: [beginIntent(intent.id)],
  })
}

const marksOf = ({ extId, itemId, purpose }: StoredIntent) => ({ tag: extId, item: itemId, purpose })

const attachedTo = ({ extra }: StoredIntent): object => (extra === undefined ? {} : (JSON.parse(extra) as object))

/** For an invoice without an amount: the intent's amount. */
const amountIfOpen = (intent: StoredIntent, bolt11: string) =>
  parseInvoice(bolt11).amountMsat === undefined ? msat(intent.amountMsat) : undefined

/** Fetches or makes the invoice and stores it: all processes pay the one that was stored first. */
async function chooseInvoice(deps: ExtensionDeps, intent: StoredIntent): Promise<string> {
  const { destination } = intent
  const own = 'walletId' in destination ? destination.walletId : await ownWalletOf(deps, intent, destination)
  const chosen =
    own === undefined && 'target' in destination
      ? { bolt11: await fetchFrom(deps, intent, destination.target), moved: undefined }
      : await makeOwn(deps, intent, own ?? '')
  if (await deps.db.transact(chooseIntentInvoice, { id: intent.id, ...chosen })) return chosen.bolt11
  const fixed = await findIntent(deps.db, intent.id)
  if (fixed?.bolt11 === undefined) throw new Error(`intent ${intent.id} has no invoice`)
  return fixed.bolt11
}

async function fetchFrom(deps: ExtensionDeps, intent: StoredIntent, target: string): Promise<string> {
  const bolt11 = await deps.fetchInvoice(target, intent.amountMsat, {
    accountId: intent.userId,
    comment: intent.memo,
    isPayout: true,
  })
  await requireOtherWallet(deps, bolt11, intent.walletId)
  return bolt11
}

/** A target may be the id of a wallet of the same account. */
async function ownWalletOf(
  { db }: ExtensionDeps,
  { userId }: StoredIntent,
  destination: StoredIntent['destination'],
): Promise<string | undefined> {
  if (!('target' in destination)) return undefined
  const sql = 'SELECT id FROM wallets WHERE id = $1 AND user_id = $2 AND closed_at IS NULL'
  return db.first(sql, [trimBlanks(destination.target).toLowerCase(), userId], (row: { id: string }) => row.id)
}

async function makeOwn(deps: ExtensionDeps, intent: StoredIntent, walletId: string) {
  const { extId, itemId } = intent
  const made = await createInvoice(deps.payments, {
    walletId,
    amountMsat: msat(intent.amountMsat),
    memo: intent.memo,
    expirySeconds: MOVE_EXPIRY_SECONDS,
    extra: JSON.stringify({ ...attachedTo(intent), ...marksOf(intent) }),
    tag: extId,
  })
  const { checkingId, paymentHash, bolt11, expiresAt } = made
  return { bolt11, moved: { checkingId, paymentHash, extId, itemId, walletId, expiresAt } }
}

/** Copies the payment's final state to the intent. False: it has none yet. */
async function follow(deps: ExtensionDeps, intent: StoredIntent, payment: Payment): Promise<boolean> {
  switch (statusOf(payment.state)) {
    case 'success':
      return conclude(deps, intent, { state: 'paid', feeMsat: payment.feeMsat, failure: null })
    case 'failed':
      return conclude(deps, intent, { state: 'failed', feeMsat: null, failure: payment.failure ?? 'It failed.' })
    case 'pending':
      return false
  }
}

/** False: only a rejection is not stored, because another attempt has the lease, or has begun to pay. */
async function conclude(
  deps: ExtensionDeps,
  { id, extId, userId }: StoredIntent,
  end: IntentEnd,
  rejectedUnder?: HeldLease,
): Promise<boolean> {
  const at = unixSeconds(deps.clock)
  const isStored = await deps.db.transact(resolveIntent, { id, extId, userId, ...end, at, rejectedUnder })
  return isStored || rejectedUnder === undefined
}

/** Backoff: the older the payout, the longer the delay. */
function nextPoll(deps: ExtensionDeps, { createdAt }: StoredIntent): number {
  const age = Math.max(0, deps.clock() - createdAt * 1000)
  return deps.clock() + Math.min(Math.max(MIN_DELAY_MS, Math.ceil(age / 4)), MAX_DELAY_MS)
}
