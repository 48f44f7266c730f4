import { hash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { arrive, decide, type ModelInvoice, type ModelLedger, type ModelWallet } from './model-ledger.ts'
import type { ModelWorld } from './model-world.ts'

export async function createInvoice(
  model: ModelLedger,
  { world, wallets }: ModelWorld,
  ask: {
    readonly payee: number
    readonly amountSat: number
    readonly hold: 'no' | 'ours' | 'theirs'
    readonly expiry: number
    readonly anyAmount: boolean
  },
): Promise<void> {
  const anyAmount = ask.anyAmount && ask.hold === 'no'
  const secret = randomBytes(32)
  const body = {
    out: false,
    ...(anyAmount ? { any_amount: true } : { amount: ask.amountSat }),
    expiry: ask.expiry,
    ...(ask.hold === 'ours' && { hold: true }),
    ...(ask.hold === 'theirs' && { payment_hash: hash('sha256', secret, 'hex') }),
  }
  const answer = await world.call('POST', '/api/v1/payments', { key: wallets[ask.payee]?.invoiceKey, body })
  expect(answer.status).toBe(model.wallets[ask.payee]?.closed ? 401 : 201)
  if (answer.status !== 201) return
  const now = world.nowSeconds()
  model.invoices.push({
    id: answer.body.checking_id,
    hash: answer.body.payment_hash,
    bolt11: answer.body.bolt11,
    payee: ask.payee,
    amount: anyAmount ? 0 : ask.amountSat * 1000,
    chosenSat: anyAmount ? ask.amountSat : undefined,
    hold: ask.hold !== 'no',
    preimage: ask.hold === 'theirs' ? secret.toString('hex') : undefined,
    createdAt: now,
    expiresAt: now + ask.expiry,
    state: 'open',
    atNode: 'open',
    heldFrom: undefined,
    heldAt: 0,
  })
}

/** An external payment: exact or not, reported once, repeatedly or never. `force`: even if the node would reject it. */
export async function receive(
  model: ModelLedger,
  { world }: ModelWorld,
  ask: { readonly which: number; readonly moreMsat: number; readonly notify: number | 'none'; readonly force: boolean },
): Promise<void> {
  const invoice = model.invoices[ask.which % model.invoices.length] as ModelInvoice
  // A held payment is settled or cancelled. Underpaid holds are tested elsewhere.
  const amount =
    invoice.amount + (invoice.hold ? Math.max(ask.moreMsat, 0) : Math.max(ask.moreMsat, 1 - invoice.amount))
  const force = ask.force && !invoice.hold
  // Paid internally while the node did not close it: the service must close it later, and may already have done so.
  if (invoice.state === 'success' && (await world.node.incomingStatus(invoice.hash)).status === 'closed') {
    invoice.atNode = 'done'
  }
  const takes = force || (invoice.atNode === 'open' && invoice.expiresAt > world.nowSeconds())
  const body = { hash: invoice.hash, amount_msat: amount, notify: ask.notify, ...(force && { force }) }
  const answer = await world.node.sendControl('POST /receive', body)
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([takes ? 200 : 400, expect.anything()])
  if (!takes) return
  if (!invoice.hold) return arrive(model, invoice, amount)
  invoice.atNode = 'done'
  // Held internally while the node did not close it: the books do not contain a second payment that the node holds.
  if (invoice.state !== 'open' && invoice.state !== 'expired') return
  invoice.state = 'held'
  invoice.heldFrom = { outside: amount }
  invoice.heldAt = world.nowSeconds()
}

/** The amount in msat that the simulated node receives for an invoice without an amount, if its script is `accepted`. */
const TAKEN_FOR_ANY_AMOUNT = 1000

/** A wallet pays an invoice of this service. `close`: the node's answer when the service closes it. */
export async function payInside(
  model: ModelLedger,
  { world, wallets }: ModelWorld,
  ask: { readonly which: number; readonly payer: number; readonly close: 'ok' | 'refuse' | 'throw' | 'accepted' },
): Promise<void> {
  const invoice = model.invoices[ask.which % model.invoices.length] as ModelInvoice
  const payer = model.wallets[ask.payer] as ModelWallet
  await world.node.sendControl('POST /script', { match: { hash: invoice.hash }, close: [ask.close] })
  const { chosenSat } = invoice
  const amount = chosenSat === undefined ? invoice.amount : chosenSat * 1000
  const choice = chosenSat === undefined ? {} : { amount: chosenSat }
  const answer = await world.send(wallets[ask.payer] as never, invoice.bolt11, choice)
  // Resets the script, which must not apply to a later closing.
  if (answer.status !== 201)
    await world.node.sendControl('POST /script', { match: { hash: invoice.hash }, close: ['ok'] })
  const expired = invoice.expiresAt <= world.nowSeconds()
  const refused = payer.closed
    ? 401
    : invoice.state !== 'open' || expired
      ? 400
      : model.halted
        ? 500
        : payer.available < amount
          ? 400
          : undefined
  if (refused !== undefined) {
    expect(answer.status).toBe(refused)
    return
  }
  // An external payment arrived at the same time, or earlier with too little: the internal payer gets the money back.
  const takenOutside = ask.close === 'accepted' || (ask.close === 'ok' && invoice.atNode === 'done')
  expect([ask.close, answer.status]).toEqual([ask.close, takenOutside ? 400 : 201])
  if (answer.status === 400) {
    if (invoice.atNode === 'done') return
    if (!invoice.hold) return arrive(model, invoice, chosenSat === undefined ? amount : TAKEN_FOR_ANY_AMOUNT)
    Object.assign(invoice, {
      atNode: 'done',
      state: 'held',
      heldFrom: { outside: invoice.amount },
      heldAt: world.nowSeconds(),
    })
    return
  }
  const id = answer.body.checking_id as string
  const send = {
    id,
    hash: invoice.hash,
    payer: ask.payer,
    amount,
    reserve: 0,
    state: 'success',
    open: false,
  } as const
  invoice.amount = amount
  payer.available -= amount
  if (ask.close === 'ok') invoice.atNode = 'done'
  if (!invoice.hold) {
    model.sends.push({ ...send })
    ;(model.wallets[invoice.payee] as ModelWallet).available += invoice.amount
    invoice.state = 'success'
    return
  }
  payer.reserved += invoice.amount
  const held = { ...send, state: 'held' as never }
  model.sends.push(held)
  Object.assign(invoice, { state: 'held', heldFrom: { payer: ask.payer, send: held }, heldAt: world.nowSeconds() })
}

export async function decideHeld(
  model: ModelLedger,
  { world, wallets }: ModelWorld,
  which: number,
  settles: boolean,
): Promise<void> {
  const invoice = model.invoices[which % model.invoices.length] as ModelInvoice
  const { preimage, state, hold } = invoice
  const answer = await world.call(settles ? 'PUT' : 'DELETE', `/api/v1/payments/${invoice.id}`, {
    key: wallets[invoice.payee]?.adminKey,
    ...(settles && preimage !== undefined && { body: { preimage } }),
  })
  if (model.wallets[invoice.payee]?.closed) {
    expect(answer.status).toBe(401)
    return
  }
  const takes = hold && (state === 'held' || (!settles && state === 'open'))
  const repeats = hold && state === (settles ? 'success' : 'failed')
  expect([state, settles, answer.status]).toEqual([state, settles, takes || repeats ? 200 : 400])
  if (takes) decide(model, invoice, settles)
}
