import { afterAll, beforeAll, describe, test } from 'vitest'
import { appliesTo, misbehaviours } from '../mock/misbehaviours/misbehaviours.ts'
import { type MockExchanges, startMockExchanges } from '../mock/mock-exchanges.ts'
import { START } from '../mock/open-prices.ts'
import { withstands } from '../mock/withstands.ts'
import { SOURCE_IDS } from './exchanges/source.ts'

let mocks: MockExchanges
beforeAll(async () => {
  mocks = await startMockExchanges({ now: () => START })
})
afterAll(() => mocks.close())

// Every misbehaviour on one exchange, in turn; the campaign plays it on all of them.
describe('a misbehaving exchange keeps its last value, delays no read, and the others update', () => {
  test.for(misbehaviours.map((misbehaviour, index) => ({ ...misbehaviour, index })))('$name', async (misbehaviour) => {
    const sources = SOURCE_IDS.filter((id) => appliesTo(misbehaviour, id))
    const sourceId = sources[misbehaviour.index % sources.length]
    if (sourceId === undefined) throw new Error(`${misbehaviour.name} applies to no exchange`)
    await withstands(mocks, misbehaviour, sourceId)
  })
})
