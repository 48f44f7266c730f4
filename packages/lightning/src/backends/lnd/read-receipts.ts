import type { Receipt, ReceiptPage } from '../../port/funding-source.ts'
import { beginReceipts } from './begin-receipts.ts'
import { listInvoices } from './list-invoices.ts'
import type { LndCalls } from './lnd-calls.ts'
import { isReceipt, type LndInvoice, readInvoiceFields, readSettlements, toReceipt } from './lnd-invoice.ts'
import { isNotFound } from './lnd-refusal.ts'
import { type ReceiptCursor, readReceiptCursor, writeReceiptCursor } from './receipt-cursor.ts'

const LIST_PAGE = 1000
/** How long one call lists invoices; the next one continues. */
const LIST_MS = 1500
/** How many hold invoices one sweep looks up; the next sweeps look up the rest. */
const HOLDS_AT_ONCE = 64
/** LND sends its backlog without pauses: a pause of this length ends it. */
const QUIET_MS = 150
const MAX_REPLAY_MS = 4000
/** Invoices that the service made before its first stored sweep are younger than this. */
const FIRST_DAY_SECONDS = 86_400

interface ReadReceipts {
  readonly cursor: string | undefined
  readonly limit: number
  readonly nowSeconds: number
  /** The start of the very first call, Unix seconds; by default a day ago. */
  readonly since: number | undefined
}

/**
 * All receipts after the cursor, oldest first, then those from before the first scan, and the outcomes of hold
 * invoices.
 */
export async function readReceipts(
  calls: LndCalls,
  { cursor, limit, nowSeconds, since = nowSeconds - FIRST_DAY_SECONDS }: ReadReceipts,
): Promise<ReceiptPage> {
  const from = cursor === undefined ? await beginReceipts(calls, since) : readReceiptCursor(cursor)
  const settled = from.settled < 2 ? await listSettled(calls, from) : await replaySettled(calls, from.settled, limit)
  const page = settled.slice(0, limit)
  const receipts: Receipt[] = page.map((invoice) => toReceipt(invoice, 'settled'))
  const after = { ...from, settled: page.at(-1)?.settleIndex ?? from.settled }
  if (page.length === limit) return { receipts, cursor: writeReceiptCursor(after) }
  const walked = await walkAdded(calls, after, limit - page.length)
  receipts.push(...walked.receipts)
  const holds = await pollHolds(calls, walked.cursor, limit - receipts.length)
  return {
    receipts: [...receipts, ...holds.receipts],
    cursor: writeReceiptCursor(holds.cursor),
    ...(walked.hasMore && { hasMore: true }),
  }
}

interface Walked {
  readonly receipts: readonly Receipt[]
  readonly cursor: ReceiptCursor
  readonly hasMore: boolean
}

/** The invoices made since the last scanned one: receipts up to `begun`, and holds to poll. */
async function walkAdded(calls: LndCalls, from: ReceiptCursor, room: number): Promise<Walked> {
  const found: LndInvoice[] = []
  const open = [...from.open]
  let { added } = from
  const endsAt = performance.now() + LIST_MS
  const walked = (begun: number, hasMore: boolean): Walked => ({
    receipts: inOrder(found).map((invoice) => toReceipt(invoice, 'settled')),
    cursor: { ...from, added, begun, open },
    hasMore,
  })
  while (performance.now() < endsAt) {
    const page = await listInvoices(calls, `index_offset=${added}&num_max_invoices=${LIST_PAGE}`)
    for (const invoice of page) {
      const isEarlier = isReceipt(invoice) && invoice.settleIndex <= from.begun && invoice.createdAt >= from.since
      // All payments of an AMP invoice together: the next call continues with the invoice after it.
      if (isEarlier && found.length >= room && invoice.addIndex > added) return walked(from.begun, true)
      if (isEarlier) found.push(invoice)
      const isHold = invoice.isHold && (invoice.state !== 'CANCELED' || invoice.wasHeld)
      if (isHold && invoice.createdAt >= from.since) open.push(invoice.paymentHash)
      added = invoice.addIndex
    }
    // Later invoices settle after the first scan.
    if (page.length < LIST_PAGE) return walked(0, false)
  }
  return walked(from.begun, true)
}

/**
 * LND repeats all receipts after a number, but does not mark the end of the list. So the last known receipt is
 * requested, too: when it arrives, LND is answering, and the others follow immediately. With its invoices in SQL, LND
 * repeats them in the order of creation, and AMP last.
 */
