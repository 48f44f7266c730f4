import { randomUUID } from 'node:crypto'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { copyAll, copyList, copyMap } from '../../peer-parts/copy-records.ts'
import type { FaultyHttpNode } from '../../peer-parts/faulty-node.ts'
import { createPeerNode, type PeerInvoice, type PeerNode, type PeerPayment } from '../../peer-parts/peer-node.ts'
import { openPeerServer, type PeerCall, type PeerReply } from '../../peer-parts/peer-server.ts'

export interface OpenNodePeerOptions {
  /** OpenNode shows none, as far as known. */
  readonly showsPreimages?: boolean
  /** Whether a withdrawal shows the id that came with its order. */
  readonly tellsCustomIds?: boolean
}

export interface OpenNodePeer extends FaultyHttpNode {
  readonly invoiceKey: string
  readonly adminKey: string
}

interface PeerWithdrawal {
  readonly id: string
  readonly customId: string | undefined
  readonly bolt11: string
  /** Undefined = the payee rejects it: another withdrawal has paid it. */
  readonly payment: PeerPayment | undefined
}

interface OpenNode {
  readonly node: PeerNode
  readonly options: OpenNodePeerOptions
  /** By charge id, the payment hash. */
  readonly charges: Map<string, string>
  readonly withdrawals: PeerWithdrawal[]
}

/** OpenNode over REST: keys without a scheme, satoshis, everything in `data`; payments are taken now and made later. */
export async function openOpenNodePeer(options: OpenNodePeerOptions = {}): Promise<OpenNodePeer> {
  const peer: OpenNode = { node: createPeerNode(), options, charges: new Map(), withdrawals: [] }
  const [invoiceKey, adminKey] = ['invoice-key', 'admin-key']
  const server = await openPeerServer((call, reply) => {
    const needsAll = call.path.includes('withdrawal')
    const { authorization } = call.headers
    if (authorization !== adminKey && (needsAll || authorization !== invoiceKey)) {
      return refuse(reply, 401, authorization === invoiceKey ? 'Permission denied' : 'Invalid API key')
    }
    return answer(peer, call, reply)
  })
  return {
    env: {
      SERVICE_FUNDING_SOURCE: 'opennode',
      // Every payment is noted before and after it is sent.
      SERVICE_PAY_WAIT_MS: '1000',
      SERVICE_NETWORK: 'regtest',
      SERVICE_ALLOW_UNCAPPED_FEES: 'true',
      OPENNODE_API_ENDPOINT: server.url,
      OPENNODE_INVOICE_KEY: invoiceKey,
      OPENNODE_ADMIN_KEY: adminKey,
      OPENNODE_ALLOW_UNPROVEN_PAYMENTS: 'true',
    },
    node: peer.node,
    server,
    invoiceKey,
    adminKey,
    payCall: 'POST /v2/withdrawals',
    invoiceCall: 'POST /v1/charges',
    limitsFees: false,
    wholeSats: true,
    copy: copyAll(
      peer.node.copy,
      () => copyMap(peer.charges),
      () => copyList(peer.withdrawals),
    ),
    close: server.close,
  }
}

const refuse = (reply: PeerReply, status: number, message: string): void =>
  reply.send(status, { success: false, message })

const give = (reply: PeerReply, data: unknown): void =>
  data === undefined ? refuse(reply, 404, 'Resource not found') : reply.send(200, { data })

function answer(peer: OpenNode, { method, path, text }: PeerCall, reply: PeerReply): void {
  const { node, charges, withdrawals } = peer
  const [, version, first, second] = path.split('/')
  switch (`${method} /${version}/${first}${second === undefined ? '' : '/…'}`) {
    case 'GET /v1/account/…':
      return give(reply, { balance: { BTC: Number(node.balanceMsat() / 1000n), USD: 0 } })
    case 'POST /v1/charges':
      return createCharge(peer, JSON.parse(text) as ChargeBody, reply)
    case 'GET /v1/charges':
      return give(reply, listPaid(peer))
    case 'GET /v1/charge/…':
      return give(reply, toCharge(second ?? '', node.invoices.get(charges.get(second ?? '') ?? '')))
    case 'POST /v2/withdrawals':
      return withdraw(peer, JSON.parse(text) as WithdrawalBody, reply)
    case 'GET /v1/withdrawals':
      return give(
        reply,
        withdrawals.toReversed().map((withdrawal) => toWithdrawal(peer, withdrawal)),
      )
    case 'GET /v1/withdrawal/…': {
      const withdrawal = withdrawals.find(({ id }) => id === second)
      return give(reply, withdrawal && toWithdrawal(peer, withdrawal))
    }
    default:
      return refuse(reply, 404, 'Resource not found')
  }
}

