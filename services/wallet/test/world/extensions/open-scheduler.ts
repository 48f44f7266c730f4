import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { SILENT_LOG } from '@satchel/http/log'
import { readConfig } from '../../../src/config/config.ts'
import type { Dialect } from '../../../src/db/database.ts'
import { createWalletService, type WalletService } from '../../../src/wiring/app.ts'
import { type Answer, openWorld, TEST_AUTH_SECRET, type World, type WorldWallet } from '../open-world.ts'
import type { TestDatabase } from '../test-database.ts'
import { tokenOf } from '../token-of.ts'
import { activateExtension } from './activate-extension.ts'

/** A service with scheduled jobs, and a wallet that has some money for them. */
export interface SchedulerWorld {
  readonly world: World
  readonly wallet: WorldWallet
  /** A wallet of another account that also uses the extension. */
  open(): Promise<WorldWallet>
  /** Another wallet of the same account. */
  openSecond(): Promise<WorldWallet>
  /** A second process on the same database and node. */
  openAnother(): Promise<WalletService>
  post(body: object, key?: string): Promise<Answer>
  /** An active job, every minute unless the body says otherwise: its id. */
  make(body: object): Promise<string>
  put(id: string, body: object): Promise<Answer>
  see(id: string): Promise<Answer['body']>
  runs(id: string, query?: string): Promise<Answer['body']>
  runNow(id: string, key?: string): Promise<Answer>
  /** Advances the clock minute by minute. */
  pass(minutes: number): Promise<void>
  off(id: string): Promise<Answer>
}

const BASE = '/scheduler/api/v1/'

export async function openScheduler(dialect: Dialect, extension: AnyExtension): Promise<SchedulerWorld> {
  const world = await openWorld({ dialect, builtIns: [extension] })
  const open = async (balance = 0): Promise<WorldWallet> => {
    const opened = await world.openWallet(balance)
    await activateExtension(world, opened, 'scheduler')
    return opened
  }
  const wallet = await open(100_000)
  const key = wallet.adminKey
  const post: SchedulerWorld['post'] = (body, as = key) =>
    world.call('POST', BASE, { key: as, body: { name: 'Job', cron: '* * * * *', ...body } })
  return {
    world,
    wallet,
    open: () => open(),
    async openSecond() {
      const token = await tokenOf(world, wallet)
      const { body } = await world.call('POST', '/api/v1/wallet', { token, body: { name: 'Second' } })
      return { id: body.id, userId: wallet.userId, adminKey: body.adminkey, invoiceKey: body.inkey }
    },
    openAnother: () => openAnother(world, extension),
    post,
    async make(body) {
      const answer = await post({ status: 'active', ...body })
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      return answer.body.id
    },
    put: (id, body) => world.call('PUT', `${BASE}${id}`, { key, body }),
    see: async (id) => (await world.call('GET', `${BASE}${id}`, { key })).body,
    runs: async (id, query = '') =>
      (await world.call('GET', `${BASE}${id}/runs${query}`, { key: wallet.invoiceKey })).body,
    runNow: (id, as = key) => world.call('POST', `${BASE}${id}/run`, { key: as }),
    async pass(minutes) {
      for (let minute = 0; minute < minutes; minute += 1) {
        world.advance(60)
        await world.tick()
      }
    },
    off: (id) => world.call('DELETE', `${BASE}${id}`, { key }),
  }
}

async function openAnother(world: World, extension: AnyExtension): Promise<WalletService> {
  let place: TestDatabase | undefined
  await world.restart({}, (found) => {
    place = found
  })
  const read = readConfig({
    SERVICE_DATA_FOLDER: place?.folder,
    SERVICE_DATABASE_URL: place?.url,
    AUTH_SECRET_KEY: TEST_AUTH_SECRET,
    SERVICE_RATE_LIMIT_NO: '0',
  })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return createWalletService({
    config: { ...read.config, accessLog: 'off' },
    log: SILENT_LOG,
    clock: () => world.nowSeconds() * 1000,
    processMetrics: false,
    builtIns: [extension],
  })
}
