import type { Log } from '@satchel/http/log'
import type { Clock } from '../../clock.ts'
import type { StrikeConfig } from '../../config/funding/strike.ts'
import type { FundingSource, IncomingStatus, NodeIdentity } from '../funding-source.ts'
import { hostedNetwork } from '../hosted-network.ts'
import { learnIdentity } from '../learn-identity.ts'
import { createNewestFirstReader, inOrder } from '../newest-first.ts'
import { createNodeHttp } from '../node-http.ts'
import type { OrderNotes } from '../order-notes.ts'
import { requireOwnInvoice } from '../require-own-invoice.ts'
import { readToldCursor } from '../told-cursor.ts'
import { findRefusal } from './find-refusal.ts'
import { createPayOnce } from './pay-once.ts'
import { arrivedMsat } from './receive.ts'
import { createStrikeCalls, type StrikeCalls } from './strike-calls.ts'

export interface StrikeDeps {
  readonly notes: OrderNotes
  /** Prefix of the network that the configuration demands. */
  readonly network: string | undefined
  readonly clock: Clock
  readonly log: Log
}

const NETWORKS = { 'api.strike.me': 'bc', 'api.dev.strike.me': 'tb' }

/**
 * An account at Strike: its bitcoin, by quotes that name the fee before anything is paid. It has no stream that could
 * be listened to, cannot hold or close an invoice, and its owner may use it beside us.
 */
export async function openStrike(config: StrikeConfig, deps: StrikeDeps): Promise<FundingSource> {
  const { notes, network, clock, log } = deps
  const http = createNodeHttp({ baseUrl: config.url, headers: { authorization: `Bearer ${config.apiKey}` } })
  const closing = new AbortController()
  const calls = createStrikeCalls(http)
  const ask = async (): Promise<NodeIdentity | { readonly refusal: string }> =>
    (await findRefusal(http)) ?? { network: hostedNetwork(NETWORKS, config.url, network), nodeKey: '' }
  const identity = await learnIdentity({ ask, network, log, close: http.close })
  const payments = createPayOnce({ calls, notes, clock, closed: closing.signal })
  const receives = createNewestFirstReader(calls.listReceives)
  const statusOf = (paymentHash: string) => incomingStatus(calls, paymentHash, clock())
  return {
    can: { hold: false, feeLimit: true, closeInvoice: false, exactBalance: false, provesPayments: true },
    identity: identity.now,
    async createInvoice(request) {
      if (request.holdHash !== undefined) throw new Error(CANNOT_HOLD)
      const made = await calls.createInvoice(request)
      return requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, identity.now())
    },
    async closeInvoice(paymentHash) {
      const { status } = await statusOf(paymentHash)
      return status === 'settled' ? 'paid' : status === 'open' ? 'refused' : 'closed'
    },
    incomingStatus: statusOf,
    pay: payments.pay,
    outgoingStatus: payments.outgoingStatus,
    settleHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    cancelHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    async receiptsSince(cursor, limit) {
      const told = readToldCursor('strike', cursor, clock())
      const rows = await receives.since(told.fromMs)
      return told.page(inOrder(rows.flatMap(({ dated }) => dated ?? [])), limit)
    },
    // Webhooks would need an address that Strike reaches; the sweep finds all.
    onReceipt: () => () => undefined,
    balance: calls.balance,
    async close() {
      identity.stop()
      closing.abort(new Error('the connection to Strike is closed'))
      http.close()
    },
  }
}

const CANNOT_HOLD = 'Strike cannot hold payments'

async function incomingStatus(calls: StrikeCalls, paymentHash: string, nowMs: number): Promise<IncomingStatus> {
  const request = await calls.request(paymentHash)
  if (!request?.bolt11) return { status: 'unknown' }
  const receive = await calls.receive(paymentHash)
  if (receive !== undefined) return { status: 'settled', amountMsat: arrivedMsat(receive, request) }
  return { status: Date.parse(request.bolt11.expires) <= nowMs ? 'closed' : 'open' }
}
