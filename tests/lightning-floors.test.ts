import { expect, test } from 'vitest'
import { files, offences, shipped } from './source-files.ts'

const LIGHTNING = 'packages/lightning/'
/** Top floor first: a file imports from its own folder and from the floors below. */
const FLOORS: readonly RegExp[] = [
  /^src\/[\w-]+\.ts$/,
  /^src\/backends\/|^src\/simulated\/[\w-]+\.ts$/,
  /^src\/simulated\/control\//,
  /^src\/simulated\/thread\//,
  /^src\/simulated\/decide\//,
  /^src\/simulated\/journal\//,
  /^src\/(adapter-parts|paying|lists)\//,
  /^src\/(net|config)\//,
  /^src\/port\//,
]
/** What tests open: peers that play nodes, and the contract of the port. */
const WORLD_FLOORS: readonly RegExp[] = [
  /^world\/own-process\//,
  /^world\/peers\//,
  /^world\/(ldk|simulated)\//,
  /^world\/contract\//,
  /^world\/peer-parts\//,
]
const OURS = ['bolt11', 'json', 'money', 'worker'] as const

const own = files.filter(({ path }) => path.startsWith(LIGHTNING) && path.endsWith('.ts'))
const sources = own.filter(({ path }) => path.startsWith(`${LIGHTNING}src/`) && !path.endsWith('.test.ts'))
const world = own.filter(({ path }) => path.startsWith(`${LIGHTNING}world/`))
const inside = (path: string): string => path.slice(LIGHTNING.length)
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** Imports that go up, or to another folder of the same floor. */
function wrongWays(from: string, to: string, floors: readonly RegExp[]): boolean {
  const floorOf = (path: string): number => floors.findIndex((floor) => floor.test(inside(path)))
  if (!to.startsWith(LIGHTNING) || floorOf(to) < 0) return false
  return floorOf(to) < floorOf(from) || (floorOf(to) === floorOf(from) && folderOf(to) !== folderOf(from))
}

const homeless = (found: typeof own, floors: readonly RegExp[]): string[] =>
  found.map(({ path }) => path).filter((path) => !floors.some((floor) => floor.test(inside(path))))

test('every source of the Lightning package stands on a floor and imports only downwards, never sideways', () => {
  expect(sources.length).toBeGreaterThan(120)
  expect(homeless(sources, FLOORS)).toEqual([])
  expect(offences(sources, (from, to) => wrongWays(from, to, FLOORS))).toEqual([])
})

test('its test world stands on floors, too, and no source knows of it', () => {
  expect(world.length).toBeGreaterThan(40)
  expect(homeless(world, WORLD_FLOORS)).toEqual([])
  expect(offences(world, (from, to) => wrongWays(from, to, WORLD_FLOORS))).toEqual([])
  expect(offences(sources, (_from, to) => to.includes('/world/') || to === 'vitest')).toEqual([])
})

test('it knows nothing of services and extensions, tests included, and its sources of four packages only', () => {
  expect(offences(own, (_from, to) => /^(services|extensions|tests|bench|scripts)\//.test(to))).toEqual([])
  const known = new RegExp(`^packages/(lightning|${OURS.join('|')})/`)
  expect(offences(sources, (_from, to) => to.startsWith('packages/') && !known.test(to))).toEqual([])
})

test('no folder of it has more than 25 sources', () => {
  const folders = Map.groupBy([...sources, ...world], ({ path }) => folderOf(path))
  expect([...folders].filter(([, found]) => found.length > 25).map(([folder]) => folder)).toEqual([])
})

test('nodes are reached only by HTTP, WebSocket and gRPC of the Lightning package', () => {
  const doors = [
    'net/node-http.ts',
    'net/node-socket.ts',
    'net/shown-certificate.ts',
    'backends/ldk-server/grpc-client.ts',
  ]
  const control = 'simulated/control/control-server.ts'
  const opens = ({ text }: { readonly text: string }): boolean =>
    /^import (?!type\b)[^'"]*from '(node:(https?|http2|net|tls|dgram)|ws|undici|nostr-tools\/relay)'/m.test(text)
  expect(sources.filter(opens).map(({ path }) => path.slice(`${LIGHTNING}src/`.length))).toEqual(
    expect.arrayContaining(doors),
  )
  expect(
    sources
      .filter(opens)
      .map(({ path }) => path.slice(`${LIGHTNING}src/`.length))
      .filter((path) => ![...doors, control].includes(path)),
  ).toEqual([])
  // Nothing that a service runs takes one of these doors by itself.
  const wallet = shipped.filter(({ path }) => path.startsWith('services/wallet/src/'))
  expect(
    offences(wallet, (_from, to) => /^packages\/lightning\/src\/(net|paying|lists|adapter-parts)\//.test(to)),
  ).toEqual([])
})
