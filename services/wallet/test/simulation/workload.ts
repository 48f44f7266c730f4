import { hash as digest } from 'node:crypto'
import { ServiceError } from '@satchel/http/service-error'
import { type Msat, msat } from '@satchel/money/units'
import { createInvoice } from '../../src/payments/receiving/create-invoice.ts'
import { cancelHold, settleHold } from '../../src/payments/receiving/decide-hold.ts'
import { payInvoice } from '../../src/payments/sending/pay-invoice.ts'
import type { IdempotencyClaim } from '../../src/payments/states/idempotency.ts'
import { statusOf } from '../../src/payments/states/payment-states.ts'
import { findPayment } from '../../src/payments/states/payment-store.ts'
import { WALLETS } from './database-template.ts'
import type { ForeignInvoice } from './lnd-records.ts'
import type { Machine } from './machine.ts'
import { operate } from './operator.ts'
import type { Service } from './service-process.ts'
import type { Stage } from './stage.ts'
import { WORLD } from './virtual-time.ts'

/** An answer that a client got, which is a promise from then on. */
export interface Acknowledged {
  readonly askedAtMs: number
  readonly atMs: number
  readonly checkingId: string
  readonly as: 'pending' | 'success' | 'failed' | 'invoice'
  /** The Idempotency-Key of the request. */
  readonly key?: string | undefined
}

interface Made {
  readonly checkingId: string
  readonly paymentHash: string
  readonly bolt11: string
  readonly walletId: string
  readonly hold: '' | 'ours' | 'theirs'
  readonly preimage: string | undefined
  /** For an invoice without an amount: what an internal payer pays. */
  readonly chosenMsat: Msat | undefined
}

/** The clients of the service: their requests, their knowledge and their answers. */
export interface Clients {
  /** Makes one request of a client. */
  act(): void
  readonly acknowledged: readonly Acknowledged[]
  /** Invoices of other nodes for which a payment was requested. */
  readonly foreign: readonly ForeignInvoice[]
  /** Failed payments, each as often as it failed. */
  readonly failed: readonly ForeignInvoice[]
  /** Requests an invoice and a payment from each process. */
  probe(): void
  /** `MACHINE PROBE` → `done`, or why not. */
  readonly probed: ReadonlyMap<string, string>
}

export const PROBES = ['invoice', 'payment'] as const

interface Known {
  readonly stage: Stage
  readonly acknowledged: Acknowledged[]
  readonly foreign: ForeignInvoice[]
  readonly failed: ForeignInvoice[]
  readonly made: Made[]
}

const ACTIONS: Readonly<Record<string, readonly [number, (known: Known) => void]>> = {
  send: [30, (known) => sendOut(known, newForeign(known))],
  again: [10, (known) => sendAgain(known)],
  inside: [12, (known) => sendInside(known)],
  invoice: [12, (known) => makeInvoice(known, undefined)],
  hold: [8, (known) => makeInvoice(known, known.stage.nature.chance.percent(50) ? 'ours' : 'theirs')],
  settle: [7, (known) => decide(known, 'settle')],
  cancel: [4, (known) => decide(known, 'cancel')],
  operate: [6, ({ stage }) => operate(stage)],
}
const WEIGHTS = Object.fromEntries(Object.entries(ACTIONS).map(([name, [weight]]) => [name, weight]))

export function createClients(stage: Stage): Clients {
  const known: Known = { stage, acknowledged: [], foreign: [], failed: [], made: [] }
  const probed = new Map<string, string>()
  return {
    probed,
    probe: () => {
      for (const machine of stage.machines) probe(known, machine, probed)
    },
    act: () => ACTIONS[stage.nature.chance.weighted(WEIGHTS)]?.[1](known),
    acknowledged: known.acknowledged,
    foreign: known.foreign,
    failed: known.failed,
  }
}

const anyMachine = ({ stage }: Known): Machine => stage.nature.chance.pick(stage.machines)
const anyWallet = ({ stage }: Known): string => stage.nature.chance.pick(WALLETS)

/** Call it when a request is sent; the returned function records the answer. */
function noteAnswer(
  { stage, acknowledged }: Known,
  key?: string,
): (checkingId: string, as: Acknowledged['as']) => void {
  const { time } = stage.nature
  const askedAtMs = time.now()
  return (checkingId, as) => {
    stage.trace.note(`answers ${checkingId.slice(-8)} ${as}`)
    acknowledged.push({ askedAtMs, atMs: time.now(), checkingId, as, key })
  }
}

function newForeign({ stage, foreign }: Known, expirySeconds?: number): ForeignInvoice {
  const { chance } = stage.nature
  const amountMsat = BigInt(1000 + chance.int(3_000_000))
  const invoice = stage.lnd.foreignInvoice(amountMsat, expirySeconds ?? chance.pick([60, 600, 3600]))
  foreign.push(invoice)
  return invoice
}

/**
 * Most clients retry a rejected request immediately. Half of them repeat a request whose outcome is unknown
 * with its idempotency key.
 */
function sendOut(known: Known, invoice: ForeignInvoice, to: Partial<Sending> = {}): void {
  const { machine = anyMachine(known), walletId = anyWallet(known) } = to
  const { chance } = known.stage.nature
  const { claim = chance.percent(50) ? newClaim(known, walletId, invoice) : undefined } = to
  machine.request(`pay ${invoice.paymentHash.slice(0, 8)} from ${walletId}`, async ({ deps }) => {
    const note = noteAnswer(known, claim?.key)
    try {
      const paid = await payInvoice(deps, { walletId, bolt11: invoice.bolt11, extra: '{}', tag: '', claim })
      note(paid.checkingId, statusOf(paid.state))
      if (paid.state !== 'failed') return
      known.failed.push(invoice)
      if (chance.percent(65)) sendOut(known, invoice, { machine, walletId })
    } catch (error) {
      const isUnclear = claim !== undefined && !(error instanceof ServiceError && error.status !== 503)
      if (isUnclear && chance.percent(50)) sendOut(known, invoice, { walletId, claim })
      throw error
    }
  })
}

