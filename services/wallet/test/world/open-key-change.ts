import { changeKey, type KeyChange } from '../../src/admin/settings/change-key.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import { TEST_AUTH_SECRET, type World, type WorldWallet } from './open-world.ts'
import type { TestDatabase } from './test-database.ts'

type Place = Pick<TestDatabase, 'folder' | 'url'>

export const COMMANDS = new URL('../../src/wiring/commands.ts', import.meta.url).href
export const NEW_KEY = 'another key-encryption key, of more than 32 bytes'
export const NEW_ENV = { SERVICE_KEY_ENCRYPTION_KEY: NEW_KEY }

/** The configuration of a process beside the world's service. */
export function configOf({ folder, url }: Place, env: Readonly<Record<string, string>> = {}): Config {
  const read = readConfig({
    AUTH_SECRET_KEY: TEST_AUTH_SECRET,
    SERVICE_DATA_FOLDER: folder,
    SERVICE_DATABASE_URL: url,
    ...env,
  })
  if ('problems' in read) throw new Error(read.problems.join())
  return read.config
}

/** Changes the key as `npm run rekey` does, without a separate process. */
export const change = (place: Place, newKey?: string, env?: Readonly<Record<string, string>>): Promise<KeyChange> =>
  changeKey({ config: configOf(place, env), newKey, commandsModule: COMMANDS, at: 1 })

export const statusOf = async (world: World, { adminKey: key }: Pick<WorldWallet, 'adminKey'>): Promise<number> =>
  (await world.call('GET', '/api/v1/wallet', { key })).status

export async function placeOf(world: World): Promise<TestDatabase> {
  let place: TestDatabase | undefined
  await world.restart({}, (there) => {
    place = there
  })
  if (place === undefined) throw new Error('the world was not restarted')
  return place
}
