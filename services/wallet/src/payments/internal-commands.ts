import { msat } from '@satchel/money/units'
import type { PendingCaps } from '../config.ts'
import { defineCommand } from '../db/database.ts'
import { appendEvents } from '../events/event-log.ts'
import { requireNotHalted } from '../ledger/halt.ts'
import { release, reserve, transfer } from '../ledger/ledger.ts'
import { claimKey, type IdempotencyClaim } from './idempotency.ts'
import type { Payment } from './payment.ts'
import { insertPayment, moveState, moveWith, type NewPayment, type Transition } from './payment-store.ts'
import { countCreated, countFinished, tallySuccess } from './payment-tallies.ts'
import { alreadyPaying, refusingASecondSend, requireRoom } from './send-commands.ts'
import { countSpending, type SpendLimit, uncountSpending } from './spend-limits.ts'

/** The two rows of a payment between wallets of this service. */
export interface Pair {
  readonly incoming: Pick<
    Payment,
    'checkingId' | 'walletId' | 'direction' | 'amountMsat' | 'tag' | 'createdAt' | 'expiresAt'
  >
  readonly outgoing: Pick<Payment, 'checkingId' | 'walletId' | 'amountMsat' | 'tag' | 'createdAt' | 'countedIn'>
}

export interface BeginInternal {
  readonly invoice: Pick<Payment, 'checkingId' | 'amountMsat'>
  readonly payment: NewPayment
  /** Only for what will wait for a settlement: so much may be under way (money-safety A24). */
  readonly caps: PendingCaps | undefined
  readonly claim: IdempotencyClaim | undefined
  readonly limits: readonly SpendLimit[]
  /** When somebody else may carry on, Unix milliseconds. */
  readonly dueAt: number
}

/**
 * The invoice's row decides between two payers (money-safety A5); the payer's money is set aside with it. False: the
 * idempotency key was used before.
 */
export const beginInternal = defineCommand(
  'begin-internal',
  async (tx, input: BeginInternal): Promise<boolean> => {
    const { invoice, payment, claim, dueAt } = input
    // With nothing else to ask before, it goes over with the changes, which it then undoes: one round trip.
    const notHalted = requireNotHalted(tx)
    if (claim !== undefined || input.caps !== undefined) await notHalted
    if (claim !== undefined && !(await claimKey(tx, { ...claim, checkingId: payment.checkingId }))) return false
    if (input.caps !== undefined) await requireRoom(tx, payment.walletId, input.caps)
    const begun = refusingASecondSend(() =>
      tx.together([
        {
          ...moveState({
            checkingId: invoice.checkingId,
            from: ['open'],
            to: 'closing',
            set: { peer_id: payment.checkingId, due_at: dueAt },
          }),
          otherwise: alreadyPaying,
        },
        insertPayment(payment),
        countCreated(payment),
        ...reserve({ reference: payment.checkingId, at: payment.createdAt }, payment.walletId, payment.amountMsat),
        ...countSpending(input.limits, payment.amountMsat),
      ]),
    )
    await Promise.all([notHalted, begun])
    return true
  },
  undefined,
  // With caps it counts first and decides by that.
  ({ caps }) => caps === undefined,
)

export interface SettleInternal extends Pair {
  readonly preimage: string | null
  readonly at: number
  /** The node could not say that it closed the invoice: asked again until it does. */
  readonly closeOwedUntil: number | undefined
}

