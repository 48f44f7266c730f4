import { EventEmitter } from 'node:events'
import { readInvoice } from '@satchel/bolt11/read-invoice'
import { type Copy, copyAll, copyMap } from './copy-records.ts'
import { createInvoiceSigner, type InvoiceSigner, type InvoiceWords } from './invoice-signer.ts'
import type { OutsideWorld } from './outside-world.ts'

/** An invoice of the peer's own. */
export interface PeerInvoice {
  readonly bolt11: string
  readonly paymentHash: string
  /** Undefined for a hold invoice whose preimage the node does not have yet. */
  preimage: string | undefined
  readonly isHold: boolean
  /** 0: no amount. */
  readonly amountMsat: bigint
  readonly createdAt: number
  readonly expiresAt: number
  readonly memo: string
  /** Kind of a payment without an invoice. */
  readonly unasked?: Unasked | undefined
  state: 'open' | 'held' | 'settled' | 'closed'
  receivedMsat: bigint
  /** Counts from 1, in the order of making. */
  readonly addIndex: number
  /** Counts from 1, in the order of settling; 0 = not settled. */
  settleIndex: number
  settledAt: number
}

/** How the payer of an `unasked` payment has paid. */
export interface Unasked {
  readonly via: 'amp' | 'keysend' | 'offer'
  /** The id of a set of HTLCs, chosen by an AMP payer; none: the AMP invoice itself, which is never fully paid. */
  readonly setId?: string
  /** The hash of the AMP invoice of such a set; none: spontaneous. */
  readonly of?: string
}

/** The peer's record of one outgoing payment: of the last attempt, if there were several. */
export interface PeerPayment {
  readonly paymentHash: string
  readonly bolt11: string
  readonly amountMsat: bigint
  state: 'pending' | 'settled' | 'failed'
  /** The reason of a failed one: no route, or a rejection by the payee. */
  failure: 'no-route' | 'rejected'
  feeMsat: bigint
  preimage: string
  readonly createdAt: number
  /** Counts from 1, in the order of paying. */
  readonly index: number
  /** Where an id of the payer's comes with it. */
  readonly label: string
}

export interface PeerPayOrder {
  readonly bolt11: string
  readonly amountMsat?: bigint | undefined
  readonly feeLimitMsat?: bigint | undefined
  readonly label?: string | undefined
}

/** How the next payment of a hash goes; without a plan it settles immediately, free of charge. */
export interface PayPlan {
  readonly ends: 'settled' | 'failed' | 'on-command'
  readonly feeMsat?: bigint
  /** Shows a preimage that proves nothing. */
  readonly wrongPreimage?: boolean
  /** Pays regardless of the limit. */
  readonly ignoresLimit?: boolean
}

/** What every peer is behind its interface: a node with money, invoices and payments, kept over its own restarts. */
export interface PeerNode {
  readonly own: InvoiceSigner
  readonly outside: OutsideWorld
  readonly invoices: ReadonlyMap<string, PeerInvoice>
  readonly payments: ReadonlyMap<string, PeerPayment>
  /** Every payment that it was asked for, oldest first: several of one hash where it was tried again. */
  readonly attempts: readonly PeerPayment[]
  balanceMsat(): bigint
  addInvoice(words: InvoiceWords & { readonly isHold?: boolean; readonly unasked?: Unasked }): PeerInvoice
  /** Throws while nothing is held. False: it went back before. */
  settleHeld(paymentHash: string, preimage: string): boolean
  /** Open or held becomes closed; settled stays. */
  closeInvoice(paymentHash: string): void
  /** Sends the money, or not. The caller must reject a second payment of a hash, if its node would. */
  pay(order: PeerPayOrder): PeerPayment
  /** Resolves when this payment is final; rejects when the signal is aborted. */
  untilFinal(payment: PeerPayment, signal: AbortSignal): Promise<void>
  plan(paymentHash: string, plan: PayPlan): void
  /** How it will go: for services that quote a price before. */
  planned(paymentHash: string): PayPlan
  /** The outcome of a payment that ends `on-command`. */
  finish(paymentHash: string, as: 'settled' | 'failed'): void
  /** A copy of its database. */
  readonly copy?: Copy
  /** How often money left for this hash, or is on its way. */
  sends(paymentHash: string): number
  /** `invoice`: PeerInvoice, added or changed. `payment`: PeerPayment, final. */
  readonly news: EventEmitter<{ invoice: [PeerInvoice]; payment: [PeerPayment] }>
}

