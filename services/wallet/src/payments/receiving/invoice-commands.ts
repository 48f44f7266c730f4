import { badRequest, notFound, type ServiceError } from '@satchel/http/service-error'
import type { Receipt } from '@satchel/lightning/port/funding-source'
import { msat } from '@satchel/money/units'
import type { HoldLimits } from '../../config/payment-policy.ts'
import { defineCommand, type Tx } from '../../db/database.ts'
import { refusingDuplicates } from '../../db/unique-violation.ts'
import { appendEvent } from '../../events/event-log.ts'
import { findComparisonDue, haltPayments, raiseAlarm } from '../../ledger/halt.ts'
import { bookChannelCost, bookSurplus, credit, roomIn } from '../../ledger/ledger.ts'
import { type FiatValue, insertFiatValues } from '../../rates/fiat-value-store.ts'
import { isWalletOpen } from '../../wallets/wallet-store.ts'
import { requireRoomForHold } from '../limits/hold-limits.ts'
import { claimKey, type IdempotencyClaim } from '../states/idempotency.ts'
import { isHashKnown } from '../states/is-hash-known.ts'
import { moveInvoice, tryMoveInvoice } from '../states/move-payment.ts'
import { IS_IMPORTED_RECEIPT } from '../states/past-payment.ts'
import type { Invoice } from '../states/payment.ts'
import { findInvoice, insertPayment, type NewInvoice } from '../states/payment-store.ts'
import { countCreated, countFinished, countRevived, tallySuccess } from '../states/payment-tallies.ts'

export interface StoreInvoice {
  readonly payment: NewInvoice
  readonly claim: IdempotencyClaim | undefined
  /** The fiat price, if the invoice was not priced in satoshis. */
  readonly fiat?: FiatValue | undefined
  /** For a hold invoice: how many the account may have, and how many payments may be held. */
  readonly limits?: HoldLimits | undefined
}

/**
 * Stores the invoice, which may then be shown. False: the idempotency key was used before. The wallet may have been
 * closed while the node made the invoice. Closing never interleaves with this command, so the check still holds at the
 * commit.
 */
export const storeInvoice = defineCommand({
  name: 'store-invoice',
  canInterleave: ({ payment, limits }: StoreInvoice) => payment.hold !== 'theirs' && limits === undefined,
  run: async (tx, input: StoreInvoice): Promise<boolean> => {
    const { payment, claim, fiat, limits } = input
    if (claim !== undefined && !(await claimKey(tx, { ...claim, checkingId: payment.checkingId }))) return false
    if (payment.hold === 'theirs' && (await isHashKnown(tx, payment.paymentHash))) throw hashIsKnown()
    if (limits !== undefined) await requireRoomForHold(tx, payment, limits)
    const price = fiat === undefined ? [] : [insertFiatValues([{ ...fiat, checkingId: payment.checkingId }])]
    // Queried in the same event-loop turn: no further round trip on PostgreSQL.
    const [isOpen] = await Promise.all([
      isWalletOpen(tx, payment.walletId),
      refusingDuplicates(() => tx.together([insertPayment(payment), countCreated(payment), ...price]), hashIsKnown),
    ])
    if (!isOpen) throw notFound('Wallet not found.', { code: 'wallet_not_found' })
    return true
  },
})

/** A copied hash would divert a payment meant for another payee (rule A44). */
export const hashIsKnown = (): ServiceError =>
  badRequest('This payment hash is already in use; make a new one.', { code: 'payment_hash_in_use' })

export type CreditAnswer =
  | 'credited'
  /** Kept as surplus: above the invoice's amount, paid twice, or for a closed wallet. */
  | 'surplus'
  | 'known'
  | 'unknown-hash'
  /** Less than the invoice's amount, or nothing for an invoice without an amount. */
  | 'short'
  /** An internal payment has claimed the invoice and is not finished: report the receipt again later. */
  | 'later'
  /** A hold whose money the node may not have yet: ask it for the state of the invoice first. */
  | 'unproven'

export interface CreditReceipt {
  readonly receipt: Receipt
  readonly at: number
  /** With a hold: the node has the money. */
  readonly isProven?: boolean | undefined
}

/**
 * Books one settled receipt, once, however often and in whatever order the node reports it (rules A36–A38, C1).
 * Received money is always booked somewhere.
 */
