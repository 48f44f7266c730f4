import { hash as digest } from 'node:crypto'
import { publicKey } from '@satchel/bolt11/secp256k1'
import { writeInvoice } from '@satchel/bolt11/write-invoice'
import type { Nature } from './install-virtual-time.ts'
import type { Trace } from './trace.ts'
import { WORLD } from './virtual-time.ts'

/** One try of the node to pay a hash. LND itself knows the last one only; all of them are the truth. */
export interface LndTry {
  readonly index: number
  readonly paymentHash: string
  /** The attempt of ours that asked for it; undefined = paid by hand. */
  readonly attemptId: string | undefined
  readonly amountMsat: bigint
  feeMsat: bigint
  state: 'in_flight' | 'settled' | 'failed'
  reason: string
  /** By the node's own clock, nanoseconds. */
  readonly beganNs: bigint
}

/** An invoice of another node that ours may pay. */
export interface ForeignInvoice {
  readonly bolt11: string
  readonly paymentHash: string
  readonly preimage: string
  readonly amountMsat: bigint
  /** Unix seconds. */
  readonly expiresAt: number
}

/** An invoice of the node's own. */
export interface NodeInvoice {
  readonly bolt11: string
  readonly paymentHash: string
  preimage: string | undefined
  readonly isHold: boolean
  /** Undefined: it names none. */
  readonly amountMsat: bigint | undefined
  /** What has arrived for it. */
  paidMsat: bigint
  readonly expiresAt: number
  state: 'open' | 'held' | 'settled' | 'closed'
}

/** Everything that has happened to an invoice, in order: what receipts are listed from. */
export interface InvoiceNews {
  readonly paymentHash: string
  readonly kind: 'settled' | 'held' | 'released'
  readonly amountMsat: bigint
}

export interface PayRequest {
  readonly paymentHash: string
  readonly amountMsat: bigint
  readonly feeLimitMsat: bigint
  readonly expiresAt: number
  readonly attemptId: string | undefined
}

/** How a try ends and when. */
export interface TryPlan {
  readonly ends: 'settled' | 'failed'
  readonly afterMs: number
}

/** A node that behaves as LND does, and keeps what really happened. */
export interface SimulatedLnd {
  readonly nodeKey: string
  nowSeconds(): number
  /** Every try there ever was. */
  readonly tries: readonly LndTry[]
  readonly invoices: ReadonlyMap<string, NodeInvoice>
  readonly news: readonly InvoiceNews[]
  foreignInvoice(amountMsat: bigint, expirySeconds: number): ForeignInvoice
  /** The refusal, in LND's words and codes, or the try that begins. */
  pay(request: PayRequest, plan: TryPlan): LndTry | { readonly code: number; readonly message: string }
  /** What LND has recorded of a hash. */
  lastTry(paymentHash: string): LndTry | undefined
  /** All that LND has recorded, in the order of their numbers. */
  listTries(): LndTry[]
  preimageOf(paymentHash: string): string
  onEnd(attempt: LndTry, listener: () => void): void
  /** Ends what is in flight, however long it was meant to take. */
  endAll(): void
  addInvoice(given: {
    amountMsat: bigint | undefined
    expirySeconds: number
    preimage?: string | undefined
    holdHash?: string | undefined
  }): NodeInvoice
  /** An external payer pays one of our invoices; `chosenMsat` where it names no amount. */
  receive(paymentHash: string, chosenMsat?: bigint): boolean
  settleHold(preimage: string): 'settled' | 'gone' | 'nothing held'
  closeInvoice(paymentHash: string): void
  balanceMsat(): bigint
  /** What has just happened to an invoice. */
  onNews(listener: (news: InvoiceNews, number: number) => void): void
}

const BEGINNING_MSAT = 10_000_000_000_000n
const REASONS = ['no_route', 'timeout', 'incorrect_payment_details', 'insufficient_balance'] as const
const OWN_KEY = Buffer.alloc(32, 7)
const FOREIGN_KEY = Buffer.alloc(32, 9)