type News = PeerNode['news']

export function createPeerNode(startMsat = 1_000_000_000_000n): PeerNode {
  const own = createInvoiceSigner()
  const foreign = createInvoiceSigner()
  const news: News = new EventEmitter()
  news.setMaxListeners(0)
  let balance = startMsat
  const add = (amountMsat: bigint): void => {
    balance += amountMsat
  }
  const { copyInvoices, ...receiving } = createInvoices(own, news, add)
  const { setPlan, copyPayments, ...paying } = createPayments(foreign, news, add)
  const outside: OutsideWorld = {
    // For longer than any test lets time pass.
    makeInvoice: async (amountMsat) => foreign.sign({ amountMsat, expirySeconds: 30 * 86_400 }),
    setFee: async (paymentHash, feeMsat) => setPlan(paymentHash, { ends: 'settled', feeMsat }),
    refusePayment: async (paymentHash) => setPlan(paymentHash, { ends: 'failed' }),
    payOurInvoice: async (bolt11, chosenMsat) => receiving.take(readInvoice(bolt11).paymentHash, chosenMsat),
    expireHeld: async (paymentHash) => receiving.closeInvoice(paymentHash),
  }
  const copy = copyAll(copyInvoices, copyPayments)
  return { own, outside, news, balanceMsat: () => balance, plan: setPlan, copy, ...receiving, ...paying }
}

function createInvoices(own: InvoiceSigner, news: News, add: (amountMsat: bigint) => void) {
  const invoices = new Map<string, PeerInvoice>()
  let settled = 0
  const settle = (invoice: PeerInvoice): void => {
    settled += 1
    Object.assign(invoice, { state: 'settled', settleIndex: settled, settledAt: now() })
    add(invoice.receivedMsat)
    news.emit('invoice', invoice)
  }
  return {
    invoices,
    copyInvoices(): () => void {
      const [putBack, was] = [copyMap(invoices), settled]
      return () => {
        putBack()
        settled = was
      }
    },
    addInvoice({ isHold = false, unasked, ...words }: Parameters<PeerNode['addInvoice']>[0]): PeerInvoice {
      const { bolt11, paymentHash } = own.sign(words)
      if (invoices.has(paymentHash)) throw new Error('invoice with payment hash already exists')
      const invoice: PeerInvoice = {
        bolt11,
        paymentHash,
        preimage: isHold ? undefined : own.preimageOf(paymentHash),
        isHold,
        unasked,
        addIndex: invoices.size + 1,
        ...newInvoice(words),
      }
      invoices.set(paymentHash, invoice)
      news.emit('invoice', invoice)
      return invoice
    },
    settleHeld(paymentHash: string, preimage: string): boolean {
      const invoice = present(invoices.get(paymentHash))
      if (invoice.state === 'open') throw new Error('invoice still open')
      if (invoice.state === 'closed') return false
      invoice.preimage = preimage
      if (invoice.state === 'held') settle(invoice)
      return true
    },
    closeInvoice(paymentHash: string): void {
      const invoice = present(invoices.get(paymentHash))
      if (invoice.state === 'settled' || invoice.state === 'closed') return
      invoice.state = 'closed'
      news.emit('invoice', invoice)
    },
    /** An outside payer pays. */
    take(paymentHash: string, chosenMsat = 0n): void {
      const invoice = present(invoices.get(paymentHash))
      if (invoice.state !== 'open' || invoice.expiresAt < now()) throw new Error('our node does not take it')
      invoice.receivedMsat = invoice.amountMsat === 0n ? chosenMsat : invoice.amountMsat
      if (!invoice.isHold) return settle(invoice)
      invoice.state = 'held'
      news.emit('invoice', invoice)
    },
  }
}

