import { hash } from 'node:crypto'
import type { Msat } from '@satchel/money/units'
import { type Static, type TSchema, Type } from 'typebox'
import { shortenMemo } from '../../adapter-parts/shorten-memo.ts'
import { wholeSats } from '../../adapter-parts/whole-sats.ts'
import type { NewestFirstPage } from '../../lists/newest-first.ts'
import type { NodeAnswer, NodeHttp } from '../../net/node-http.ts'
import { readNodeJson } from '../../net/read-node-json.ts'
import type { InvoiceRequest } from '../../port/funding-source.ts'
import { Amount, btcToMsatCeil, toBtc } from './btc-amount.ts'
import { isArrived, type ListedReceive, Receive, ReceiveRequest, toListed } from './receive.ts'
import { Payment } from './to-outcome.ts'

/** The calls of Strike's API that are needed, with checked answers. All reject when the answer is unclear. */
export interface StrikeCalls {
  createInvoice(request: InvoiceRequest): Promise<{ readonly bolt11: string; readonly paymentHash: string }>
  /** Undefined = Strike has made no such invoice. */
  request(paymentHash: string): Promise<ReceiveRequest | undefined>
  /** Receipts of an invoice. */
  receive(paymentHash: string): Promise<Receive | undefined>
  listReceives(skip: string | undefined): Promise<NewestFirstPage<ListedReceive>>
  quote(order: QuoteOrder): Promise<NodeAnswer>
  execute(quoteId: string): Promise<NodeAnswer>
  payment(id: string): Promise<Payment>
  balance(): Promise<Msat>
}

export interface QuoteOrder {
  readonly bolt11: string
  /** Only for invoices without an amount. */
  readonly amountMsat: Msat | undefined
  readonly attemptId: string
}

const Made = Type.Object({
  bolt11: Type.Object({ invoice: Type.String(), paymentHash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
})
const Requests = Type.Object({ items: Type.Array(ReceiveRequest) })
const Receives = Type.Object({ items: Type.Array(Receive) })
export const Balances = Type.Array(Type.Object({ currency: Type.String(), available: Type.String() }))

const PAY_MS = 60_000
const PAGE = 100
const MAX_MEMO = 250

export function createStrikeCalls(http: NodeHttp): StrikeCalls {
  const get = (path: string): Promise<NodeAnswer> => http.call({ method: 'GET', path: `/v1${path}` })
  const ask = async <Schema extends TSchema>(schema: Schema, path: string): Promise<Static<Schema>> =>
    readNodeJson(schema, await get(path))
  const withHash = (path: string, paymentHash: string): string =>
    `${path}?${new URLSearchParams({ $paymentHash: paymentHash }).toString()}`
  /** Between two accounts: the payment does not name its invoice. */
  const requests = new Map<string, ReceiveRequest>()
  const requestOf = async ({ receiveRequestId: id }: Receive): Promise<ReceiveRequest> => {
    const known = requests.get(id) ?? (await ask(ReceiveRequest, `/receive-requests/${encodeURIComponent(id)}`))
    if (requests.size >= MAX_REQUESTS) requests.clear()
    requests.set(id, known)
    return known
  }
  return {
    async createInvoice(request) {
      const { status, text } = await http.call({
        method: 'POST',
        path: '/v1/receive-requests',
        body: { bolt11: invoiceBody(request), targetCurrency: 'BTC' },
      })
      const { bolt11 } = readNodeJson(Made, { status: status === 201 ? 200 : status, text })
      return { bolt11: bolt11.invoice, paymentHash: bolt11.paymentHash }
    },
    request: async (paymentHash) => (await ask(Requests, withHash('/receive-requests', paymentHash))).items[0],
    async receive(paymentHash) {
      const { items } = await ask(Receives, withHash('/receive-requests/receives', paymentHash))
      return items.find(isArrived)
    },
    async listReceives(skip = '0') {
      const query = new URLSearchParams({ $skip: skip, $top: String(PAGE) })
      const { items } = await ask(Receives, `/receive-requests/receives?${query.toString()}`)
      const rows: ListedReceive[] = []
      for (const item of items) {
        const needsRequest = isArrived(item) && !item.lightning
        rows.push(toListed(item, needsRequest ? await requestOf(item) : undefined))
      }
      return { rows, next: items.length < PAGE ? undefined : String(Number(skip) + PAGE) }
    },
    quote: ({ bolt11, amountMsat, attemptId }) =>
      http.call({
        method: 'POST',
        path: '/v1/payment-quotes/lightning',
        headers: { 'idempotency-key': toUuid(attemptId) },
        body: {
          lnInvoice: bolt11,
          sourceCurrency: 'BTC',
          ...(amountMsat !== undefined && { amount: { ...toBtc(amountMsat), feePolicy: 'EXCLUSIVE' } }),
        },
      }),
    execute: (quoteId) =>
      http.call({
        method: 'PATCH',
        path: `/v1/payment-quotes/${encodeURIComponent(quoteId)}/execute`,
        timeoutMs: PAY_MS,
      }),
    payment: (id) => ask(Payment, `/payments/${encodeURIComponent(id)}`),
    balance: async () => bitcoinOf(await ask(Balances, '/balances')),
  }
}

const MAX_REQUESTS = 1000

/** Throws if there is none. */
function bitcoinOf(balances: Static<typeof Balances>): Msat {
  const [bitcoin] = balances.filter(({ currency }) => currency === 'BTC')
  if (bitcoin === undefined) throw new Error('the account at Strike has no bitcoin balance')
  const amount = { amount: bitcoin.available, currency: 'BTC' } satisfies Static<typeof Amount>
  return btcToMsatCeil(amount) as Msat
}

function invoiceBody({ amountMsat, memo, descriptionHash, expirySeconds }: InvoiceRequest): object {
  if (wholeSats(amountMsat) === undefined) throw new Error('Strike makes invoices over whole satoshis only')
  return {
    amount: toBtc(amountMsat),
    expiryInSeconds: expirySeconds,
    // An empty description counts as none.
    ...(descriptionHash === undefined
      ? memo !== '' && { description: shortenMemo(memo, MAX_MEMO) }
      : { descriptionHash }),
  }
}

/** The same one for the same attempt, in the form that Strike wants. */
function toUuid(attemptId: string): string {
  const hex = hash('sha256', attemptId, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
