import { randomUUID } from 'node:crypto'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { basicPassword } from '../../peer-parts/basic-password.ts'
import { copyAll, copyMap } from '../../peer-parts/copy-records.ts'
import type { FaultyHttpNode } from '../../peer-parts/faulty-node.ts'
import { createPeerNode, type PeerInvoice, type PeerNode, type PeerPayment } from '../../peer-parts/peer-node.ts'
import { openPeerServer, type PeerCall, type PeerReply } from '../../peer-parts/peer-server.ts'
import { openPeerSocket } from '../../peer-parts/peer-socket.ts'

export interface EclairPeer extends FaultyHttpNode {
  readonly password: string
  /** What `getinfo` answers: another network, another version. */
  appearAs(info: { readonly network?: string; readonly version?: string }): void
  /** How its audit names the time at which a part went through: newer versions name it, and the fee, otherwise. */
  nameAuditTime(field: 'timestamp' | 'settledAt'): void
  /** It crashed after writing the payment into its books, and before writing it into its audit. */
  forgetArrival(paymentHash: string): void
  /** Coins in its wallet in Bitcoin Core, satoshis; undefined = Bitcoin Core does not answer. */
  setCoins(coins: { readonly confirmed: number; readonly unconfirmed: number } | undefined): void
}

interface Eclair {
  readonly node: PeerNode
  /** By payment hash, Unix milliseconds, in the order of arrival. */
  readonly arrivals: Map<string, number>
  readonly forgotten: Set<string>
  /** Every order is a separate payment. */
  readonly sent: Map<string, { readonly parentId: string; readonly payment: PeerPayment }[]>
  /** Unix milliseconds at which payments went through; no two have the same. */
  readonly settledMs: Map<PeerPayment, number>
  readonly info: { network: string; version: string }
  auditTime: 'timestamp' | 'settledAt'
  coins: { readonly confirmed: number; readonly unconfirmed: number } | undefined
}

/** Eclair as it is over HTTP: forms in, JSON out, millisatoshis, every call a POST with the password. */
export async function openEclairPeer(): Promise<EclairPeer> {
  const node = createPeerNode()
  const info = { network: 'regtest', version: '0.13.0-peer' }
  const books = { arrivals: new Map(), forgotten: new Set<string>(), sent: new Map(), settledMs: new Map() }
  const peer: Eclair = { node, info, auditTime: 'settledAt', coins: { confirmed: 90_000, unconfirmed: 0 }, ...books }
  const password = 'bobs-password'
  let lastMs = 0
  const server = await openPeerServer((call, reply) => {
    if (basicPassword(call.headers.authorization) !== password) {
      return refuse(reply, 401, 'The supplied authentication is invalid')
    }
    return answer(peer, call, reply)
  })
  const socket = openPeerSocket(server, '/ws', ({ headers }) => basicPassword(headers.authorization) === password)
  const tell = (paymentHash: string): void => {
    const invoice = node.invoices.get(paymentHash)
    if (invoice?.state !== 'settled') return
    const part = { channelId: '0'.repeat(64), amount: Number(invoice.receivedMsat), receivedAt: at(peer, paymentHash) }
    socket.tell({ type: 'payment-received', paymentHash, parts: [part] })
  }
  node.news.on('payment', (payment) => {
    if (payment.state === 'settled') peer.settledMs.set(payment, (lastMs = Math.max(Date.now(), lastMs + 1)))
  })
  node.news.on('invoice', ({ paymentHash, state }) => {
    if (state !== 'settled') return
    lastMs = Math.max(Date.now(), lastMs + 1)
    peer.arrivals.set(paymentHash, lastMs)
    tell(paymentHash)
  })
  return {
    env: {
      SERVICE_FUNDING_SOURCE: 'eclair',
      SERVICE_NETWORK: 'regtest',
      ECLAIR_URL: server.url,
      ECLAIR_PASS: password,
    },
    node,
    server,
    password,
    payCall: 'POST /payinvoice',
    invoiceCall: 'POST /createinvoice',
    limitsFees: true,
    muteStream: socket.mute,
    repeatReceipt: tell,
    appearAs: (changed) => void Object.assign(info, changed),
    nameAuditTime(field) {
      peer.auditTime = field
    },
    forgetArrival: (paymentHash) => void peer.forgotten.add(paymentHash),
    setCoins(coins) {
      peer.coins = coins
    },
    copy: copyAll(
      node.copy,
      () => copyMap(peer.arrivals),
      () => copyMap(peer.sent),
    ),
    close: server.close,
  }
}

const refuse = (reply: PeerReply, status: number, error: string): void => reply.send(status, { error })

