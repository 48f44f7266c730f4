import { expect, test } from 'vitest'
import { ACCESS_EVENTS, type AccessEvent } from './access-events.ts'
import { EVENTS_OF } from './end-access.ts'
import { ENDINGS, type Scope } from './endings.ts'
import { effectOf, ITEM_WAYS, KEPT_WITH_NEW_KEYS, WAYS_IN, type WayIn } from './ways-in.ts'

const WAYS = Object.keys(WAYS_IN) as WayIn[]
const CELLS = WAYS.flatMap((way) => ACCESS_EVENTS.map((event): [WayIn, AccessEvent] => [way, event]))
const SCOPES = Object.keys(EVENTS_OF) as Scope[]
const scopeOf = (event: AccessEvent): Scope | undefined =>
  SCOPES.find((scope) => EVENTS_OF[scope].some((one) => one === event))

test('every event has a scope, except changes that each request reads and the restore of a backup', () => {
  const without = ACCESS_EVENTS.filter((event) => scopeOf(event) === undefined)
  expect(without).toEqual(['right-lowered', 'backup-restored'])
  for (const way of WAYS)
    for (const event of without) expect([way, event, effectOf(way, event).effect]).toEqual([way, event, 'stays'])
})

test('access that the table ends has an ending in the scope of its event', () => {
  const missing = CELLS.filter(([way, event]) => {
    const { effect } = effectOf(way, event)
    if (effect !== 'ends' && effect !== 'choice') return false
    const scope = scopeOf(event)
    return scope === undefined || ENDINGS[way][scope] === undefined
  })
  expect(missing).toEqual([])
})

test('access that ends with another one has the same effects in that scope', () => {
  const differing = CELLS.filter(([way, event]) => {
    const scope = scopeOf(event)
    const ending = scope === undefined ? undefined : ENDINGS[way][scope]
    if (ending === undefined || !('with' in ending)) return false
    const { effect } = effectOf(way, event)
    // Access may end by more events than in the table, but never by fewer.
    return (
      (effect === 'ends' || effect === 'choice') && !['ends', 'choice'].includes(effectOf(ending.with, event).effect)
    )
  })
  expect(differing).toEqual([])
})

test('access that stays has a reason', () => {
  for (const [way, event] of CELLS) {
    const effect = effectOf(way, event)
    if (effect.effect === 'stays')
      expect([way, event, effect.why]).toEqual([way, event, expect.stringMatching(/^[A-Z].*\.$/)])
  }
})

test('new keys offer to keep exactly what the table lists', () => {
  const offered = WAYS.filter((way) => {
    if (effectOf(way, 'new-wallet-keys').effect !== 'choice') return false
    const { wallet } = ENDINGS[way]
    return wallet === undefined || !('with' in wallet)
  })
  expect(offered.toSorted()).toEqual([...KEPT_WITH_NEW_KEYS].toSorted())
  expect(Object.keys(ITEM_WAYS).every((way) => offered.includes(way as WayIn))).toBe(true)
})