/** Both sides at once, or neither (money-safety A4, B.9). False: somebody else concluded it. */
export const settleInternal = defineCommand(
  'settle-internal',
  async (tx, input: SettleInternal): Promise<boolean> => {
    const { incoming, outgoing, preimage, at } = input
    const transition = {
      checkingId: incoming.checkingId,
      from: ['closing', 'held', 'settling'],
      to: 'success',
      set: {
        finished_at: at,
        ...(preimage === null ? {} : { preimage }),
        due_at: input.closeOwedUntil ?? null,
        close_owed: input.closeOwedUntil === undefined ? 0 : 1,
      },
    } as const
    return moveWith(tx, transition, [
      moveState({
        checkingId: outgoing.checkingId,
        from: ['reserved', 'held'],
        to: 'success',
        set: { finished_at: at, preimage },
      }),
      ...transfer({ reference: outgoing.checkingId, at }, outgoing.walletId, incoming.walletId, incoming.amountMsat),
      countFinished({ walletId: outgoing.walletId, direction: 'out' }, 'success'),
      countFinished({ walletId: incoming.walletId, direction: 'in' }, 'success'),
      tallySuccess([incoming, { ...outgoing, direction: 'out' }]),
      appendEvents(at, [
        { kind: 'payment-sent', walletId: outgoing.walletId, checkingId: outgoing.checkingId },
        { kind: 'payment-received', walletId: incoming.walletId, checkingId: incoming.checkingId },
      ]),
    ])
  },
  undefined,
  () => true,
)

/** A hold invoice paid from inside: the money waits in the payer's reserve. */
export const holdInternal = defineCommand(
  'hold-internal',
  async (tx, { incoming, outgoing, at, dueAt }: Pair & { at: number; dueAt: number }): Promise<boolean> => {
    const { checkingId } = incoming
    return moveWith(tx, { checkingId, from: ['closing'], to: 'held', set: { due_at: dueAt } }, [
      moveState({ checkingId: outgoing.checkingId, from: ['reserved'], to: 'held' }),
      appendEvents(at, [{ kind: 'payment-held', walletId: incoming.walletId, checkingId: incoming.checkingId }]),
    ])
  },
)

export interface AbortInternal extends Pair {
  readonly at: number
  readonly reason: string
  /** `open`: paid from outside meanwhile, which the receipt will tell. `failed`: the hold was cancelled. */
  readonly invoiceBecomes: 'open' | 'failed'
}

/** The payer is exactly restored. */
export const abortInternal = defineCommand('abort-internal', async (tx, input: AbortInternal): Promise<boolean> => {
  const { incoming, outgoing, at, reason, invoiceBecomes } = input
  const cancelled = invoiceBecomes === 'failed'
  const transition: Transition = {
    checkingId: incoming.checkingId,
    from: cancelled ? ['held', 'cancelling'] : ['closing'],
    to: invoiceBecomes,
    set: cancelled
      ? // The node may hold an outside payment of it as well.
        { failure: reason, finished_at: at, due_at: at * 1000, close_owed: 1 }
      : { peer_id: null, due_at: (incoming.expiresAt + 1) * 1000 },
  }
  return moveWith(tx, transition, [
    moveState({
      checkingId: outgoing.checkingId,
      from: ['reserved', 'held'],
      to: 'failed',
      set: { failure: reason, finished_at: at },
    }),
    ...release({ reference: outgoing.checkingId, at }, outgoing.walletId, msat(outgoing.amountMsat)),
    ...uncountSpending(outgoing.countedIn, outgoing.amountMsat),
    countFinished({ walletId: outgoing.walletId, direction: 'out' }, 'failed'),
    ...(cancelled ? [countFinished({ walletId: incoming.walletId, direction: 'in' }, 'failed')] : []),
    appendEvents(at, [
      { kind: 'payment-failed', walletId: outgoing.walletId, checkingId: outgoing.checkingId },
      ...(cancelled
        ? [{ kind: 'invoice-cancelled' as const, walletId: incoming.walletId, checkingId: incoming.checkingId }]
        : []),
    ]),
  ])
})

/** The node has said at last that an invoice paid inside is closed there. */
export const closeIsDone = defineCommand('close-is-done', (tx, { checkingId }: { checkingId: string }) =>
  tx.run({
    sql: `UPDATE payments SET close_owed = 0, due_at = NULL WHERE checking_id = $1 AND close_owed = 1`,
    params: [checkingId],
  }),
)
