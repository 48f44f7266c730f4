import type { Receipt } from '@satchel/lightning/port/funding-source'
import { createSingleFlight } from '@satchel/worker/single-flight'
import { unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import type { OwnSource } from '../../funding/own-source.ts'
import { hasSameHistory } from '../history/node-history.ts'
import { findReceiptCursor, findReceiptsBeginning, moveReceiptCursor } from '../history/receipt-cursor-store.ts'
import { nodeLog } from '../states/node-log.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { findInvoice } from '../states/payment-store.ts'
import type { Witness } from '../states/witness-store.ts'
import { awaitClaim, endHold } from './hold-commands.ts'
import { creditReceipt } from './invoice-commands.ts'
import { noteHeldAtNode } from './mark-held.ts'

export interface ReceiptFollower {
  /** Reads all receipts since the stored cursor. Never rejects; true: all of them are booked. */
  sweep(): Promise<boolean>
  /** The end of the last sweep that was answered, Unix seconds; with several nodes the earliest of these. */
  sweptAt(): number | undefined
  stop(): void
}

const PAGE = 500
const NODE_MS = 5000

/**
 * Follows receipts by the node's stream, for speed, and by sweeps from a stored cursor, for completeness: streams
 * stall, repeat and lose events (rules A38, A47).
 */
export function followReceipts(deps: PaymentDeps): ReceiptFollower {
  const followers = deps.funding.all.map((source) => followSource(deps, source))
  return {
    sweep: async () => (await Promise.all(followers.map(({ sweep }) => sweep()))).every(Boolean),
    sweptAt() {
      const times = followers.map(({ sweptAt }) => sweptAt())
      return times.includes(undefined) ? undefined : Math.min(...times.map(Number))
    },
    stop() {
      for (const { stop } of followers) stop()
    },
  }
}

type ReceivingSource = Pick<OwnSource, 'known' | 'receiptsSince' | 'onReceipt'>

function followSource(deps: PaymentDeps, source: ReceivingSource): ReceiptFollower {
  const stopStream = source.onReceipt((receipt) => {
    book(deps, receipt).catch((error: unknown) => {
      deps.log.warn({ receipt: receipt.receiptId, err: error }, 'a receipt could not be booked; the sweep will')
    })
  })
  let sweptAt: number | undefined
  const sweeping = createSingleFlight(async () => {
    try {
      const isAll = await sweepOnce(deps, source)
      sweptAt = unixSeconds(deps.clock)
      return isAll
    } catch (error) {
      nodeLog(deps).warn({ err: error }, 'the node cannot be asked for receipts')
      return false
    }
  })
  return {
    sweep: sweeping.join,
    sweptAt: () => sweptAt,
    stop: stopStream,
  }
}

/** False: a receipt must be read again later. */
async function sweepOnce(deps: PaymentDeps, source: ReceivingSource): Promise<boolean> {
  const sourceId = await within(NODE_MS, source.known())
  if (sourceId === undefined) throw new Error('the node does not answer')
  let from = await findReceiptCursor(deps.db, sourceId)
  const since = from.value === undefined ? await findReceiptsBeginning(deps.db, sourceId) : undefined
  for (;;) {
    const page = await within(NODE_MS, source.receiptsSince(from.value, PAGE, since))
    if (page === undefined) throw new Error('the node does not answer')
    for (const receipt of page.receipts) if (!(await book(deps, receipt))) return false
    if (page.cursor === undefined || page.cursor === from.value) return true
    const witness = await findWitness(deps, page.receipts)
    // A witness of the node's new history would hide that the node has lost the old one.
    if (witness !== undefined && !(await hasSameHistory(deps, sourceId))) return false
    const moved = await deps.db.transact(moveReceiptCursor, { sourceId, from, to: page.cursor, witness })
    if (!moved) return false
    from = { ...from, value: page.cursor }
    if (page.receipts.length < PAGE && page.hasMore !== true) return true
  }
}

/** Credits a settled hold when the node has its money; until then the reconciler asks. False: read the receipt again later. */
async function bookHold(deps: PaymentDeps, receipt: Receipt): Promise<boolean> {
  const at = unixSeconds(deps.clock)
  const payment = await findInvoice(deps.db, receipt.paymentHash)
  if (payment === undefined) return false
  const { holdClaim } = deps.funding.of(payment.sourceId)
  const claim = holdClaim === undefined ? 'taken' : await within(NODE_MS, holdClaim(receipt.paymentHash))
  if (claim === undefined) return false
  if (claim === 'taken') return (await deps.db.transact(creditReceipt, { receipt, at, isProven: true })) !== 'later'
  // The payment may not have been reported as held.
  await book(deps, { ...receipt, kind: 'held' })
  const claimBefore = claim === 'lost' ? undefined : claim.claimBefore
  await deps.db.transact(awaitClaim, { payment, claimBefore, at, dueAt: at * 1000 })
  return true
}

/** The newest receipt of an invoice of ours. Others may be reported under hashes that the node does not look up. */
async function findWitness({ db, clock }: PaymentDeps, receipts: readonly Receipt[]): Promise<Witness | undefined> {
  for (const { kind, paymentHash, via } of receipts.toReversed()) {
    const invoice = kind === 'settled' && via === undefined ? await findInvoice(db, paymentHash) : undefined
    if (invoice?.state !== 'success' || invoice.hold !== '') continue
    return { of: 'in', reference: paymentHash, at: invoice.finishedAt ?? unixSeconds(clock) }
  }
  return undefined
}

/** False: the node must report it again later. */
async function book(deps: PaymentDeps, receipt: Receipt): Promise<boolean> {
  const at = unixSeconds(deps.clock)
  switch (receipt.kind) {
    // Only the whole payment counts (rule A37).
    case 'part':
      return true
    case 'held':
      return (await noteHeldAtNode(deps, receipt)) !== 'later'
    case 'released': {
      const payment = await findInvoice(deps.db, receipt.paymentHash)
      if (payment === undefined || payment.hold === '') return true
      const reason = 'The payment went back to its payer.'
      await deps.db.transact(endHold, { payment, reason, at, alarm: payment.state === 'settling' })
      return true
    }
    case 'settled': {
      const answer = await deps.db.transact(creditReceipt, { receipt, at })
      if (answer === 'unproven') return bookHold(deps, receipt)
      if (answer === 'unknown-hash') {
        deps.log.warn({ receipt: receipt.receiptId }, 'the node received a payment for a hash we do not know')
      }
      return answer !== 'later'
    }
  }
}
