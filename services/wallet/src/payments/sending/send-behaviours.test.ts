import { describe, expect, test } from 'vitest'
import { driveSends } from '../../../test/world/funding/drive-sends.ts'
import { DIALECTS } from '../../../test/world/test-database.ts'

const BALANCE = 1_000_000
const AMOUNT = 100_000
const LIMIT = 2000
const FEE = 700
const WAIT_MS = 400

type Status = 'pending' | 'success' | 'failed'

/** A row of rule E2: the behaviour of the node, the answer to the sender, and the outcome. */
interface Behaviour {
  readonly does: string
  readonly step: object
  readonly answer: 201 | 400
  readonly stands: Status
  /** The outcome set by the test; otherwise the node sets it. */
  readonly truth?: 'settle' | 'fail' | 'release'
  readonly ends: Status
  /** Fee of a success, which the wallet pays. */
  readonly fee?: number
  readonly halts?: true
}

const NO_CLEAR_ANSWER = ['hang', 'throw', 'bad_preimage', 'missing', 'wrong_hash', 'not_json', 'http500']

const BEHAVIOURS: readonly Behaviour[] = [
  { does: 'settle', step: { do: 'settle', fee_msat: FEE }, answer: 201, stands: 'success', ends: 'success', fee: FEE },
  {
    does: 'settle within the wait',
    step: { do: 'settle', fee_msat: FEE, ms: 50 },
    answer: 201,
    stands: 'success',
    ends: 'success',
    fee: FEE,
  },
  {
    does: 'settle after the wait',
    step: { do: 'settle', fee_msat: FEE, ms: WAIT_MS + 200 },
    answer: 201,
    stands: 'pending',
    ends: 'success',
    fee: FEE,
  },
  { does: 'slow', step: { do: 'slow', ms: 20 }, answer: 201, stands: 'success', ends: 'success', fee: 0 },
  { does: 'fail', step: { do: 'fail', code: 'no_route' }, answer: 400, stands: 'failed', ends: 'failed' },
  {
    does: 'fail after the wait',
    step: { do: 'fail', ms: WAIT_MS + 200 },
    answer: 201,
    stands: 'pending',
    ends: 'failed',
  },
  {
    does: 'unknown, three times',
    step: { do: 'unknown', k: 3, fee_msat: FEE },
    answer: 201,
    stands: 'pending',
    ends: 'success',
    fee: FEE,
  },
  {
    does: 'timeout_then_settle',
    step: { do: 'timeout_then_settle', ms: WAIT_MS + 200, fee_msat: FEE },
    answer: 201,
    stands: 'pending',
    ends: 'success',
    fee: FEE,
  },
  {
    does: 'hang_then_fail',
    step: { do: 'hang_then_fail', ms: WAIT_MS + 200 },
    answer: 201,
    stands: 'pending',
    ends: 'failed',
  },
  {
    does: 'needs_fee that the limit allows',
    step: { do: 'needs_fee', fee_msat: LIMIT },
    answer: 201,
    stands: 'success',
    ends: 'success',
    fee: LIMIT,
  },
  {
    does: 'needs_fee above the limit',
    step: { do: 'needs_fee', fee_msat: LIMIT + 1 },
    answer: 400,
    stands: 'failed',
    ends: 'failed',
  },
  {
    does: 'lie_fee',
    step: { do: 'lie_fee', fee_msat: 50_000 },
    answer: 201,
    stands: 'success',
    ends: 'success',
    fee: LIMIT,
    halts: true,
  },
  {
    does: 'register_late',
    step: { do: 'register_late', ms: WAIT_MS + 300, fee_msat: FEE },
    answer: 201,
    stands: 'pending',
    ends: 'success',
    fee: FEE,
  },
  {
    does: 'contradict',
    step: { do: 'contradict', ms: 100, fee_msat: FEE },
    answer: 400,
    stands: 'failed',
    ends: 'failed',
    halts: true,
  },
  {
    does: 'barrier',
    step: { do: 'barrier', name: 'wait' },
    answer: 201,
    stands: 'pending',
    truth: 'release',
    ends: 'success',
    fee: 0,
  },
  ...NO_CLEAR_ANSWER.flatMap((name): Behaviour[] => [
    {
      does: `${name}, then settle`,
      step: { do: name },
      answer: 201,
      stands: 'pending',
      truth: 'settle',
      ends: 'success',
      fee: FEE,
    },
    { does: `${name}, then fail`, step: { do: name }, answer: 201, stands: 'pending', truth: 'fail', ends: 'failed' },
  ]),
]

describe.each(DIALECTS)('possible behaviours of the node during a payment, on %s', (dialect) => {
  const sends = driveSends(dialect, { SERVICE_PAY_WAIT_MS: String(WAIT_MS) })

  test.each(BEHAVIOURS)('$does: answered $answer and $stands, ends as $ends (E2)', async (behaviour) => {
    const { world } = sends
    const wallet = await world.openWallet(BALANCE / 1000)
    const { bolt11, hash } = await sends.invoice(AMOUNT, { pay: [behaviour.step] })
    const startedAt = performance.now()
    const sent = await world.send(wallet, bolt11)
    expect(performance.now() - startedAt).toBeLessThan(WAIT_MS + 1000)
    expect(sent.status).toBe(behaviour.answer)
    expect((await sends.statusOf(wallet, hash)).status).toBe(behaviour.stands)
    if (behaviour.stands === 'pending') {
      await sends.nodeIsAsked(hash)
      // The reserve is kept, and the same invoice cannot be paid a second time.
      expect(await world.balanceMsat(wallet)).toBe(BALANCE - AMOUNT - LIMIT)
      expect((await world.send(wallet, bolt11)).status).toBe(400)
    }
    if (behaviour.truth !== undefined) {
      for (let round = 0; round < 2; round += 1) await sends.later()
      expect((await sends.statusOf(wallet, hash)).status).toBe('pending')
      await makeTrue(behaviour.truth, hash)
    }
    await sends.nodeIsDone(hash)
    expect(await sends.followed(wallet, hash)).toBe(behaviour.ends)
    const paid = behaviour.ends === 'success'
    expect(await world.balanceMsat(wallet)).toBe(paid ? BALANCE - AMOUNT - (behaviour.fee ?? 0) : BALANCE)
    expect(await sends.sendsOf(hash)).toEqual({ sends: paid || behaviour.does === 'contradict' ? 1 : 0, calls: 1 })
    expect((await sends.rowsOf(wallet)).map(({ status }) => status)).toEqual([behaviour.ends])
    expect((await sends.serviceSide()).halted).toBe(behaviour.halts ?? false)
    await sends.resume()
  })

  async function makeTrue(truth: 'settle' | 'fail' | 'release', hash: string): Promise<void> {
    if (truth === 'settle') await sends.sendControl('POST /settle', { hash, fee_msat: FEE })
    else if (truth === 'fail') await sends.sendControl('POST /fail', { hash })
    else await sends.sendControl('POST /release', { name: 'wait' })
  }
})
