import { createHmac } from 'node:crypto'
import { type Msat, msat, sat, satToMsat } from '@satchel/money/units'
import type { AskedIdentity } from '../../adapter-parts/learn-identity.ts'
import { readCertificateFile } from '../../config/node-endpoint.ts'
import { openSetting } from '../../config/setting.ts'
import { unixSeconds } from '../../port/clock.ts'
import type { InvoiceOrder, PayOrder } from '../../port/funding-source.ts'
import { type NodeInfo, toAlias, toHeight } from '../../port/node-info.ts'
import type { GrpcAnswer } from './grpc-client.ts'
import { type LdkBalances, readBalances } from './ldk-balances.ts'
import { type LdkPayment, readPayment } from './ldk-payment.ts'
import { findRefusal, type OpenGrpcOptions, openGrpc } from './open-grpc.ts'
import { type ReadMessage, readMessage, type WrittenField, writeMessage } from './protobuf.ts'
import { ENDPOINT, KEY, type LdkServerConfig, readKeyFile } from './read-ldk-server.ts'
import { CODES } from './to-outcome.ts'

/**
 * The calls of LDK Server's gRPC interface that are needed, with checked answers. All reject when the answer is
 * unclear.
 */
export interface LdkServerCalls {
  introduce(): Promise<AskedIdentity>
  /** The amount that all channels together can send. */
  spendable(): Promise<Msat>
  height(): Promise<number>
  info(): Promise<NodeInfo>
  channels(): Promise<readonly LdkChannel[]>
  balances(): Promise<LdkBalances>
  createInvoice(request: InvoiceOrder): Promise<{ readonly bolt11: string; readonly paymentHash: string }>
  /** Undefined = no BOLT11 payment of this hash, in neither direction. */
  payment(paymentHash: string): Promise<LdkPayment | undefined>
  /** All payments, newest first; a page names the start of the next one. */
  listPayments(token: PageToken | undefined): Promise<PaymentPage>
  /** Answers as soon as the payment is in flight. */
  send(order: PayOrder): Promise<GrpcAnswer>
  claim(paymentHash: string, preimage: string): Promise<void>
  fail(paymentHash: string): Promise<void>
  /** Resolves, or rejects, when the stream has ended. */
  follow(signal: AbortSignal, on: { open(): void; event(event: LdkEvent): void }): Promise<void>
  close(): void
}

export interface LdkChannel {
  readonly id: string
  /** Its other side is connected, and it is not being closed. */
  readonly isUsable: boolean
}

export interface PageToken {
  readonly token: string
  /** Unix seconds: when LDK Server first listed the last payment of the page. */
  readonly index: bigint
}

export interface PaymentPage {
  readonly payments: readonly LdkPayment[]
  readonly next: PageToken | undefined
}

export interface LdkEvent {
  readonly is: 'received' | 'sent' | 'failed' | 'claimable'
  readonly payment: LdkPayment
  /** The height from which a held payment returns to its payer automatically. */
  readonly deadline: number | undefined
}

const SERVICE = '/api.LightningNode'
const OPENING_MS = 2000
/** By their numbers in LDK Server's `Network`. */
const NETWORKS = ['bc', 'tb', 'tb', 'tbs', 'bcrt'] as const
const EVENTS = [
  [2, 'received'],
  [3, 'sent'],
  [4, 'failed'],
  [7, 'claimable'],
] as const

export function createLdkServerCalls(
  config: LdkServerConfig,
  watch: Pick<OpenGrpcOptions, 'troubles' | 'clock'>,
): LdkServerCalls {
  const client = openGrpc({
    baseUrl: config.url,
    endpoint: ENDPOINT,
    certificate: openSetting(config.certificate, readCertificateFile),
    apiKey: openSetting(config.apiKey, readKeyFile),
    // The system clock, because the node compares it with its own.
    sign: (apiKey, frame) => ({ 'x-auth': signRequest(apiKey, Math.floor(Date.now() / 1000), frame) }),
    ...watch,
  })
  const call = (name: string, fields: readonly WrittenField[] = [], timeoutMs?: number): Promise<GrpcAnswer> =>
    client.call(`${SERVICE}/${name}`, writeMessage(fields), timeoutMs)
  const ask = async (name: string, fields?: readonly WrittenField[]): Promise<ReadMessage> => {
    const { code, message, body } = await call(name, fields)
    if (code !== CODES.ok) throw new Error(`LDK Server rejects ${name}: ${code} ${message.slice(0, 200)}`)
    return readMessage(body)
  }
  return {
    introduce: async () => readIntroduction(await call('GetNodeInfo', [], OPENING_MS)),
    spendable: async () => sumOfReady(await ask('ListChannels'), OUTBOUND),
    async height() {
      const height = (await ask('GetNodeInfo')).message(3)?.number(2)
      if (height === undefined) throw new Error('LDK Server does not report its block height')
      return Number(height)
    },
    async info() {
      const [node, channels, balances] = await Promise.all([
        ask('GetNodeInfo'),
        ask('ListChannels'),
        ask('GetBalances'),
      ])
      return toInfo({ node, channels, balances, nowSeconds: unixSeconds(watch.clock) })
    },
    channels: async () => (await ask('ListChannels')).messages(1).map(readChannel),
    balances: async () => readBalances(await ask('GetBalances')),
    async createInvoice(request) {
      const { holdHash } = request
      const name = holdHash === undefined ? 'Bolt11Receive' : 'Bolt11ReceiveForHash'
      const made = await ask(name, [...wordsOf(request), [4, holdHash]])
      return { bolt11: made.text(1) ?? '', paymentHash: holdHash ?? made.text(2) ?? '' }
    },
    async payment(paymentHash) {
      const found = (await ask('GetPaymentDetails', [[1, paymentHash]])).message(1)
      const payment = found && readPayment(found)
      if (payment !== undefined && payment.paymentHash !== paymentHash)
        throw new Error('LDK Server reports another hash')
      return payment?.via === undefined ? payment : undefined
    },
    listPayments: async (token) => readPage(await ask('ListPayments', [[1, token && writeToken(token)]])),
    send: (order) => call('Bolt11Send', sendFields(order)),
    claim: async (paymentHash, preimage) =>
      void (await ask('Bolt11ClaimForHash', [
        [1, paymentHash],
        [3, preimage],
      ])),
    fail: async (paymentHash) => void (await ask('Bolt11FailForHash', [[1, paymentHash]])),
    follow: (signal, { open, event }) =>
      client.follow(`${SERVICE}/SubscribeEvents`, signal, {
        open,
        message(bytes) {
          const found = readEvent(readMessage(bytes))
          if (found !== undefined) event(found)
        },
      }),
    close: client.close,
  }
}