async function replaySettled(calls: LndCalls, last: number, limit: number): Promise<LndInvoice[]> {
  const found = new Map<number, LndInvoice>()
  const done = new AbortController()
  let quiet: NodeJS.Timeout | undefined
  let isWhole = false
  // Everything up to this number is found: LND leaves no number out.
  let reached = last
  const end = (): void => {
    isWhole = true
    done.abort()
  }
  const tooLong = setTimeout(() => done.abort(), MAX_REPLAY_MS)
  const request = {
    method: 'GET',
    path: `/v1/invoices/subscribe?settle_index=${last - 1}`,
    silenceMs: MAX_REPLAY_MS * 2,
    signal: done.signal,
  } as const
  try {
    const refusal = await calls.follow(request, (fields) => {
      // The stream reports new invoices, too.
      const receipts = readSettlements(fields).filter(({ settleIndex }) => settleIndex >= last)
      if (receipts.length === 0) return
      for (const invoice of receipts) found.set(invoice.settleIndex, invoice)
      while (found.has(reached + 1)) reached += 1
      clearTimeout(quiet)
      const isPage = found.has(last) && reached - last >= limit
      quiet = isPage ? setTimeout(() => done.abort(), 0) : setTimeout(end, QUIET_MS)
    })
    if (refusal !== undefined) throw new Error(`LND does not list its receipts: ${refusal.message}`)
  } catch (error) {
    if (!done.signal.aborted) throw error
  } finally {
    clearTimeout(quiet)
    clearTimeout(tooLong)
  }
  if (!found.delete(last)) throw new Error(`LND does not repeat its receipt ${last}: it is slow, or was restored`)
  const receipts = inOrder([...found.values()])
  if (isWhole) return receipts
  if (receipts.length > 0 && reached === last) throw new Error('LND does not repeat its receipts in time')
  return receipts.filter(({ settleIndex }) => settleIndex <= reached)
}

/**
 * LND cannot repeat its first receipt, so until the second one all invoices of this service are read. Twice, because
 * they are read page by page: the second reading has all receipts up to those in the first.
 */
async function listSettled(calls: LndCalls, { since, settled }: ReceiptCursor): Promise<LndInvoice[]> {
  const first = inOrder(await listAll(calls, since)).filter(({ settleIndex }) => settleIndex > settled)
  const newest = first.at(-1)?.settleIndex
  if (newest === undefined) return []
  const second = inOrder(await listAll(calls, since))
  return second.filter(({ settleIndex }) => settleIndex > settled && settleIndex <= newest)
}

const inOrder = (invoices: readonly LndInvoice[]): LndInvoice[] =>
  invoices.filter(isReceipt).toSorted((one, other) => one.settleIndex - other.settleIndex)

/** All invoices made since. */
async function listAll(calls: LndCalls, since: number): Promise<LndInvoice[]> {
  const found: LndInvoice[] = []
  for (;;) {
    const offset = found.at(-1)?.addIndex ?? 0
    const page = await listInvoices(
      calls,
      `index_offset=${offset}&num_max_invoices=${LIST_PAGE}&creation_date_start=${since}`,
    )
    found.push(...page)
    if (page.length < LIST_PAGE) return found.filter(({ createdAt }) => createdAt >= since)
  }
}

/** LND's stream does not report held or returned payments: poll every open hold invoice. */
async function pollHolds(
  calls: LndCalls,
  from: ReceiptCursor,
  room: number,
): Promise<{ receipts: Receipt[]; cursor: ReceiptCursor }> {
  const open = [...from.open]
  const held = [...from.held]
  const receipts: Receipt[] = []
  const due = [...held.slice(0, HOLDS_AT_ONCE), ...open.slice(0, HOLDS_AT_ONCE)]
  const polled = await Promise.all(due.map(async (hash) => ({ hash, invoice: await findInvoice(calls, hash) })))
  for (const { hash, invoice } of polled) {
    // Each gives two receipts at most.
    if (receipts.length + 2 > room) break
    const wasReported = held.includes(hash)
    remove(wasReported ? held : open, hash)
    if (invoice?.state === 'OPEN') open.push(hash)
    if (invoice?.state === 'ACCEPTED') held.push(hash)
    const isHeldNews = invoice?.state === 'ACCEPTED' || invoice?.wasHeld === true
    if (isHeldNews && !wasReported) receipts.push(toReceipt(invoice, 'held'))
    if (invoice?.state === 'CANCELED' && (wasReported || invoice.wasHeld)) receipts.push(toReceipt(invoice, 'released'))
  }
  return { receipts, cursor: { ...from, open, held } }
}

/** `undefined`: LND has never seen the hash, or has forgotten it. */
export async function findInvoice(calls: LndCalls, paymentHash: string): Promise<LndInvoice | undefined> {
  const answer = await calls.ask('GET', `/v1/invoice/${paymentHash}`)
  if ('fields' in answer) return readInvoiceFields(answer.fields)
  if (isNotFound(answer.refusal)) return undefined
  throw new Error(`LND does not show an invoice: ${answer.refusal.message}`)
}

function remove(from: string[], hash: string): void {
  from.splice(from.indexOf(hash), 1)
}
