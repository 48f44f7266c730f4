import { eventually } from '../eventually.ts'
import type { CrashStage } from './crash-stage.ts'
import { CRASHING_SERVICE } from './service-process.ts'

/** After this time, invoices that the node never received have expired with their grace (A17), and holds are returned (A49). */
const LATER_SECONDS = ['5000', '6000', '100000']

/**
 * Ends everything that is open at the node, lets holds expire, and runs until nothing is pending.
 * Then the books must agree with the node to the millisatoshi.
 */
export async function endAllOpen(
  stage: Pick<CrashStage, 'truth' | 'service' | 'restart' | 'expectSound'>,
): Promise<void> {
  const { open } = await stage.truth()
  for (const [index, { hash }] of open.entries()) {
    // A timer may have ended some of them meanwhile.
    const call = index % 2 === 0 ? 'POST /settle' : 'POST /fail'
    await stage.service.sendControl(call, index % 2 === 0 ? { hash, fee_msat: 1500 } : { hash }).catch(() => undefined)
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
