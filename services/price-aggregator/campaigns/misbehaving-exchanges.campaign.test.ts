import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appliesTo, misbehaviours } from '../mock/misbehaviours/misbehaviours.ts'
import { type MockExchanges, startMockExchanges } from '../mock/mock-exchanges.ts'
import { openPrices, START } from '../mock/open-prices.ts'
import { withstands } from '../mock/withstands.ts'
import { SOURCE_IDS } from '../src/exchanges/source.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let mocks: MockExchanges
beforeAll(async () => {
  mocks = await startMockExchanges({ now: () => START })
})
afterAll(() => mocks.close())

describe('every misbehaviour on every exchange: the last value stays, the others update, reads stay fast', () => {
  const all = misbehaviours.flatMap((misbehaviour) =>
    SOURCE_IDS.filter((id) => appliesTo(misbehaviour, id)).map((sourceId) => ({ misbehaviour, sourceId })),
  )
  test.for(all)('$misbehaviour.name on $sourceId', ({ misbehaviour, sourceId }) =>
    withstands(mocks, misbehaviour, sourceId),
  )
})

test('memory stays flat over hundreds of cycles of every misbehaviour', async () => {
  await mocks.reset()
  const world = await openPrices({ mocks, timeoutSeconds: 0.1 })
  const costly = new Set(['fifty-megabytes', 'gzip-bomb'])
  const playable = misbehaviours.filter(({ does, name }) => does.origin === undefined && !costly.has(name))
  const round = async (): Promise<number> => {
    for (const misbehaviour of playable) {
      for (const id of SOURCE_IDS) await mocks.misbehave(id, appliesTo(misbehaviour, id) ? misbehaviour : undefined)
      await world.aggregator.runCycle()
      world.now += 3_600_000
    }
    await mocks.reset()
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  await round()
  const before = await round()
  await round()
  const after = await round()
  expect((after - before) / 2 ** 20).toBeLessThan(16)
  await world.close()
})