export const creditReceipt = defineCommand({
  name: 'credit-receipt',
  run: async (tx, { receipt, at, isProven }: CreditReceipt): Promise<CreditAnswer> => {
    const invoice = receipt.via === undefined ? await findInvoice(tx, receipt.paymentHash) : undefined
    if (invoice === undefined) return keepUnknown(tx, receipt, at)
    if (invoice.state === 'closing') return 'later'
    if (invoice.hold !== '' && invoice.state !== 'success' && isProven !== true) return 'unproven'
    // The receipt may be reported again with its amount: do not use up its id.
    if (invoice.anyAmount && receipt.amountMsat <= 0n) return 'short'
    if (!(await isNews(tx, invoice, receipt, at))) return 'known'
    if (invoice.state === 'success' && (await isImported(tx, invoice, receipt))) return 'known'
    await bookCostOf(tx, receipt, at)
    const movement = { reference: invoice.checkingId, at }
    // An invoice without an amount gets the received one.
    const amountMsat = invoice.anyAmount ? receipt.amountMsat : invoice.amountMsat
    const refusal = await whyNoCredit(tx, { ...invoice, amountMsat }, PENDING.has(invoice.state))
    if (refusal !== undefined) return asSurplus(tx, invoice, receipt, at, refusal)
    if (invoice.state === 'success') return asSurplus(tx, invoice, receipt, at, 'paid-again')
    if (receipt.amountMsat < amountMsat) {
      await asSurplus(tx, invoice, receipt, at, 'paid-short')
      return 'short'
    }
    const surplus = msat(receipt.amountMsat - amountMsat)
    const revived = invoice.state === 'failed' || invoice.state === 'expired'
    await tx.together([
      moveInvoice('receive', {
        checkingId: invoice.checkingId,
        seen: invoice.state,
        // The invoice no longer belongs to an internal payer whose payment failed.
        set: {
          receivedMsat: receipt.amountMsat,
          ...(invoice.anyAmount && { amountMsat }),
          finishedAt: at,
          dueAt: null,
          failure: null,
          ...(revived && { peerId: null }),
        },
      }),
      ...credit(movement, invoice.walletId, amountMsat, surplus),
      revived ? countRevived(invoice) : countFinished(invoice, 'success'),
      tallySuccess({ ...invoice, amountMsat }),
      appendEvent(at, { kind: 'payment-received', walletId: invoice.walletId, checkingId: invoice.checkingId }),
    ])
    return surplus > 0n ? 'surplus' : 'credited'
  },
})

/**
 * A held payment is booked once, whether the node's stream or its answer to our settling (without an id) reports it
 * first.
 */
async function isNews(tx: Tx, invoice: Invoice, receipt: Receipt, at: number): Promise<boolean> {
  const { receiptId, paymentHash } = receipt
  if (receiptId !== '' && !(await claimReceipt(tx, receiptId, receipt, at))) return false
  const arrival = `hold:${paymentHash}`
  if (invoice.hold === '' || (await claimReceipt(tx, arrival, receipt, at))) return true
  const sql = 'SELECT receipt_id FROM receipts WHERE payment_hash = $1 AND receipt_id NOT IN ($2, $3) LIMIT 1'
  // The node's first receipt is the one booked by the answer; a second one is other money.
  return receiptId !== '' && (await tx.first(sql, [paymentHash, receiptId, arrival], (row) => row)) !== undefined
}

/** The other service credited it before the import. A second receipt of the same hash is other money. */
const isImported = async (tx: Tx, invoice: Invoice, receipt: Receipt): Promise<boolean> =>
  (await tx.first(
    `SELECT 1 AS imported WHERE ${IS_IMPORTED_RECEIPT}`,
    [invoice.checkingId, receipt.paymentHash, receipt.receiptId],
    (row) => row,
  )) !== undefined

