import { randomBytes } from 'node:crypto'
import { msat } from '@satchel/money/units'
import type { TestContext } from 'vitest'
import type {
  CreatedInvoice,
  FundingAbilities,
  FundingSource,
  InvoiceRequest,
  PayOrder,
  Receipt,
  SentPayment,
} from '../../src/port/funding-source.ts'
import type { OutsideWorld } from '../peer-parts/outside-world.ts'

/** A source and the network around it, as its contract is tried out. */
export interface ContractWorld {
  readonly source: FundingSource
  readonly outside: OutsideWorld
  /** This node knows nothing any more of an invoice that it has closed. */
  readonly forgetsClosed?: boolean
  /** This node pays no invoice that names no amount. */
  readonly needsAmount?: boolean
  /** Fees are reported in whole satoshis, rounded up. */
  readonly wholeSats?: boolean
  /** An account instead of a node: the service keeps the preimages, and decides how much longer an invoice lasts. */
  readonly hosted?: boolean
  /** False: it makes no invoices with a description hash. */
  readonly hashesDescriptions?: boolean
  /** False: it has no stream, only the sweep. */
  readonly streams?: boolean
  /** As one more process of the service would: at the same node. Closed by its caller. Absent: there is only one. */
  another?(): Promise<FundingSource>
  /** For streams that open slowly: resolves when one is open. */
  untilStreaming?(): Promise<void>
  close(): Promise<void>
}

export type WorldNow = () => ContractWorld

export const now = (): number => Math.floor(Date.now() / 1000)

export const request = (wanted: Partial<InvoiceRequest> = {}): InvoiceRequest => ({
  amountMsat: msat(21_000),
  memo: 'contract',
  expirySeconds: 3600,
  createdAt: now(),
  ...wanted,
})

export const orderFor = ({ bolt11, paymentHash }: CreatedInvoice, attemptId = 'one'): PayOrder => ({
  bolt11,
  paymentHash,
  feeLimitMsat: msat(10_000),
  attemptId,
})

/** An order with a new attempt id, on a node that may have seen many. */
export const newOrder = (invoice: CreatedInvoice): PayOrder => orderFor(invoice, randomBytes(8).toString('hex'))

/** Like the service before an attempt: reads and stores the node's record of the hash before the payment is sent. */
export async function attempt(source: FundingSource, invoice: CreatedInvoice, attemptId?: string): Promise<PayOrder> {
  const order = attemptId === undefined ? newOrder(invoice) : orderFor(invoice, attemptId)
  return { ...order, mark: await source.attemptMark?.(invoice.paymentHash) }
}

/** Everything after a cursor, page by page, and the last cursor. */
export async function readReceipts(source: FundingSource, after: string | undefined, limit: number) {
  const receipts: Receipt[] = []
  for (let cursor = after; ; ) {
    const page = await source.receiptsSince(cursor, limit)
    if (page.receipts.length > limit) throw new Error(`more than ${limit} receipts on a page`)
    if (page.receipts.length === 0 && page.hasMore !== true) return { receipts, cursor }
    receipts.push(...page.receipts)
    cursor = page.cursor
  }
}

/** The node's payments after a cursor, page by page, and the last cursor. */
export async function readSent(source: FundingSource, after: string, limit: number) {
  const payments: SentPayment[] = []
  for (let cursor = after; ; ) {
    const page = await source.sentSince?.(cursor, limit)
    if (page === undefined) throw new Error('this source has no list of payments')
    if (page.payments.length > limit) throw new Error(`more than ${limit} payments on a page`)
    payments.push(...page.payments)
    if (page.cursor === cursor) return { payments, cursor }
    cursor = page.cursor
  }
}

export const lastCursor = async (source: FundingSource): Promise<string | undefined> =>
  (await readReceipts(source, undefined, 1000)).cursor

/** The hashes of all receipts, in the order of the list. */
export const listHashes = async (source: FundingSource, limit: number): Promise<string[]> =>
  (await readReceipts(source, undefined, limit)).receipts.map(({ paymentHash }) => paymentHash)

export function onlyIf(context: TestContext, { can }: FundingSource, ability: keyof FundingAbilities): void {
  if (!can[ability]) context.skip(`This source lacks the ability: ${ability}.`)
}
