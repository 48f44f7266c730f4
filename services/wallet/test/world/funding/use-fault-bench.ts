import type { FaultyNode } from '@satchel/lightning/world/peer-parts/faulty-node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openWorld, type World } from '../open-world.ts'
import { until } from './drive-sends.ts'
import type { FaultBench } from './fault-bench.ts'

/** One service on one node for all tests of a `describe`; after each of them the books are right. */
export function useFaultBench(open: () => Promise<FaultyNode>, env: Readonly<Record<string, string>> = {}): FaultBench {
  let faulty!: FaultyNode
  let world!: World
  beforeAll(async () => {
    faulty = await open()
    world = await openWorld({ dialect: 'sqlite', env: { ...env, ...faulty.env } })
    await until('the node is known', async () => world.service.funding.identity() !== undefined)
  })
  afterEach(async () => {
    expect(await world.violations()).toEqual([])
  })
  afterAll(async () => {
    await world.close()
    await faulty.close()
  })
  return {
    get world() {
      return world
    },
    get faulty() {
      return faulty
    },
  }
}
