import { readInvoice } from '@satchel/bolt11/read-invoice'
import { copyAll } from '../../peer-parts/copy-records.ts'
import type { FaultyHttpNode } from '../../peer-parts/faulty-node.ts'
import { createPeerNode, type PeerNode } from '../../peer-parts/peer-node.ts'
import { openPeerServer, type PeerCall, type PeerReply } from '../../peer-parts/peer-server.ts'
import { openPeerSocket } from '../../peer-parts/peer-socket.ts'
import { createLnbitsRows, type LnbitsRows } from './lnbits-rows.ts'

export interface LnbitsPeer extends FaultyHttpNode {
  readonly adminKey: string
  readonly invoiceKey: string
  /** Key of another wallet on the same server. */
  readonly strangersKey: string
  /** The additional amount that it may charge for a payment. */
  takeServiceFee(feeMsat: bigint): void
  /** Its node does not reveal the preimages of invoices. */
  keepPreimages(): void
  /** Before 1.4 payments could not be sorted by their last change. */
  growOld(): void
}

interface Lnbits {
  readonly node: PeerNode
  readonly rows: LnbitsRows
  serviceFeeMsat: bigint
  tellsPreimages: boolean
  isOld: boolean
}

type Key = 'admin' | 'invoice' | 'stranger' | undefined

/** How long LNbits waits for the end of a payment before it answers that it is pending. */
const PATIENCE_MS = 1000

/** LNbits 1.5 over HTTP: JSON in and out, one row for a hash, satoshis in and millisatoshis out. */
export async function openLnbitsPeer(): Promise<LnbitsPeer> {
  const node = createPeerNode()
  const rows = createLnbitsRows(node)
  const peer: Lnbits = { node, rows, serviceFeeMsat: 0n, tellsPreimages: true, isOld: false }
  const [adminKey, invoiceKey, strangersKey] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)]
  const kinds: Readonly<Record<string, Key>> = {
    [adminKey]: 'admin',
    [invoiceKey]: 'invoice',
    [strangersKey]: 'stranger',
  }
  const server = await openPeerServer((call, reply) =>
    answer(peer, kinds[String(call.headers['x-api-key'])], call, reply),
  )
  // Knowing a key is enough to listen; every connection is accepted.
  const socket = openPeerSocket(server, `/api/v1/ws/${invoiceKey}`, () => true)
  const tell = (paymentHash: string): void => {
    const payment = rows.find(paymentHash)
    if (payment !== undefined) socket.tell({ wallet_balance: Number(node.balanceMsat() / 1000n), payment })
  }
  node.news.on('invoice', ({ paymentHash, state }) => {
    if (state === 'settled') tell(paymentHash)
  })
  node.news.on('payment', ({ paymentHash, state }) => {
    if (state === 'settled') tell(paymentHash)
  })
  return {
    env: {
      SERVICE_FUNDING_SOURCE: 'lnbits',
      SERVICE_NETWORK: 'regtest',
      SERVICE_ALLOW_UNCAPPED_FEES: 'true',
      LNBITS_ENDPOINT: server.url,
      LNBITS_ADMIN_KEY: adminKey,
      LNBITS_INVOICE_KEY: invoiceKey,
    },
    node,
    server,
    adminKey,
    invoiceKey,
    strangersKey,
    payCall: 'POST /api/v1/payments',
    invoiceCall: 'POST /api/v1/payments',
    limitsFees: false,
    muteStream: socket.mute,
    repeatReceipt: tell,
    takeServiceFee(feeMsat) {
      peer.serviceFeeMsat = feeMsat
    },
    keepPreimages() {
      peer.tellsPreimages = false
    },
    growOld() {
      peer.isOld = true
    },
    copy: copyAll(node.copy, rows.copy),
    close: server.close,
  }
}

const detail = (reply: PeerReply, status: number, text: string): void => reply.send(status, { detail: text })
/** LNbits's answer for a payment or invoice error. */
const failed = (reply: PeerReply, text: string, status = 'failed'): void => reply.send(520, { detail: text, status })

