import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world/open-world.ts'
import { DIALECTS } from '../../test/world/test-database.ts'
import { writeDirectly } from '../../test/world/write-directly.ts'
import { type AdoptSource, adoptSource, listSources } from './source-store.ts'

describe.each(DIALECTS)('which node it is, on %s', (dialect) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ dialect })
  })
  beforeEach(() => writeDirectly(world, 'DELETE FROM funding_sources'))
  afterAll(() => world.close())

  const adopt = (given: Partial<AdoptSource>) =>
    world.db.transact(adoptSource, { kind: 'blink', nodeKey: 'a', role: 'current', former: undefined, at: 1, ...given })
  const keys = async () => (await listSources(world.db)).map(({ kind, nodeKey }) => `${kind} ${nodeKey}`)

  test('an account is recognised, and another account of the same service is not', async () => {
    expect(await adopt({})).toBe(1)
    expect(await adopt({ at: 2 })).toBe(1)
    expect(await adopt({ nodeKey: 'b' })).toBe('another-node')
    expect(await adopt({ nodeKey: 'b', role: 'former', former: 'blink' })).toBe('another-node')
    expect(await adopt({ nodeKey: 'b', former: 'blink' })).toBe(2)
    expect(await keys()).toEqual(['blink a', 'blink b'])
  })

  test('a source stored before accounts were distinguished becomes the one in use; later ones do not', async () => {
    await adopt({ nodeKey: '' })
    expect(await adopt({ nodeKey: 'a' })).toBe(1)
    expect(await keys()).toEqual(['blink a'])
    expect(await adopt({ nodeKey: 'b' })).toBe('another-node')
  })

  test('after a change between two accounts the old one is the former one, whichever answers first', async () => {
    await adopt({ nodeKey: '' })
    expect(await adopt({ nodeKey: 'b', former: 'blink' })).toBe('not-yet')
    expect(await adopt({ nodeKey: 'a', former: 'blink', role: 'former' })).toBe(1)
    expect(await adopt({ nodeKey: 'b', former: 'blink' })).toBe(2)
    expect(await keys()).toEqual(['blink a', 'blink b'])
  })

  test('if the former account is gone, its pending payments are not queried at the new one', async () => {
    await adopt({ nodeKey: '' })
    expect(await adopt({ nodeKey: 'b', former: 'none' })).toBe(2)
    expect(await keys()).toEqual(['blink ', 'blink b'])
  })

  test('after a change from another kind of node the new one is in use', async () => {
    await adopt({ kind: 'lnd', nodeKey: 'l' })
    await adopt({ nodeKey: '', former: 'lnd' })
    expect(await adopt({ nodeKey: 'a', former: 'lnd' })).toBe(2)
    expect(await keys()).toEqual(['lnd l', 'blink a'])
  })
})
