import { sat, satToMsat } from '@satchel/money/units'
import fc, { type AsyncCommand } from 'fast-check'
import { expect, test } from 'vitest'
import { adjustBalance } from '../../src/admin/money/adjust-balance.ts'
import { newId } from '../../src/base/ids.ts'
import { resumePayments } from '../../src/ledger/halt.ts'
import { openWorld } from '../world/open-world.ts'
import { DIALECTS } from '../world/test-database.ts'
import type { ModelLedger, ModelWallet } from './model/model-ledger.ts'
import { createInvoice, decideHeld, payInside, receive } from './model/model-receives.ts'
import { endOpen, PAY_PLANS, payAgain, payOutside } from './model/model-sends.ts'
import {
  beginRun,
  endRun,
  expectSoundBooks,
  FIRST_BALANCES_SAT,
  type ModelWorld,
  settleDown,
} from './model/model-world.ts'
import { seededRandom } from './seeded-random.ts'

const RUNS = Number(process.env['RUNS'] ?? 100)
const MAX_COMMANDS = 40
/** The time for all runs. The number of runs that fitted is printed. */
const MAX_MS = Number(process.env['MODEL_MS'] ?? 45_000)

type Step = AsyncCommand<ModelLedger, ModelWorld>

/** After every command the same things are compared: balances, states, the house's accounts and the halt. */
const step = (
  name: string,
  run: (model: ModelLedger, real: ModelWorld) => Promise<void>,
  check: (model: Readonly<ModelLedger>) => boolean = () => true,
): Step => ({
  check,
  async run(model, real) {
    await run(model, real)
    await settleDown(real, model)
  },
  toString: () => name,
})

const wallet = fc.nat({ max: FIRST_BALANCES_SAT.length - 1 })
const which = fc.nat({ max: 50 })
const fee = fc.constantFrom(0, 1, 999, 1000, 2000, 2001, 5000)
const hasInvoices = (model: Readonly<ModelLedger>): boolean => model.invoices.length > 0

const STEPS: fc.Arbitrary<Step>[] = [
  fc
    .record({
      payee: wallet,
      amountSat: fc.integer({ min: 1, max: 6000 }),
      hold: fc.constantFrom('no', 'no', 'ours', 'theirs'),
      expiry: fc.constantFrom(600, 3600, 100_000),
      anyAmount: fc.boolean(),
    })
    .map((ask) => step(`invoice ${JSON.stringify(ask)}`, (model, real) => createInvoice(model, real, ask))),
  fc
    .record({
      payer: wallet,
      amountMsat: fc.integer({ min: 1, max: 3_000_000 }),
      feeMsat: fee,
      plan: fc.constantFrom(...PAY_PLANS),
    })
    .map((ask) => step(`pay outside ${JSON.stringify(ask)}`, (model, real) => payOutside(model, real, ask))),
  fc
    .record({
      payer: wallet,
      amountMsat: fc.integer({ min: 1, max: 3_000_000 }),
      feeMsat: fc.constant(1),
      plan: fc.constantFrom(...PAY_PLANS),
    })
    .map((ask) => step(`pay outside ${JSON.stringify(ask)}`, (model, real) => payOutside(model, real, ask))),
  fc
    .record({ which, payer: wallet, close: fc.constantFrom('ok', 'ok', 'ok', 'refuse', 'throw', 'accepted') })
    .map((ask) => step(`pay inside ${JSON.stringify(ask)}`, (model, real) => payInside(model, real, ask), hasInvoices)),
  fc
    .record({
      which,
      moreMsat: fc.constantFrom(0, 0, 0, 1, 5000, -1),
      notify: fc.constantFrom<number | 'none'>(1, 5, 'none'),
      force: fc.boolean(),
    })
    .map((ask) => step(`receive ${JSON.stringify(ask)}`, (model, real) => receive(model, real, ask), hasInvoices)),
  fc
    .tuple(which, fc.boolean())
    .map(([index, settles]) =>
      step(
        `${settles ? 'settle' : 'cancel'} ${index}`,
        (model, real) => decideHeld(model, real, index, settles),
        hasInvoices,
      ),
    ),
  fc.tuple(which, fc.constantFrom('settle' as const, 'fail' as const), fee).map(([index, end, feeMsat]) =>
    step(
      `the node says ${end} ${index} for ${feeMsat}`,
      (model, real) => endOpen(model, real, index, end, feeMsat),
      (model) => model.sends.some(({ open }) => open),
    ),
  ),
  fc.tuple(which, wallet).map(([index, payer]) =>
    step(
      `pay again ${index} from ${payer}`,
      (model, real) => payAgain(model, real, index, payer),
      (model) => model.sends.some(({ state }) => state !== 'failed'),
    ),
  ),
  fc
    .tuple(wallet, fc.integer({ min: -3000, max: 3000 }))
    .map(([index, amount]) =>
      step(`adjust ${index} by ${amount} sat`, (model, real) => adjust(model, real, index, amount)),
    ),
  wallet.map((index) => step(`delete wallet ${index}`, (model, real) => deleteWallet(model, real, index))),
  fc.constant(step('restart', (_model, { world }) => world.restart())),
  fc
    .constantFrom(3600, -3600, 20 * 86_400)
    .map((seconds) => step(`the clock jumps ${seconds} s`, async (_model, { world }) => world.advance(seconds))),
  fc.constant(
    step('resume', async (model, { world }) => {
      await world.db.transact(resumePayments, {})
      model.halted = false
    }),
  ),
]

