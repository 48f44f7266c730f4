import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../world/test-database.ts'
import type { Truth } from './compare-with-truth.ts'
import { eventually } from './eventually.ts'
import { createMixedLoad } from './load/mixed-load.ts'
import { seededRandom } from './seeded-random.ts'
import { listProblems } from './stages/crash-stage.ts'
import { type ServiceProcess, startService } from './stages/service-process.ts'
import { createStageClient, logIn, type StageClient, type StageWallet } from './stages/stage-client.ts'

/** Two services, one PostgreSQL, one node: what the one does not know, the database does (rule A12). */
let place: TestDatabase
let pair: [ServiceProcess, ServiceProcess]
let token: string

beforeAll(async () => {
  place = await createTestDatabase('postgres')
  pair = await Promise.all([startService({ place }), startService({ place })])
  token = await logIn(pair[0])
})
afterEach(async () => {
  // Nothing in this campaign is a reason to halt payments.
  expect(await pair[0].state()).toMatchObject({ reason: null, check: 'ok' })
})
afterAll(async () => {
  await Promise.all(pair.map((service) => service.kill()))
  await place.drop()
})

const serviceOf = (turn: number): ServiceProcess => pair[turn % 2] as ServiceProcess
const at = (turn: number): StageClient => createStageClient(() => serviceOf(turn), token)
const open = (balanceSat = 0): Promise<StageWallet> => at(0).openWallet(balanceSat)
const invoice = (wallet: StageWallet, amount: number, turn = 0) => at(turn).invoice(wallet, amount)
const send = (wallet: StageWallet, bolt11: string, turn: number) => at(turn).send(wallet, bolt11)
const foreign = (amount: number) => at(0).foreignInvoice(amount)
const balanceMsat = (wallet: StageWallet, turn = 0): Promise<number> => at(turn).balanceMsat(wallet)
const statusOf = (wallet: StageWallet, id: string, turn = 0): Promise<string> => at(turn).statusOf(wallet, id)
const many = <T>(count: number, make: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => make(turn)))
const count = (answers: readonly { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length
const sound = async (settled: boolean): Promise<void> => {
  // The answer may arrive before the payment is final.
  if (settled) await eventually('nothing is pending', async () => (await pair[0].state()).pending_outgoing === 0)
  const readTruth = () => pair[1].sendControl<Truth>('GET /truth')
  for (;;) {
    const truth = await readTruth()
    const problems = await listProblems(place, truth, settled)
    // Books and node are read one after the other, and compared only if the node did nothing in between.
    if (isDeepStrictEqual(await readTruth(), truth)) return expect(problems).toEqual([])
  }
}

test('fifty payments of all the money, half at each process: one is made (A1)', async () => {
  const wallet = await open(1000)
  const invoices = await many(50, () => foreign(990_000))
  const answers = await many(50, (turn) => send(wallet, invoices[turn]?.bolt11 ?? '', turn))
  expect([count(answers, 201), count(answers, 400)]).toEqual([1, 49])
  await sound(true)
})

test('one bolt11 twenty times from two wallets at both processes: one send, one debit (A2, A3)', async () => {
  const wallets = [await open(1000), await open(1000)]
  const { bolt11, hash } = await foreign(500_000)
  const answers = await many(20, (turn) => send(wallets[(turn >> 1) % 2] as StageWallet, bolt11, turn))
  expect([count(answers, 201), count(answers, 400)]).toEqual([1, 19])
  await sound(true)
  expect((await pair[0].sendControl<Truth>('GET /truth')).sent.filter((sent) => sent.hash === hash)).toHaveLength(1)
  const left = await Promise.all(wallets.map((wallet) => balanceMsat(wallet)))
  expect(left.sort((a, b) => a - b)).toEqual([500_000, 1_000_000])
})

test('a wallet pays its own invoice at the other process and has what it had (A4)', async () => {
  const wallet = await open(1000)
  const { bolt11 } = await invoice(wallet, 400, 0)
  expect((await send(wallet, bolt11, 1)).status).toBe(201)
  expect(await balanceMsat(wallet)).toBe(1_000_000)
})

test('thirty wallets pay one invoice at both processes: one does, the payee is credited once (A5)', async () => {
  const payee = await open()
  const payers: StageWallet[] = []
  for (let index = 0; index < 30; index += 1) payers.push(await open(100))
  const { bolt11 } = await invoice(payee, 100)
  const answers = await many(30, (turn) => send(payers[turn] as StageWallet, bolt11, turn))
  expect([count(answers, 201), count(answers, 400)]).toEqual([1, 29])
  expect(await balanceMsat(payee, 1)).toBe(100_000)
})

test('paid inside at one process and from outside at the other: no payer pays twice, nothing is lost (A6)', async () => {
  const [payer, payee] = [await open(2000), await open()]
  for (let round = 0; round < 10; round += 1) {
    const { bolt11, payment_hash: hash } = await invoice(payee, 100, round)
    const before = await balanceMsat(payer)
    const [inside, outside] = await Promise.all([
      send(payer, bolt11, round),
      serviceOf(round + 1)
        .sendControl('POST /receive', { hash })
        .then(
          () => true,
          () => false,
        ),
    ])
    await eventually('the invoice is paid', async () => (await statusOf(payee, hash)) === 'success')
    const paid = before - (await balanceMsat(payer))
    expect([paid, inside.status]).toEqual(outside && inside.status !== 201 ? [0, 400] : [100_000, 201])
    expect(await balanceMsat(payee)).toBe(100_000 * (round + 1))
  }
  await sound(true)
})

test('the failure of an earlier attempt, received by the other process, does not release the second one (A18)', async () => {
  const wallet = await open(1000)
  const { bolt11, hash } = await foreign(500_000)
  await pair[0].sendControl('POST /script', {
    match: { hash },
    pay: ['fail', 'hang'],
    lookup: [{ do: 'stale_failed' }, { do: 'stale_failed' }, 'truth'],
  })
  expect([(await send(wallet, bolt11, 0)).status, (await send(wallet, bolt11, 1)).status]).toEqual([400, 201])
  await delay(500)
  expect([await statusOf(wallet, hash), await balanceMsat(wallet)]).toEqual(['pending', 495_000])
  await pair[0].sendControl('POST /settle', { hash, fee_msat: 1000 })
  await eventually('the second attempt is paid', async () => (await statusOf(wallet, hash)) === 'success')
  expect(await balanceMsat(wallet)).toBe(499_000)
})

test('receipts that no stream reports are credited within ten seconds, once, by either process (A47)', async () => {
  const wallet = await open()
  const invoices = await many(20, (turn) => invoice(wallet, 10, turn))
  await many(20, (turn) =>
    serviceOf(turn).sendControl('POST /receive', {
      hash: invoices[turn].payment_hash,
      notify: turn % 4 === 0 ? 5 : 'none',
    }),
  )
  await eventually('all are credited', async () => (await balanceMsat(wallet)) === 200_000, 10_000)
  await sound(true)
})

test('a change by one process is in the next answer of the other, even if that was asked often before', async () => {
  interface Said {
    balance: number
    name: string
  }
  const wallets: StageWallet[] = []
  for (let index = 0; index < 40; index += 1) wallets.push(await open(index % 4 === 0 ? 1000 : 0))
  const walletAt = (index: number): StageWallet => wallets[index % wallets.length] as StageWallet
  const saidBy = (turn: number): Promise<(Said | undefined)[]> =>
    many(wallets.length, async (index) => {
      const { invoiceKey } = walletAt(index)
      const { status, body } = await serviceOf(turn).call('GET', '/api/v1/wallet', { key: invoiceKey })
      return status === 200 ? { balance: body.balance, name: body.name } : undefined
    })
  const expected = await saidBy(0)
  const change = (index: number, how: (said: Said) => void): void => how(expected[index % wallets.length] as Said)
  for (let round = 0; round < 80; round += 1) {
    const [payer, payee] = [round * 4, round * 7 + 1]
    if (round % 5 === 4) {
      const body = { name: `round ${round}` }
      await serviceOf(round).call('PUT', '/api/v1/wallet', { key: walletAt(payee).adminKey, body })
      change(payee, (said) => Object.assign(said, body))
    } else {
      const { bolt11 } = await invoice(walletAt(payee), 1, round)
      expect((await send(walletAt(payer), bolt11, round)).status).toBe(201)
      change(payer, (said) => (said.balance -= 1000))
      change(payee, (said) => (said.balance += 1000))
    }
    // Several times: a cache could answer the third read of an unchanged row.
    for (let again = 0; again < 3; again += 1) expect(await saidBy(round + 1)).toEqual(expected)
  }
  await serviceOf(0).call('PUT', '/api/v1/wallet/reset', { key: walletAt(0).adminKey })
  expect(await saidBy(1)).toEqual([undefined, ...expected.slice(1)])
  await sound(true)
})

test('one process is stopped under load: the other continues, no payment fails falsely, and both continue afterwards', async () => {
  const random = seededRandom('two processes')
  const wallets = [await open(1_000_000), await open(1_000_000), await open(1_000_000)]
  const { body } = await pair[0].call('GET', '/api/v1/auth', { token })
  const load = createMixedLoad({ random, wallets, token, userId: body.id })
  const hanging = await Promise.all([hang(wallets[0] as StageWallet, 0), hang(wallets[1] as StageWallet, 1)])
  const running = load.run(pair)
  await delay(1000)
  await stopAwayFromTheNode(pair[1], pair[0])
  try {
    // PostgreSQL releases the lock of a stopped writer after three seconds.
    const wallet = await eventually('the other process works', () => open().catch(() => undefined), 15_000)
    for (let round = 0; round < 20; round += 1) {
      const { bolt11 } = await invoice(wallet, 10)
      expect((await send(wallets[0] as StageWallet, bolt11, 0)).status).toBe(201)
    }
    expect(await balanceMsat(wallet)).toBe(200_000)
  } finally {
    pair[1].signal('SIGCONT')
  }
  await delay(1000)
  load.stop()
  await running
  for (const { hash, wallet } of hanging) expect(await statusOf(wallet, hash)).toBe('pending')
  expect((await pair[1].state()).check).toBe('ok')
  expect(load.wrong).toEqual([])
  await load.repeatUnanswered(pair[0])
  await sound(false)
  await pair[0].sendControl('POST /settle', { hash: hanging[0].hash, fee_msat: 2000 })
  await pair[0].sendControl('POST /fail', { hash: hanging[1].hash })
})

/** Not while it holds the lock of the simulated node's journal, which would stop the shared node. */
async function stopAwayFromTheNode(stopping: ServiceProcess, other: ServiceProcess): Promise<void> {
  for (;;) {
    stopping.signal('SIGSTOP')
    const answer = other.sendControl('POST /invoice', { amount_msat: 1000 }).then(() => true)
    if (await Promise.race([answer, delay(2000, false)])) return
    stopping.signal('SIGCONT')
    await answer
  }
}

test('one process dies: the other tracks its payments until they are final', async () => {
  const wallet = await open(1_000_000)
  const payments = await many(6, () => hang(wallet, 1))
  await pair[1].kill()
  for (const [index, { hash }] of payments.entries()) {
    await pair[0].sendControl(index % 2 === 0 ? 'POST /settle' : 'POST /fail', { hash })
  }
  for (const [index, { hash }] of payments.entries()) {
    await eventually(
      'the other process concludes it',
      async () => (await statusOf(wallet, hash)) === (index % 2 === 0 ? 'success' : 'failed'),
      60_000,
    )
  }
  pair = [pair[0], await startService({ place })]
  expect((await pair[1].state()).check).toBe('ok')
  await sound(false)
})

async function hang(wallet: StageWallet, turn: number): Promise<{ hash: string; wallet: StageWallet }> {
  const { bolt11, hash } = await foreign(10_000_000)
  await pair[0].sendControl('POST /script', { match: { hash }, pay: ['hang'] })
  expect((await send(wallet, bolt11, turn)).status).toBe(201)
  return { hash, wallet }
}
