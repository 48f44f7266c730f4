import { hash as digest, randomBytes } from 'node:crypto'
import { msat, toJson } from '@satchel/money/units'
import type { ServiceSide } from '../port/backend-deps.ts'
import { type Clock, unixSeconds } from '../port/clock.ts'
import { type Failure, type FailureWord, failureOf, isFailureWord } from '../port/failure-words.ts'
import {
  type FundingSource,
  type IncomingStatus,
  type InvoiceOrder,
  NEVER_FORGETS,
  type Receipt,
} from '../port/funding-source.ts'
import { type ControlAnswer, openControlCalls } from './control/control-calls.ts'
import { startControlServer } from './control/control-server.ts'
import { ControlError } from './journal/control-error.ts'
import type { CreateAsk, IncomingAnswer } from './journal/node-calls.ts'
import { NODE_NETWORK } from './journal/node-network.ts'
import type { NodeReceiptOf } from './journal/node-state.ts'
import { type NodeThread, openNodeThread } from './thread/open-node-thread.ts'

export interface SimulatedNodeOptions {
  readonly journalFile: string
  /** Steers the node over HTTP; only for tests. */
  readonly control?: ControlOptions | undefined
  /** Dates of invoices and whether they have expired; timers run by the machine's own. */
  readonly clock?: Clock | undefined
}

export interface ControlOptions {
  readonly host: string
  readonly port: number
  readonly service?: ServiceSide | undefined
}

export interface SimulatedNode extends FundingSource {
  readonly nodeKey: string
  readonly foreignNodeKey: string
  /** Where the control interface listens, when it was asked for. */
  readonly controlUrl: string | undefined
  /** The control interface without the HTTP: `sendControl('POST /settle', { hash, fee_msat: 1000 })`. */
  sendControl(call: string, body?: unknown): Promise<ControlAnswer>
}

/** A Lightning node that exists in its journal only: no satoshi ever moves, and every promise of the port is kept. */
export async function openSimulatedNode(options: SimulatedNodeOptions): Promise<SimulatedNode> {
  const { journalFile, control, clock = Date.now } = options
  const thread = await openNodeThread(journalFile, () => unixSeconds(clock))
  const sendControl = openControlCalls(thread, control?.service)
  const server = control === undefined ? undefined : await startOrClose(thread, control, sendControl)
  return {
    ...outgoingCalls(thread),
    ...incomingCalls(thread),
    can: {
      hold: true,
      feeLimit: true,
      amountless: true,
      closeInvoice: true,
      exactBalance: true,
      provesPayments: true,
      refusesRepeats: true,
      memory: { ...NEVER_FORGETS, firstSent: '0' },
    },
    identity: () => ({ network: NODE_NETWORK, nodeKey: thread.nodeKey }),
    nodeKey: thread.nodeKey,
    foreignNodeKey: thread.foreignNodeKey,
    controlUrl: server?.url,
    sendControl,
    balance: async () => msat(await thread.ask('balance', {})),
    info: async () => ({ alias: 'Simulated node', synced: true }),
    async close() {
      await server?.close()
      await thread.close()
    },
  }
}

async function startOrClose(
  thread: NodeThread,
  { host, port }: ControlOptions,
  sendControl: SimulatedNode['sendControl'],
): ReturnType<typeof startControlServer> {
  try {
    return await startControlServer({ host, port, sendControl })
  } catch (error) {
    await thread.close()
    throw error
  }
}

type OutgoingCalls = Pick<FundingSource, 'pay' | 'outgoingStatus' | 'sentSince'>

