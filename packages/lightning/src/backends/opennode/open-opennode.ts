import { readInvoice } from '@satchel/bolt11/read-invoice'
import { sat, satToMsat } from '@satchel/money/units'
import { closing } from '../../adapter-parts/closing.ts'
import { hostedNetwork } from '../../adapter-parts/hosted-network.ts'
import { type AskedIdentity, learnIdentity } from '../../adapter-parts/learn-identity.ts'
import { openTroubles } from '../../adapter-parts/open-troubles.ts'
import { requireOwnInvoice } from '../../adapter-parts/require-own-invoice.ts'
import { withoutHold } from '../../adapter-parts/without-hold.ts'
import { inOrder } from '../../lists/newest-first.ts'
import { readTimeCursor } from '../../lists/time-cursor.ts'
import { openNodeHttp } from '../../net/open-node-http.ts'
import { chargeNoteName } from '../../paying/note-names.ts'
import type { NotingDeps } from '../../port/backend-deps.ts'
import {
  type FundingSource,
  type IncomingStatus,
  type InvoiceRequest,
  NO_ABILITIES,
  type NodeIdentity,
} from '../../port/funding-source.ts'
import type { OrderNotes } from '../../port/order-notes.ts'
import { toDatedReceipt, toIncomingStatus } from './charge.ts'
import { createSentList } from './list-sent.ts'
import { createOpenNodeCalls, type OpenNodeCalls } from './opennode-calls.ts'
import { createPayOnce } from './pay-once.ts'
import type { OpenNodeConfig } from './read-opennode.ts'

const NETWORKS = { 'api.opennode.com': 'bc', 'dev-api.opennode.com': 'tb' }

/**
 * An account at OpenNode, whole satoshis. It has no stream, cannot hold, take a fee limit or close an invoice, proves
 * no payment, and deducts its fees from the account.
 */
export async function openOpenNode(config: OpenNodeConfig, deps: NotingDeps): Promise<FundingSource> {
  const { notes, network, clock, log } = deps
  const troubles = openTroubles(deps)
  const http = openNodeHttp({ baseUrl: config.url, endpoint: 'OPENNODE_API_ENDPOINT', troubles, clock })
  const closed = new AbortController()
  const orders = { close: () => closed.abort(new Error('the connection to OpenNode is closed')) }
  const calls = createOpenNodeCalls(http, config)
  const ask = async (): Promise<AskedIdentity> =>
    (await calls.findRefusal()) ?? { network: hostedNetwork(NETWORKS, config.url, network), nodeKey: '' }
  const identity = await learnIdentity({ ask, network, troubles, close: http.close })
  if (config.payKey !== undefined) log.warn({}, STAYS_PENDING)
  const payments = createPayOnce({ calls, notes, closed: closed.signal })
  const statusOf = (paymentHash: string) => incomingStatus(calls, notes, paymentHash)
  return {
    can: NO_ABILITIES,
    identity: identity.now,
    ...withoutHold('OpenNode', (request) => createInvoice({ calls, notes }, request, identity.now())),
    async closeInvoice(paymentHash) {
      const { status } = await statusOf(paymentHash)
      return status === 'settled' ? 'paid' : status === 'open' ? 'refused' : 'closed'
    },
    incomingStatus: statusOf,
    pay: (order) =>
      config.payKey === undefined ? Promise.resolve({ status: 'not_sent', reason: 'no_proof' }) : payments.pay(order),
    outgoingStatus: payments.outgoingStatus,
    // Without a key that may pay, the list is not shown either.
    ...(config.payKey === undefined ? {} : createSentList(calls)),
    async receiptsSince(cursor, limit, since) {
      const position = readTimeCursor('opennode', cursor, clock(), since)
      const paid = (await calls.listPaid()).flatMap((charge) => toDatedReceipt(charge) ?? [])
      // Listed with the newest first.
      const news = paid
        .toReversed()
        .filter(({ atMs }) => atMs >= position.fromMs)
        .sort((one, other) => one.atMs - other.atMs)
      return position.page(inOrder(news), limit)
    },
    // Callbacks would need an address that OpenNode can reach; the sweep finds all receipts.
    onReceipt: () => () => undefined,
    balance: async () => satToMsat(sat(await calls.balanceSat())),
    troubles: troubles.now,
    close: closing([identity, orders, http]),
  }
}

const STAYS_PENDING =
  'OPENNODE_ALLOW_UNPROVEN_PAYMENTS is set: what is paid through OpenNode stays pending, its money reserved, because nothing proves it.'

/** A charge is found again by its id only, so the id is stored before the invoice is returned. */
async function createInvoice(
  { calls, notes }: { readonly calls: OpenNodeCalls; readonly notes: OrderNotes },
  request: InvoiceRequest,
  node: NodeIdentity | undefined,
) {
  const { id, bolt11 } = await calls.createCharge(request)
  const { paymentHash } = readInvoice(bolt11)
  const invoice = requireOwnInvoice({ bolt11, paymentHash, amountMsat: request.amountMsat }, node)
  await notes.write(chargeNoteName(paymentHash), id)
  return invoice
}

async function incomingStatus(calls: OpenNodeCalls, notes: OrderNotes, paymentHash: string): Promise<IncomingStatus> {
  const id = await notes.find(chargeNoteName(paymentHash))
  return id === undefined ? { status: 'unknown' } : toIncomingStatus(await calls.charge(id))
}
