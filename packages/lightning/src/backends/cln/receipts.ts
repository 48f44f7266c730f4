import type { FundingSource, Receipt } from '../../port/funding-source.ts'
import type { ClnRest } from './cln-rest.ts'
import type { HoldInvoices } from './hold-invoices.ts'
import { listHoldNews } from './hold-news.ts'
import type { KnownNode } from './know-node.ts'
import { countOf, type Fields, hexOf, msatOf, textOf } from './read-fields.ts'
import { type ClnCursor, readCursor, writeCursor } from './receipt-cursor.ts'

/** The next receipt after an index. */
export interface PaidInvoice {
  readonly payIndex: number
  readonly receipt: Receipt
}

/** A page ends after this time with what it has: the caller waits only a few seconds. */
const PAGE_MS = 2000
const NOTHING_CAME = 904

/** `pay_index` is the node's own order of receipts, without gaps in time: exact replay. */
export async function nextPaid(
  rest: ClnRest,
  payIndex: number,
  waitSeconds: number,
  timeoutMs?: number,
): Promise<PaidInvoice | undefined> {
  const fields = await waitAnyInvoice(rest, payIndex, waitSeconds, timeoutMs)
  if (fields === undefined) return undefined
  const paid = toPaidInvoice(fields)
  if (paid.payIndex <= payIndex) throw new Error('the node reports an older receipt than requested')
  return paid
}

async function waitAnyInvoice(
  rest: ClnRest,
  payIndex: number,
  waitSeconds: number,
  timeoutMs?: number,
): Promise<Fields | undefined> {
  const parameters = { lastpay_index: payIndex, timeout: waitSeconds }
  const answer = await rest.ask('read', 'waitanyinvoice', parameters, timeoutMs)
  if (answer.is === 'result') return answer.fields
  if (answer.is === 'error' && answer.code === NOTHING_CAME) return undefined
  throw new Error(answer.is === 'refused' ? answer.reason : `waitanyinvoice: ${answer.code} ${answer.message}`)
}

/** The index of the last receipt before that time: a few questions, because indexes grow with the time of arrival. */
async function findLastBefore(rest: ClnRest, since: number): Promise<number> {
  const isBefore = async (index: number): Promise<boolean> => {
    const paid = await waitAnyInvoice(rest, index - 1, 0)
    return paid !== undefined && countOf(paid, 'paid_at') < since
  }
  let last = 0
  let step = 1
  while (await isBefore(last + step)) step *= 2
  for (; step >= 1; step /= 2) if (await isBefore(last + step)) last += step
  return last
}

export function toPaidInvoice(fields: Fields): PaidInvoice {
  if (textOf(fields, 'status') !== 'paid') throw new Error('the node reports an unpaid invoice as a receipt')
  const payIndex = countOf(fields, 'pay_index')
  const paymentHash = hexOf(fields, 'payment_hash')
  const amountMsat = msatOf(fields, 'amount_received_msat')
  const receiptId = `cln:${paymentHash}:${payIndex}`
  return { payIndex, receipt: { receiptId, paymentHash, kind: 'settled', amountMsat, ...viaOf(fields) } }
}

/** An offer has its invoices as BOLT 12; the node's plugin makes an invoice of each keysend, and labels it. */
function viaOf({ bolt12, label }: Fields): Pick<Receipt, 'via'> {
  if (bolt12 !== undefined) return { via: 'offer' }
  return String(label).startsWith('keysend-') ? { via: 'keysend' } : {}
}

export interface ReceiptsDeps {
  readonly rest: ClnRest
  readonly node: KnownNode
  readonly holds: HoldInvoices
  /** The index of the very first page. */
  readonly lastPayIndex: number
}

export interface ReceiptPages extends Pick<FundingSource, 'receiptsSince'> {
  /** The last receipt when a page reached the end; undefined = no page has yet. */
  end(): number | undefined
}

/** Pages of receipts: first those of ordinary invoices, then the events of hold invoices. */
export function createReceiptPages({ rest, node, holds, lastPayIndex }: ReceiptsDeps): ReceiptPages {
  let end: number | undefined
  const receiptsSince: FundingSource['receiptsSince'] = async (text, limit, since) => {
    const receipts: Receipt[] = []
    const isFirst = text === undefined && since !== undefined
    const beginning = isFirst ? Math.max(lastPayIndex, await findLastBefore(rest, since)) : lastPayIndex
    let cursor: ClnCursor = readCursor(text, beginning)
    const endsAt = performance.now() + PAGE_MS
    while (receipts.length < limit && performance.now() < endsAt) {
      const paid = await nextPaid(rest, cursor.payIndex, 0)
      if (paid === undefined) {
        end = Math.max(end ?? 0, cursor.payIndex)
        break
      }
      receipts.push(paid.receipt)
      cursor = { ...cursor, payIndex: paid.payIndex }
    }
    if (node.now()?.hold === true && receipts.length < limit) {
      const { holdsUpTo, open } = cursor
      const news = listHoldNews(await holds.list((id) => id > holdsUpTo || open.has(id)), cursor)
      for (const { receipt, cursor: next } of news.slice(0, limit - receipts.length)) {
        receipts.push(receipt)
        cursor = next
      }
    }
    return { receipts, cursor: receipts.length === 0 && !isFirst ? text : writeCursor(cursor) }
  }
  return { receiptsSince, end: () => end }
}
