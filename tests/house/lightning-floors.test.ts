import { expect, test } from 'vitest'
import { NODE_DOORS } from './floors/doors.ts'
import { FLOORS, floorOf, LIGHTNING, LIGHTNING_WORLD } from './floors/floors.ts'
import { mayUse } from './floors/folders.ts'
import { nameOf } from './floors/patterns.ts'
import { files, offences, shipped } from './source-files.ts'

const PACKAGE = 'packages/lightning/'

const own = files.filter(({ path }) => path.startsWith(PACKAGE) && path.endsWith('.ts'))
const sources = own.filter(({ path }) => path.startsWith(LIGHTNING) && !path.endsWith('.test.ts'))
const world = own.filter(({ path }) => path.startsWith(LIGHTNING_WORLD))
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

type Part = typeof LIGHTNING | typeof LIGHTNING_WORLD

/** Imports that go up, or to another folder of the same floor. */
function wrongWay(from: string, to: string, part: Part): boolean {
  const floor = (path: string): number => floorOf(part, FLOORS[part], path)
  if (!to.startsWith(part)) return false
  return floor(to) < floor(from) || (floor(to) === floor(from) && folderOf(to) !== folderOf(from))
}

const homeless = (found: typeof own, part: Part): string[] =>
  found.map(({ path }) => path).filter((path) => floorOf(part, FLOORS[part], path) < 0)

test('every source of the Lightning package is on a floor and imports only downwards, never sideways', () => {
  expect(sources.length).toBeGreaterThan(120)
  expect(homeless(sources, LIGHTNING)).toEqual([])
  expect(offences(sources, (from, to) => wrongWay(from, to, LIGHTNING))).toEqual([])
})

test('its test world is on floors, too, and no source imports it', () => {
  expect(world.length).toBeGreaterThan(40)
  expect(homeless(world, LIGHTNING_WORLD)).toEqual([])
  expect(offences(world, (from, to) => wrongWay(from, to, LIGHTNING_WORLD))).toEqual([])
  expect(offences(sources, (_from, to) => to.includes('/world/') || to === 'vitest')).toEqual([])
})

test('it imports no services and extensions, tests included, and its sources import four packages only', () => {
  expect(offences(own, (_from, to) => /^(services|extensions|tests|bench|scripts)\//.test(to))).toEqual([])
  expect(offences(sources, (_from, to) => to.startsWith('packages/') && !mayUse('packages/lightning', to))).toEqual([])
})

test('no folder of it has more than 25 sources', () => {
  const folders = Map.groupBy([...sources, ...world], ({ path }) => folderOf(path))
  expect([...folders].filter(([, found]) => found.length > 25).map(([folder]) => folder)).toEqual([])
})

test('nodes are reached only by HTTP, WebSocket and gRPC of the Lightning package', () => {
  const opens = ({ text }: { readonly text: string }): boolean =>
    /^import (?!type\b)[^'"]*from '(node:(https?|http2|net|tls|dgram)|ws|undici|nostr-tools\/relay)'/m.test(text)
  const doors = sources.filter(opens).map(({ path }) => nameOf(path.slice(LIGHTNING.length)))
  expect(doors.sort()).toEqual([...NODE_DOORS].sort())
  // No running service uses one of these on its own.
  const wallet = shipped.filter(({ path }) => path.startsWith('services/wallet/src/'))
  expect(
    offences(wallet, (_from, to) => /^packages\/lightning\/src\/(net|paying|lists|adapter-parts)\//.test(to)),
  ).toEqual([])
})
