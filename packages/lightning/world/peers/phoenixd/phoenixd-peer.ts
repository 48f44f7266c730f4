import { randomUUID } from 'node:crypto'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { basicPassword } from '../../peer-parts/basic-password.ts'
import type { FaultyHttpNode } from '../../peer-parts/faulty-node.ts'
import { createPeerNode, type PeerInvoice, type PeerNode, type PeerPayment } from '../../peer-parts/peer-node.ts'
import { openPeerServer, type PeerCall, type PeerReply } from '../../peer-parts/peer-server.ts'
import { openPeerSocket } from '../../peer-parts/peer-socket.ts'

export interface PhoenixdPeer extends FaultyHttpNode {
  readonly password: string
  readonly limitedPassword: string
  /** The channel cost of the next payment of this invoice. */
  takeLiquidityFee(paymentHash: string, feeSat: bigint): void
  /** What `getinfo` answers: another chain, another version. */
  appearAs(info: { readonly chain?: string; readonly version?: string }): void
}

interface Phoenixd {
  readonly node: PeerNode
  readonly completedAt: ReadonlyMap<string, number>
  readonly liquidityFees: Map<string, bigint>
  readonly info: { chain: string; version: string }
}

/** phoenixd 0.8 as it is over HTTP: forms in, JSON without nulls out, satoshis, milliseconds, fees in millisatoshis. */
export async function openPhoenixdPeer(node = createPeerNode()): Promise<PhoenixdPeer> {
  const completedAt = new Map<string, number>()
  let lastMs = 0
  const peer: Phoenixd = { node, completedAt, liquidityFees: new Map(), info: { chain: 'regtest', version: '0.8.0' } }
  const [password, limitedPassword] = ['full-access', 'limited-access']
  const server = await openPeerServer((call, reply) => {
    const given = basicPassword(call.headers.authorization)
    const needsAll = call.path === '/payinvoice'
    if (given !== password && (needsAll || given !== limitedPassword)) return reply.send(401, 'Invalid authentication')
    return answer(peer, call, reply)
  })
  const socket = openPeerSocket(server, '/websocket', ({ headers }) =>
    [password, limitedPassword].includes(basicPassword(headers.authorization) ?? ''),
  )
  const tell = (paymentHash: string): void => {
    const invoice = node.invoices.get(paymentHash)
    if (invoice?.state !== 'settled') return
    const amountSat = Number(receivedSat(peer, invoice))
    socket.tell({ type: 'payment_received', timestamp: completedAt.get(paymentHash), amountSat, paymentHash })
  }
  node.news.on('invoice', ({ paymentHash, state }) => {
    if (state !== 'settled') return
    lastMs = Math.max(Date.now(), lastMs + 1)
    completedAt.set(paymentHash, lastMs)
    tell(paymentHash)
  })
  return {
    env: {
      SERVICE_FUNDING_SOURCE: 'phoenixd',
      SERVICE_NETWORK: 'regtest',
      SERVICE_ALLOW_UNCAPPED_FEES: 'true',
      SERVICE_FEE_RESERVE_MIN_MSAT: '2000',
      PHOENIXD_API_ENDPOINT: server.url,
      PHOENIXD_API_PASSWORD: password,
    },
    node,
    server,
    password,
    limitedPassword,
    payCall: 'POST /payinvoice',
    invoiceCall: 'POST /createinvoice',
    limitsFees: false,
    muteStream: socket.mute,
    repeatReceipt: tell,
    takeLiquidityFee: (paymentHash, feeSat) => void peer.liquidityFees.set(paymentHash, feeSat),
    appearAs: (info) => void Object.assign(peer.info, info),
    copy: node.copy,
    close: server.close,
  }
}

const CHANNEL = { state: 'Normal', inboundLiquiditySat: 40 }

