import { hash as digest } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import type { FaultyHttpNode } from '../../peer-parts/faulty-node.ts'
import { createPeerNode, type PeerInvoice, type PeerNode } from '../../peer-parts/peer-node.ts'
import { openPeerServer, type PeerCall, type PeerReply } from '../../peer-parts/peer-server.ts'
import { listChannels, type PartPlace } from './lnd-peer-channels.ts'
import { failure } from './lnd-peer-failure.ts'
import { isSet, type LndReplay, listOrder, toWire } from './lnd-peer-invoices.ts'
import { listPayments, sendPayment, trackPayment } from './lnd-peer-payments.ts'
import { writeMacaroon } from './write-macaroon.ts'

export interface LndPeer extends FaultyHttpNode {
  readonly mood: LndMood
}

/** Differences between LNDs. */
interface LndMood {
  /** LND's name of its network. */
  network: string
  /** Its message while it is starting. */
  startingUp: string | undefined
  /** The only macaroon that it takes. */
  macaroon: string
  /** The permissions of the macaroon. */
  rights: readonly string[]
  /** How far its clock is ahead of ours. */
  aheadSeconds: number
  activeChannels: number
  /** Whether it has read all blocks, and the channels of the network. */
  synced: { readonly chain: boolean; readonly graph: boolean }
  onChainSat: number
  /** Hashes of payments that have their index and are not written down yet. */
  unwritten: ReadonlySet<string>
  /** Where the payments of held and settled invoices are, by hash, if they have not left their channel in the usual way. */
  readonly parts: Map<string, PartPlace>
  /** How it repeats receipts, and after how many of them it pauses briefly. */
  replay: LndReplay
  replayPage: number
}

const RIGHTS = ['info:read', 'invoices:read', 'invoices:write', 'offchain:read', 'offchain:write'] as const

/** LND's REST interface as far as we use it: 64-bit numbers as text, bytes as base64, errors with gRPC's codes. */
export async function openLndPeer(
  node = createPeerNode(),
  { certificate = selfSignedCertificate('localhost'), macaroon = writeMacaroon() } = {},
): Promise<LndPeer> {
  const mood: LndMood = {
    network: 'regtest',
    startingUp: undefined,
    macaroon,
    rights: RIGHTS,
    aheadSeconds: 0,
    activeChannels: 1,
    synced: { chain: true, graph: true },
    onChainSat: 0,
    unwritten: new Set(),
    parts: new Map(),
    replay: 'in-order',
    replayPage: Number.POSITIVE_INFINITY,
  }
  const streams = new Set<(invoice: PeerInvoice) => void>()
  let isMute = false
  node.news.on('invoice', (invoice) => {
    if (!isMute) for (const tell of streams) tell(invoice)
  })
  const server = await openPeerServer((call, reply) => {
    const shown = call.headers['grpc-metadata-macaroon']
    if (shown !== mood.macaroon) return reply.send(500, failure(2, refusalOf(shown, mood.macaroon)))
    if (mood.startingUp !== undefined) return reply.send(500, failure(2, mood.startingUp))
    if (!mood.rights.includes(rightOf(call))) return reply.send(500, failure(2, 'permission denied'))
    return answer({ node, mood, streams }, call, reply)
  }, certificate)
  server.http.prependListener('request', (_request, response) => {
    response.setHeader('date', new Date((nowSeconds() + mood.aheadSeconds) * 1000).toUTCString())
  })
  return {
    env: {
      SERVICE_FUNDING_SOURCE: 'lnd',
      LND_REST_ENDPOINT: server.url,
      LND_REST_CERT: certificate.cert,
      LND_REST_MACAROON: macaroon,
    },
    node,
    server,
    mood,
    payCall: 'POST /v2/router/send',
    invoiceCall: 'POST /v1/invoices',
    muteStream() {
      isMute = true
    },
    repeatReceipt(paymentHash) {
      const invoice = node.invoices.get(paymentHash)
      if (invoice !== undefined) for (const tell of streams) tell(invoice)
    },
    limitsFees: true,
    copy: node.copy,
    close: server.close,
  }
}

interface Behind {
  readonly node: PeerNode
  readonly mood: LndMood
  readonly streams: Set<(invoice: PeerInvoice) => void>
}

