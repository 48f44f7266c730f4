import type { CrashStage } from './crash-stage.ts'
import { CRASHING_SERVICE } from './service-process.ts'
import { eventually } from '../eventually.ts'

/** An invoice that the node never heard of has expired, its grace is over (A17), and what is held has gone home (A49). */
const LATER_SECONDS = ['5000', '6000', '100000']

/**
 * Tells the truth of everything that is open at the node, lets the holds go home, and goes on until nothing is pending.
 * Then the books must agree with the node to the millisatoshi.
 */
export async function endAllOpen(
  stage: Pick<CrashStage, 'truth' | 'service' | 'restart' | 'expectSound'>,
): Promise<void> {
  const { open } = await stage.truth()
  for (const [index, { hash }] of open.entries()) {
    // Some have got their truth by a timer since.
    const call = index % 2 === 0 ? 'POST /settle' : 'POST /fail'
    await stage.service.steer(call, index % 2 === 0 ? { hash, fee_msat: 1500 } : { hash }).catch(() => undefined)
  }
  for (const seconds of LATER_SECONDS) {
    await stage.restart({ entry: CRASHING_SERVICE, env: { CLOCK_SHIFT_SECONDS: seconds } })
  }
  await eventually('nothing is pending', async () => (await stage.service.state()).pending_outgoing === 0, 60_000)
  await eventually(
    'the receipts are booked',
    () =>
      stage.expectSound(true).then(
        () => true,
        () => false,
      ),
    20_000,
  ).catch(() => undefined)
  await stage.expectSound(true)
}