function answer(peer: Phoenixd, call: PeerCall, reply: PeerReply): void | Promise<void> {
  const { node } = peer
  const [, first, second, third] = call.path.split('/')
  const name = `${call.method} /${[first, second].filter(Boolean).join('/')}`
  switch (name) {
    case 'GET /getinfo':
      return reply.send(200, { nodeId: node.own.nodeKey, channels: [CHANNEL], blockHeight: 1000, ...peer.info })
    case 'GET /getbalance':
      return reply.send(200, { balanceSat: Number(node.balanceMsat() / 1000n), feeCreditSat: 0 })
    case 'POST /createinvoice':
      return createInvoice(peer, new URLSearchParams(call.text), reply)
    case 'POST /payinvoice':
      return payInvoice(peer, new URLSearchParams(call.text), reply)
    case 'GET /payments/incoming':
      if (third === undefined) return reply.send(200, listIncoming(peer, call.query))
      return found(reply, toIncoming(peer, node.invoices.get(third)))
    case 'GET /payments/outgoing':
      return reply.send(200, listOutgoing(peer, call.query))
    case 'GET /payments/outgoingbyhash':
      return found(reply, bestOf(node.attempts.filter(({ paymentHash }) => paymentHash === third)))
    default:
      return reply.send(404, 'Unknown endpoint (check api doc)')
  }
}

const found = (reply: PeerReply, body: object | undefined): void =>
  body === undefined ? reply.send(404, 'Not found') : reply.send(200, body)

function createInvoice({ node }: Phoenixd, form: URLSearchParams, reply: PeerReply): void {
  const { amountSat, description, descriptionHash, expirySeconds } = Object.fromEntries(form)
  if ((description?.length ?? 0) > 128) return reply.send(400, 'Request parameter description is too long')
  if ((description === undefined) === (descriptionHash === undefined)) {
    return reply.send(400, 'Must provide either a description or descriptionHash')
  }
  const { paymentHash, bolt11 } = node.addInvoice({
    amountMsat: amountSat === undefined ? undefined : BigInt(amountSat) * 1000n,
    description,
    descriptionHash,
    expirySeconds: Number(expirySeconds ?? 3600),
  })
  reply.send(200, { amountSat: Number(amountSat), paymentHash, serialized: bolt11 })
}

/** Rejects a paid invoice, but not one in flight: a second order for a pending hash is a second payment. */
async function payInvoice({ node }: Phoenixd, form: URLSearchParams, reply: PeerReply): Promise<void> {
  const bolt11 = form.get('invoice') ?? ''
  const amountSat = form.get('amountSat')
  const paymentHash = hashOf(bolt11)
  if (paymentHash === undefined) return reply.send(400, "Request parameter invoice couldn't be parsed")
  const reason = 'this invoice has already been paid'
  if (node.payments.get(paymentHash)?.state === 'settled') return reply.send(200, { paymentHash, reason })
  const payment = node.pay({ bolt11, amountMsat: amountSat === null ? undefined : BigInt(amountSat) * 1000n })
  await node.untilFinal(payment, reply.gone).catch(() => undefined)
  if (payment.state === 'failed') return reply.send(200, { paymentHash, reason: 'not enough routes found' })
  reply.send(200, {
    recipientAmountSat: Number(payment.amountMsat / 1000n),
    routingFeeSat: Number(payment.feeMsat / 1000n),
    paymentId: idOf(payment),
    paymentHash,
    paymentPreimage: payment.preimage,
  })
}

function hashOf(bolt11: string): string | undefined {
  try {
    return readInvoice(bolt11).paymentHash
  } catch (error) {
    if (error instanceof InvoiceError) return undefined
    throw error
  }
}

function listIncoming(peer: Phoenixd, query: URLSearchParams): object[] {
  const read = (name: string, fallback: number): number => Number(query.get(name) ?? fallback)
  const [from, to, offset] = [read('from', 0), read('to', Date.now() + 1000), read('offset', 0)]
  return [...peer.completedAt]
    .filter(([, at]) => at >= from && at <= to)
    .sort(([, one], [, other]) => other - one)
    .slice(offset, offset + read('limit', 20))
    .flatMap(([hash]) => toIncoming(peer, peer.node.invoices.get(hash)) ?? [])
}