function answer(peer: Eclair, { method, path, text }: PeerCall, reply: PeerReply): void | Promise<void> {
  const { node } = peer
  const form = new URLSearchParams(text)
  const paymentHash = form.get('paymentHash') ?? ''
  switch (method === 'POST' ? path : '') {
    case '/getinfo':
      return reply.send(200, { nodeId: node.own.nodeKey, alias: 'bob', blockHeight: 1000, ...peer.info })
    case '/channelbalances':
      return reply.send(200, splitBalance(node.balanceMsat()))
    case '/onchainbalance':
      return peer.coins === undefined
        ? refuse(reply, 500, 'connection to bitcoind failed')
        : reply.send(200, peer.coins)
    case '/createinvoice':
      return createInvoice(peer, form, reply)
    case '/deleteinvoice':
      if (node.invoices.get(paymentHash)?.state === 'settled') return refuse(reply, 400, 'API call failed')
      if (node.invoices.has(paymentHash)) node.closeInvoice(paymentHash)
      return reply.send(200, `deleted invoice ${paymentHash}`)
    case '/getreceivedinfo': {
      const invoice = node.invoices.get(paymentHash)
      if (invoice === undefined || invoice.state === 'closed') return refuse(reply, 404, 'Not found')
      return reply.send(200, toReceived(peer, invoice))
    }
    case '/listreceivedpayments':
      return reply.send(200, listReceived(peer, form))
    case '/audit':
      return reply.send(200, { sent: listAudited(peer, form), relayed: [], received: listArrivals(peer, form) })
    case '/payinvoice':
      return payInvoice(peer, form, reply)
    case '/getsentinfo':
      return reply.send(200, (peer.sent.get(paymentHash) ?? []).flatMap(toParts))
    default:
      return refuse(reply, 404, 'The requested resource could not be found.')
  }
}

const splitBalance = (msats: bigint): object[] => [
  { canSend: Number(msats / 3n), canReceive: 40_000, isPublic: true, isEnabled: true },
  { canSend: Number(msats - msats / 3n), canReceive: 0, isPublic: false, isEnabled: false },
]

function createInvoice({ node }: Eclair, form: URLSearchParams, reply: PeerReply): void {
  const { amountMsat, description, descriptionHash, expireIn, paymentPreimage } = Object.fromEntries(form)
  if ((description === undefined) === (descriptionHash === undefined)) {
    return refuse(reply, 500, "Either 'description' (string) or 'descriptionHash' must be supplied")
  }
  const invoice = node.addInvoice({
    amountMsat: amountMsat === undefined ? undefined : BigInt(amountMsat),
    description,
    descriptionHash,
    expirySeconds: Number(expireIn ?? 3600),
    preimage: paymentPreimage,
  })
  reply.send(200, toInvoice(invoice))
}

const toInvoice = ({ bolt11, paymentHash, createdAt, amountMsat, memo }: PeerInvoice): object => ({
  prefix: 'lnbcrt',
  timestamp: createdAt,
  serialized: bolt11,
  description: memo,
  paymentHash,
  amount: Number(amountMsat),
  features: { activated: {} },
  routingInfo: [],
})

const dateOf = (ms: number): object => ({ iso: new Date(ms).toISOString(), unix: Math.floor(ms / 1000) })

const at = ({ arrivals }: Eclair, paymentHash: string): object => dateOf(arrivals.get(paymentHash) ?? 0)

function toReceived(peer: Eclair, invoice: PeerInvoice): object {
  const isOver = invoice.expiresAt * 1000 <= Date.now()
  const { via } = invoice.unasked ?? {}
  return {
    // Of the invoice of an offer it lists the stored fields, neither text nor hash.
    invoice:
      via === 'offer' ? { records: { InvoiceAmount: { amount: Number(invoice.amountMsat) } } } : toInvoice(invoice),
    paymentPreimage: invoice.preimage,
    paymentType: via === undefined ? 'Standard' : via === 'offer' ? 'Blinded' : 'KeySend',
    createdAt: dateOf(invoice.createdAt * 1000),
    status:
      invoice.state === 'settled'
        ? { type: 'received', amount: Number(invoice.receivedMsat), receivedAt: at(peer, invoice.paymentHash) }
        : { type: isOver ? 'expired' : 'pending' },
  }
}

/** By the time at which the invoices were made. */
function listReceived(peer: Eclair, form: URLSearchParams): object[] {
  const [from, to] = [Number(form.get('from')), Number(form.get('to'))]
  return [...peer.node.invoices.values()]
    .filter(({ state, createdAt }) => state === 'settled' && createdAt > from && createdAt < to)
    .map((invoice) => toReceived(peer, invoice))
}

