import type { Log } from '@satchel/http/log'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { sat, satToMsat } from '@satchel/money/units'
import type { Clock } from '../../clock.ts'
import type { OpenNodeConfig } from '../../config/funding/opennode.ts'
import type { FundingSource, IncomingStatus, InvoiceRequest, NodeIdentity } from '../funding-source.ts'
import { hostedNetwork } from '../hosted-network.ts'
import { learnIdentity } from '../learn-identity.ts'
import { inOrder } from '../newest-first.ts'
import { createNodeHttp } from '../node-http.ts'
import type { OrderNotes } from '../order-notes.ts'
import { requireOwnInvoice } from '../require-own-invoice.ts'
import { readToldCursor } from '../told-cursor.ts'
import { toDatedReceipt, toIncomingStatus } from './charge.ts'
import { createSentList } from './list-sent.ts'
import { createOpenNodeCalls, type OpenNodeCalls } from './opennode-calls.ts'
import { createPayOnce } from './pay-once.ts'

export interface OpenNodeDeps {
  readonly notes: OrderNotes
  /** Prefix of the network that the configuration demands. */
  readonly network: string | undefined
  readonly clock: Clock
  readonly log: Log
}

const NETWORKS = { 'api.opennode.com': 'bc', 'dev-api.opennode.com': 'tb' }

/**
 * An account at OpenNode, whole satoshis. It has no stream that could be listened to, cannot hold, take a fee limit or
 * close an invoice, proves no payment, and takes its fees out of the account.
 */
export async function openOpenNode(config: OpenNodeConfig, deps: OpenNodeDeps): Promise<FundingSource> {
  const { notes, network, clock, log } = deps
  const http = createNodeHttp({ baseUrl: config.url, headers: {} })
  const closing = new AbortController()
  const calls = createOpenNodeCalls(http, config)
  const ask = async (): Promise<NodeIdentity | { readonly refusal: string }> =>
    (await calls.findRefusal()) ?? { network: hostedNetwork(NETWORKS, config.url, network), nodeKey: '' }
  const identity = await learnIdentity({ ask, network, log, close: http.close })
  if (config.payKey !== undefined) log.warn({}, STAYS_PENDING)
  const payments = createPayOnce({ calls, notes, closed: closing.signal })
  const statusOf = (paymentHash: string) => incomingStatus(calls, notes, paymentHash)
  return {
    can: { hold: false, feeLimit: false, closeInvoice: false, exactBalance: false, provesPayments: false },
    identity: identity.now,
    createInvoice: (request) => createInvoice({ calls, notes }, request, identity.now()),
    async closeInvoice(paymentHash) {
      const { status } = await statusOf(paymentHash)
      return status === 'settled' ? 'paid' : status === 'open' ? 'refused' : 'closed'
    },
    incomingStatus: statusOf,
    pay: (order) =>
      config.payKey === undefined
        ? Promise.resolve({ status: 'not_sent', reason: PROVES_NOTHING })
        : payments.pay(order),
    outgoingStatus: payments.outgoingStatus,
    // Without a key that may pay, the list is not shown either.
    ...(config.payKey === undefined ? {} : createSentList(calls)),
    settleHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    cancelHold: () => Promise.reject(new Error(CANNOT_HOLD)),
    async receiptsSince(cursor, limit) {
      const told = readToldCursor('opennode', cursor, clock())
      const paid = (await calls.listPaid()).flatMap((charge) => toDatedReceipt(charge) ?? [])
      // Listed with the newest first.
      const news = paid
        .toReversed()
        .filter(({ atMs }) => atMs >= told.fromMs)
        .sort((one, other) => one.atMs - other.atMs)
      return told.page(inOrder(news), limit)
    },
    // Callbacks would need an address that OpenNode reaches; the sweep finds all.
    onReceipt: () => () => undefined,
    balance: async () => satToMsat(sat(await calls.balanceSat())),
    async close() {
      identity.stop()
      closing.abort(new Error('the connection to OpenNode is closed'))
      http.close()
    },
  }
}

const CANNOT_HOLD = 'OpenNode cannot hold payments'
const PROVES_NOTHING =
  'OpenNode proves no payment, so this service pays nothing through it unless OPENNODE_ALLOW_UNPROVEN_PAYMENTS is set.'

const STAYS_PENDING =
  'OPENNODE_ALLOW_UNPROVEN_PAYMENTS is set: what is paid through OpenNode stays pending, its money reserved, because nothing proves it.'

const nameOf = (paymentHash: string): string => `charge:${paymentHash}`

/** A charge is found again by its id only, so that is noted before the invoice is shown to anybody. */
async function createInvoice(
  { calls, notes }: { readonly calls: OpenNodeCalls; readonly notes: OrderNotes },
  request: InvoiceRequest,
  node: NodeIdentity | undefined,
) {
  if (request.holdHash !== undefined) throw new Error(CANNOT_HOLD)
  const { id, bolt11 } = await calls.createCharge(request)
  const { paymentHash } = readInvoice(bolt11)
  const invoice = requireOwnInvoice({ bolt11, paymentHash, amountMsat: request.amountMsat }, node)
  await notes.write(nameOf(paymentHash), id)
  return invoice
}

async function incomingStatus(calls: OpenNodeCalls, notes: OrderNotes, paymentHash: string): Promise<IncomingStatus> {
  const id = await notes.find(nameOf(paymentHash))
  return id === undefined ? { status: 'unknown' } : toIncomingStatus(await calls.charge(id))
}
