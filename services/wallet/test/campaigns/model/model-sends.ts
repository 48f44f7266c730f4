import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { conclude, type ModelLedger, type ModelSend, type ModelWallet, reserveOf } from './model-ledger.ts'
import { type ModelWorld, readTruth } from './model-world.ts'

/** How the node handles an outgoing payment, and its expected outcome. */
export interface PayPlan {
  readonly name: string
  readonly step: (feeMsat: number, name: string) => object
  /** `open`: pending until the model ends it. `fee`: paid, if the fee is within the limit. */
  readonly ends: 'paid' | 'paid at any fee' | 'failed' | 'open' | 'failed, then paid'
}

const later = (ends: PayPlan['ends'], name: string, truth: 'settled' | 'failed' | 'open' = 'open'): PayPlan => ({
  name: `${name}, ${truth}`,
  step: (fee_msat) => ({ do: name, truth, fee_msat }),
  ends,
})

export const PAY_PLANS: readonly PayPlan[] = [
  { name: 'settle', step: (fee_msat) => ({ do: 'settle', fee_msat }), ends: 'paid' },
  { name: 'slow', step: (fee_msat) => ({ do: 'slow', ms: 3, fee_msat }), ends: 'paid' },
  { name: 'fail', step: () => ({ do: 'fail' }), ends: 'failed' },
  { name: 'needs_fee', step: (fee_msat) => ({ do: 'needs_fee', fee_msat }), ends: 'paid' },
  { name: 'lie_fee', step: (fee_msat) => ({ do: 'lie_fee', fee_msat }), ends: 'paid at any fee' },
  { name: 'unknown', step: (fee_msat) => ({ do: 'unknown', k: 2, fee_msat }), ends: 'paid' },
  { name: 'timeout_then_settle', step: (fee_msat) => ({ do: 'timeout_then_settle', ms: 2, fee_msat }), ends: 'paid' },
  { name: 'register_late', step: (fee_msat) => ({ do: 'register_late', ms: 2, fee_msat }), ends: 'paid' },
  { name: 'hang_then_fail', step: () => ({ do: 'hang_then_fail', ms: 2 }), ends: 'failed' },
  { name: 'contradict', step: () => ({ do: 'contradict', ms: 100 }), ends: 'failed, then paid' },
  { name: 'barrier', step: (_fee, name) => ({ do: 'barrier', name }), ends: 'open' },
  later('open', 'hang'),
  later('paid', 'throw', 'settled'),
  later('failed', 'not_json', 'failed'),
  later('open', 'http500'),
  later('paid', 'bad_preimage', 'settled'),
  later('failed', 'wrong_hash', 'failed'),
  later('open', 'missing'),
]

export interface PayOutside {
  readonly payer: number
  readonly amountMsat: number
  readonly feeMsat: number
  readonly plan: PayPlan
}

/** One payment to another node, from the request to the last report of our node. */
export async function payOutside(model: ModelLedger, real: ModelWorld, ask: PayOutside): Promise<void> {
  const { world } = real
  const { payer, amountMsat, feeMsat, plan } = ask
  const wallet = model.wallets[payer] as ModelWallet
  const key = real.wallets[payer]?.adminKey
  const { bolt11, hash } = await world.foreignInvoice(amountMsat)
  await world.node.sendControl('POST /script', { match: { hash }, pay: [plan.step(feeMsat, hash)] })
  const answer = await world.call('POST', '/api/v1/payments', { key, body: { out: true, bolt11 } })
  const reserve = reserveOf(amountMsat)
  const refused = wallet.closed ? 401 : model.halted ? 500 : wallet.available < amountMsat + reserve ? 400 : undefined
  if (refused !== undefined) {
    expect([plan.name, answer.status]).toEqual([plan.name, refused])
    return
  }
  expect([201, 400], JSON.stringify(answer.body)).toContain(answer.status)
  const id = await eventually('the payment is stored', () =>
    world.db.first(
      `SELECT checking_id FROM payments WHERE payment_hash = $1 AND direction = 'out' ORDER BY seq DESC`,
      [hash],
      (row: { checking_id: string }) => row.checking_id,
    ),
  )
  wallet.available -= amountMsat + reserve
  wallet.reserved += amountMsat + reserve
  const send: ModelSend = { id, hash, payer, amount: amountMsat, reserve, state: 'pending', open: plan.ends === 'open' }
  model.sends.push(send)
  await applyOutcome(model, real, send, ask)
}

async function applyOutcome(model: ModelLedger, { world }: ModelWorld, send: ModelSend, { plan, feeMsat }: PayOutside) {
  // The sender may have its answer before the node is asked; the clock must not jump in between.
  await eventually('the node has the payment', async () => {
    const { open, sent, failed } = await readTruth(world)
    return [...open, ...sent, ...failed].some(({ hash }) => hash === send.hash)
  })
  if (plan.ends === 'open') return
  if (plan.ends === 'failed, then paid') {
    await eventually('the failure is booked', () =>
      world.db.first(`SELECT seq FROM payments WHERE checking_id = $1 AND state = 'failed'`, [send.id], () => true),
    )
  }
  await eventually(`the node knows the end of it (${plan.name})`, async () =>
    (await readTruth(world)).open.every(({ hash }) => hash !== send.hash),
  )
  const paid = plan.ends === 'paid at any fee' || (plan.ends === 'paid' && feeMsat <= send.reserve)
  conclude(model, send, paid, feeMsat)
  if (plan.ends !== 'failed, then paid') return
  model.losses += send.amount
  model.halted = true
}

/** The node reports the outcome of an open payment. */
export async function endOpen(
  model: ModelLedger,
  { world }: ModelWorld,
  which: number,
  end: 'settle' | 'fail',
  feeMsat: number,
): Promise<void> {
  const open = model.sends.filter((send) => send.open)
  const send = open[which % open.length] as ModelSend
  const { hash } = send
  const answer = await world.node.sendControl(`POST /${end}`, end === 'settle' ? { hash, fee_msat: feeMsat } : { hash })
  expect(answer.status).toBe(200)
  conclude(model, send, end === 'settle', feeMsat)
}

/** A second payment of the same invoice is rejected, unless the first one failed. */
export async function payAgain(model: ModelLedger, real: ModelWorld, which: number, payer: number): Promise<void> {
  const live = model.sends.filter(({ state }) => state !== 'failed')
  const { id } = live[which % live.length] as ModelSend
  const bolt11 = await real.world.db.first(
    'SELECT bolt11 FROM payments WHERE checking_id = $1',
    [id],
    (row: { bolt11: string }) => row.bolt11,
  )
  const answer = await real.world.call('POST', '/api/v1/payments', {
    key: real.wallets[payer]?.adminKey,
    body: { out: true, bolt11 },
  })
  expect(answer.status).toBe(model.wallets[payer]?.closed ? 401 : model.halted && answer.status === 500 ? 500 : 400)
}