function createPayments(foreign: InvoiceSigner, news: News, add: (amountMsat: bigint) => void) {
  const payments = new Map<string, PeerPayment>()
  const attempts: PeerPayment[] = []
  const plans = new Map<string, PayPlan>()
  const sent = new Map<string, number>()
  const end = (payment: PeerPayment, as: 'settled' | 'failed', plan: PayPlan): void => {
    if (payment.state !== 'pending') return
    payment.state = as
    if (as === 'settled') {
      payment.feeMsat = plan.feeMsat ?? 0n
      payment.preimage = plan.wrongPreimage ? 'ee'.repeat(32) : (foreign.preimageOf(payment.paymentHash) ?? '')
      add(-payment.amountMsat - payment.feeMsat)
    } else sent.set(payment.paymentHash, (sent.get(payment.paymentHash) ?? 1) - 1)
    news.emit('payment', payment)
  }
  return {
    payments,
    attempts,
    copyPayments(): () => void {
      const [putBack, was] = [copyMap(payments), attempts.length]
      return () => {
        putBack()
        attempts.length = was
      }
    },
    pay({ bolt11, amountMsat, feeLimitMsat, label = '' }: PeerPayOrder): PeerPayment {
      const invoice = readInvoice(bolt11)
      const { paymentHash } = invoice
      const plan: PayPlan = plans.get(paymentHash) ?? { ends: 'settled' }
      const payment: PeerPayment = {
        paymentHash,
        bolt11,
        amountMsat: invoice.amountMsat ?? amountMsat ?? 0n,
        index: attempts.length + 1,
        label,
        ...newPayment(),
      }
      payments.set(paymentHash, payment)
      attempts.push(payment)
      sent.set(paymentHash, (sent.get(paymentHash) ?? 0) + 1)
      const tooDear = feeLimitMsat !== undefined && !plan.ignoresLimit && (plan.feeMsat ?? 0n) > feeLimitMsat
      if (tooDear) end(payment, 'failed', plan)
      else if (plan.ends !== 'on-command') end(payment, plan.ends, plan)
      return payment
    },
    untilFinal: (payment: PeerPayment, signal: AbortSignal) => untilFinal(news, payment, signal),
    setPlan: (paymentHash: string, plan: PayPlan): void => void plans.set(paymentHash, plan),
    planned: (paymentHash: string): PayPlan => plans.get(paymentHash) ?? { ends: 'settled' },
    finish: (paymentHash: string, as: 'settled' | 'failed'): void =>
      end(present(payments.get(paymentHash)), as, plans.get(paymentHash) ?? { ends: as }),
    sends: (paymentHash: string): number => sent.get(paymentHash) ?? 0,
  }
}

export const newInvoice = ({ amountMsat = 0n, expirySeconds = 3600, description = '' }: InvoiceWords) => ({
  amountMsat,
  createdAt: now(),
  expiresAt: now() + expirySeconds,
  memo: description,
  state: 'open' as const,
  receivedMsat: 0n,
  settleIndex: 0,
  settledAt: 0,
})

export const newPayment = () => ({
  state: 'pending' as const,
  failure: 'no-route' as const,
  feeMsat: 0n,
  preimage: '',
  createdAt: now(),
})

export function untilFinal(news: PeerNode['news'], payment: PeerPayment, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const poll = (): void => {
      if (payment.state === 'pending' && !signal.aborted) return
      news.off('payment', poll)
      signal.removeEventListener('abort', poll)
      if (payment.state === 'pending') reject(new Error('the caller stopped waiting'))
      else resolve()
    }
    news.on('payment', poll)
    signal.addEventListener('abort', poll)
    poll()
  })
}

const now = (): number => Math.floor(Date.now() / 1000)

export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('this peer knows nothing of it')
  return value
}