interface ChargeBody {
  readonly amount?: number
  readonly description?: string
  readonly ttl?: number
}

function createCharge({ node, charges }: OpenNode, { amount, description, ttl = 1440 }: ChargeBody, reply: PeerReply) {
  if (!Number.isSafeInteger(amount) || (amount ?? 0) < 1) return refuse(reply, 400, 'Amount is required')
  if (ttl < 10 || ttl > 1440) return refuse(reply, 400, 'TTL must be between 10 and 1440 minutes')
  const invoice = node.addInvoice({ amountMsat: BigInt(amount ?? 0) * 1000n, description, expirySeconds: ttl * 60 })
  const id = randomUUID()
  charges.set(id, invoice.paymentHash)
  return give(reply, toCharge(id, invoice))
}

function toCharge(id: string, invoice: PeerInvoice | undefined): object | undefined {
  if (invoice === undefined) return undefined
  const isPaid = invoice.state === 'settled'
  const isOver = invoice.expiresAt * 1000 <= Date.now()
  return {
    id,
    description: invoice.memo,
    amount: Number(invoice.amountMsat / 1000n),
    // OpenNode's record of it.
    fee: isPaid ? Math.ceil(Number(invoice.amountMsat) / 100_000) : 0,
    status: isPaid ? 'paid' : isOver ? 'expired' : 'unpaid',
    created_at: invoice.createdAt,
    order_id: null,
    chain_invoice: { address: 'bcrt1…' },
    lightning_invoice: {
      payreq: invoice.bolt11,
      created_at: invoice.createdAt,
      expires_at: invoice.expiresAt,
      settled_at: isPaid ? invoice.settledAt : null,
    },
  }
}

/** Newest first. */
const listPaid = ({ node, charges }: OpenNode): object[] =>
  [...charges]
    .map(([id, hash]) => ({ id, invoice: node.invoices.get(hash) }))
    .filter(({ invoice }) => invoice?.state === 'settled')
    .sort((one, other) => (other.invoice?.settleIndex ?? 0) - (one.invoice?.settleIndex ?? 0))
    .flatMap(({ id, invoice }) => toCharge(id, invoice) ?? [])

interface WithdrawalBody {
  readonly type?: string
  readonly address?: string
  readonly amount?: number
  readonly custom_id?: string
}

/** Takes every order: whether it can be paid turns out later. */
function withdraw(peer: OpenNode, { type, address = '', amount, custom_id }: WithdrawalBody, reply: PeerReply): void {
  const invoice = readOrNothing(address)
  if (type !== 'ln' || invoice === undefined) return refuse(reply, 400, 'Invalid payment request')
  if ((invoice.amountMsat === undefined) !== (amount !== undefined)) return refuse(reply, 400, 'Invalid amount')
  const { node, withdrawals } = peer
  const isPaid = node.payments.get(invoice.paymentHash)?.state === 'settled'
  const amountMsat = amount === undefined ? undefined : BigInt(amount) * 1000n
  const withdrawal: PeerWithdrawal = {
    id: randomUUID(),
    customId: custom_id,
    bolt11: address,
    payment: isPaid ? undefined : node.pay({ bolt11: address, amountMsat }),
  }
  withdrawals.push(withdrawal)
  return give(reply, { ...toWithdrawal(peer, withdrawal), status: 'pending', fee: 0, error: undefined })
}

function readOrNothing(bolt11: string): ReturnType<typeof readInvoice> | undefined {
  try {
    return readInvoice(bolt11)
  } catch (error) {
    if (error instanceof InvoiceError) return undefined
    throw error
  }
}

function toWithdrawal({ options }: OpenNode, { id, customId, bolt11, payment }: PeerWithdrawal): object {
  const state = payment?.state ?? 'failed'
  return {
    id,
    type: 'ln',
    reference: bolt11,
    amount: Number((payment?.amountMsat ?? 0n) / 1000n),
    fee: Number(((payment?.feeMsat ?? 0n) + 999n) / 1000n),
    status: { pending: 'pending', settled: 'confirmed', failed: 'failed' }[state],
    processed_at: payment?.createdAt ?? null,
    ...(options.tellsCustomIds !== false && { custom_id: customId ?? null }),
    ...(state === 'failed' && { error: payment === undefined ? 'incorrect_payment_details' : 'no_route' }),
    ...(options.showsPreimages === true && state === 'settled' && { preimage: payment?.preimage }),
  }
}
