import { closing } from '../../adapter-parts/closing.ts'
import { hostedNetwork } from '../../adapter-parts/hosted-network.ts'
import { type AskedIdentity, learnIdentity } from '../../adapter-parts/learn-identity.ts'
import { openTroubles } from '../../adapter-parts/open-troubles.ts'
import { requireOwnInvoice } from '../../adapter-parts/require-own-invoice.ts'
import { withoutHold } from '../../adapter-parts/without-hold.ts'
import { createNewestFirstReader, inOrder } from '../../lists/newest-first.ts'
import { readTimeCursor } from '../../lists/time-cursor.ts'
import { fixedCredential, openNodeHttp } from '../../net/open-node-http.ts'
import type { NotingDeps } from '../../port/backend-deps.ts'
import { type FundingSource, type IncomingStatus, NO_ABILITIES } from '../../port/funding-source.ts'
import { API_KEY, findRefusal } from './find-refusal.ts'
import { createPayOnce } from './pay-once.ts'
import type { StrikeConfig } from './read-strike.ts'
import { arrivedMsat } from './receive.ts'
import { createStrikeCalls, type StrikeCalls } from './strike-calls.ts'

const NETWORKS = { 'api.strike.me': 'bc', 'api.dev.strike.me': 'tb' }

/**
 * An account at Strike: its bitcoin, by quotes that name the fee before anything is paid. It has no stream, cannot hold
 * or close an invoice, and its owner may use it, too.
 */
export async function openStrike(config: StrikeConfig, deps: NotingDeps): Promise<FundingSource> {
  const { notes, network, clock } = deps
  const troubles = openTroubles(deps)
  const http = openNodeHttp({
    baseUrl: config.url,
    endpoint: 'STRIKE_API_ENDPOINT',
    credential: fixedCredential(API_KEY, config.apiKey, (key) => ({ authorization: `Bearer ${key}` })),
    troubles,
    clock,
  })
  const closed = new AbortController()
  const orders = { close: () => closed.abort(new Error('the connection to Strike is closed')) }
  const calls = createStrikeCalls(http)
  const ask = async (): Promise<AskedIdentity> =>
    (await findRefusal(http)) ?? { network: hostedNetwork(NETWORKS, config.url, network), nodeKey: '' }
  const identity = await learnIdentity({ ask, network, troubles, close: http.close })
  const payments = createPayOnce({ calls, notes, clock, closed: closed.signal })
  const receives = createNewestFirstReader(calls.listReceives)
  const statusOf = (paymentHash: string) => incomingStatus(calls, paymentHash, clock())
  return {
    can: { ...NO_ABILITIES, feeLimit: true, provesPayments: true },
    identity: identity.now,
    ...withoutHold('Strike', async (request) => {
      const made = await calls.createInvoice(request)
      return requireOwnInvoice({ ...made, amountMsat: request.amountMsat }, identity.now())
    }),
    async closeInvoice(paymentHash) {
      const { status } = await statusOf(paymentHash)
      return status === 'settled' ? 'paid' : status === 'open' ? 'refused' : 'closed'
    },
    incomingStatus: statusOf,
    pay: payments.pay,
    outgoingStatus: payments.outgoingStatus,
    async receiptsSince(cursor, limit, since) {
      const position = readTimeCursor('strike', cursor, clock(), since)
      const rows = await receives.since(position.fromMs)
      return position.page(inOrder(rows.flatMap(({ dated }) => dated ?? [])), limit)
    },
    // Webhooks would need an address that Strike can reach; the sweep finds all receipts.
    onReceipt: () => () => undefined,
    balance: calls.balance,
    troubles: troubles.now,
    close: closing([identity, orders, http]),
  }
}

async function incomingStatus(calls: StrikeCalls, paymentHash: string, nowMs: number): Promise<IncomingStatus> {
  const request = await calls.request(paymentHash)
  if (!request?.bolt11) return { status: 'unknown' }
  const receive = await calls.receive(paymentHash)
  if (receive !== undefined) return { status: 'settled', amountMsat: arrivedMsat(receive, request) }
  return { status: Date.parse(request.bolt11.expires) <= nowMs ? 'closed' : 'open' }
}
