import { SOURCE_IDS, type SourceId } from '../src/exchanges/source.ts'
import type { Misbehaviour } from './misbehaviours/misbehaviour.ts'
import { expectationOf } from './misbehaviours/misbehaviours.ts'
import type { MockExchanges } from './mock-exchanges.ts'
import { openPrices, type PricesWorld } from './open-prices.ts'

/** Half of the reads take less: far from any exchange's time-out, generous to a machine that is busy elsewhere. */
const MEDIAN_READ_MS = 100
/** Long enough that a busy machine never mistakes a good exchange for one that hangs. */
const TIMEOUT_SECONDS = 1.5
const HOUR_MS = 3_600_000

/**
 * Plays one misbehaviour on one exchange against the real service: a good cycle, the mischief together with new prices
 * everywhere, then good behaviour again. Throws at the first promise that is not kept.
 */
export async function withstands(mocks: MockExchanges, misbehaviour: Misbehaviour, sourceId: SourceId): Promise<void> {
  await mocks.reset()
  // What only changes the file is felt by a service that starts with it: there is then no earlier value to keep.
  const fromStart = misbehaviour.does.origin !== undefined
  if (fromStart) await mocks.misbehave(sourceId, misbehaviour)
  const world = await openPrices({ mocks, timeoutSeconds: TIMEOUT_SECONDS })
  try {
    await world.aggregator.runCycle()
    const before = { ...mocks.prices[sourceId] }
    if (!fromStart) await mocks.misbehave(sourceId, misbehaviour)
    movePrices(mocks, 1.01)
    for (let round = 0; round < (misbehaviour.rounds ?? 1); round += 1) await cycleWithReads(world)
    await checkOthers(world, sourceId)
    await checkCells(world, misbehaviour, sourceId, fromStart ? undefined : before)
    if (mocks.maxConcurrent(sourceId) > 3) throw new Error(`${sourceId}: cycles overlapped`)
    if (!fromStart) await checkRecovery(world, sourceId)
  } finally {
    await world.close()
  }
}

/** Runs one cycle while clients read the rates. */
async function cycleWithReads(world: PricesWorld): Promise<void> {
  let running = true
  const cycle = world.aggregator.runCycle().finally(() => {
    running = false
  })
  const took: number[] = []
  while (running) {
    const start = performance.now()
    const { statusCode } = await world.app.inject('/rates')
    if (statusCode !== 200) throw new Error(`/rates answers ${statusCode} during a cycle`)
    took.push(performance.now() - start)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await cycle
  const median = took.sort((a, b) => a - b)[took.length >> 1] ?? 0
  if (median > MEDIAN_READ_MS) throw new Error(`/rates takes ${median} ms during a cycle`)
}

async function checkOthers(world: PricesWorld, sourceId: SourceId): Promise<void> {
  for (const other of SOURCE_IDS.filter((id) => id !== sourceId)) {
    for (const [currency, price] of Object.entries(world.mocks.prices[other])) {
      same(`${other} ${currency} beside it`, await shown(world, other, currency), Number(price))
    }
  }
}

async function checkCells(
  world: PricesWorld,
  misbehaviour: Misbehaviour,
  sourceId: SourceId,
  before: Readonly<Record<string, unknown>> | undefined,
): Promise<void> {
  for (const [currency, price] of Object.entries(world.mocks.prices[sourceId])) {
    const isKept = expectationOf(misbehaviour, sourceId, currency) === 'kept'
    const kept = before === undefined ? null : Number(before[currency])
    const promised = isKept ? kept : (misbehaviour.shown?.(Number(price)) ?? Number(price))
    same(`${sourceId} ${currency}`, await shown(world, sourceId, currency), promised)
  }
}

/** The exchange recovers, after the Retry-After it sent: the newest price arrives within the skippable cycles. */
async function checkRecovery(world: PricesWorld, sourceId: SourceId): Promise<void> {
  await world.mocks.misbehave(sourceId, undefined)
  movePrices(world.mocks, 1.01)
  world.now += HOUR_MS
  await cycleWithReads(world)
  await cycleWithReads(world)
  await checkOthers(world, sourceId)
  for (const [currency, price] of Object.entries(world.mocks.prices[sourceId])) {
    same(`${sourceId} ${currency} afterwards`, await shown(world, sourceId, currency), Number(price))
  }
}

async function shown(world: PricesWorld, sourceId: SourceId, currency: string): Promise<number | null> {
  return (await world.app.inject(`/rate/${currency}`)).json().rates[sourceId]
}

function same(what: string, is: number | null, promised: number | null): void {
  const equal = is === promised || (is !== null && promised !== null && Math.abs(is / promised - 1) < 1e-12)
  if (!equal) throw new Error(`${what}: shows ${is}, promised ${promised}`)
}

function movePrices(mocks: MockExchanges, factor: number): void {
  for (const sourceId of SOURCE_IDS) {
    for (const [currency, price] of Object.entries(mocks.prices[sourceId])) {
      mocks.setPrice(sourceId, currency, Math.round(Number(price) * factor * 100) / 100)
    }
  }
}