const receivedSat = ({ liquidityFees }: Phoenixd, invoice: PeerInvoice): bigint =>
  invoice.state === 'settled' ? invoice.receivedMsat / 1000n - (liquidityFees.get(invoice.paymentHash) ?? 0n) : 0n

function toIncoming(peer: Phoenixd, invoice: PeerInvoice | undefined): object | undefined {
  if (invoice === undefined) return undefined
  return {
    type: 'incoming_payment',
    subType: 'lightning',
    paymentHash: invoice.paymentHash,
    preimage: invoice.preimage,
    ...(invoice.unasked === undefined ? asked(invoice) : { payerKey: `02${'ab'.repeat(32)}`, payerNote: 'tea' }),
    isPaid: invoice.state === 'settled',
    isExpired: invoice.unasked === undefined && invoice.expiresAt * 1000 <= Date.now(),
    receivedSat: Number(receivedSat(peer, invoice)),
    fees: Number(peer.liquidityFees.get(invoice.paymentHash) ?? 0n) * 1000,
    completedAt: peer.completedAt.get(invoice.paymentHash),
    createdAt: invoice.createdAt * 1000,
  }
}

/** Fields of an invoice only. */
const asked = ({ memo, bolt11, amountMsat, expiresAt }: PeerInvoice): object => ({
  description: memo,
  invoice: bolt11,
  requestedSat: Number(amountMsat / 1000n),
  expiresAt: expiresAt * 1000,
})

/** The best attempt; of equal ones the first. */
function bestOf(attempts: readonly PeerPayment[]): object | undefined {
  const best = (['settled', 'pending', 'failed'] as const)
    .map((state) => attempts.find((attempt) => attempt.state === state))
    .find((attempt) => attempt !== undefined)
  return best && toOutgoing(best)
}

/** Without `all` only paid ones. phoenixd's payments for a channel are there, too. */
function listOutgoing({ node }: Phoenixd, query: URLSearchParams): object[] {
  const [from, offset, limit] = ['from', 'offset', 'limit'].map((name) => Number(query.get(name) ?? 0))
  const rows = node.attempts
    .filter(({ state }) => query.get('all') === 'true' || state === 'settled')
    .filter((attempt) => createdMs(attempt) >= (from ?? 0))
    .flatMap((attempt) => [toOutgoing(attempt), ...(attempt.index === 1 ? [toLiquidity(attempt)] : [])])
  return rows.slice(offset, (offset ?? 0) + (limit ?? 20))
}

/** No two payments begin at the same time. */
const createdMs = ({ createdAt, index }: PeerPayment): number => createdAt * 1000 + (index % 1000)

function toOutgoing(payment: PeerPayment): object {
  const isPaid = payment.state === 'settled'
  return {
    type: 'outgoing_payment',
    subType: 'lightning',
    paymentId: idOf(payment),
    paymentHash: payment.paymentHash,
    preimage: isPaid ? payment.preimage : undefined,
    isPaid,
    sent: Number((payment.amountMsat + payment.feeMsat) / 1000n),
    fees: Number(payment.feeMsat),
    invoice: payment.bolt11,
    completedAt: payment.state === 'pending' ? undefined : createdMs(payment) + 1,
    createdAt: createdMs(payment),
  }
}

const toLiquidity = (payment: PeerPayment): object => ({
  type: 'outgoing_payment',
  subType: 'auto_liquidity',
  paymentId: randomUUID(),
  txId: '0'.repeat(64),
  isPaid: true,
  sent: 1000,
  fees: 500_000,
  completedAt: createdMs(payment),
  createdAt: createdMs(payment),
})

const ids = new WeakMap<PeerPayment, string>()

function idOf(payment: PeerPayment): string {
  const id = ids.get(payment) ?? randomUUID()
  ids.set(payment, id)
  return id
}
