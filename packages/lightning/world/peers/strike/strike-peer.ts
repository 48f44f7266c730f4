import { randomUUID } from 'node:crypto'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { copyAll, copyList, copyMap } from '../../peer-parts/copy-records.ts'
import type { FaultyHttpNode } from '../../peer-parts/faulty-node.ts'
import { createPeerNode, type PeerInvoice, type PeerNode, type PeerPayment } from '../../peer-parts/peer-node.ts'
import { openPeerServer, type PeerCall, type PeerReply } from '../../peer-parts/peer-server.ts'
import { btc, btcOf, toMsat } from './btc.ts'

export interface StrikePeer extends FaultyHttpNode {
  readonly apiKey: string
  /** Missing permissions of the key. */
  withoutScope(scope: string): void
  /** The next payment of this invoice comes from another account at Strike. */
  payInside(paymentHash: string): void
  /** A payment shows its preimage only in answer to its execution. */
  hidePreimages(): void
}

interface Quote {
  readonly id: string
  readonly bolt11: string
  readonly paymentHash: string
  readonly amountMsat: bigint
  readonly feeMsat: bigint
  payment: PeerPayment | undefined
}

interface Strike {
  readonly node: PeerNode
  readonly requests: Map<string, string>
  readonly receives: { readonly id: string; readonly paymentHash: string; readonly at: string }[]
  readonly quotes: Map<string, Quote>
  readonly idempotencyKeys: Map<string, string>
  readonly missingScopes: Set<string>
  readonly inside: Set<string>
  hidesPreimages: boolean
  /** How often a quote's execution was requested, also when its answer was lost. */
  executions(quoteId: string): number
}

/** Strike over REST: decimals of bitcoin, quotes before payments, errors with codes. */
export async function openStrikePeer(): Promise<StrikePeer> {
  const node = createPeerNode()
  const peer: Strike = {
    node,
    requests: new Map(),
    receives: [],
    quotes: new Map(),
    idempotencyKeys: new Map(),
    missingScopes: new Set(),
    inside: new Set(),
    hidesPreimages: false,
    executions: (id) => server.calls.filter((call) => call === `PATCH /v1/payment-quotes/${id}/execute`).length,
  }
  const apiKey = 'strike-key'
  const server = await openPeerServer((call, reply) => {
    if (call.headers.authorization !== `Bearer ${apiKey}`) return refuse(reply, 401, 'UNAUTHORIZED')
    return answer(peer, call, reply)
  })
  node.news.on('invoice', ({ paymentHash, state }) => {
    if (state === 'settled') peer.receives.push({ id: randomUUID(), paymentHash, at: new Date().toISOString() })
  })
  return {
    env: {
      SERVICE_FUNDING_SOURCE: 'strike',
      // Every payment is noted before and after it is sent.
      SERVICE_PAY_WAIT_MS: '1000',
      SERVICE_NETWORK: 'regtest',
      STRIKE_API_ENDPOINT: `${server.url}/v1`,
      STRIKE_API_KEY: apiKey,
    },
    node,
    server,
    apiKey,
    payCall: 'PATCH /v1/payment-quotes',
    invoiceCall: 'POST /v1/receive-requests',
    limitsFees: true,
    wholeSats: true,
    withoutScope: (scope) => void peer.missingScopes.add(scope),
    payInside: (paymentHash) => void peer.inside.add(paymentHash),
    hidePreimages() {
      peer.hidesPreimages = true
    },
    copy: copyAll(
      node.copy,
      () => copyMap(peer.quotes),
      () => copyMap(peer.requests),
      () => copyList(peer.receives),
    ),
    close: server.close,
  }
}

const refuse = (reply: PeerReply, status: number, code: string, values: object = {}): void =>
  reply.send(status, { traceId: randomUUID(), data: { status, code, message: code.toLowerCase(), values } })

const SCOPES: readonly (readonly [call: RegExp, scope: string])[] = [
  [/^GET \/v1\/balances/, 'partner.balances.read'],
  [/^GET \/v1\/receive-requests/, 'partner.receive-request.read'],
  [/^POST \/v1\/receive-requests/, 'partner.receive-request.create'],
  [/^POST \/v1\/payment-quotes/, 'partner.payment-quote.lightning.create'],
  [/^PATCH \/v1\/payment-quotes/, 'partner.payment-quote.execute'],
  [/^GET \/v1\/payments/, 'partner.payment.read'],
]

