import type { CallFault } from '@satchel/lightning/world/peer-parts/peer-server'
import { expect, test } from 'vitest'
import { findHalt } from '../../../src/ledger/halt.ts'
import { until } from './drive-sends.ts'
import {
  type Begun,
  begin,
  debitedOnce,
  type FaultBench,
  finalStatus,
  later,
  RESERVED_MSAT,
  START_MSAT,
  statusOf,
} from './fault-bench.ts'

/** Faults of the request or its answer while the payment succeeds: never failed, in the end one debit. */
const LOST_ANSWERS: Readonly<Record<string, CallFault>> = {
  'the answer is lost': { do: 'lose-answer' },
  'the answer is an error of the server': { do: 'deny', status: 500 },
  'the answer is a time-out of a proxy': { do: 'deny', status: 504, text: '<html>gateway time-out</html>' },
  'the answer breaks off in the middle': { do: 'garble' },
  'the answer is empty': { do: 'answer', text: '' },
  'the answer is an empty object': { do: 'answer', text: '{}' },
}

/** The node did nothing, but the answer does not prove it: pending at first. */
const LOST_REQUESTS: Readonly<Record<string, CallFault>> = {
  'the connection breaks before the node has read the request': { do: 'lose-request' },
  'the node answers an error of its own': { do: 'refuse', status: 500 },
  'a proxy answers that the node is away': { do: 'refuse', status: 502, text: '<html>bad gateway</html>' },
}

const OWN_WORDS = 'channel 7x1x0 of alice'

/** Paying while the node fails: an unclear answer is no failure, and nothing is sent twice. */
export function sendingFaults(bench: FaultBench): void {
  unclearAnswers(bench)
  interruptions(bench)
  clearAnswers(bench)
}

function unclearAnswers(bench: FaultBench): void {
  test.each(Object.entries(LOST_ANSWERS))('%s: pending, then one debit', async (_name, fault) => {
    const { faulty, world } = bench
    const payment = await begin(bench)
    faulty.server.plan(faulty.payCall, fault)
    expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(201)
    expect(await finalStatus(bench, payment)).toBe('success')
    await debitedOnce(bench, payment)
  })

  test.each(Object.entries(LOST_REQUESTS))(
    '%s: pending, and sent again only where it cannot be paid twice',
    async (_name, fault) => {
      const { faulty, world } = bench
      const payment = await begin(bench)
      faulty.server.plan(faulty.payCall, fault)
      expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(201)
      if (world.service.funding.can.refusesRepeats) {
        expect(await finalStatus(bench, payment)).toBe('success')
        return debitedOnce(bench, payment)
      }
      await later(bench)
      await later(bench)
      expect(await statusOf(bench, payment)).toBe('pending')
      expect(await world.balanceMsat(payment.wallet)).toBe(RESERVED_MSAT)
      expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(400)
      expect(faulty.node.sends(payment.paymentHash)).toBe(0)
    },
  )

  test.each(['settled', 'failed'] as const)('a payment that hangs and has %s in the end', async (end) => {
    const { faulty, world } = bench
    const payment = await begin(bench)
    faulty.node.plan(payment.paymentHash, { ends: 'on-command', feeMsat: 500n })
    expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(201)
    await isOnItsWay(bench, payment)
    await later(bench)
    expect(await statusOf(bench, payment)).toBe('pending')
    expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(400)
    faulty.node.finish(payment.paymentHash, end)
    expect(await finalStatus(bench, payment)).toBe(end === 'settled' ? 'success' : 'failed')
    if (end === 'settled') await debitedOnce(bench, payment, 500)
    else expect(await world.balanceMsat(payment.wallet)).toBe(START_MSAT)
  })
}

/** The sender waits no longer than it has to, and the order may still be on its way to the node. */
const isOnItsWay = ({ faulty }: FaultBench, { paymentHash }: Begun): Promise<void> =>
  until('the node has the order', async () => faulty.node.sends(paymentHash) > 0)

