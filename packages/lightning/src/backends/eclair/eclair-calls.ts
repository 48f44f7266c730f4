import { msat, msatToSatFloor, sat, satToMsat } from '@satchel/money/units'
import { type Static, type TSchema, Type } from 'typebox'
import { isRecent } from '../../adapter-parts/is-recent.ts'
import type { AskedIdentity } from '../../adapter-parts/learn-identity.ts'
import type { NodeAnswer, NodeHttp } from '../../net/node-http.ts'
import { readNodeJson } from '../../net/read-node-json.ts'
import type { InvoiceRequest, PayOrder } from '../../port/funding-source.ts'
import { type NodeInfo, toAlias, toHeight } from '../../port/node-info.ts'
import { AuditedPayment } from './audited-payment.ts'
import { ReceivedPayment } from './received-payment.ts'
import { SentPart } from './to-outcome.ts'

/**
 * The calls of Eclair's HTTP interface that are needed, with checked answers. All reject when the answer is unclear.
 */
export interface EclairCalls {
  introduce(): Promise<AskedIdentity>
  createInvoice(request: InvoiceRequest): Promise<{ readonly bolt11: string; readonly paymentHash: string }>
  /** False: the invoice may still exist, paid or not. */
  deleteInvoice(paymentHash: string): Promise<boolean>
  /** Undefined = Eclair does not have, or no longer has, this invoice. */
  received(paymentHash: string): Promise<ReceivedPayment | undefined>
  /** Paid invoices that were made from then on, Unix milliseconds. */
  listReceived(fromMs: number): Promise<ReceivedPayment[]>
  /** Hashes of payments received from then on, oldest first, at most `count`. */
  listArrivals(fromMs: number, count: number): Promise<string[]>
  /** Payments that went through from then on, Unix milliseconds, as the audit has them. */
  listAudited(fromMs: number): Promise<AuditedPayment[]>
  /** The parts of all that was ever sent for a hash. */
  sent(paymentHash: string): Promise<SentPart[]>
  /** Answers when the payment is final, or after two minutes. */
  payInvoice(order: PayOrder): Promise<NodeAnswer>
  /** What all channels together could send, msat. */
  spendableMsat(): Promise<number>
  info(): Promise<NodeInfo>
}

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Info = Type.Object({
  nodeId: Type.String({ pattern: '^0[23][0-9a-f]{64}$' }),
  network: Type.String(),
  version: Type.String(),
})
const Made = Type.Object({ paymentHash: Hex32, serialized: Type.String() })
const Audit = Type.Object({ received: Type.Array(Type.Object({ paymentHash: Hex32 })) })
const SentAudit = Type.Object({ sent: Type.Array(AuditedPayment) })
const Balances = Type.Array(
  Type.Object({ canSend: Type.Integer({ minimum: 0 }), canReceive: Type.Optional(Type.Integer({ minimum: 0 })) }),
)
/** Satoshis, of the wallet in Bitcoin Core that pays for claims. */
const Coins = Type.Object({ confirmed: Type.Integer({ minimum: 0 }), unconfirmed: Type.Integer({ minimum: 0 }) })
const Details = Type.Object({ alias: Type.Optional(Type.Unknown()), blockHeight: Type.Optional(Type.Unknown()) })

const OPENING_MS = 2000
const PAY_SECONDS = 120
const AUDIT_PAGE = 500
/** Eclair answers a little after the timeout that the request gives it. */
const PAY_MS = (PAY_SECONDS + 10) * 1000
/** The end of every period, far in the future: otherwise payments of the current second would be missing. */
const FAR_SECONDS = 253_402_300_799

