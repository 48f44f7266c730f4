import { msat } from '@satchel/money/units'
import type { PendingCaps } from '../../config/payment-policy.ts'
import { type Change, defineCommand } from '../../db/database.ts'
import { appendEvent } from '../../events/event-log.ts'
import { requireNotHalted } from '../../ledger/halt.ts'
import { release, reserve, transfer, transferAtOnce } from '../../ledger/ledger.ts'
import { countSpending, type SpendLimit, uncountSpending } from '../limits/spend-limits.ts'
import { claimKey, type IdempotencyClaim } from '../states/idempotency.ts'
import { moveInvoice, moveInvoiceWith, moveSend } from '../states/move-payment.ts'
import type { Payment } from '../states/payment.ts'
import type { PaymentChanges } from '../states/payment-columns.ts'
import { insertPayment, type NewSend } from '../states/payment-store.ts'
import { countCreated, countFinished, tallySuccess } from '../states/payment-tallies.ts'
import { requireUsableWallet } from './require-usable-wallet.ts'
import { alreadyPaying, refusingASecondSend, requireRoom } from './send-commands.ts'

/** The two rows of a payment between wallets of this service. Both have the amount that the payer reserves. */
export interface Pair {
  readonly incoming: Pick<
    Payment,
    'checkingId' | 'walletId' | 'direction' | 'amountMsat' | 'anyAmount' | 'tag' | 'createdAt' | 'expiresAt'
  >
  readonly outgoing: Pick<Payment, 'checkingId' | 'walletId' | 'amountMsat' | 'tag' | 'createdAt' | 'countedIn'>
}

export interface BeginInternal {
  readonly invoice: Pick<Payment, 'checkingId'>
  readonly payment: NewSend
  /** Only for payments that will wait for a settlement: how many may be in flight (rule A24). */
  readonly caps: PendingCaps | undefined
  readonly claim: IdempotencyClaim | undefined
  readonly limits: readonly SpendLimit[]
  readonly alongside: readonly Change[]
  /** When another process may continue it, Unix milliseconds. */
  readonly dueAt: number
}

/**
 * Claims the invoice, whose row decides between two payers (rule A5), and reserves the payer's funds. False: the
 * idempotency key was used before.
 */
export const beginInternal = defineCommand({
  name: 'begin-internal',
  canInterleave: ({ caps }: BeginInternal) => caps === undefined,
  run: async (tx, input: BeginInternal): Promise<boolean> => {
    const { invoice, payment, claim, dueAt } = input
    // Unless another query comes first, the checks are sent together with the changes, which roll back if a check
    // fails: one round trip.
    const mayLeave = Promise.all([requireNotHalted(tx), requireUsableWallet(tx, payment.walletId)])
    if (claim !== undefined || input.caps !== undefined) await mayLeave
    if (claim !== undefined && !(await claimKey(tx, { ...claim, checkingId: payment.checkingId }))) return false
    if (input.caps !== undefined) await requireRoom(tx, payment.walletId, input.caps)
    const begun = refusingASecondSend(() =>
      tx.together([
        {
          ...moveInvoice('claim', {
            checkingId: invoice.checkingId,
            set: { peerId: payment.checkingId, dueAt },
          }),
          otherwise: alreadyPaying,
        },
        insertPayment(payment),
        countCreated(payment),
        ...reserve({ reference: payment.checkingId, at: payment.createdAt }, payment.walletId, payment.amountMsat),
        ...countSpending(input.limits, payment.amountMsat),
        ...input.alongside,
      ]),
    )
    await Promise.all([mayLeave, begun])
    return true
  },
})

export interface PayInsideAtOnce {
  readonly invoice: Omit<Pair['incoming'], 'expiresAt'>
  /** A success, with its preimage. */
  readonly payment: NewSend & { readonly tag: string; readonly finishedAt: number }
  readonly claim: IdempotencyClaim | undefined
  readonly limits: readonly SpendLimit[]
  readonly alongside: readonly Change[]
  /** When to ask the node again to close the invoice, because it has not confirmed it. */
  readonly closeOwedUntil: number | undefined
}

/**
 * The whole payment in one transaction: the invoice's row decides between two payers (rule A5), the payer's balance about
 * the money. False: the idempotency key was used before.
 */
export const payInsideAtOnce = defineCommand({
  name: 'pay-inside-at-once',
  canInterleave: ({ claim }: PayInsideAtOnce) => claim === undefined,
  run: async (tx, input: PayInsideAtOnce): Promise<boolean> => {
    const { invoice, payment, claim, closeOwedUntil } = input
    const { checkingId, walletId, amountMsat, preimage, finishedAt } = payment
    const mayLeave = Promise.all([requireNotHalted(tx), requireUsableWallet(tx, walletId)])
    if (claim !== undefined) await mayLeave
    if (claim !== undefined && !(await claimKey(tx, { ...claim, checkingId }))) return false
    const set = { peerId: checkingId, ...paidSet({ invoice, preimage, finishedAt, closeOwedUntil }) }
    const paid = refusingASecondSend(() =>
      tx.together([
        { ...moveInvoice('pay inside', { checkingId: invoice.checkingId, set }), otherwise: alreadyPaying },
        insertPayment(payment),
        countCreated(payment, 'success'),
        ...transferAtOnce({ reference: checkingId, at: finishedAt }, walletId, invoice.walletId, amountMsat),
        ...countSpending(input.limits, amountMsat),
        ...input.alongside,
        ...bothArePaid(invoice, payment, finishedAt),
      ]),
    )
    await Promise.all([mayLeave, paid])
    return true
  },
})