export function createSimulatedLnd(nature: Nature, trace: Trace, clockOffsetMs: number): SimulatedLnd {
  const { time } = nature
  const nowMs = (): number => time.trueUnixMs() + clockOffsetMs
  const nowSeconds = (): number => Math.floor(nowMs() / 1000)
  const sign = signerOf(nature, nowSeconds)
  const { preimages, ...foreign } = createPayee(nature, nowSeconds)
  const payments = createPayments(nature, trace, nowMs)
  const receiving = createInvoices(trace, nowSeconds)
  return {
    nodeKey: Buffer.from(publicKey(OWN_KEY)).toString('hex'),
    nowSeconds,
    ...foreign,
    ...payments,
    ...receiving,
    preimageOf: (paymentHash) => preimages.get(paymentHash) ?? '',
    addInvoice({ amountMsat, expirySeconds, preimage, holdHash }) {
      const paymentHash = holdHash ?? digest('sha256', Buffer.from(preimage ?? '', 'hex'))
      const bolt11 = sign(OWN_KEY, paymentHash, amountMsat, expirySeconds)
      const isHold = holdHash !== undefined
      const expiresAt = nowSeconds() + expirySeconds
      return receiving.add({
        bolt11,
        paymentHash,
        preimage,
        isHold,
        amountMsat,
        paidMsat: 0n,
        expiresAt,
        state: 'open',
      })
    },
    balanceMsat: () => BEGINNING_MSAT + receiving.receivedMsat() - payments.sentMsat(),
  }
}

const signerOf =
  ({ chance }: Nature, nowSeconds: () => number) =>
  (key: Uint8Array, paymentHash: string, amountMsat: bigint | undefined, expirySeconds: number): string =>
    writeInvoice(
      {
        network: 'bcrt',
        amountMsat,
        paymentHash,
        paymentSecret: chance.bytes(32).toString('hex'),
        description: '',
        timestamp: nowSeconds(),
        expirySeconds,
      },
      key,
    )

function createPayee(nature: Nature, nowSeconds: () => number) {
  const sign = signerOf(nature, nowSeconds)
  const preimages = new Map<string, string>()
  return {
    preimages,
    foreignInvoice(amountMsat: bigint, expirySeconds: number): ForeignInvoice {
      const preimage = nature.chance.bytes(32).toString('hex')
      const paymentHash = digest('sha256', Buffer.from(preimage, 'hex'))
      preimages.set(paymentHash, preimage)
      const bolt11 = sign(FOREIGN_KEY, paymentHash, amountMsat, expirySeconds)
      return { bolt11, paymentHash, preimage, amountMsat, expiresAt: nowSeconds() + expirySeconds }
    },
  }
}