/** Books money without an owner: it is in no wallet's balance (rule A38). */
async function keepUnknown(tx: Tx, receipt: Receipt, at: number): Promise<CreditAnswer> {
  // A receipt without an id answers our settling of a hold that the database has lost since: the node's own receipt,
  // with an id, books it.
  if (receipt.receiptId === '') return 'known'
  if (!(await claimReceipt(tx, receipt.receiptId, receipt, at))) return 'known'
  await bookCostOf(tx, receipt, at)
  const how = receipt.via === undefined ? '' : ` by ${receipt.via}`
  const detail = `${receipt.amountMsat} msat arrived${how} for ${receipt.paymentHash}, which is no invoice of ours`
  await tx.together([
    ...bookSurplus({ reference: receipt.receiptId, at }, receipt.amountMsat),
    raiseAlarm({ kind: 'unknown-hash', reference: receipt.receiptId, detail, at }),
  ])
  // The database may have lost the invoice; of a keysend and the like it never had one.
  if (receipt.via === undefined && (await findComparisonDue(tx)) !== undefined) await tx.run(haltPayments(detail))
  return 'unknown-hash'
}

/** Books the part of a receipt that the node kept for its channels: a cost of the operator, never of a wallet. */
async function bookCostOf(tx: Tx, { receiptId, paymentHash, amountMsat, channelCostMsat }: Receipt, at: number) {
  if (channelCostMsat === undefined || channelCostMsat === 0n) return
  const detail = `the node took ${channelCostMsat} msat for its channels out of ${amountMsat} msat paid for ${paymentHash}; the house bears it`
  await tx.together([
    ...bookChannelCost({ reference: receiptId, at }, channelCostMsat),
    raiseAlarm({ kind: 'channel-cost', reference: receiptId, detail, at }),
  ])
}

async function claimReceipt(tx: Tx, key: string, receipt: Receipt, at: number): Promise<boolean> {
  // The payer of a keysend may have chosen the hash of one of our invoices, whose receipts are found by hash.
  const paymentHash = receipt.via === undefined ? receipt.paymentHash : `${receipt.via}:${receipt.paymentHash}`
  const inserted = await tx.run({
    sql: `INSERT INTO receipts (receipt_id, payment_hash, amount_msat, at) VALUES ($1, $2, $3, $4)
          ON CONFLICT (receipt_id) DO NOTHING`,
    params: [key, paymentHash, receipt.amountMsat, at],
  })
  return inserted === 1
}

/** Pending rows, which end normally even if their wallet was deleted by force (keep-leftovers.ts). */
const PENDING: ReadonlySet<Invoice['state']> = new Set(['held', 'settling', 'cancelling'])

/** Why a receipt cannot be credited to its wallet: it must still be booked, or it would block all later ones. */
async function whyNoCredit(
  tx: Tx,
  { walletId, amountMsat }: Invoice,
  pending: boolean,
): Promise<'wallet-gone' | 'wallet-full' | undefined> {
  const ofWallet = pending ? '' : ' WHERE EXISTS (SELECT 1 FROM wallets WHERE id = $1 AND closed_at IS NULL)'
  const hasRoom = await tx.first(
    `SELECT CASE WHEN ${roomIn('$1', '$2')} THEN 1 ELSE 0 END AS room${ofWallet}`,
    [walletId, amountMsat],
    (row: { room: bigint | number }) => Number(row.room) === 1,
  )
  if (hasRoom === undefined) return 'wallet-gone'
  return hasRoom ? undefined : 'wallet-full'
}

async function asSurplus(tx: Tx, invoice: Invoice, receipt: Receipt, at: number, kind: string): Promise<CreditAnswer> {
  await tx.together([
    ...bookSurplus({ reference: invoice.checkingId, at }, receipt.amountMsat),
    raiseAlarm({
      kind,
      reference: receipt.receiptId,
      detail: `${receipt.amountMsat} msat arrived for invoice ${invoice.checkingId} of ${invoice.amountMsat} msat`,
      at,
    }),
  ])
  return 'surplus'
}

/** Unpaid invoices that have expired; a late receipt still pays them (rule A48). */
export const expireInvoices = defineCommand({
  name: 'expire-invoices',
  run: async (tx, { payments, at }: { payments: readonly Invoice[]; at: number }): Promise<number> => {
    let expired = 0
    for (const payment of payments) {
      const moved = await tryMoveInvoice(tx, 'expire', {
        checkingId: payment.checkingId,
        set: { finishedAt: at, dueAt: null },
      })
      if (!moved) continue
      await tx.together([
        countFinished(payment, 'failed'),
        appendEvent(at, { kind: 'invoice-expired', walletId: payment.walletId, checkingId: payment.checkingId }),
      ])
      expired += 1
    }
    return expired
  },
})