function answer(peer: Strike, call: PeerCall, reply: PeerReply): void {
  const { method, path, query, text } = call
  const scope = SCOPES.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? ''
  if (peer.missingScopes.has(scope)) return refuse(reply, 403, 'FORBIDDEN')
  const [, , first, second, third] = path.split('/')
  switch (`${method} ${first}`) {
    case 'GET balances':
      return reply.send(200, [
        { currency: 'USD', current: '1.00', available: '1.00' },
        { currency: 'BTC', current: '0', available: btc(peer.node.balanceMsat()).amount },
      ])
    case 'POST receive-requests':
      return createRequest(peer, JSON.parse(text) as RequestBody, reply)
    case 'GET receive-requests':
      if (second === 'receives') return listReceives(peer, query, reply)
      return findRequests(peer, second, query, reply)
    case 'POST payment-quotes':
      return createQuote(peer, call, reply)
    case 'PATCH payment-quotes':
      return third === 'execute' ? executeQuote(peer, second ?? '', reply) : refuse(reply, 404, 'NOT_FOUND')
    case 'GET payments': {
      const quote = [...peer.quotes.values()].find(({ payment }) => payment && paymentIdOf(payment) === second)
      if (quote?.payment === undefined) return refuse(reply, 404, 'NOT_FOUND')
      return reply.send(200, toPayment(quote.payment, !peer.hidesPreimages))
    }
    default:
      return refuse(reply, 404, 'NOT_FOUND')
  }
}

interface RequestBody {
  readonly bolt11?: {
    readonly amount?: { readonly amount: string; readonly currency: string }
    readonly description?: string
    readonly descriptionHash?: string
    readonly expiryInSeconds?: number
  }
}

function createRequest({ node, requests }: Strike, { bolt11 }: RequestBody, reply: PeerReply): void {
  const { amount, description, descriptionHash, expiryInSeconds = 3600 } = bolt11 ?? {}
  const isGood = amount?.currency === 'BTC' && /^\d+\.\d{8}$/.test(amount.amount)
  if (!isGood || description === '' || (description?.length ?? 0) > 250) return refuse(reply, 400, 'INVALID_DATA')
  const invoice = node.addInvoice({
    amountMsat: toMsat(amount.amount),
    description,
    descriptionHash,
    expirySeconds: expiryInSeconds,
  })
  const id = randomUUID()
  requests.set(invoice.paymentHash, id)
  reply.send(201, toRequest(id, invoice))
}

const toRequest = (id: string, invoice: PeerInvoice): object => ({
  receiveRequestId: id,
  created: new Date(invoice.createdAt * 1000).toISOString(),
  targetCurrency: 'BTC',
  bolt11: {
    invoice: invoice.bolt11,
    requestedAmount: btc(invoice.amountMsat),
    btcAmount: btc(invoice.amountMsat).amount,
    paymentHash: invoice.paymentHash,
    expires: new Date(invoice.expiresAt * 1000).toISOString(),
  },
})

function findRequests(
  { node, requests }: Strike,
  wanted: string | undefined,
  query: URLSearchParams,
  reply: PeerReply,
) {
  const hash = query.get('$paymentHash')
  const found = [...requests]
    .filter(([paymentHash, id]) => (wanted === undefined ? paymentHash === hash : id === wanted))
    .map(([paymentHash, id]) => toRequest(id, node.invoices.get(paymentHash) as PeerInvoice))
  if (wanted === undefined) return reply.send(200, { items: found, count: found.length })
  return found.length === 0 ? refuse(reply, 404, 'NOT_FOUND') : reply.send(200, found[0])
}

/** Newest first. */
function listReceives({ node, receives, requests, inside }: Strike, query: URLSearchParams, reply: PeerReply): void {
  const hash = query.get('$paymentHash')
  const [skip, top] = [Number(query.get('$skip') ?? 0), Math.min(Number(query.get('$top') ?? 100), 100)]
  const items = receives
    .toReversed()
    .filter(({ paymentHash }) => hash === null || paymentHash === hash)
    .slice(skip, skip + top)
    .map(({ id, paymentHash, at }) => {
      const amount = btc(node.invoices.get(paymentHash)?.receivedMsat ?? 0n)
      const isInside = inside.has(paymentHash)
      return {
        receiveId: id,
        // A manual payment has none.
        receiveRequestId: requests.get(paymentHash) ?? 'by-hand',
        type: isInside ? 'P2P' : 'LIGHTNING',
        state: 'COMPLETED',
        amountReceived: isInside ? { amount: '12.34', currency: 'USD' } : amount,
        amountCredited: amount,
        created: at,
        completed: at,
        ...(isInside ? { p2p: { payerAccountId: randomUUID() } } : { lightning: { paymentHash } }),
      }
    })
  reply.send(200, { items, count: items.length })
}

