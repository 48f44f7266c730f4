import { sat, satToMsat } from '@satchel/money/units'
import { Type } from 'typebox'
import { isRecent } from '../../adapter-parts/is-recent.ts'
import type { AskedIdentity } from '../../adapter-parts/learn-identity.ts'
import { shortenMemo } from '../../adapter-parts/shorten-memo.ts'
import { wholeSats } from '../../adapter-parts/whole-sats.ts'
import type { NodeAnswer, NodeHttp } from '../../net/node-http.ts'
import { readNodeJson } from '../../net/read-node-json.ts'
import type { InvoiceRequest } from '../../port/funding-source.ts'
import { type NodeInfo, toHeight } from '../../port/node-info.ts'
import { IncomingPayment } from './incoming-payment.ts'
import { OutgoingPayment } from './outgoing-payment.ts'
import { readOutgoing } from './to-outcome.ts'

/**
 * The calls of phoenixd's HTTP interface that are needed, with checked answers. All reject when the answer is unclear.
 */
export interface PhoenixdCalls {
  introduce(): Promise<AskedIdentity>
  createInvoice(request: InvoiceRequest): Promise<{ readonly bolt11: string; readonly paymentHash: string }>
  /** Undefined = phoenixd has never made such an invoice. */
  incoming(paymentHash: string): Promise<IncomingPayment | undefined>
  /** Those that were paid in this span of Unix milliseconds, newest first. */
  listPaid(span: { from: number; to?: number | undefined; limit: number; offset: number }): Promise<IncomingPayment[]>
  /** The best attempt of a hash; undefined = unknown to phoenixd. */
  outgoing(paymentHash: string): Promise<OutgoingPayment | undefined>
  /** All that was begun from then on, Unix milliseconds: each attempt is a row, in no promised order. */
  listOutgoing(fromMs: number): Promise<OutgoingPayment[]>
  /** Answers when the payment is final, however long that takes. */
  payInvoice(order: { readonly bolt11: string; readonly amountSat: string | undefined }): Promise<NodeAnswer>
  balanceSat(): Promise<number>
  info(): Promise<NodeInfo>
}

const Info = Type.Object({
  nodeId: Type.String({ pattern: '^0[23][0-9a-f]{64}$' }),
  chain: Type.String(),
  version: Type.String(),
})
const Made = Type.Object({ paymentHash: Type.String({ pattern: '^[0-9a-f]{64}$' }), serialized: Type.String() })
const Balance = Type.Object({ balanceSat: Type.Integer() })
const Details = Type.Object({
  blockHeight: Type.Optional(Type.Unknown()),
  channels: Type.Array(Type.Object({ inboundLiquiditySat: Type.Optional(Type.Integer({ minimum: 0 })) })),
})

const OPENING_MS = 2000
/** A held payment may take hours: after this time it is polled instead. */
const PAY_MS = 120_000
const MAX_MEMO = 128
const OUTGOING_PAGE = 500