/** What changes on an invoice that is paid inside. */
const paidSet = ({ invoice, preimage, finishedAt, closeOwedUntil }: Paid): PaymentChanges => ({
  finishedAt,
  ...(preimage === undefined || preimage === null ? {} : { preimage }),
  dueAt: closeOwedUntil ?? null,
  closeOwed: closeOwedUntil !== undefined,
  // The amount that the payer chose.
  ...(invoice.anyAmount && { amountMsat: invoice.amountMsat }),
})

interface Paid extends Pick<PayInsideAtOnce, 'closeOwedUntil'> {
  readonly invoice: Pick<Payment, 'amountMsat' | 'anyAmount'>
  readonly preimage: string | null | undefined
  readonly finishedAt: number
}

/** Counts and events of both sides. The payer's row is counted when it is inserted. */
const bothArePaid = (
  invoice: Omit<Pair['incoming'], 'expiresAt'>,
  payment: Omit<Pair['outgoing'], 'countedIn'>,
  at: number,
): Change[] => [
  countFinished({ walletId: invoice.walletId, direction: 'in' }, 'success'),
  tallySuccess(invoice),
  tallySuccess({ ...payment, direction: 'out' }),
  appendEvent(at, { kind: 'payment-sent', walletId: payment.walletId, checkingId: payment.checkingId }),
  appendEvent(at, { kind: 'payment-received', walletId: invoice.walletId, checkingId: invoice.checkingId }),
]

export interface SettleInternal extends Pair {
  readonly preimage: string | null
  readonly at: number
  /** When to ask the node again to close the invoice, because it has not confirmed it. */
  readonly closeOwedUntil: number | undefined
}

/** Both sides in one transaction, or neither (rules A4, B9). False: another process concluded it. */
export const settleInternal = defineCommand({
  name: 'settle-internal',
  canInterleave: () => true,
  run: async (tx, input: SettleInternal): Promise<boolean> => {
    const { incoming, outgoing, preimage, at } = input
    const set = paidSet({ invoice: incoming, preimage, finishedAt: at, closeOwedUntil: input.closeOwedUntil })
    return moveInvoiceWith(tx, 'settle inside', { checkingId: incoming.checkingId, set }, [
      moveSend('settle inside', { checkingId: outgoing.checkingId, set: { finishedAt: at, preimage } }),
      ...transfer({ reference: outgoing.checkingId, at }, outgoing.walletId, incoming.walletId, incoming.amountMsat),
      countFinished({ walletId: outgoing.walletId, direction: 'out' }, 'success'),
      ...bothArePaid(incoming, outgoing, at),
    ])
  },
})

/** Holds an internal payment of a hold invoice: the funds stay in the payer's reserve. */
export const holdInternal = defineCommand({
  name: 'hold-internal',
  run: async (tx, { incoming, outgoing, at, dueAt }: Pair & { at: number; dueAt: number }): Promise<boolean> => {
    const { checkingId } = incoming
    return moveInvoiceWith(tx, 'hold inside', { checkingId, set: { dueAt } }, [
      moveSend('hold inside', { checkingId: outgoing.checkingId }),
      appendEvent(at, { kind: 'payment-held', walletId: incoming.walletId, checkingId: incoming.checkingId }),
    ])
  },
})

export interface AbortInternal extends Pair {
  readonly at: number
  readonly reason: string
  /** `open`: paid from outside meanwhile; the receipt will show it. `failed`: the hold was cancelled. */
  readonly invoiceBecomes: 'open' | 'failed'
}

/** Returns the payer's whole reserve. */
export const abortInternal = defineCommand({
  name: 'abort-internal',
  run: async (tx, input: AbortInternal): Promise<boolean> => {
    const { incoming, outgoing, at, reason, invoiceBecomes } = input
    const cancelled = invoiceBecomes === 'failed'
    const set: PaymentChanges = cancelled
      ? // The node may hold an outside payment of it as well.
        { failure: reason, finishedAt: at, dueAt: at * 1000, closeOwed: true }
      : { peerId: null, dueAt: (incoming.expiresAt + 1) * 1000 }
    return moveInvoiceWith(tx, cancelled ? 'cancel inside' : 'unclaim', { checkingId: incoming.checkingId, set }, [
      moveSend('abort inside', { checkingId: outgoing.checkingId, set: { failure: reason, finishedAt: at } }),
      ...release({ reference: outgoing.checkingId, at }, outgoing.walletId, msat(outgoing.amountMsat)),
      ...uncountSpending(outgoing.countedIn, outgoing.amountMsat),
      countFinished({ walletId: outgoing.walletId, direction: 'out' }, 'failed'),
      appendEvent(at, { kind: 'payment-failed', walletId: outgoing.walletId, checkingId: outgoing.checkingId }),
      ...(cancelled ? invoiceCancelled(incoming, at) : []),
    ])
  },
})

/** Records that the node has closed an invoice that was paid internally. */
export const closeIsDone = defineCommand({
  name: 'close-is-done',
  run: (tx, { checkingId }: { checkingId: string }) =>
    tx.run({
      sql: `UPDATE payments SET close_owed = 0, due_at = NULL WHERE checking_id = $1 AND close_owed = 1`,
      params: [checkingId],
    }),
})

const invoiceCancelled = ({ walletId, checkingId }: Pair['incoming'], at: number): Change[] => [
  countFinished({ walletId, direction: 'in' }, 'failed'),
  appendEvent(at, { kind: 'invoice-cancelled', walletId, checkingId }),
]