export function createEclairCalls(http: NodeHttp): EclairCalls {
  const post = (name: string, fields: Readonly<Record<string, string>> = {}, timeoutMs?: number): Promise<NodeAnswer> =>
    http.call({ method: 'POST', path: `/${name}`, body: new URLSearchParams(fields), timeoutMs })
  const ask = async <Schema extends TSchema>(
    schema: Schema,
    name: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<Static<Schema>> => readNodeJson(schema, await post(name, fields))
  const span = (fromMs: number) => ({ from: String(Math.floor(fromMs / 1000)), to: String(FAR_SECONDS) })
  return {
    introduce: async () => readIntroduction(await post('getinfo', {}, OPENING_MS)),
    async createInvoice(request) {
      const made = await ask(Made, 'createinvoice', invoiceFields(request))
      return { bolt11: made.serialized, paymentHash: made.paymentHash }
    },
    deleteInvoice: async (paymentHash) => (await post('deleteinvoice', { paymentHash })).status === 200,
    async received(paymentHash) {
      const answer = await post('getreceivedinfo', { paymentHash })
      return answer.status === 404 ? undefined : readNodeJson(ReceivedPayment, answer)
    },
    listReceived: (fromMs) => ask(Type.Array(ReceivedPayment), 'listreceivedpayments', span(fromMs)),
    async listArrivals(fromMs, count) {
      const { received } = await ask(Audit, 'audit', { ...span(fromMs), count: String(count) })
      return received.map(({ paymentHash }) => paymentHash)
    },
    async listAudited(fromMs) {
      const found = new Map<string, AuditedPayment>()
      for (let skip = 0; ; skip += AUDIT_PAGE) {
        const page = { count: String(AUDIT_PAGE), skip: String(skip) }
        const { sent } = await ask(SentAudit, 'audit', { ...span(fromMs), ...page })
        const isNew = sent.some(({ id }) => !found.has(id))
        for (const payment of sent) found.set(payment.id, payment)
        // Before 0.9 there are no pages: each call returns everything.
        if (sent.length < AUDIT_PAGE || !isNew) return [...found.values()]
      }
    },
    sent: (paymentHash) => ask(Type.Array(SentPart), 'getsentinfo', { paymentHash }),
    payInvoice: (order) => post('payinvoice', payFields(order), PAY_MS),
    async spendableMsat() {
      const channels = await ask(Balances, 'channelbalances')
      return channels.reduce((sum, { canSend }) => sum + canSend, 0)
    },
    async info() {
      const [{ alias, blockHeight }, channels, coins] = await Promise.all([
        ask(Details, 'getinfo'),
        ask(Balances, 'channelbalances'),
        // Bitcoin Core may be away.
        ask(Coins, 'onchainbalance').catch(() => undefined),
      ])
      const canReceive = channels.reduce((sum, { canReceive = 0 }) => sum + canReceive, 0)
      return {
        alias: toAlias(alias),
        canReceiveMsat: msat(BigInt(canReceive)),
        height: toHeight(blockHeight),
        onChainMsat: coins && satToMsat(sat(BigInt(coins.confirmed + coins.unconfirmed))),
        channels: channels.length,
      }
    },
  }
}

const NETWORKS: Readonly<Record<string, string>> = {
  mainnet: 'bc',
  testnet: 'tb',
  testnet4: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
}

/** The first version that reports a payment between two tries, while all its earlier parts have failed. */
const MIN_VERSION = [0, 7, 0] as const

export const ENDPOINT = 'ECLAIR_URL'
export const PASSWORD = 'ECLAIR_PASS'

function readIntroduction(answer: NodeAnswer): AskedIdentity {
  if (answer.status === 401 || answer.status === 403) {
    return { refusal: { kind: 'credential_refused', variable: PASSWORD, detail: 'Eclair refuses it' } }
  }
  const { nodeId, network: name, version } = readNodeJson(Info, answer)
  if (!isRecent(version, MIN_VERSION)) {
    const detail = `Eclair ${MIN_VERSION.join('.')} or newer is needed`
    return { refusal: { kind: 'setting_wrong', variable: ENDPOINT, detail } }
  }
  const network = NETWORKS[name]
  if (network === undefined) throw new Error('Eclair is on an unknown network')
  return { network, nodeKey: nodeId }
}

const invoiceFields = ({ amountMsat, memo, descriptionHash, expirySeconds, preimage }: InvoiceRequest) => ({
  amountMsat: String(amountMsat),
  expireIn: String(expirySeconds),
  ...(descriptionHash === undefined ? { description: memo } : { descriptionHash }),
  ...(preimage !== undefined && { paymentPreimage: preimage }),
})

/** Eclair applies the greater of two fee limits: with a rate of zero only the flat one counts. */
const payFields = ({ bolt11, amountMsat, feeLimitMsat, attemptId }: PayOrder) => ({
  invoice: bolt11,
  ...(amountMsat !== undefined && { amountMsat: String(amountMsat) }),
  maxFeeFlatSat: String(msatToSatFloor(feeLimitMsat)),
  maxFeePct: '0',
  externalId: attemptId,
  blocking: 'true',
  timeoutSeconds: String(PAY_SECONDS),
})
