import { createHmac, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { InvoiceError } from '@satchel/bolt11/invoice-error'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import {
  type ReadMessage,
  readMessage,
  type WrittenField,
  writeMessage,
} from '../../../src/backends/ldk-server/protobuf.ts'
import { copyAll } from '../../peer-parts/copy-records.ts'
import type { FaultyNode } from '../../peer-parts/faulty-node.ts'
import { createPeerNode, type PeerNode } from '../../peer-parts/peer-node.ts'
import type { FaultyServer, PeerServer } from '../../peer-parts/peer-server.ts'
import { type GrpcCall, type GrpcReply, openGrpcPeerServer } from './grpc-peer-server.ts'
import { createMood, type LdkMood, writeBalances, writeChannels } from './ldk-money.ts'
import { type LdkRecords, openLdkRecords } from './ldk-records.ts'

export interface LdkServerPeer extends FaultyNode {
  readonly server: FaultyServer
  readonly apiKey: string
  readonly certificate: string
  /** The key is not valid any more; this one is. */
  renewKey(): string
  readonly renewCertificate: PeerServer['renewCertificate']
  readonly mood: LdkMood
  /** The network by LDK Server's number. */
  appearOn(network: number): void
  /** As many seconds as this its clock is ahead. */
  setClockAhead(seconds: number): void
  /** Adds that many blocks. */
  mine(blocks: number): void
  /** How many payments are on a page of its list. */
  setPageSize(size: number): void
  readonly byHand: Pick<LdkRecords, 'payUnasked' | 'failOffer'>
  /** The node reports payments without their preimages, or without their fees. */
  leaveOut(what: 'preimage' | 'fee'): void
  /** The next call of this name is answered so, and nothing is done. */
  answerNext(call: string, fields: readonly WrittenField[]): void
}

interface Server {
  readonly node: PeerNode
  readonly records: LdkRecords
  apiKey: string
  readonly mood: LdkMood
  readonly subscribers: Set<GrpcReply>
}

const PREFIX = '/api.LightningNode/'
const CLOCK_TOLERANCE_SECONDS = 60
const [OK_EMPTY, INVALID, FAILED_PRECONDITION, UNIMPLEMENTED, UNAUTHENTICATED] = [new Uint8Array(), 3, 9, 12, 16]

/** LDK Server as it is over gRPC: signed requests, one record for a hash, events without replay. */
export async function openLdkServerPeer(node = createPeerNode()): Promise<LdkServerPeer> {
  const certificate = selfSignedCertificate('localhost')
  const apiKey = newKey()
  const lies = new Map<string, Uint8Array>()
  const subscribers = new Set<GrpcReply>()
  const muted = new WeakSet<GrpcReply>()
  const records = openLdkRecords(node, (event) => {
    for (const one of subscribers) if (!muted.has(one)) one.tell(event)
  })
  const peer: Server = { node, records, apiKey, subscribers, mood: createMood() }
  const server = await openGrpcPeerServer((call, reply) => {
    const refusal = refusalOf(peer, call)
    const lie = lies.get(`POST ${call.path}`)
    lies.delete(`POST ${call.path}`)
    if (lie !== undefined) return reply.send(lie)
    return refusal === undefined ? answer(peer, call, reply) : reply.fail(UNAUTHENTICATED, refusal)
  }, certificate)
  return {
    env: {
      SERVICE_FUNDING_SOURCE: 'ldk-server',
      LDK_SERVER_ENDPOINT: server.url,
      LDK_SERVER_CERT: certificate.cert,
      LDK_SERVER_API_KEY: apiKey,
    },
    node: { ...node, outside: { ...node.outside, payOurInvoice: records.payOurs } },
    server,
    apiKey,
    certificate: certificate.cert,
    payCall: `POST ${PREFIX}Bolt11Send`,
    invoiceCall: `POST ${PREFIX}Bolt11Receive`,
    limitsFees: true,
    muteStream() {
      for (const one of subscribers) muted.add(one)
    },
    repeatReceipt: records.repeat,
    mood: peer.mood,
    mine: records.mine,
    renewKey: () => (peer.apiKey = newKey()),
    renewCertificate: server.renewCertificate,
    appearOn(network) {
      peer.mood.network = network
    },
    setClockAhead(seconds) {
      peer.mood.clockAhead = seconds
    },
    setPageSize: records.setPageSize,
    byHand: records,
    leaveOut: records.leaveOut,
    answerNext: (call, fields) => void lies.set(call, writeMessage(fields)),
    copy: copyAll(node.copy, records.copy),
    close: server.close,
  }
}

const newKey = (): string => randomBytes(32).toString('hex')

function refusalOf({ apiKey, mood }: Server, { headers, body }: GrpcCall): string | undefined {
  const [, time, given] = /^HMAC (\d+):([0-9a-f]{64})$/.exec(String(headers['x-auth'])) ?? []
  if (time === undefined || given === undefined) return 'Invalid x-auth format'
  const now = Math.floor(Date.now() / 1000) + mood.clockAhead
  if (Math.abs(now - Number(time)) > CLOCK_TOLERANCE_SECONDS) return 'Request timestamp expired'
  const stamp = Buffer.alloc(8)
  stamp.writeBigUInt64BE(BigInt(time))
  const wanted = createHmac('sha256', apiKey)
    .update(Buffer.concat([stamp, body]))
    .digest()
  return timingSafeEqual(wanted, Buffer.from(given, 'hex')) ? undefined : 'Invalid credentials'
}

function answer(peer: Server, call: GrpcCall, reply: GrpcReply): void {
  const asked = readMessage(call.body.subarray(5))
  const { node, records, mood } = peer
  switch (call.path.slice(PREFIX.length)) {
    case 'GetNodeInfo': {
      const block = writeMessage([
        [1, '00'.repeat(32)],
        [2, BigInt(records.height())],
      ])
      const network = mood.network === 0 ? undefined : BigInt(mood.network)
      const [channelsAt, coinsAt] = mood.syncedAt.map((at) => (at === undefined ? undefined : BigInt(at)))
      return reply.send(
        writeMessage([
          [1, node.own.nodeKey],
          [3, block],
          [4, channelsAt],
          [5, coinsAt],
          [11, 'erin'],
          [13, network],
        ]),
      )
    }
    case 'ListChannels':
      return reply.send(writeChannels(node, mood))
    case 'GetBalances':
      return reply.send(writeBalances(node, mood))
    case 'Bolt11Receive':
    case 'Bolt11ReceiveForHash':
      return receive(peer, asked, reply)
    case 'Bolt11ClaimForHash':
      return claim(peer, asked, reply)
    case 'Bolt11FailForHash':
      return records.fail(asked.text(1) ?? '') ? reply.send(OK_EMPTY) : reply.fail(INVALID, BAD_HASH)
    case 'Bolt11Send':
      return send(peer, asked, reply)
    case 'GetPaymentDetails':
      return reply.send(writeMessage([[1, records.show(asked.text(1) ?? '')]]))
    case 'ListPayments':
      return reply.send(records.list(asked.message(1)))
    case 'SubscribeEvents':
      return subscribe(peer, reply)
    default:
      return reply.fail(UNIMPLEMENTED, `Unknown method: ${call.path}`)
  }
}

const BAD_HASH = 'The given payment hash is invalid.'

function receive({ node, records }: Server, asked: ReadMessage, reply: GrpcReply): void {
  const holdHash = asked.text(4)
  const description = asked.message(2)
  const invoice = node.addInvoice({
    isHold: holdHash !== undefined,
    paymentHash: holdHash,
    amountMsat: asked.number(1),
    description: description?.text(1),
    descriptionHash: description?.text(2),
    expirySeconds: Number(asked.number(3) ?? 0n),
  })
  records.begin(invoice.paymentHash, 'inbound', invoice.amountMsat, invoice.preimage)
  reply.send(
    writeMessage([
      [1, invoice.bolt11],
      [2, holdHash === undefined ? invoice.paymentHash : undefined],
    ]),
  )
}

/** Claims a payment, or nothing if there is none: a success in both cases. */
function claim({ node, records }: Server, asked: ReadMessage, reply: GrpcReply): void {
  const preimage = asked.text(3) ?? ''
  const paymentHash = digest('sha256', Buffer.from(preimage, 'hex'))
  if (asked.text(1) !== paymentHash) return reply.fail(INVALID, 'The given payment preimage is invalid.')
  if (!records.has(paymentHash)) return reply.fail(INVALID, BAD_HASH)
  if (node.invoices.get(paymentHash)?.state === 'held') node.settleHeld(paymentHash, preimage)
  reply.send(OK_EMPTY)
}

function send({ node, records }: Server, asked: ReadMessage, reply: GrpcReply): void {
  const bolt11 = asked.text(1) ?? ''
  const route = asked.message(3)
  const read = readHash(bolt11)
  if (read === undefined) return reply.fail(INVALID, 'The given invoice is invalid.')
  if (records.isPaidOrPending(read.paymentHash)) {
    return reply.fail(FAILED_PRECONDITION, 'A payment with the given hash has already been initiated.')
  }
  const amountMsat = read.amountMsat ?? asked.number(2)
  if (amountMsat === undefined) return reply.fail(INVALID, 'The given invoice is invalid.')
  records.begin(read.paymentHash, 'outbound', amountMsat, undefined)
  // An absent field beside a fee limit is zero: no path at all.
  const hasRoute = route === undefined || [2, 3].every((field) => (route.number(field) ?? 0n) > 0n)
  const order = { bolt11, amountMsat, feeLimitMsat: route?.number(1) }
  const payment = hasRoute ? node.pay(order) : undefined
  if (payment === undefined || (payment.state === 'failed' && payment.failure === 'no-route')) {
    records.end(read.paymentHash, 'failed')
    return reply.fail(FAILED_PRECONDITION, 'Failed to send the given payment.')
  }
  reply.send(writeMessage([[1, read.paymentHash]]))
}

function readHash(bolt11: string) {
  try {
    return readInvoice(bolt11)
  } catch (error) {
    if (error instanceof InvoiceError) return undefined
    throw error
  }
}

function subscribe({ subscribers }: Server, reply: GrpcReply): void {
  subscribers.add(reply)
  reply.gone.addEventListener('abort', () => subscribers.delete(reply))
  reply.tell(OK_EMPTY)
}