const writeToken = ({ token, index }: PageToken) =>
  writeMessage([
    [1, token],
    [2, index],
  ])

function readPage(page: ReadMessage): PaymentPage {
  const next = page.message(2)
  return {
    payments: page.messages(1).flatMap((payment) => readPayment(payment) ?? []),
    next: next && { token: next.text(1) ?? '', index: next.count(2) },
  }
}

interface InfoAnswers {
  readonly node: ReadMessage
  readonly channels: ReadMessage
  readonly balances: ReadMessage
  readonly nowSeconds: number
}

/** It reads the chain at least once in two minutes. */
const MAX_SYNC_AGE_SECONDS = 600
/** When it last read the chain for its channels, and for its coins: Unix seconds, by their numbers in its answer. */
const SYNCED_AT = [4, 5] as const

function toInfo({ node, channels, balances, nowSeconds }: InfoAnswers): NodeInfo {
  const height = node.message(3)?.number(2)
  const isRecent = (at: bigint | undefined): boolean =>
    at !== undefined && nowSeconds - Number(at) <= MAX_SYNC_AGE_SECONDS
  return {
    alias: toAlias(node.text(11)),
    canReceiveMsat: sumOfReady(channels, INBOUND),
    height: height === undefined ? undefined : toHeight(Number(height)),
    synced: SYNCED_AT.every((field) => isRecent(node.number(field))),
    onChainMsat: satToMsat(sat(readBalances(balances).onChainSat)),
    channels: channels.messages(1).length,
  }
}

/** Fields of a channel, by their numbers in LDK Server's `Channel`. */
const [OUTBOUND, INBOUND, IS_READY, IS_USABLE] = [8, 9, 13, 14]

const readChannel = (channel: ReadMessage): LdkChannel => ({
  id: channel.text(1) ?? '',
  isUsable: channel.number(IS_USABLE) === 1n,
})

const sumOfReady = (list: ReadMessage, field: number): Msat =>
  msat(
    list
      .messages(1)
      .filter((channel) => channel.number(IS_READY) === 1n)
      .reduce((sum, channel) => sum + channel.count(field), 0n),
  )

/** LDK Server's own scheme: the key signs the time, eight bytes of it, and the body with its frame. */
export function signRequest(apiKey: string, nowSeconds: number, frame: Uint8Array): string {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(nowSeconds))
  return `HMAC ${nowSeconds}:${createHmac('sha256', apiKey).update(time).update(frame).digest('hex')}`
}

function readIntroduction(answer: GrpcAnswer): AskedIdentity {
  const refusal = findRefusal(answer, KEY)
  if (refusal !== undefined) return { refusal }
  const { code, message, body } = answer
  if (code !== CODES.ok) throw new Error(`LDK Server does not say who it is: ${code} ${message.slice(0, 200)}`)
  const info = readMessage(body)
  const nodeKey = info.text(1) ?? ''
  // Mainnet is 0, which Protocol Buffers omit.
  const network = NETWORKS[Number(info.count(13))]
  if (!/^0[23][0-9a-f]{64}$/.test(nodeKey) || network === undefined) {
    throw new Error('LDK Server answers with an unreadable identity')
  }
  return { network, nodeKey }
}

const wordsOf = ({ amountMsat, memo, descriptionHash, expirySeconds }: InvoiceOrder): readonly WrittenField[] => [
  [1, amountMsat],
  [2, writeMessage(descriptionHash === undefined ? [[1, memo]] : [[2, descriptionHash]])],
  [3, BigInt(expirySeconds)],
]

/** LDK's own defaults: with a fee limit, unset fields count as zero. */
const MAX_CLTV_DELTA = 1008n
const MAX_PATHS = 10n
const SATURATION_POWER = 2n

const sendFields = ({ bolt11, amountMsat, feeLimitMsat }: PayOrder): readonly WrittenField[] => [
  [1, bolt11],
  [2, amountMsat],
  [
    3,
    writeMessage([
      [1, feeLimitMsat],
      [2, MAX_CLTV_DELTA],
      [3, MAX_PATHS],
      [4, SATURATION_POWER],
    ]),
  ],
]

/** Undefined for events that are not about payments. */
function readEvent(envelope: ReadMessage): LdkEvent | undefined {
  for (const [field, is] of EVENTS) {
    const event = envelope.message(field)
    const payment = event?.message(1)
    const read = payment && readPayment(payment)
    const deadline = is === 'claimable' ? event?.number(3) : undefined
    if (read !== undefined)
      return { is, payment: read, deadline: deadline === undefined ? undefined : Number(deadline) }
  }
  return undefined
}