export function createPhoenixdCalls(http: NodeHttp): PhoenixdCalls {
  const get = (path: string): Promise<NodeAnswer> => http.call({ method: 'GET', path })
  return {
    introduce: () => introduce(http),
    async createInvoice(request) {
      const made = readNodeJson(
        Made,
        await http.call({ method: 'POST', path: '/createinvoice', body: invoiceForm(request) }),
      )
      return { bolt11: made.serialized, paymentHash: made.paymentHash }
    },
    async incoming(paymentHash) {
      const answer = await get(`/payments/incoming/${paymentHash}`)
      return answer.status === 404 ? undefined : readNodeJson(IncomingPayment, answer)
    },
    async listPaid({ from, to, limit, offset }) {
      const query = new URLSearchParams({ from: String(from), limit: String(limit), offset: String(offset) })
      if (to !== undefined) query.set('to', String(to))
      return readNodeJson(Type.Array(IncomingPayment), await get(`/payments/incoming?${query.toString()}`))
    },
    outgoing: async (paymentHash) => readOutgoing(await get(`/payments/outgoingbyhash/${paymentHash}`)),
    async listOutgoing(fromMs) {
      const found = new Map<string, OutgoingPayment>()
      for (let offset = 0; ; offset += OUTGOING_PAGE) {
        const query = new URLSearchParams({
          all: 'true',
          from: String(fromMs),
          limit: String(OUTGOING_PAGE),
          offset: String(offset),
        })
        const rows = readNodeJson(Type.Array(OutgoingPayment), await get(`/payments/outgoing?${query.toString()}`))
        // Rows are never deleted: a new one can only make another row appear twice.
        for (const row of rows) found.set(row.paymentId, row)
        if (rows.length < OUTGOING_PAGE) return [...found.values()]
      }
    },
    payInvoice({ bolt11, amountSat }) {
      const body = new URLSearchParams({ invoice: bolt11, ...(amountSat !== undefined && { amountSat }) })
      return http.call({ method: 'POST', path: '/payinvoice', body, timeoutMs: PAY_MS })
    },
    balanceSat: async () => readNodeJson(Balance, await get('/getbalance')).balanceSat,
    async info() {
      const { blockHeight, channels } = readNodeJson(Details, await get('/getinfo'))
      const inboundSat = channels.reduce((sum, { inboundLiquiditySat = 0 }) => sum + inboundLiquiditySat, 0)
      return { canReceiveMsat: satToMsat(sat(BigInt(inboundSat))), height: toHeight(blockHeight) }
    },
  }
}

const CHAINS: Readonly<Record<string, string>> = {
  mainnet: 'bc',
  testnet: 'tb',
  testnet3: 'tb',
  testnet4: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
}
/** The first version that reports the requested amount of an invoice. */
const MIN_VERSION = [0, 6, 1] as const

async function introduce(http: NodeHttp): Promise<AskedIdentity> {
  const [info, pay] = await Promise.all([
    http.call({ method: 'GET', path: '/getinfo', timeoutMs: OPENING_MS }),
    // An order without an invoice pays nothing, but shows whether this password may pay.
    http.call({ method: 'POST', path: '/payinvoice', body: new URLSearchParams(), timeoutMs: OPENING_MS }),
  ])
  if (isRefusal(info)) return refused('phoenixd refuses it')
  const { nodeId, chain, version } = readNodeJson(Info, info)
  if (isRefusal(pay)) return refused('must be the password with full access')
  if (!isRecent(version, MIN_VERSION)) {
    const detail = `phoenixd ${MIN_VERSION.join('.')} or newer is needed`
    return { refusal: { kind: 'setting_wrong', variable: ENDPOINT, detail } }
  }
  const network = CHAINS[chain]
  if (network === undefined) throw new Error('phoenixd is on an unknown network')
  return { network, nodeKey: nodeId }
}

export const ENDPOINT = 'PHOENIXD_API_ENDPOINT'
export const PASSWORD = 'PHOENIXD_API_PASSWORD'

const refused = (detail: string): AskedIdentity => ({
  refusal: { kind: 'credential_refused', variable: PASSWORD, detail },
})

const isRefusal = ({ status }: NodeAnswer): boolean => status === 401 || status === 403

function invoiceForm({ amountMsat, memo, descriptionHash, expirySeconds }: InvoiceRequest): URLSearchParams {
  const amountSat = wholeSats(amountMsat)
  if (amountSat === undefined) throw new Error('phoenixd makes invoices over whole satoshis only')
  return new URLSearchParams({
    amountSat,
    expirySeconds: String(expirySeconds),
    ...(descriptionHash === undefined ? { description: shorten(memo) } : { descriptionHash }),
  })
}

/** phoenixd refuses longer texts; the whole memo stays with the service. */
export const shorten = (memo: string): string => shortenMemo(memo, MAX_MEMO)
