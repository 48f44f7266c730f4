import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readReceived } from './compare-with-lnd.ts'
import { giveBack } from './give-back.ts'
import { isStuck } from './is-stuck.ts'
import { type MixedRunFigures, mixedRun, type Trouble } from './mixed-run.ts'
import { type Network, openNetwork } from './network.ts'
import { type NodeStage, openNodeStage } from './node-stage.ts'
import type { NodeKind } from './node-under-test.ts'
import { diff, type OpenRow, readBooks } from './read-books.ts'
import { watchMissing } from './watch-missing.ts'

const PAYMENTS = 500
const AT_ONCE = 16
const KILLS: readonly Trouble[] = [
  'kill the service',
  'kill the node',
  'kill the service',
  'kill the node',
  'kill the service',
]
/** So long that no payment of the run expires. */
const EXPIRY_SECONDS = 900
const MAX_MISSING_SECONDS = 60
/** Beyond the time lock of any payment. */
const PAST_EXPIRY_BLOCKS = 300
const RUN_MS = 1_500_000

/** Many concurrent payments while service and node are killed: books, node and payee must agree on each. */
export function killStories({ name, programs, file, variable, start }: NodeKind): void {
  describe.skipIf(file === undefined)(`killed with ${name} in the middle of many payments (${variable})`, () => {
    let network: Network
    let stage: NodeStage
    let isKept = false
    beforeAll(async () => {
      network = await openNetwork({ programs, startOurs: start, file: file ?? '' })
      stage = await openNodeStage(network)
    })
    afterEach(({ task }) => {
      isKept ||= task.result?.state === 'fail'
    })
    afterAll(async () => {
      await stage?.close()
      await network?.close({ keepFolder: isKept })
    })

    test('500 payments, 16 at once, three kills of the service and two of the node: none is wrong, lost, or waits for a node that never had it', {
      timeout: RUN_MS,
    }, async () => {
      const watch = watchMissing(stage)
      const isLost = (hash: string) => isStuck(network, hash)
      const sends = { receives: 0, sends: PAYMENTS, atOnce: AT_ONCE, expirySeconds: EXPIRY_SECONDS }
      const figures = await mixedRun(stage, { ...sends, troubles: KILLS, isLost })
      const missingSeconds = await watch.stop()
      const { paid, open, differences } = await compare(stage)
      report({ name, figures, paid, open, missingSeconds, differences })
      expect(differences).toEqual([])
      expect(paid).toBeGreaterThanOrEqual(PAYMENTS)
      expect(missingSeconds).toBeLessThan(MAX_MISSING_SECONDS)
      await endStuck(stage, open)
      await stage.expectRight()
      expect((await compare(stage)).differences).toEqual([])
    })
  })
}

/** Compares each payment in the books, in the records of the node, and at the payee. */
async function compare(stage: NodeStage) {
  const { ours, payee } = stage.network
  const sent = await ours.listSent()
  const { sent: booked, open } = await stage.readBooks(readBooks)
  const settled = sent.filter(({ status }) => status === 'settled')
  const byNode = new Map(
    settled.map(({ paymentHash, amountMsat, feeMsat, preimage }) => [
      paymentHash,
      `${amountMsat} + ${feeMsat} msat, ${preimage}`,
    ]),
  )
  const amounts = new Map([...byNode].map(([hash, text]) => [hash, `${text.split(' ')[0]} msat`]))
  return {
    paid: byNode.size,
    open,
    differences: [
      ...diff('sent', { [ours.name]: byNode, books: booked }),
      ...diff('received', { [ours.name]: amounts, payee: await readReceived(payee.calls) }),
    ],
  }
}

/** The operator resolves payments that the node reports in flight forever, as the guide says. No other may be open. */
async function endStuck(stage: NodeStage, open: readonly OpenRow[]): Promise<void> {
  for (const { payment_hash: hash } of open) expect([hash, await isStuck(stage.network, hash)]).toEqual([hash, true])
  if (open.length > 0) await stage.network.mine(PAST_EXPIRY_BLOCKS)
  for (const { checking_id: id } of open) await giveBack(stage, id)
}

interface Report {
  readonly name: string
  readonly figures: MixedRunFigures
  readonly paid: number
  readonly open: readonly OpenRow[]
  readonly missingSeconds: number
  readonly differences: readonly string[]
}

function report({ name, figures, paid, open, missingSeconds, differences }: Report): void {
  const { seconds, sendCalls, expired, lost, kept } = figures
  process.stdout.write(
    `500 payments on ${name}: ${seconds.toFixed(0)} s, ${sendCalls} calls, ${paid} paid, ${differences.length} differences; ` +
      `${open.length} stuck at the node (${lost} replaced), ${expired} invoices expired, the router kept ${kept}; ` +
      `the longest time pending without the node: ${missingSeconds.toFixed(0)} s\n`,
  )
}
