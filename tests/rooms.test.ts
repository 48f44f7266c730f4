import { describe, expect, test } from 'vitest'
import { files, offences } from './source-files.ts'

/** With more files in one folder, a reader does not find the right one. */
const MAX_SOURCES = 30
/** Folders that may have more, each with its reason. */
const LARGER: ReadonlyMap<string, string> = new Map([])

/**
 * Folders with rooms, top floor first: a file imports from its own room and from the lines below, never from another room
 * of the same line. Files of the folder itself may stand on several lines. Tests count like sources.
 */
const ROOMS: Readonly<Record<string, readonly RegExp[]>> = {
  'services/wallet/src/db/': [
    /^(open-database|check-readiness)\.ts$|\.test\.ts$/,
    /^sqlite\//,
    /^postgres\/(postgres-database|listen-for-commits)\.ts$/,
    /^postgres\/batching\//,
    /^(postgres|foreign)\/[\w.-]+$/,
    /^[\w.-]+$/,
  ],
  'services/wallet/src/payments/': [
    /^(payment-commands|payments-feature|lnurl-feature|contacts-feature)\.ts$/,
    /^routes\//,
    /^(reconciling|stuck|lnurl|lists|contacts)\//,
    /^receiving\//,
    /^sending\//,
    /^(answers|limits|history)\//,
    /^states\//,
  ],
  'services/wallet/src/accounts/': [
    /^[\w.-]+$/,
    /^login\//,
    /^(sharing|acls|verified-email|second-factor|preferences)\//,
    /^providers\//,
    /^users\//,
  ],
  'services/wallet/src/admin/': [
    /^(admin[.-](routes|commands|feature)|users-feature)\.ts$/,
    /^(status|settings|users|node)\//,
    /^(backup|money)\/[\w.-]+$/,
    /^backup\/origin\//,
  ],
  'services/wallet/src/import-lnbits/': [
    /^import-(from|into)\.ts$|\.test\.ts$/,
    /^stage-all\.ts$/,
    /^(items|writing)\//,
    /^translating\//,
    /^reading\//,
    /^[\w.-]+$/,
  ],
  'services/wallet/src/notifications/': [/^[\w.-]+$/, /^(mail|push)\//, /^nostr\//],
  'services/wallet/src/funding/': [/^backends\//, /^[\w.-]+$/],
  'services/wallet/src/extensions/': [
    /^extensions-feature\.ts$|^(system|host)\/[\w-]+\.test\.ts$/,
    /^system\/[\w-]+\.ts$/,
    /^system\/serve\//,
    /^system\/installing\//,
    /^system\/(catalogue|stores)\//,
    /^system\/packages\//,
    /^sandbox\//,
    /^host\/(extension\.routes|host-commands)\.ts$/,
    /^host\/packages\//,
    /^host\/sockets\//,
    /^host\/serve\//,
    /^host\/extension-host\.ts$/,
    /^host\/jobs\//,
    /^host\/relays\//,
    /^host\/run\//,
    /^host\/(extension-deps|downloads)\.ts$/,
    /^host\/(stores|nostr)\//,
    /^pages\/(?!numbers\/|fields\/)/,
    /^pages\/fields\//,
    /^pages\/numbers\//,
    /^[\w.-]+$/,
  ],
  'packages/http/src/': [
    /^(create-http-app|http-feature|serve|environment|prepared-routes|slow-requests)(\.test)?\.ts$/,
    /^(sockets|answers|docs)\//,
    /^(reports|limits|requests)\//,
    /^(http-app|inside-door)\.ts$/,
    /^prepared\//,
    /^[\w.-]+$/,
  ],
  'services/price-aggregator/mock/': [
    /\.test\.ts$/,
    /^(main|control-server|withstands|strict-client|open-prices|moving-prices|mock-exchanges?|local-\w+)\.ts$/,
    /^misbehaviours\//,
    /^dialects\//,
    /^(market|raw-json|raw-client)\.ts$/,
  ],
  'services/wallet/world/': [
    /^access\//,
    /^(nostr|funding)\//,
    /^(extensions|notifications|providers|pages|lnbits)\//,
    /^accounts\//,
    /^(?!test-database\.|run-folder\.)[\w.-]+$/,
    /^test-database\.ts$/,
    /^(postgres|servers|db)\//,
    /^run-folder\.ts$/,
  ],
  'services/wallet/campaigns/': [
    /\.(campaign|engines)\.test\.ts$/,
    /^(load|model|noisy|web-app)\//,
    /^stages\//,
    /^[\w.-]+$/,
  ],
}

describe.each(Object.entries(ROOMS))('%s', (folder, floors) => {
  const own = files.filter(({ path }) => path.startsWith(folder) && path.endsWith('.ts'))
  const floorOf = (path: string): number => floors.findIndex((floor) => floor.test(path.slice(folder.length)))
  const roomOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

  test('every file stands on a floor, and every floor has files', () => {
    expect(own.filter(({ path }) => floorOf(path) < 0).map(({ path }) => path)).toEqual([])
    expect(floors.filter((_, floor) => !own.some(({ path }) => floorOf(path) === floor))).toEqual([])
  })

  test('every file imports only downwards, never from another room of its floor', () => {
    expect(
      offences(own, (from, to) => {
        if (!to.startsWith(folder) || floorOf(to) < 0) return false
        return floorOf(to) < floorOf(from) || (floorOf(to) === floorOf(from) && roomOf(to) !== roomOf(from))
      }),
    ).toEqual([])
  })
})

test(`no folder has more than ${MAX_SOURCES} sources, but for those that say why`, () => {
  const sources = files.filter(({ path }) => !/\.(test|contract)\.ts$/.test(path))
  const folders = Map.groupBy(sources, ({ path }) => path.slice(0, path.lastIndexOf('/')))
  const large = [...folders].filter(([, found]) => found.length > MAX_SOURCES).map(([folder]) => folder)
  expect(large).toEqual([...LARGER.keys()])
})