async function adjust(
  model: ModelLedger,
  { world, wallets }: ModelWorld,
  index: number,
  amount: number,
): Promise<void> {
  const owner = model.wallets[index] as ModelWallet
  const amountMsat = satToMsat(sat(amount))
  const input = {
    id: newId(),
    walletId: wallets[index]?.id ?? '',
    amountMsat,
    madeBy: 'model',
    at: world.nowSeconds(),
    claim: undefined,
  }
  const done =
    amount !== 0 &&
    (await world.db.transact(adjustBalance, input).then(
      () => true,
      () => false,
    ))
  expect(done).toBe(amount !== 0 && !owner.closed && owner.available + amount * 1000 >= 0)
  if (done) owner.available += amount * 1000
}

async function deleteWallet(model: ModelLedger, { world, wallets }: ModelWorld, index: number): Promise<void> {
  const owner = model.wallets[index] as ModelWallet
  const own = model.invoices.filter(({ payee }) => payee === index)
  const empty = owner.available === 0 && owner.reserved === 0 && own.every(({ state }) => state !== 'held')
  const answer = await world.call('DELETE', '/api/v1/wallet', { key: wallets[index]?.adminKey })
  expect(answer.status).toBe(owner.closed ? 401 : empty ? 200 : 400)
  if (answer.status !== 200) return
  owner.closed = true
  for (const invoice of own) {
    if (invoice.state !== 'open') continue
    invoice.state = 'failed'
    invoice.atNode = 'done'
  }
}

test.each(DIALECTS)(
  'after any commands in any order, the service has what a simple ledger has, on %s',
  async (dialect) => {
    const { seed } = seededRandom(`model on ${dialect}`)
    const world = await openWorld({ dialect, env: { SERVICE_PAY_WAIT_MS: '30' } })
    let runs = 0
    let commands = 0
    const until = performance.now() + MAX_MS
    const counted = STEPS.map((arbitrary) => arbitrary.map((wanted) => countRuns(wanted, () => (commands += 1))))
    await fc.assert(
      fc.asyncProperty(fc.commands(counted, { maxCommands: MAX_COMMANDS, size: 'max' }), async (steps) => {
        // fast-check's own limit is not used: it would leave the last run going.
        if (performance.now() > until) return
        await fc.asyncModelRun(() => beginRun(world), steps)
        await expectSoundBooks(world, false)
        runs += 1
      }),
      {
        numRuns: RUNS,
        seed,
        endOnFailure: process.env['SHRINK'] === '0',
      },
    )
    await endRun(world)
    await expectSoundBooks(world, true)
    process.stdout.write(`model on ${dialect}: ${runs} runs, ${commands} commands\n`)
    await world.close()
  },
  600_000,
)

const countRuns = (wanted: Step, count: () => void): Step => ({
  check: (model) => wanted.check(model),
  run(model, real) {
    count()
    return wanted.run(model, real)
  },
  toString: () => wanted.toString(),
})
