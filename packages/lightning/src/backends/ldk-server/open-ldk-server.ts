import { hash as digest } from 'node:crypto'
import { closing } from '../../adapter-parts/closing.ts'
import { learnIdentity } from '../../adapter-parts/learn-identity.ts'
import { noteInfo } from '../../adapter-parts/note-info.ts'
import { openTroubles } from '../../adapter-parts/open-troubles.ts'
import { requireOwnInvoice } from '../../adapter-parts/require-own-invoice.ts'
import type { NotingDeps } from '../../port/backend-deps.ts'
import {
  type CreatedInvoice,
  type FundingSource,
  type IncomingStatus,
  type InvoiceOrder,
  NEVER_FORGETS,
  type NodeIdentity,
  type Receipt,
} from '../../port/funding-source.ts'
import type { Log } from '../../port/log.ts'
import { quietLog } from '../../port/quiet-log.ts'
import { createHoldDecisions } from './decide-hold.ts'
import { followEvents } from './event-stream.ts'
import { giveBackAgain } from './give-back-again.ts'
import { createHeldPayments, type HeldPayments } from './held-payments.ts'
import { createHoldClaims } from './hold-claims.ts'
import { createLdkServerCalls, type LdkEvent, type LdkServerCalls } from './ldk-server-calls.ts'
import { createReceiptList, toReceipt } from './list-receipts.ts'
import { listSent } from './list-sent.ts'
import { createPayOnce } from './pay-once.ts'
import type { LdkServerConfig } from './read-ldk-server.ts'

/** LDK Server over gRPC. It limits fees and holds; an open invoice cannot be closed there. */
export async function openLdkServer(config: LdkServerConfig, deps: NotingDeps): Promise<FundingSource> {
  const { network, clock, log, notes } = deps
  const troubles = openTroubles(deps)
  const calls = createLdkServerCalls(config, { troubles, clock })
  const identity = await learnIdentity({ ask: calls.introduce, network, troubles, close: calls.close })
  const payments = createPayOnce(calls)
  const held = createHeldPayments(calls)
  const claims = createHoldClaims({ calls, notes })
  const news = openNews({ calls, held, log: quietLog(log, troubles.now), wake: payments.wake })
  return {
    // Channels cost fees of their own, and a node may serve others, too.
    can: {
      hold: true,
      feeLimit: true,
      amountless: true,
      closeInvoice: false,
      exactBalance: false,
      provesPayments: true,
      refusesRepeats: true,
      memory: NEVER_FORGETS,
    },
    identity: identity.now,
    createInvoice: (order) => createInvoice(calls, order, identity.now()),
    async closeInvoice(paymentHash) {
      const { status } = await incomingStatus({ calls, held }, paymentHash)
      if (status === 'unknown' || status === 'closed') return 'closed'
      return status === 'open' ? 'refused' : 'paid'
    },
    incomingStatus: (paymentHash) => incomingStatus({ calls, held }, paymentHash),
    attemptMark: payments.attemptMark,
    pay: payments.pay,
    outgoingStatus: payments.outgoingStatus,
    sentSince: (cursor, limit) => listSent(calls, { cursor, limit, nowMs: clock() }),
    ...createHoldDecisions({ calls, held, claims }),
    holdClaim: claims.find,
    ...createReceiptList({ calls, held, clock }),
    onReceipt: news.listen,
    balance: calls.spendable,
    info: async () => noteInfo(troubles, await calls.info()),
    troubles: troubles.now,
    close: closing([identity, payments, news, calls]),
  }
}

/** The node chooses the preimage; it is read before the invoice is returned. */
async function createInvoice(
  calls: LdkServerCalls,
  order: InvoiceOrder,
  node: NodeIdentity | undefined,
): Promise<CreatedInvoice> {
  const { holdHash, amountMsat } = order
  if (holdHash !== undefined && amountMsat === undefined) throw new Error('a hold invoice needs an amount')
  // The new invoice would overwrite the record of a payment with this hash.
  if (holdHash !== undefined && (await calls.payment(holdHash)) !== undefined) {
    throw new Error('LDK Server knows this hash already')
  }
  const made = await calls.createInvoice(order)
  const invoice = requireOwnInvoice({ ...made, amountMsat }, node)
  if (holdHash !== undefined) return invoice
  const preimage = (await calls.payment(invoice.paymentHash))?.preimage
  if (preimage === undefined || digest('sha256', Buffer.from(preimage, 'hex')) !== invoice.paymentHash) {
    throw new Error('LDK Server does not return the preimage of its invoice')
  }
  return { ...invoice, preimage }
}

interface Behind {
  readonly calls: LdkServerCalls
  readonly held: HeldPayments
}

async function incomingStatus({ calls, held }: Behind, paymentHash: string): Promise<IncomingStatus> {
  const payment = await calls.payment(paymentHash)
  if (payment?.direction !== 'inbound') return { status: 'unknown' }
  const { status, amountMsat } = payment
  if (status === 'failed') return { status: 'closed' }
  if (status === 'pending' && !(await held.isHeld(payment))) return { status: 'open' }
  if (amountMsat === undefined) throw new Error('LDK Server does not report how much has arrived')
  return { status: status === 'succeeded' ? 'settled' : 'held', amountMsat }
}

interface NewsDeps extends Behind {
  readonly log: Log
  readonly wake: (paymentHash: string) => void
}

/** One stream for all listeners, followed from the start: only the stream reports a hold that ends automatically. */
function openNews({ calls, held, log, wake }: NewsDeps) {
  const listeners = new Set<(receipt: Receipt) => void>()
  const tell = (receipt: Receipt | undefined): void => {
    if (receipt !== undefined) for (const listener of listeners) listener(receipt)
  }
  const receive = ({ is, payment, deadline }: LdkEvent): void => {
    const { paymentHash, status } = payment
    if (is === 'sent' || is === 'failed') wake(paymentHash)
    else if (is === 'received') tell(toReceipt(payment))
    else if (is === 'claimable' && status === 'pending') tell(held.add(payment, deadline))
    else if (is === 'claimable' && status === 'failed') {
      const onTrouble = (error: unknown): void => log.warn({ err: error }, 'a cancelled hold is not given back yet')
      giveBackAgain(calls, paymentHash).catch(onTrouble)
    }
  }
  const stop = followEvents({ calls, log }, receive)
  return {
    listen(listener: (receipt: Receipt) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: stop,
  }
}
