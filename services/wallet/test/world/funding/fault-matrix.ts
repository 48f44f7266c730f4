import type { FaultyNode } from '@satchel/lightning/world/peer-parts/faulty-node'
import { describe } from 'vitest'
import { holdFaults } from './hold-faults.ts'
import { lateOrder } from './late-order.ts'
import { receivingFaults } from './receiving-faults.ts'
import { sendingFaults } from './sending-faults.ts'
import { useFaultBench } from './use-fault-bench.ts'

/**
 * The whole service on one adapter, while its node fails in every way: an unclear answer is never a failure, nothing is
 * sent twice, what arrives is credited once, and the books are right to the millisatoshi (rules A14–A26, E2).
 */
export function faultMatrix(name: string, open: () => Promise<FaultyNode>): void {
  describe(`the service on ${name}, with faults`, () => {
    const bench = useFaultBench(open, { SERVICE_PAY_WAIT_MS: '250' })
    sendingFaults(bench)
    receivingFaults(bench)
    holdFaults(bench)
    lateOrder(bench)
  })
}
