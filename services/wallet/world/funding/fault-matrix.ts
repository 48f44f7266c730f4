import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { until } from '../drive-sends.ts'
import { openWorld, type World } from '../open-world.ts'
import type { FaultBench, FaultyNode } from './fault-bench.ts'
import { holdFaults } from './hold-faults.ts'
import { receivingFaults } from './receiving-faults.ts'
import { sendingFaults } from './sending-faults.ts'

export type { FaultyNode } from './fault-bench.ts'

/**
 * The whole service on one adapter, while its node fails in every way: an unclear answer is never a failure, nothing is
 * sent twice, what arrives is credited once, and the books are right to the millisatoshi (money-safety A.2, E.2).
 */
export function faultMatrix(name: string, open: () => Promise<FaultyNode>): void {
  describe(`the service on ${name}, with faults`, () => {
    let faulty!: FaultyNode
    let world!: World
    beforeAll(async () => {
      faulty = await open()
      world = await openWorld({ dialect: 'sqlite', env: { SERVICE_PAY_WAIT_MS: '250', ...faulty.env } })
      await until('the node is known', async () => world.service.funding.identity() !== undefined)
    })
    afterEach(async () => {
      expect(await world.violations()).toEqual([])
    })
    afterAll(async () => {
      await world.close()
      await faulty.close()
    })
    const bench: FaultBench = {
      get world() {
        return world
      },
      get faulty() {
        return faulty
      },
    }
    sendingFaults(bench)
    receivingFaults(bench)
    holdFaults(bench)
  })
}
