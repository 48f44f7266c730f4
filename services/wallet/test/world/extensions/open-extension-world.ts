import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineExtension } from '@satchel/extension-sdk/extension'
import { onTestFinished } from 'vitest'
import type { Dialect } from '../../../src/db/database.ts'
import { type Registered, register } from '../accounts/register.ts'
import { openWorld, type World, type WorldWallet } from '../open-world.ts'
import { openPublisher, type Publisher } from './open-publisher.ts'

/** Two built-ins that only store rows. */
const [NOTES, LISTS] = ['notes', 'lists'].map((id) =>
  defineExtension({
    manifest: {
      id,
      name: id === 'notes' ? 'Zettel' : 'Lists',
      version: '1.2.3',
      short_description: `Keeps ${id}.`,
      api_version: 1,
      permissions: id === 'notes' ? [] : [{ id: 'spend', reason: 'pays for lists', to: 'listed' }],
    },
    resource: { title: { type: 'text', max: 20, doc: 'What it says.' } },
  }),
)

export interface ExtensionWorld {
  readonly world: World
  readonly publisher: Publisher
  /** The folder of packages. */
  readonly folder: string
  /** The super user's token. */
  readonly root: string
  readonly someone: Registered
  readonly wallet: WorldWallet
  /** Calls as the super user, unless the options name another caller. */
  install(extId: string, more?: object, credential?: { token?: string; key?: string }): ReturnType<World['call']>
  govern(body: object): ReturnType<World['call']>
  row(extId: string, credential?: { token?: string; key?: string }): Promise<Record<string, unknown> | undefined>
  adminRow(extId: string): Promise<Record<string, unknown> | undefined>
  /** All files and folders, except for fetched catalogues. */
  tree(): string[]
}

const ROOT = { username: 'root', password: 'root password' }

/** A service with two built-ins and a publisher, for one test. */
export async function openExtensionWorld(
  dialect: Dialect,
  { env = {}, prepare }: { env?: Record<string, string>; prepare?: (publisher: Publisher) => unknown } = {},
): Promise<ExtensionWorld> {
  const publisher = await openPublisher()
  await prepare?.(publisher)
  const folder = join(mkdtempSync(join(tmpdir(), 'satchel-extensions-')), 'packages')
  const world = await openWorld({
    dialect,
    builtIns: [NOTES, LISTS].flatMap((one) => (one === undefined ? [] : [one])),
    env: {
      SUPER_USER_USERNAME: ROOT.username,
      SUPER_USER_PASSWORD: ROOT.password,
      SERVICE_EXTENSIONS_PATH: folder,
      SERVICE_EXTENSIONS_MANIFESTS: JSON.stringify([publisher.manifestUrl]),
      GITHUB_API_URL: `${publisher.url}/api`,
      ...env,
    },
  })
  onTestFinished(async () => {
    await world.close()
    rmSync(join(folder, '..'), { recursive: true, force: true })
  })
  const root = (await world.call('POST', '/api/v1/auth', { body: ROOT })).body.access_token
  const list = async (url: string, credential: object) => (await world.call('GET', url, credential)).body
  const find = (rows: { id: string }[], extId: string) => rows.find(({ id }) => id === extId) as never
  return {
    world,
    publisher,
    folder,
    root,
    someone: await register(world),
    wallet: await world.openWallet(1000),
    install: (extId, more = {}, credential = { token: root }) =>
      world.call('POST', '/api/v1/extension', { ...credential, body: { ext_id: extId, ...more } }),
    govern: (body) => world.call('POST', '/admin/api/v1/extensions', { token: root, body }),
    row: async (extId, credential = { token: root }) => find(await list('/api/v1/extension', credential), extId),
    adminRow: async (extId) => find(await list('/admin/api/v1/extensions', { token: root }), extId),
    tree: () =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => !name.startsWith('.catalogues'))
        .toSorted(),
  }
}