/** A payment that is on its way when something restarts, or that is never proven. */
function interruptions(bench: FaultBench): void {
  test('the node restarts while a payment is on its way: pending, then one debit', async () => {
    const { faulty, world } = bench
    const payment = await begin(bench)
    faulty.node.plan(payment.paymentHash, { ends: 'on-command' })
    expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(201)
    await isOnItsWay(bench, payment)
    await faulty.server.goDown()
    await later(bench)
    expect(await statusOf(bench, payment)).toBe('pending')
    await faulty.server.comeUp()
    faulty.node.finish(payment.paymentHash, 'settled')
    expect(await finalStatus(bench, payment)).toBe('success')
    await debitedOnce(bench, payment)
  })

  test('the service restarts while a payment is on its way: pending, then one debit', async () => {
    const { faulty, world } = bench
    const payment = await begin(bench)
    faulty.node.plan(payment.paymentHash, { ends: 'on-command' })
    expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(201)
    await isOnItsWay(bench, payment)
    await world.restart()
    expect(await statusOf(bench, payment)).toBe('pending')
    faulty.node.finish(payment.paymentHash, 'settled')
    expect(await finalStatus(bench, payment)).toBe('success')
    await debitedOnce(bench, payment)
  })

  test('a preimage that proves nothing: no success', async () => {
    const { faulty, world } = bench
    const payment = await begin(bench)
    faulty.node.plan(payment.paymentHash, { ends: 'settled', wrongPreimage: true })
    expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(201)
    await later(bench)
    expect(await statusOf(bench, payment)).toBe('pending')
    expect(await world.balanceMsat(payment.wallet)).toBe(RESERVED_MSAT)
  })
}

function clearAnswers(bench: FaultBench): void {
  test.each([400, 401, 403, 404, 422, 500])(
    'what the node says in its own words with status %i reaches no user',
    async (status) => {
      const { faulty, world } = bench
      const payment = await begin(bench)
      const text = JSON.stringify({ message: OWN_WORDS, detail: OWN_WORDS, error: OWN_WORDS, code: -1 })
      faulty.server.plan(faulty.payCall, { do: 'refuse', status, text })
      const answers = [await world.send(payment.wallet, payment.bolt11)]
      faulty.server.plan(faulty.invoiceCall, { do: 'refuse', status, text })
      const body = { out: false, amount: 21 }
      answers.push(await world.call('POST', '/api/v1/payments', { key: payment.wallet.invoiceKey, body }))
      await later(bench)
      for (const path of [`/api/v1/payments/${payment.paymentHash}`, '/api/v1/payments', '/api/v1/status']) {
        answers.push(await world.call('GET', path, { key: payment.wallet.adminKey }))
      }
      expect(JSON.stringify(answers)).not.toContain(OWN_WORDS)
    },
  )

  test('no node takes the payment: failed, and all is back', async () => {
    const { faulty, world } = bench
    const payment = await begin(bench)
    faulty.node.plan(payment.paymentHash, { ends: 'failed' })
    await world.send(payment.wallet, payment.bolt11)
    expect(await finalStatus(bench, payment)).toBe('failed')
    expect(await world.balanceMsat(payment.wallet)).toBe(START_MSAT)
  })

  test('the connection is refused: nothing was sent, and all is back', async () => {
    const { faulty, world } = bench
    const payment = await begin(bench)
    await faulty.server.goDown()
    expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(400)
    expect(await statusOf(bench, payment)).toBe('failed')
    expect(await world.balanceMsat(payment.wallet)).toBe(START_MSAT)
    await faulty.server.comeUp()
    expect(faulty.node.sends(payment.paymentHash)).toBe(0)
    expect((await world.send(payment.wallet, payment.bolt11)).status).toBe(201)
    expect(await finalStatus(bench, payment)).toBe('success')
    await debitedOnce(bench, payment)
  })

  test('a fee above the limit: the payer pays the reserve at most, and payments are halted', async (context) => {
    const { faulty, world } = bench
    if (!faulty.limitsFees) context.skip('This source takes no fee limit.')
    const payment = await begin(bench)
    faulty.node.plan(payment.paymentHash, { ends: 'settled', feeMsat: 900_000n, ignoresLimit: true })
    await world.send(payment.wallet, payment.bolt11)
    expect(await finalStatus(bench, payment)).toBe('success')
    expect(await world.balanceMsat(payment.wallet)).toBe(RESERVED_MSAT)
    expect(await findHalt(world.db)).toMatch(/fee/)
  })
}