function createPayments({ time, chance }: Nature, trace: Trace, nowMs: () => number) {
  const tries: LndTry[] = []
  const recorded = new Map<string, LndTry>()
  const listeners = new Map<LndTry, (() => void)[]>()
  let sent = 0n
  const end = (attempt: LndTry, as: 'settled' | 'failed', feeLimitMsat: bigint): void => {
    if (attempt.state !== 'in_flight') return
    attempt.state = as
    attempt.feeMsat = as === 'settled' ? BigInt(chance.int(Number(feeLimitMsat) + 1)) : 0n
    attempt.reason = chance.pick(REASONS)
    if (as === 'settled') sent += attempt.amountMsat + attempt.feeMsat
    trace.note(
      `node: try ${attempt.index} of ${attempt.paymentHash.slice(0, 8)} ${as} for ${attempt.attemptId ?? 'hand'}`,
    )
    for (const listener of listeners.get(attempt) ?? []) listener()
    listeners.delete(attempt)
  }
  const limits = new Map<LndTry, bigint>()
  return {
    tries,
    sentMsat: () => sent,
    lastTry: (paymentHash: string) => recorded.get(paymentHash),
    listTries: () => [...recorded.values()].toSorted((one, other) => one.index - other.index),
    pay(request: PayRequest, plan: TryPlan): LndTry | { readonly code: number; readonly message: string } {
      const known = recorded.get(request.paymentHash)
      if (known?.state === 'in_flight') return { code: 6, message: 'payment is in transition' }
      if (known?.state === 'settled') return { code: 6, message: 'invoice is already paid' }
      if (Math.floor(nowMs() / 1000) >= request.expiresAt) {
        return { code: 2, message: `invoice expired. Valid until ${request.expiresAt}` }
      }
      const { paymentHash, attemptId, amountMsat, feeLimitMsat } = request
      const attempt: LndTry = {
        index: tries.length + 1,
        paymentHash,
        attemptId,
        amountMsat,
        feeMsat: 0n,
        state: 'in_flight',
        reason: '',
        beganNs: BigInt(Math.floor(nowMs() * 1000)) * 1000n,
      }
      tries.push(attempt)
      recorded.set(paymentHash, attempt)
      limits.set(attempt, feeLimitMsat)
      trace.note(`node: try ${attempt.index} of ${paymentHash.slice(0, 8)} begins for ${attemptId ?? 'hand'}`)
      time.schedule(WORLD, plan.afterMs, () => end(attempt, plan.ends, feeLimitMsat))
      return attempt
    },
    onEnd(attempt: LndTry, listener: () => void): void {
      if (attempt.state !== 'in_flight') return listener()
      listeners.set(attempt, [...(listeners.get(attempt) ?? []), listener])
    },
    endAll(): void {
      for (const attempt of tries) end(attempt, chance.percent(50) ? 'settled' : 'failed', limits.get(attempt) ?? 0n)
    },
  }
}

function createInvoices(trace: Trace, nowSeconds: () => number) {
  const invoices = new Map<string, NodeInvoice>()
  const news: InvoiceNews[] = []
  const listeners: ((news: InvoiceNews, number: number) => void)[] = []
  let received = 0n
  const tell = ({ paymentHash, paidMsat: amountMsat }: NodeInvoice, kind: InvoiceNews['kind']): void => {
    const number = news.push({ paymentHash, kind, amountMsat })
    if (kind === 'settled') received += amountMsat
    trace.note(`node: invoice ${paymentHash.slice(0, 8)} ${kind}`)
    for (const listener of listeners) listener({ paymentHash, kind, amountMsat }, number)
  }
  return {
    invoices,
    news,
    receivedMsat: () => received,
    onNews: (listener: (news: InvoiceNews, number: number) => void): void => void listeners.push(listener),
    add(invoice: NodeInvoice): NodeInvoice {
      if (invoices.has(invoice.paymentHash)) throw new Error('invoice with payment hash already exists')
      invoices.set(invoice.paymentHash, invoice)
      return invoice
    },
    receive(paymentHash: string, chosenMsat = 0n): boolean {
      const invoice = invoices.get(paymentHash)
      if (invoice?.state !== 'open' || invoice.expiresAt <= nowSeconds()) return false
      invoice.state = invoice.isHold ? 'held' : 'settled'
      invoice.paidMsat = invoice.amountMsat ?? chosenMsat
      tell(invoice, invoice.state)
      return true
    },
    settleHold(preimage: string): 'settled' | 'gone' | 'nothing held' {
      const invoice = invoices.get(digest('sha256', Buffer.from(preimage, 'hex')))
      if (invoice === undefined || invoice.state === 'open') return 'nothing held'
      if (invoice.state === 'closed') return 'gone'
      if (invoice.state === 'held') {
        invoice.state = 'settled'
        invoice.preimage = preimage
        tell(invoice, 'settled')
      }
      return 'settled'
    },
    closeInvoice(paymentHash: string): void {
      const invoice = invoices.get(paymentHash)
      if (invoice === undefined || invoice.state === 'settled' || invoice.state === 'closed') return
      const wasHeld = invoice.state === 'held'
      invoice.state = 'closed'
      if (wasHeld) tell(invoice, 'released')
    },
  }
}