/** Lists by the time of arrival. */
function listArrivals({ arrivals, forgotten, node }: Eclair, form: URLSearchParams): object[] {
  const [from, to] = [Number(form.get('from')) * 1000, Number(form.get('to')) * 1000]
  return [...arrivals]
    .filter(([hash, ms]) => ms >= from && ms < to && !forgotten.has(hash))
    .slice(0, Number(form.get('count') ?? Number.POSITIVE_INFINITY))
    .map(([paymentHash, ms]) => ({
      paymentHash,
      parts: [{ amount: Number(node.invoices.get(paymentHash)?.receivedMsat), receivedAt: dateOf(ms) }],
    }))
}

/** Successful payments, by their time. */
function listAudited({ sent, settledMs, auditTime }: Eclair, form: URLSearchParams): object[] {
  const [from, to] = [Number(form.get('from')) * 1000, Number(form.get('to')) * 1000]
  const [skip, count] = [Number(form.get('skip') ?? 0), Number(form.get('count') ?? Number.POSITIVE_INFINITY)]
  return [...sent.values()]
    .flat()
    .flatMap(({ parentId, payment }) => {
      const ms = settledMs.get(payment)
      return ms === undefined ? [] : [{ parentId, payment, ms }]
    })
    .filter(({ ms }) => ms >= from && ms < to)
    .sort((one, other) => one.ms - other.ms)
    .slice(skip, skip + count)
    .map(({ parentId, payment, ms }) => {
      const half = payment.feeMsat / 2n
      const part = (fee: bigint): object => ({
        id: randomUUID(),
        [auditTime === 'settledAt' ? 'fees' : 'feesPaid']: Number(fee),
        [auditTime]: dateOf(ms),
      })
      return {
        type: 'payment-sent',
        id: parentId,
        paymentHash: payment.paymentHash,
        paymentPreimage: payment.preimage,
        recipientAmount: Number(payment.amountMsat),
        parts: [part(half), part(payment.feeMsat - half)],
      }
    })
}

/** A second order for a hash is a second payment; a payee that has been paid rejects it. */
async function payInvoice(peer: Eclair, form: URLSearchParams, reply: PeerReply): Promise<void> {
  const { invoice: bolt11 = '', amountMsat, maxFeeFlatSat, maxFeePct, externalId, blocking } = Object.fromEntries(form)
  const invoice = readOrNothing(bolt11)
  if (invoice === undefined) return refuse(reply, 400, 'The form field was malformed')
  const { paymentHash } = invoice
  const id = randomUUID()
  if (peer.node.payments.get(paymentHash)?.state === 'settled') {
    return reply.send(200, { type: 'payment-failed', id, paymentHash, failures: [] })
  }
  const amount = invoice.amountMsat ?? BigInt(amountMsat ?? 0)
  const [flat, share] = [Number(maxFeeFlatSat ?? 21) * 1000, (Number(amount) * Number(maxFeePct ?? 3)) / 100]
  const feeLimitMsat = BigInt(Math.floor(Math.max(flat, share)))
  const payment = peer.node.pay({ bolt11, amountMsat: amount, feeLimitMsat, label: externalId })
  peer.sent.set(paymentHash, [...(peer.sent.get(paymentHash) ?? []), { parentId: id, payment }])
  if (blocking !== 'true') return reply.send(200, id)
  await peer.node.untilFinal(payment, reply.gone).catch(() => undefined)
  if (payment.state === 'failed') return reply.send(200, { type: 'payment-failed', id, paymentHash, failures: [] })
  const fees = Number(payment.feeMsat)
  reply.send(200, { type: 'payment-sent', id, paymentHash, paymentPreimage: payment.preimage, fees, parts: [] })
}

function readOrNothing(bolt11: string): ReturnType<typeof readInvoice> | undefined {
  try {
    return readInvoice(bolt11)
  } catch (error) {
    if (error instanceof InvoiceError) return undefined
    throw error
  }
}

/** A first try that failed and, unless all did, two parts that carried the payment together. */
function toParts({ parentId, payment }: { parentId: string; payment: PeerPayment }): object[] {
  const part = (status: object): object => ({
    id: randomUUID(),
    parentId,
    externalId: payment.label === '' ? undefined : payment.label,
    paymentHash: payment.paymentHash,
    paymentType: 'Standard',
    recipientAmount: Number(payment.amountMsat),
    createdAt: dateOf(payment.createdAt * 1000),
    status,
  })
  const failed = part({ type: 'failed', failures: [] })
  if (payment.state === 'failed') return [failed]
  if (payment.state === 'pending') return [failed, part({ type: 'pending' })]
  const half = payment.feeMsat / 2n
  const sent = (fee: bigint): object =>
    part({ type: 'sent', paymentPreimage: payment.preimage, feesPaid: Number(fee), route: [] })
  return [failed, sent(half), sent(payment.feeMsat - half)]
}
