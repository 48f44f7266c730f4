import { expect } from 'vitest'
import { resumePayments } from '../../../src/ledger/halt.ts'
import type { World, WorldWallet } from '../../world/open-world.ts'
import { compareWithTruth, type Truth } from '../compare-with-truth.ts'
import { eventually } from '../eventually.ts'
import { type ModelLedger, newLedger, passTime } from './model-ledger.ts'

/** A real service with the calls that the model needs. Many runs share it, each with its own wallets. */
export interface ModelWorld {
  readonly world: World
  readonly wallets: readonly WorldWallet[]
  readonly house: { readonly surplus: number; readonly losses: number }
}

export const FIRST_BALANCES_SAT: readonly number[] = [100_000, 5000, 0]
const POLL_AGAIN_SECONDS = 31
/** After the clock was set back, retries are due later: at the latest at the highest time so far. */
const MUCH_LATER_SECONDS = 1300
const MAX_ROUNDS = 12

export async function beginRun(world: World): Promise<{ model: ModelLedger; real: ModelWorld }> {
  await endRun(world)
  await world.db.transact(resumePayments, {})
  const wallets = []
  for (const balance of FIRST_BALANCES_SAT) wallets.push(await world.openWallet(balance))
  return {
    model: newLedger(FIRST_BALANCES_SAT.map((sat) => sat * 1000)),
    real: { world, wallets, house: await readHouse(world) },
  }
}

/** Ends what a run left open, so that it does not affect the next run. */
export async function endRun(world: World): Promise<void> {
  for (const { hash } of (await readTruth(world)).open) await world.node.sendControl('POST /fail', { hash })
  await eventually('the run is over', async () => {
    world.advance(MUCH_LATER_SECONDS)
    await world.tick()
    const sql = `SELECT count(*) AS n FROM payments WHERE direction = 'out' AND state IN ('reserved', 'dispatched')`
    return (await world.db.first(sql, [], (row: { n: bigint }) => row.n)) === 0n
  })
}

export const readTruth = async (world: World): Promise<Truth> =>
  (await world.node.sendControl('GET /truth')).body as Truth

/** Runs the periodic duties until the service must agree with the model, then compares everything. */
export async function settleDown({ world, wallets, house }: ModelWorld, model: ModelLedger): Promise<void> {
  model.latestSeconds = Math.max(model.latestSeconds, world.nowSeconds())
  await world.tick()
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const behind = model.latestSeconds - world.nowSeconds()
    world.advance(round < 4 ? POLL_AGAIN_SECONDS : Math.max(MUCH_LATER_SECONDS, behind))
    await world.tick()
    if (round > 0 || (await isConcluded(world, model))) if (await isConcluded(world, model)) break
  }
  model.latestSeconds = Math.max(model.latestSeconds, world.nowSeconds())
  passTime(model, world.nowSeconds())
  await world.tick()
  const balances = await Promise.all(wallets.map((wallet) => readBalance(world, wallet)))
  expect(balances, 'available and reserved of the wallets').toEqual(
    model.wallets.map(({ available, reserved }) => [available, reserved]),
  )
  expect(await readStates(world, model), 'states').toEqual(
    Object.fromEntries([...model.invoices, ...model.sends].map(({ id, state }) => [id, wordOf(state)])),
  )
  const { surplus, losses } = await readHouse(world)
  expect({ surplus: surplus - house.surplus, losses: house.losses - losses }).toEqual({
    surplus: model.surplus,
    losses: model.losses,
  })
  const halted = await world.db.first(
    `SELECT value FROM settings WHERE name = 'halted'`,
    [],
    (row: { value: string }) => row.value,
  )
  expect(halted !== undefined, `halted: ${halted}`).toBe(model.halted)
}

export async function expectSoundBooks(world: World, settled: boolean): Promise<void> {
  const books = {
    rows: <Row extends object>(sql: string) => world.db.list(sql, [], (row: Row) => row),
    listAside: world.db.listAside,
    close: async () => undefined,
  }
  expect(await compareWithTruth(books, await readTruth(world), { settled })).toEqual([])
}

async function isConcluded(world: World, model: ModelLedger): Promise<boolean> {
  const concluded = model.sends.filter(({ state }) => state !== 'pending')
  const states = await readStates(world, { invoices: [], sends: concluded })
  return concluded.every(({ id }) => states[id] !== 'pending')
}

async function readBalance(world: World, wallet: WorldWallet): Promise<[number, number]> {
  const sql = 'SELECT available_msat, reserved_msat FROM balances WHERE wallet_id = $1'
  const toRow = (row: { available_msat: bigint; reserved_msat: bigint }): [number, number] => [
    Number(row.available_msat),
    Number(row.reserved_msat),
  ]
  return (await world.db.first(sql, [wallet.id], toRow)) ?? [-1, -1]
}

async function readStates(
  world: World,
  { invoices, sends }: Pick<ModelLedger, 'invoices' | 'sends'>,
): Promise<Record<string, string>> {
  const ids = [...invoices, ...sends].map(({ id }) => id)
  const sql = `SELECT checking_id, state FROM payments WHERE checking_id IN (${ids.map((_id, index) => `$${index + 1}`).join(', ')})`
  if (ids.length === 0) return {}
  const rows = await world.db.list(sql, ids, (row: { checking_id: string; state: string }) => row)
  return Object.fromEntries(rows.map((row) => [row.checking_id, wordOf(row.state)]))
}

/** All intermediate states of an outgoing payment are `pending` in the model. */
const wordOf = (state: string): string => (['reserved', 'dispatched'].includes(state) ? 'pending' : state)

async function readHouse(world: World): Promise<{ surplus: number; losses: number }> {
  const of = async (account: string): Promise<number> => {
    const sql = `SELECT CAST(COALESCE(SUM(CASE WHEN to_account = $1 THEN amount_msat ELSE -amount_msat END), 0) AS BIGINT) AS n
      FROM postings WHERE to_account = $1 OR from_account = $1`
    return Number(await world.db.first(sql, [account], (row: { n: bigint }) => row.n))
  }
  return { surplus: await of('surplus'), losses: await of('losses') }
}