function answer(peer: Lnbits, key: Key, call: PeerCall, reply: PeerReply): void | Promise<void> {
  const { node, rows } = peer
  const [, paymentHash] = /^\/api\/v1\/payments\/([^/]+)$/.exec(call.path) ?? []
  if (call.path === '/api/v1/payments/fee-reserve') return reserve(peer, call.query.get('invoice') ?? '', reply)
  if (call.method === 'GET' && paymentHash !== undefined) return show(peer, key, paymentHash, reply)
  if (key === undefined) return detail(reply, 404, 'Wallet not found.')
  switch (`${call.method} ${call.path}`) {
    case 'GET /api/v1/wallet':
      return reply.send(200, {
        name: 'Satchel',
        balance: key === 'stranger' ? 0 : Number(node.balanceMsat()),
        ...(key === 'admin' && { id: 'd'.repeat(32) }),
      })
    case 'GET /api/v1/payments':
      if (peer.isOld && call.query.has('sortby')) return detail(reply, 400, 'Invalid sort field')
      return reply.send(200, key === 'stranger' ? [] : rows.list(call.query))
    case 'POST /api/v1/payments': {
      const body = JSON.parse(call.text) as Body
      if (body.out === false) return createInvoice(peer, key, body, reply)
      if (key === 'invoice') return detail(reply, 403, 'Invoice (or Admin) key required.')
      if (body.bolt11 === undefined) return detail(reply, 400, 'Missing BOLT11 invoice')
      return payInvoice(peer, body, reply)
    }
    default:
      return detail(reply, 404, 'Not Found')
  }
}

interface Body {
  readonly out?: boolean
  readonly bolt11?: string
  readonly amount?: number
  readonly memo?: string
  readonly description_hash?: string
  readonly expiry?: number
  /** Kept with the row that the order makes. */
  readonly extra?: object
}

/** Also without a key, then without details. */
function show({ rows }: Lnbits, key: Key, paymentHash: string, reply: PeerReply): void {
  const payment = rows.find(paymentHash)
  if (payment === undefined) return detail(reply, 404, 'Payment does not exist.')
  const details = key === 'admin' || key === 'invoice' ? rows.ownerOf(paymentHash) === 'wallet' && payment : undefined
  const shown = typeof details === 'object' ? { details } : {}
  if (payment.status === 'failed') return reply.send(200, { paid: false, status: 'failed', ...shown })
  if (payment.status === 'success') return reply.send(200, { paid: true, preimage: payment.preimage, ...shown })
  reply.send(200, { paid: false, status: 'pending', preimage: payment.preimage, ...shown })
}

function createInvoice({ node, rows, tellsPreimages }: Lnbits, key: Key, body: Body, reply: PeerReply): void {
  if (body.amount === undefined || body.amount <= 0) return failed(reply, 'Amountless invoices not supported.')
  const invoice = node.addInvoice({
    amountMsat: BigInt(Math.trunc(body.amount)) * 1000n,
    description: body.memo || 'LNbits',
    descriptionHash: body.description_hash,
    expirySeconds: body.expiry ?? 3600,
  })
  rows.addIncoming(invoice, key === 'stranger' ? 'stranger' : 'wallet', tellsPreimages)
  reply.send(201, rows.find(invoice.paymentHash))
}

const reserveOf = ({ serviceFeeMsat }: Lnbits, amountMsat: bigint): bigint =>
  (amountMsat / 100n > 2000n ? amountMsat / 100n : 2000n) + serviceFeeMsat

function reserve(peer: Lnbits, bolt11: string, reply: PeerReply): void {
  const amountMsat = readOrNothing(bolt11)?.amountMsat
  if (amountMsat === undefined) return detail(reply, 400, 'Invoice has no amount.')
  reply.send(200, { fee_reserve: Number(reserveOf(peer, amountMsat)) })
}

/** One row for a hash: a second order never pays, whatever became of the first. */
async function payInvoice(peer: Lnbits, { bolt11 = '', extra }: Body, reply: PeerReply): Promise<void> {
  const { node, rows } = peer
  const invoice = readOrNothing(bolt11)
  if (invoice === undefined) return failed(reply, 'Bolt11 decoding failed.')
  if (invoice.amountMsat === undefined) return failed(reply, 'Amountless invoices not supported.')
  if (node.balanceMsat() < invoice.amountMsat) return failed(reply, 'Insufficient balance.')
  const before = node.payments.get(invoice.paymentHash)
  if (before?.state === 'pending') return failed(reply, 'Payment is still pending.', 'pending')
  if (before?.state === 'settled') return failed(reply, 'Payment already paid.', 'success')
  if (before?.state === 'failed') return failed(reply, 'Payment is failed node, retrying is not possible.')
  const payment = node.pay({ bolt11 })
  rows.addOutgoing(payment, -reserveOf(peer, invoice.amountMsat), extra)
  const patience = AbortSignal.any([reply.gone, AbortSignal.timeout(PATIENCE_MS)])
  await node.untilFinal(payment, patience).catch(() => undefined)
  if (rows.find(payment.paymentHash)?.status === 'failed') return failed(reply, 'Payment failed: no route.')
  reply.send(201, rows.find(payment.paymentHash))
}

function readOrNothing(bolt11: string): ReturnType<typeof readInvoice> | undefined {
  try {
    return readInvoice(bolt11)
  } catch {
    return undefined
  }
}
