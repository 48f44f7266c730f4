import { acknowledgeAlarm } from '../../src/admin/status/acknowledge-alarm.ts'
import { areNone, findObstacles } from '../../src/admin/status/find-obstacles.ts'
import { setHalt } from '../../src/admin/status/set-halt.ts'
import { unixSeconds } from '../../src/base/clock.ts'
import type { Actor } from '../../src/events/audit-log.ts'
import { listStoredAlarms } from '../../src/ledger/alarm-store.ts'
import type { Payment } from '../../src/payments/states/payment.ts'
import { acceptNodePayment } from '../../src/payments/stuck/accept-node-payment.ts'
import { listOperatorPayments } from '../../src/payments/stuck/operator-payment-store.ts'
import { pollPayment } from '../../src/payments/stuck/poll-payment.ts'
import { resolvePayment } from '../../src/payments/stuck/resolve-payment.ts'
import type { Service } from './service-process.ts'
import type { Stage } from './stage.ts'

/** The reason of the operator's own halt. */
export const BY_HAND = 'stopped by the operator'

const ACTOR: Actor = { id: 'operator', address: '' }

const STEPS: Readonly<Record<string, readonly [number, (stage: Stage, service: Service) => Promise<unknown>]>> = {
  halt: [1, (_stage, { deps }) => deps.db.transact(setHalt, { ...toHalt(deps.clock), halted: true })],
  resume: [9, resume],
  poll: [3, poll],
  resolve: [3, resolve],
  accept: [3, accept],
  acknowledge: [2, acknowledge],
}
const WEIGHTS = Object.fromEntries(Object.entries(STEPS).map(([name, [weight]]) => [name, weight]))

/** One step of an operator, with the functions behind the administration's routes. */
export function operate(stage: Stage): void {
  const { chance } = stage.nature
  const name = chance.weighted(WEIGHTS)
  const step = STEPS[name]?.[1]
  chance.pick(stage.machines).request(`operator: ${name}`, async (service) => void (await step?.(stage, service)))
}

const toHalt = (clock: () => number) => ({
  reason: BY_HAND,
  acceptDifference: false,
  inSpiteOf: [],
  actor: ACTOR,
  at: unixSeconds(clock),
})

/** Resumes if the service has no objection, and sometimes although it has. */
async function resume({ nature: { chance } }: Stage, { deps, ...watches }: Service): Promise<void> {
  const obstacles = await findObstacles(watches, false)
  if (!areNone(obstacles) && !chance.percent(40)) return
  const inSpiteOf = areNone(obstacles) ? [] : ['differences']
  await deps.db.transact(setHalt, { ...toHalt(deps.clock), halted: false, inSpiteOf })
}

async function pickUnfinished({ nature: { chance } }: Stage, { deps }: Service): Promise<Payment | undefined> {
  const page = { order: 'oldest', limit: 20, offset: 0 } as const
  const { payments } = await listOperatorPayments(deps.db, { state: 'unfinished' }, page)
  return chance.pick(payments)?.payment
}

async function poll(stage: Stage, service: Service): Promise<void> {
  const payment = await pickUnfinished(stage, service)
  if (payment !== undefined) await pollPayment(service.deps, payment)
}

async function resolve(stage: Stage, service: Service): Promise<void> {
  const payment = await pickUnfinished(stage, service)
  if (payment === undefined) return
  await resolvePayment(service.deps, payment, {
    outcome: stage.nature.chance.pick(['paid', 'failed'] as const),
    preimage: undefined,
    feeMsat: undefined,
    reason: 'it is stuck',
    force: false,
    actor: ACTOR,
  })
}

/** A payment that the node made and that the operator accepts as the house's. */
async function accept({ nature: { chance }, lnd }: Stage, { deps }: Service): Promise<void> {
  const paid = lnd.tries.filter(({ state }) => state === 'settled')
  const attempt = chance.pick(paid)
  if (attempt === undefined) return
  const { paymentHash, amountMsat } = attempt
  const known = { amountMsat: amountMsat as never, feeMsat: undefined }
  await acceptNodePayment(deps, { ...known, paymentHash, reason: 'paid by hand', force: false, actor: ACTOR })
}

async function acknowledge({ nature: { chance } }: Stage, { deps }: Service): Promise<void> {
  const alarm = chance.pick(await listStoredAlarms(deps.db, { all: true, limit: 20, offset: 0 }))
  if (alarm === undefined) return
  const at = unixSeconds(deps.clock)
  await deps.db.transact(acknowledgeAlarm, { id: alarm.id, acknowledged: chance.percent(80), actor: ACTOR, at })
}
