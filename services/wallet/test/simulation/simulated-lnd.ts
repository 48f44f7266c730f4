import { hash as digest } from 'node:crypto'
import { publicKey } from '@satchel/bolt11/secp256k1'
import { writeInvoice } from '@satchel/bolt11/write-invoice'
import type { Nature } from './install-virtual-time.ts'
import { createInvoices } from './lnd-invoices.ts'
import { createPayments } from './lnd-payments.ts'
import type { ForeignInvoice, InvoiceNews, LndTry, NodeInvoice, PayRequest, TrueNews, TryPlan } from './lnd-records.ts'
import type { Trace } from './trace.ts'
import { WORLD } from './virtual-time.ts'

/** A node that behaves as LND does, and also records what really happened. */
/** The service opens a stream that broke off again after at most this long. */
const OPEN_AGAIN_MS = 60_000

export interface SimulatedLnd {
  readonly nodeKey: string
  nowSeconds(): number
  /** All tries, also those that the node has forgotten. */
  readonly tries: readonly LndTry[]
  readonly invoices: ReadonlyMap<string, NodeInvoice>
  readonly news: readonly InvoiceNews[]
  /** All events, also those that the node has forgotten. */
  readonly everyNews: readonly TrueNews[]
  /** Replaces its history by an earlier one, or by none; payments in flight continue without it. */
  restore(how: 'empty' | 'copy'): void
  /** When the streams are open again that its restore has cut off. */
  streamsAgainAtMs(): number
  foreignInvoice(amountMsat: bigint, expirySeconds: number): ForeignInvoice
  /** Returns LND's error, or the new try. */
  pay(request: PayRequest, plan: TryPlan): LndTry | { readonly code: number; readonly message: string }
  /** LND's record of a hash. */
  lastTry(paymentHash: string): LndTry | undefined
  /** All records of LND, in the order of their numbers. */
  listTries(): LndTry[]
  preimageOf(paymentHash: string): string
  onEnd(attempt: LndTry, listener: () => void): void
  /** Ends all payments in flight, regardless of their planned duration. */
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
  /** The channel of a held payment is being closed; false: nothing is held for the hash. */
  closeChannelOf(paymentHash: string, ends: 'taken' | 'lost', afterMs: number): boolean
  closeInvoice(paymentHash: string): void
  balanceMsat(): bigint
  /** Called after each event of an invoice. */
  onNews(listener: (news: InvoiceNews, number: number) => void): void
}

const BEGINNING_MSAT = 10_000_000_000_000n
const OWN_KEY = Buffer.alloc(32, 7)
const FOREIGN_KEY = Buffer.alloc(32, 9)

export function createSimulatedLnd(nature: Nature, trace: Trace, clockOffsetMs: number): SimulatedLnd {
  const { time } = nature
  const nowMs = (): number => time.trueUnixMs() + clockOffsetMs
  const nowSeconds = (): number => Math.floor(nowMs() / 1000)
  const sign = signerOf(nature, nowSeconds)
  const { preimages, ...foreign } = createPayee(nature, nowSeconds)
  const payments = createPayments(nature, trace, nowMs)
  const receiving = createInvoices(nature, trace, nowSeconds)
  let copy = { payments: payments.copy(), receiving: receiving.copy() }
  const keepCopies = (): void => {
    time.schedule(WORLD, nature.chance.between(20_000, 60_000), () => {
      copy = { payments: payments.copy(), receiving: receiving.copy() }
      keepCopies()
    })
  }
  keepCopies()
  let streamsAgainAtMs = 0
  return {
    nodeKey: Buffer.from(publicKey(OWN_KEY)).toString('hex'),
    nowSeconds,
    ...foreign,
    ...payments,
    ...receiving,
    streamsAgainAtMs: () => streamsAgainAtMs,
    restore(how) {
      streamsAgainAtMs = time.now() + OPEN_AGAIN_MS
      trace.note(`node: restored, ${how}`)
      payments.restore(how === 'copy' ? copy.payments : undefined)
      receiving.restore(how === 'copy' ? copy.receiving : undefined)
    },
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
        isClosing: false,
        claim: 'none',
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