function answer(behind: Behind, call: PeerCall, reply: PeerReply): void | Promise<void> {
  const { node, mood } = behind
  const [, folder = '', last = ''] = /^(.*)\/([^/]*)$/.exec(call.path) ?? []
  switch (`${call.method} ${call.path}`) {
    case 'GET /v1/getinfo':
      return reply.send(200, {
        identity_pubkey: node.own.nodeKey,
        chains: [{ chain: 'bitcoin', network: mood.network }],
        synced_to_chain: mood.synced.chain,
        synced_to_graph: mood.synced.graph,
        num_active_channels: mood.activeChannels,
        num_inactive_channels: 0,
        alias: 'carol',
        block_height: 1000,
      })
    case 'GET /v1/channels':
    case 'GET /v1/channels/closed':
    case 'GET /v1/channels/pending':
      return reply.send(200, listChannels(node, mood.parts, last))
    case 'GET /v1/balance/channels':
      return reply.send(200, {
        local_balance: { sat: String(node.balanceMsat() / 1000n), msat: String(node.balanceMsat()) },
        remote_balance: { sat: '40', msat: '40000' },
      })
    case 'GET /v1/balance/blockchain':
      return reply.send(200, { total_balance: String(mood.onChainSat), confirmed_balance: String(mood.onChainSat) })
    case 'POST /v1/invoices':
    case 'POST /v2/invoices/hodl':
      return makeInvoice(node, call, reply)
    case 'GET /v1/invoices':
      return listInvoices(node, call, reply)
    case 'GET /v1/invoices/subscribe':
      return subscribe(behind, call, reply)
    case 'POST /v2/invoices/settle':
    case 'POST /v2/invoices/cancel':
      return decide(node, call, reply)
    case 'POST /v2/router/send':
      return sendPayment(node, { call, reply, nowSeconds: nowSeconds() + mood.aheadSeconds })
    case 'GET /v1/payments':
      return listPayments(node, { call, reply, unwritten: mood.unwritten })
  }
  if (folder === '/v1/invoice') return show(node, reply, last)
  if (BYTES_IN_PATH.has(folder) && last.length % 4 !== 0) {
    const problem = `illegal base64 data at input byte ${last.length - (last.length % 4)}`
    return reply.send(400, failure(3, `type mismatch, parameter: ${BYTES_IN_PATH.get(folder)}, error: ${problem}`))
  }
  if (folder === '/v2/router/track') return trackPayment(node, reply, fromBase64(last))
  if (folder === '/v2/invoices/subscribe') return subscribeOne(behind, reply, fromBase64(last))
  return reply.send(404, failure(5, 'Not Found'))
}

/** Calls with bytes at the end of their path, and LND's name for them: base64 that must be padded. */
const BYTES_IN_PATH: ReadonlyMap<string, string> = new Map([
  ['/v2/router/track', 'payment_hash'],
  ['/v2/invoices/subscribe', 'r_hash'],
])

/** Real ones differ in their parts; the peer's has none, so one that is cut short counts as unreadable. */
const refusalOf = (shown: unknown, macaroon: string): string =>
  String(shown).length === macaroon.length
    ? 'verification failed: signature mismatch after caveat verification'
    : 'unmarshal v2: varint value out of range'

/** The required permission of this call. */
function rightOf({ method, path }: PeerCall): string {
  if (path === '/v1/getinfo') return 'info:read'
  if (path === '/v1/balance/blockchain') return 'onchain:read'
  const isInvoices = /^\/v\d\/invoices?(\/|$)/.test(path)
  return `${isInvoices ? 'invoices' : 'offchain'}:${method === 'GET' ? 'read' : 'write'}`
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000)
const fromBase64 = (text = ''): string => Buffer.from(text, 'base64').toString('hex')
const toBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')

function makeInvoice(node: PeerNode, { text, path }: PeerCall, reply: PeerReply): void {
  const asked = JSON.parse(text) as Record<string, string | undefined>
  const isHold = path.endsWith('/hodl')
  try {
    const invoice = node.addInvoice({
      isHold,
      // LND's 0 is any amount.
      amountMsat: BigInt(asked['value_msat'] ?? 0) || undefined,
      description: asked['memo'],
      descriptionHash: asked['description_hash'] && fromBase64(asked['description_hash']),
      expirySeconds: Number(asked['expiry'] ?? 86_400),
      ...(isHold ? { paymentHash: fromBase64(asked['hash']) } : { preimage: fromBase64(asked['r_preimage']) }),
    })
    reply.send(200, {
      r_hash: toBase64(invoice.paymentHash),
      payment_request: invoice.bolt11,
      add_index: String(invoice.addIndex),
    })
  } catch (error) {
    reply.send(500, failure(2, (error as Error).message))
  }
}