interface QuoteBody {
  readonly lnInvoice?: string
  readonly sourceCurrency?: string
  readonly amount?: { readonly amount: string }
}

function createQuote({ node, quotes, idempotencyKeys }: Strike, { text, headers }: PeerCall, reply: PeerReply): void {
  const { lnInvoice = '', sourceCurrency, amount } = JSON.parse(text) as QuoteBody
  const key = String(headers['idempotency-key'])
  if (idempotencyKeys.has(key)) {
    return refuse(reply, 409, 'DUPLICATE_PAYMENT_QUOTE', { paymentQuoteId: idempotencyKeys.get(key) })
  }
  const invoice = readOrNothing(lnInvoice)
  if (invoice === undefined || sourceCurrency !== 'BTC') return refuse(reply, 422, 'INVALID_LN_INVOICE')
  if ((invoice.amountMsat === undefined) !== (amount !== undefined)) return refuse(reply, 422, 'INVALID_AMOUNT')
  const { paymentHash } = invoice
  if (node.payments.get(paymentHash)?.state === 'settled') return refuse(reply, 422, 'LN_INVOICE_PROCESSED')
  const plan = node.planned(paymentHash)
  const amountMsat = invoice.amountMsat ?? toMsat(amount?.amount ?? '0')
  // A plan that exceeds the limit quotes another fee first.
  const feeMsat = plan.ignoresLimit === true ? 0n : (plan.feeMsat ?? 0n)
  const quote: Quote = { id: randomUUID(), bolt11: lnInvoice, paymentHash, amountMsat, feeMsat, payment: undefined }
  quotes.set(quote.id, quote)
  idempotencyKeys.set(key, quote.id)
  reply.send(201, {
    paymentQuoteId: quote.id,
    validUntil: new Date(Date.now() + 30_000).toISOString(),
    amount: btc(amountMsat),
    totalFee: btc(feeMsat),
    lightningNetworkFee: btc(feeMsat),
    totalAmount: btc(btcOf(amountMsat) + btcOf(feeMsat)),
  })
}

function readOrNothing(bolt11: string): ReturnType<typeof readInvoice> | undefined {
  try {
    return readInvoice(bolt11)
  } catch (error) {
    if (error instanceof InvoiceError) return undefined
    throw error
  }
}

/** Once for each quote. A repeated call after its outcome pays nothing. */
function executeQuote(peer: Strike, id: string, reply: PeerReply): void {
  const quote = peer.quotes.get(id)
  if (quote === undefined) return refuse(reply, 404, 'NOT_FOUND')
  if (quote.payment !== undefined) {
    return refuse(reply, 422, 'PAYMENT_PROCESSED', { paymentId: paymentIdOf(quote.payment) })
  }
  if (peer.executions(id) > 1) return refuse(reply, 422, 'PAYMENT_QUOTE_EXPIRED')
  const { bolt11, amountMsat } = quote
  const payment = peer.node.pay({
    bolt11,
    amountMsat: readInvoice(bolt11).amountMsat === undefined ? amountMsat : undefined,
  })
  quote.payment = payment
  reply.send(200, toPayment(payment, true))
}

function toPayment(payment: PeerPayment, tellsPreimage: boolean): object {
  const { state, amountMsat, feeMsat, preimage, paymentHash } = payment
  return {
    paymentId: paymentIdOf(payment),
    state: { pending: 'PENDING', settled: 'COMPLETED', failed: 'FAILED' }[state],
    amount: btc(amountMsat),
    totalFee: btc(feeMsat),
    lightningNetworkFee: btc(feeMsat),
    totalAmount: btc(btcOf(amountMsat) + btcOf(feeMsat)),
    lightning: {
      networkFee: btc(feeMsat),
      paymentHash,
      ...(tellsPreimage && state === 'settled' && { preImage: preimage }),
    },
  }
}

const ids = new WeakMap<PeerPayment, string>()

function paymentIdOf(payment: PeerPayment): string {
  const id = ids.get(payment) ?? randomUUID()
  ids.set(payment, id)
  return id
}
