import { msat } from '@satchel/money/units'
import type { Change } from '../../db/database.ts'
import { pastReceipt, pastReserve, pastSend, pastTransfer } from '../../ledger/import-books.ts'
import { labelPast } from '../../payments/states/past-payment.ts'
import { ORDERED_ELSEWHERE } from '../../payments/states/payment.ts'
import type { PaymentState } from '../../payments/states/payment-states.ts'
import { insertPastPayment, type PastPayment } from '../../payments/states/payment-store.ts'
import type { How, StagedPayment } from '../staged.ts'
import { IMPORTER } from '../translating/balances.ts'

interface Import {
  readonly sourceId: number
  readonly at: number
}

const STATES: Readonly<Record<Exclude<How, 'adjust' | 'skip'>, PaymentState>> = {
  receive: 'success',
  gift: 'success',
  'inside-in': 'success',
  send: 'success',
  taken: 'success',
  'inside-out': 'success',
  pending: 'dispatched',
  'failed-out': 'failed',
  second: 'failed',
  open: 'open',
  expired: 'expired',
  'failed-in': 'failed',
}

/** A row with its postings. */
export function bookPayment(row: StagedPayment, { sourceId, at }: Import): Change[] {
  if (row.how === 'adjust' || row.how === 'skip') return []
  const isSent = row.how === 'send' || row.how === 'taken'
  const fee = msat(BigInt(isSent || row.how === 'pending' ? row.fee - row.charge : 0))
  const payment: PastPayment = {
    checkingId: row.id,
    walletId: row.wallet,
    direction: row.dir,
    state: STATES[row.how],
    paymentHash: row.hash,
    bolt11: row.bolt11,
    amountMsat: msat(BigInt(row.amount)),
    feeMsat: isSent ? fee : msat(0),
    feeLimitMsat: fee,
    memo: row.memo,
    tag: row.tag,
    extra: row.extra,
    webhook: row.webhook ?? undefined,
    preimage: row.preimage ?? undefined,
    hold: row.hold,
    peerId: row.how === 'inside-in' || row.how === 'inside-out' ? (row.peer ?? undefined) : undefined,
    sourceId,
    nodeMark: row.how === 'pending' ? ORDERED_ELSEWHERE : undefined,
    dueAt: dueAtOf(row, at),
    failure: failureOf(row),
    createdAt: row.created,
    expiresAt: row.expires,
    finishedAt: row.how === 'open' || row.how === 'pending' ? undefined : row.updated,
  }
  return [insertPastPayment(payment), ...post(row), ...proofOf(row), ...labelPast(row.id, row.labels)]
}

/** A payment in flight is asked about at the first round; an open invoice expires by itself. */
function dueAtOf({ how, expires }: StagedPayment, at: number): number | undefined {
  if (how === 'pending') return at * 1000
  return how === 'open' ? (expires + 1) * 1000 : undefined
}

function failureOf({ how, status }: StagedPayment): string | undefined {
  if (how === 'second') return 'Another payment of this invoice counts: an invoice is paid once.'
  if (how === 'failed-out') return status === 'failed' ? 'It failed in LNbits.' : 'LNbits never made this payment.'
  return how === 'failed-in' ? 'It was not paid in LNbits.' : undefined
}

function post(row: StagedPayment): Change[] {
  const { how, id: reference, wallet, amount, fee, charge, updated: at } = row
  const movement = (msat: number) => ({ reference, at, wallet, amountMsat: BigInt(msat) })
  switch (how) {
    case 'receive':
      return [pastReceipt(movement(amount), 'node')]
    case 'gift':
      return [pastReceipt(movement(amount), 'adjustments')]
    case 'send':
      return [pastSend(movement(amount + fee - charge), 'node')]
    case 'taken':
      return [pastSend(movement(amount + fee), 'adjustments')]
    case 'inside-out':
      return pastTransfer(movement(amount), row.peer_wallet ?? wallet)
    case 'pending':
      return [pastReserve(movement(amount + fee))]
    default:
      return []
  }
}

/** Without a preimage LNbits' state counts, like an operator's decision (rule B16). */
function proofOf({ how, id, preimage, updated }: StagedPayment): Change[] {
  if ((how !== 'send' && how !== 'taken') || preimage !== null) return []
  return [
    {
      sql: `INSERT INTO resolutions (checking_id, outcome, state_before, node_answer, forced, reason, resolved_by, at)
            VALUES ($1, 'paid', 'dispatched', '', 0, $2, $3, $4)`,
      params: [id, 'Paid in LNbits, which kept no preimage.', IMPORTER, updated],
      rows: 1,
    },
  ]
}
