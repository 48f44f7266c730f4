import { setTimeout as pause } from 'node:timers/promises'
import type { Truth, TruthRow } from '@satchel/lightning/world/simulated/open-test-node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createServiceSide } from '../../../src/admin/status/service-side.ts'
import type { Dialect } from '../../../src/db/database.ts'
import { type Answer, openWorld, type World, type WorldWallet } from '../open-world.ts'

export interface ForeignInvoice {
  readonly bolt11: string
  readonly hash: string
  readonly preimage: string
}

export interface Posting {
  readonly kind: string
  readonly amount: bigint
}

/** One world for all tests of a `describe`, with the steps that tests of sending share. */
export interface SendDriver {
  readonly world: World
  /** A control call of the node, which must succeed. */
  sendControl(call: string, body?: object): Promise<Answer['body']>
  truth(): Promise<Truth>
  /** An invoice of another node, without an amount if none is given; with a script for its hash. */
  invoice(amountMsat: number | undefined, script?: object, more?: object): Promise<ForeignInvoice>
  /** One payment as the service answers it, by checking id or hash. */
  statusOf(wallet: WorldWallet, id: string): Promise<Answer['body']>
  /** The wallet's payments, newest first. */
  rowsOf(wallet: WorldWallet): Promise<Answer['body'][]>
  /** The real sends of a hash, and the number of pay calls for it. */
  sendsOf(hash: string): Promise<{ readonly sends: number; readonly calls: number }>
  /** The postings of one payment in the order of their making. */
  postingsOf(checkingId: string): Promise<Posting[]>
  eventsOf(checkingId: string): Promise<string[]>
  /** Advances the clock and runs all duties once. */
  later(seconds?: number): Promise<void>
  /** Until the node has been asked to pay this hash. */
  nodeIsAsked(hash: string): Promise<void>
  /** Until the node knows what became of every payment of this hash. */
  nodeIsDone(hash: string): Promise<void>
  /** Advances the clock and runs duties until the payment is final. */
  followed(wallet: WorldWallet, id: string): Promise<string>
  /** `{halted, alarms, …}`: the service's side of the control interface. */
  serviceSide(): Promise<Answer['body']>
  alarmsAbout(checkingId: string): Promise<string[]>
  resume(): Promise<void>
}

/**
 * After each test the books are right, and they and the node agree on what has left to the millisatoshi (rule
 * B5).
 */
export function driveSends(dialect: Dialect, env: Readonly<Record<string, string>> = {}): SendDriver {
  let world!: World
  beforeAll(async () => {
    world = await openWorld({ dialect, env })
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
    expect(await nodePosition(world)).toBe(inAndOut(await driver.truth()))
  })
  afterAll(() => world?.close())

  const driver: SendDriver = {
    get world() {
      return world
    },
    async sendControl(call, body) {
      const answer = await world.node.sendControl(call, body)
      if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    truth: () => driver.sendControl('GET /truth'),
    async invoice(amountMsat, script, more = {}) {
      const made = await driver.sendControl('POST /invoice', { amount_msat: amountMsat, key: 'foreign', ...more })
      if (script !== undefined) await driver.sendControl('POST /script', { match: { hash: made.hash }, ...script })
      return made
    },
    async statusOf(wallet, id) {
      const { status, body } = await world.call('GET', `/api/v1/payments/${id}`, { key: wallet.invoiceKey })
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    },
    async rowsOf(wallet) {
      return (await world.call('GET', '/api/v1/payments?limit=1000', { key: wallet.invoiceKey })).body
    },
    async sendsOf(hash) {
      const { sent, failed, open } = await driver.truth()
      const of = (rows: readonly TruthRow[]): TruthRow[] => rows.filter((row) => row.hash === hash)
      return { sends: of(sent).length, calls: of([...sent, ...failed, ...open])[0]?.calls ?? 0 }
    },
    postingsOf: (checkingId) => listPostings(world, checkingId),
    eventsOf: (checkingId) => listEventKinds(world, checkingId),
    async later(seconds = 31) {
      world.advance(seconds)
      await world.tick()
    },
    nodeIsAsked: (hash) =>
      until(`the node is asked to pay ${hash}`, async () => (await driver.sendsOf(hash)).calls > 0),
    nodeIsDone: (hash) =>
      until(`the node is done with ${hash}`, async () => (await driver.truth()).open.every((row) => row.hash !== hash)),
    async followed(wallet, id) {
      let status = ''
      await until(`payment ${id} is final`, async () => {
        await driver.later()
        ;({ status } = await driver.statusOf(wallet, id))
        return status !== 'pending'
      })
      return status
    },
    serviceSide: () => createServiceSide(world.db).state(),
    async alarmsAbout(checkingId) {
      const { alarms } = (await driver.serviceSide()) as { alarms: { kind: string; reference: string }[] }
      return alarms.filter(({ reference }) => reference === checkingId).map(({ kind }) => kind)
    },
    resume: () => createServiceSide(world.db).resume(),
  }
  return driver
}

const listPostings = (world: World, checkingId: string): Promise<Posting[]> =>
  world.db.list(
    'SELECT kind, amount_msat FROM postings WHERE reference = $1 ORDER BY id',
    [checkingId],
    (row: { kind: string; amount_msat: bigint }) => ({ kind: row.kind, amount: row.amount_msat }),
  )

const listEventKinds = (world: World, checkingId: string): Promise<string[]> =>
  world.db.list(
    'SELECT kind FROM events WHERE checking_id = $1 ORDER BY id',
    [checkingId],
    (row: { kind: string }) => row.kind,
  )

/** For effects of background work: polls until the condition holds, up to a limit. */
export async function until(what: string, holds: () => Promise<boolean>, deadlineMs = 10_000): Promise<void> {
  const deadline = Date.now() + deadlineMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within ${deadlineMs} ms: ${what}`)
    await pause(5)
  }
}

export const countOf = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

export const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

/** Sends minus receipts through the node, in the books. */
const nodePosition = (world: World): Promise<bigint | undefined> =>
  world.db.first(
    `SELECT CAST(COALESCE(SUM(CASE WHEN to_account = 'node' THEN amount_msat ELSE -amount_msat END), 0) AS BIGINT) AS total
     FROM postings WHERE 'node' IN (from_account, to_account)`,
    [],
    (row: { total: bigint }) => row.total,
  )

function inAndOut({ sent, received }: Truth): bigint {
  const out = sent.reduce((sum, { amount, fee = 0 }) => sum + BigInt(amount) + BigInt(fee), 0n)
  return received.reduce((sum, { amount }) => sum - BigInt(amount), out)
}