const outgoingCalls = (thread: NodeThread): OutgoingCalls => ({
  async pay({ bolt11, paymentHash, amountMsat, feeLimitMsat, attemptId }) {
    const limitMsat = toJson(feeLimitMsat)
    const amount = amountMsat === undefined ? undefined : toJson(amountMsat)
    const ask = { bolt11, hash: paymentHash, attemptId, limitMsat, amountMsat: amount }
    const reply = await thread.ask('pay', ask)
    if (reply.status === 'settled') return { ...reply, feeMsat: msat(reply.feeMsat) }
    return reply.status === 'pending' ? reply : { status: reply.status, ...toFailure(reply.reason) }
  },
  async outgoingStatus({ paymentHash, attemptId }) {
    const reply = await thread.ask('outgoing', { hash: paymentHash, attemptId })
    if (reply.status === 'settled') return { ...reply, feeMsat: msat(reply.feeMsat) }
    return reply.status === 'failed' ? { ...reply, ...toFailure(reply.reason) } : reply
  },
  async sentSince(cursor, limit) {
    const page = await thread.ask('sent', { cursor, limit })
    const payments = page.payments.map(({ amountMsat, feeMsat, ...payment }) => ({
      ...payment,
      amountMsat: msat(amountMsat),
      feeMsat: feeMsat === undefined ? undefined : msat(feeMsat),
    }))
    return { payments, cursor: page.cursor }
  },
})

/** Codes of the simulated node; scripts may make up others. */
const WORDS: ReadonlyMap<string, FailureWord> = new Map([
  ['already_paid', 'paid_before'],
  ['connection_refused', 'node_unreachable'],
  ['insufficient_balance', 'node_cannot_send'],
  ['invalid_invoice', 'invoice_refused'],
  ['self_payment', 'own_invoice'],
  ['wrong_network', 'invoice_refused'],
])

const toFailure = (code: string): Failure =>
  failureOf(WORDS.get(code) ?? (isFailureWord(code) ? code : 'not_delivered'), code)

type IncomingCalls = Omit<FundingSource, keyof OutgoingCalls | 'can' | 'identity' | 'balance' | 'close'>

function incomingCalls(thread: NodeThread): IncomingCalls {
  const listeners = new Set<(receipt: Receipt) => void>()
  let isListening = false
  return {
    createInvoice: async (request) => await thread.ask('create', toCreateAsk(request)),
    closeInvoice: (paymentHash) => thread.ask('close', { hash: paymentHash }),
    incomingStatus: async (paymentHash) => toIncomingStatus(await thread.ask('incoming', { hash: paymentHash })),
    settleHold: (preimage) => thread.ask('settle-hold', { preimage }),
    cancelHold: (paymentHash) => thread.ask('cancel-hold', { hash: paymentHash }),
    async receiptsSince(cursor, limit) {
      const page = await thread.ask('receipts', { cursor, limit })
      return { receipts: page.receipts.map(toReceipt), cursor: page.cursor }
    },
    onReceipt(listener) {
      listeners.add(listener)
      if (!isListening) {
        isListening = true
        thread.listen((receipt) => {
          for (const receive of listeners) receive(toReceipt(receipt))
        })
      }
      return () => void listeners.delete(listener)
    },
    async payFromOutside(paymentHash) {
      try {
        const { receipts } = await thread.ask('receive', { ...PLAIN_RECEIVE, hash: paymentHash })
        return receipts.map((receipt) => toReceipt({ ...receipt, paymentHash }))
      } catch (error) {
        // Another request paid it first, or it has expired.
        if (error instanceof ControlError) return []
        throw error
      }
    },
  }
}

/** The whole amount in one part, reported once and immediately, by a payer who follows the rules. */
const PLAIN_RECEIVE = { bolt11: undefined, amountMsat: undefined, parts: 0, times: 1, delayMs: 0, force: false }

/** Without a given preimage the node makes one up and keeps it to itself, as real ones do. */
function toCreateAsk(request: InvoiceOrder): CreateAsk {
  const { amountMsat, memo, descriptionHash, expirySeconds, createdAt, holdHash, preimage } = request
  const secret = preimage === undefined ? randomBytes(32) : Buffer.from(preimage, 'hex')
  const hash = holdHash ?? digest('sha256', secret)
  const hold = holdHash !== undefined
  const amount = amountMsat === undefined ? undefined : toJson(amountMsat)
  return { hash, amountMsat: amount, memo, descriptionHash, expirySeconds, createdAt, hold }
}

function toIncomingStatus(answer: IncomingAnswer): IncomingStatus {
  return 'amountMsat' in answer ? { status: answer.status, amountMsat: msat(answer.amountMsat) } : answer
}

function toReceipt({ receiptId, paymentHash, kind, amountMsat }: NodeReceiptOf): Receipt {
  return { receiptId, paymentHash, kind, amountMsat: msat(amountMsat) }
}