interface Sending {
  readonly machine: Machine
  readonly walletId: string
  readonly claim: IdempotencyClaim | undefined
}

const newClaim = ({ stage }: Known, walletId: string, { paymentHash }: ForeignInvoice): IdempotencyClaim => ({
  scope: `${walletId} POST /api/v1/payments`,
  key: stage.nature.chance.bytes(8).toString('hex'),
  fingerprint: paymentHash,
  at: Math.floor(stage.nature.time.trueUnixMs() / 1000),
})

function sendAgain(known: Known): void {
  const { chance } = known.stage.nature
  const invoice = chance.pick(chance.percent(70) && known.failed.length > 0 ? known.failed : known.foreign)
  if (invoice !== undefined) sendOut(known, invoice)
}

function sendInside(known: Known): void {
  const invoice = known.stage.nature.chance.pick(known.made)
  const walletId = anyWallet(known)
  if (invoice === undefined) return makeInvoice(known, undefined)
  anyMachine(known).request(`pay inside ${invoice.paymentHash.slice(0, 8)} from ${walletId}`, async ({ deps }) => {
    const note = noteAnswer(known)
    const { bolt11, chosenMsat: amountMsat } = invoice
    const paid = await payInvoice(deps, { walletId, bolt11, amountMsat, extra: '{}', tag: '' })
    note(paid.checkingId, statusOf(paid.state))
  })
}

function makeInvoice(known: Known, hold: 'ours' | 'theirs' | undefined): void {
  const { chance } = known.stage.nature
  const walletId = anyWallet(known)
  const preimage = chance.bytes(32)
  const ours = hold === 'theirs' ? { paymentHash: digest('sha256', preimage) } : hold === 'ours' ? true : undefined
  anyMachine(known).request(`invoice ${hold ?? ''} for ${walletId}`, async ({ deps }) => {
    const note = noteAnswer(known)
    const amountMsat = msat(BigInt(1000 + chance.int(2_000_000)))
    // A fourth of them name no amount: the payer chooses this one.
    const chosenMsat = hold === undefined && amountMsat % 4n === 0n ? amountMsat : undefined
    const made = await createInvoice(deps, {
      walletId,
      amountMsat: chosenMsat === undefined ? amountMsat : undefined,
      memo: '',
      expirySeconds: chance.pick([60, 600, 3600]),
      extra: '{}',
      tag: '',
      hold: ours,
    })
    note(made.checkingId, 'invoice')
    const { checkingId, paymentHash, bolt11 } = made
    const secret = hold === 'theirs' ? preimage.toString('hex') : undefined
    known.made.push({ checkingId, paymentHash, bolt11, walletId, hold: hold ?? '', preimage: secret, chosenMsat })
    // Only a client that received the invoice can pay it.
    if (chance.percent(60)) payFromOutside(known, paymentHash, chosenMsat)
  })
}

/** For an invoice without an amount: 1 msat more than an internal payer would pay, so that the two are never confused. */
function payFromOutside({ stage }: Known, paymentHash: string, chosenMsat: Msat | undefined): void {
  const { time, chance } = stage.nature
  time.schedule(WORLD, chance.between(5, 20_000), () => {
    if (!stage.lnd.receive(paymentHash, chosenMsat && chosenMsat + 1n) || chance.percent(80)) return
    // The payer's side cancels a held payment.
    time.schedule(WORLD, chance.between(1000, 200_000), () => {
      if (stage.lnd.invoices.get(paymentHash)?.state === 'held') stage.lnd.closeInvoice(paymentHash)
    })
  })
}

function decide(known: Known, decision: 'settle' | 'cancel'): void {
  const holds = known.made.filter(({ hold }) => hold !== '')
  const hold = known.stage.nature.chance.pick(holds)
  if (hold === undefined) return
  anyMachine(known).request(`${decision} ${hold.paymentHash.slice(0, 8)}`, async ({ deps }) => {
    const note = noteAnswer(known)
    const payment = await findPayment(deps.db, hold.checkingId)
    if (payment === undefined) return
    const outcome =
      decision === 'settle' ? await settleHold(deps, payment, hold.preimage) : await cancelHold(deps, payment)
    if (outcome !== 'pending') note(hold.checkingId, decision === 'settle' ? 'success' : 'failed')
  })
}

function probe(known: Known, machine: Machine, probed: Map<string, string>): void {
  const ask = (kind: (typeof PROBES)[number], work: (service: Service) => Promise<unknown>): void => {
    machine.request(`probe: ${kind}`, async (service) => {
      const outcome = await work(service).then(
        () => 'done',
        // A halt is an allowed answer, because only the operator can resume payments.
        (error: unknown) =>
          error instanceof ServiceError && error.code === 'payments_halted' ? 'done' : String(error),
      )
      known.stage.trace.note(`probe: ${kind}: ${outcome}`)
      probed.set(`${machine.name} ${kind}`, outcome)
    })
  }
  const [walletId] = WALLETS
  const more = { walletId, extra: '{}', tag: '' }
  ask('invoice', ({ deps }) => createInvoice(deps, { ...more, amountMsat: msat(1000n), memo: '', expirySeconds: 60 }))
  const { bolt11 } = newForeign(known, 3600)
  ask('payment', ({ deps }) => payInvoice(deps, { ...more, bolt11 }))
}