function show(node: PeerNode, reply: PeerReply, paymentHash: string): void {
  const invoice = node.invoices.get(paymentHash)
  if (invoice === undefined) reply.send(404, failure(5, 'unable to locate invoice'))
  else reply.send(200, toWire(node, invoice))
}

function listInvoices(node: PeerNode, { query }: PeerCall, reply: PeerReply): void {
  const offset = Number(query.get('index_offset') ?? 0)
  const since = Number(query.get('creation_date_start') ?? 0)
  const size = Number(query.get('num_max_invoices') ?? 100)
  const isReversed = query.get('reversed') === 'true'
  const isBehind = (addIndex: number): boolean => (isReversed ? offset === 0 || addIndex < offset : addIndex > offset)
  const listed = [...node.invoices.values()].filter(
    (invoice) => !isSet(invoice) && isBehind(invoice.addIndex) && invoice.createdAt >= since,
  )
  const found = isReversed ? listed.slice(-size) : listed.slice(0, size)
  reply.send(200, {
    invoices: found.map((invoice) => toWire(node, invoice)),
    first_index_offset: String(found[0]?.addIndex ?? 0),
    last_index_offset: String(found.at(-1)?.addIndex ?? 0),
  })
}

/** First invoices settled after the number, then those added or settled from now on; never held ones. */
async function subscribe({ node, streams, mood }: Behind, { query }: PeerCall, reply: PeerReply): Promise<void> {
  const after = Number(query.get('settle_index') ?? 0)
  const tell = (invoice: PeerInvoice): void => {
    const isNews = invoice.state === 'settled' || (invoice.state === 'open' && !isSet(invoice))
    if (isNews) reply.line({ result: toWire(node, invoice) })
  }
  const backlog = after === 0 ? [] : [...node.invoices.values()].filter(({ settleIndex }) => settleIndex > after)
  listenWith(streams, tell, reply)
  for (const [index, invoice] of backlog.toSorted(listOrder(mood.replay)).entries()) {
    if (index > 0 && index % mood.replayPage === 0) await delay(50)
    reply.line({ result: toWire(node, invoice, mood.replay) })
  }
}

function subscribeOne({ node, streams }: Behind, reply: PeerReply, paymentHash: string): void {
  const invoice = node.invoices.get(paymentHash)
  // For an unknown hash LND is silent for the whole subscription.
  if (invoice !== undefined) reply.line({ result: toWire(node, invoice) })
  const tell = (news: PeerInvoice): void => {
    if (news.paymentHash === paymentHash) reply.line({ result: toWire(node, news) })
  }
  listenWith(streams, tell, reply)
}

function listenWith(streams: Behind['streams'], tell: (invoice: PeerInvoice) => void, { gone }: PeerReply): void {
  streams.add(tell)
  gone.addEventListener('abort', () => streams.delete(tell))
}

function decide(node: PeerNode, { text, path }: PeerCall, reply: PeerReply): void {
  const asked = JSON.parse(text) as Record<string, string | undefined>
  const preimage = fromBase64(asked['preimage'])
  const isSettle = path.endsWith('/settle')
  const paymentHash = isSettle ? hashOf(preimage) : fromBase64(asked['payment_hash'])
  if (paymentHash === '') return reply.send(500, failure(2, 'invalid hash length of 0, want 32'))
  const invoice = node.invoices.get(paymentHash)
  // A look-up of the same is a 404 with gRPC's own code; this is not.
  if (invoice === undefined) return reply.send(500, failure(2, 'unable to locate invoice'))
  if (isSettle && invoice.state === 'open') return reply.send(500, failure(2, 'invoice still open'))
  if (isSettle && invoice.state === 'closed') return reply.send(500, failure(2, 'invoice already canceled'))
  if (!isSettle && invoice.state === 'settled') return reply.send(500, failure(2, 'invoice already settled'))
  if (isSettle) node.settleHeld(paymentHash, preimage)
  else node.closeInvoice(paymentHash)
  reply.send(200, {})
}

const hashOf = (preimage: string): string => digest('sha256', Buffer.from(preimage, 'hex'))
