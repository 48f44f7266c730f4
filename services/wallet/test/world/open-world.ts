import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { HttpApp } from '@satchel/http/http-app'
import { type Log, SILENT_LOG } from '@satchel/http/log'
import type { SimulatedNode } from '@satchel/lightning/simulated/open-simulated-node'
import { sat, satToMsat } from '@satchel/money/units'
import { inject } from 'vitest'
import type { PasswordCost } from '../../src/accounts/users/passwords.ts'
import { createUser } from '../../src/accounts/users/user-commands.ts'
import { adjustBalance } from '../../src/admin/money/adjust-balance.ts'
import { newId } from '../../src/base/ids.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Database, Dialect } from '../../src/db/database.ts'
import { checkBooks, type Violation } from '../../src/ledger/check-books.ts'
import type { KeyVault } from '../../src/wallets/wallet-keys.ts'
import { prepareWallet } from '../../src/wallets/wallet-secrets.ts'
import { findWallet } from '../../src/wallets/wallet-store.ts'
import { createWalletService, type WalletService } from '../../src/wiring/app.ts'
import { asPackages } from './as-packages.ts'
import { hideExactBalance } from './hide-exact-balance.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The secret that every world signs with, unless its environment sets another. */
export const TEST_AUTH_SECRET = 'a secret for tests that has more than 32 bytes'

export interface WorldOptions {
  readonly dialect: Dialect
  /** Added to the variables that a world needs: `{ SERVICE_PAY_WAIT_MS: '50' }`. */
  readonly env?: Readonly<Record<string, string>>
  /** Default none: a world with all of the product (`BUILT_INS`) takes longer to open. */
  readonly builtIns?: readonly AnyExtension[] | undefined
  /** A build of the web app. Default: none. */
  readonly webAppFolder?: string
  /** Whether the node knows an exact balance. Default: it does. */
  readonly exactBalance?: boolean | undefined
  /** The log of the service. Default: none. */
  readonly log?: Log
  /** Default: almost no cost, because most tests log in but do not test the cost. */
  readonly passwordCost?: PasswordCost
}

declare module 'vitest' {
  interface ProvidedContext {
    /** False in a run with `EXACT_BALANCE=off`: then the node of every world has no exact balance, as real nodes (vitest.config.ts). */
    exactBalance?: boolean
  }
}

export interface WorldWallet {
  readonly id: string
  readonly userId: string
  readonly adminKey: string
  readonly invoiceKey: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads fields of many shapes
  readonly body: any
}

export type Verb = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The whole service on a real database with the simulated node and a fixed clock; no background work runs by itself. */
export interface World {
  readonly service: WalletService
  readonly app: HttpApp
  readonly db: Database
  readonly node: SimulatedNode
  readonly nowSeconds: () => number
  advance(seconds: number): void
  /** A wallet of a new user, with that many satoshis booked as an adjustment. */
  openWallet(balanceSat?: number): Promise<WorldWallet>
  call(method: Verb, url: string, options?: CallOptions): Promise<Answer>
  /** `POST /api/v1/payments {out: false}`: the answer's body. */
  invoice(wallet: WorldWallet, amountSat: number, more?: object): Promise<Answer['body']>
  send(wallet: WorldWallet, bolt11: string, more?: object): Promise<Answer>
  /** An invoice of another node. */
  foreignInvoice(
    amountMsat: number,
    more?: object,
  ): Promise<{ readonly bolt11: string; readonly hash: string; readonly preimage: string }>
  /** Millisatoshis, as the service answers. */
  balanceMsat(wallet: WorldWallet): Promise<number>
  /** Runs every background duty once. */
  tick(): Promise<void>
  /** Empty if the books are right to the millisatoshi (rules B1–B21). */
  violations(): Promise<readonly Violation[]>
  /**
   * Another service on the same database and node, as after a restart; with other settings if some are given, and after
   * what happens while none runs.
   */
  restart(changed?: Readonly<Record<string, string>>, meanwhile?: (place: TestDatabase) => unknown): Promise<void>
  /** A second process on the same database and node; ends with the world. PostgreSQL only. */
  openBeside(): Promise<WalletService>
  close(): Promise<void>
}

export interface CallOptions {
  readonly key?: string | undefined
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export async function openWorld(options: WorldOptions): Promise<World> {
  const { dialect, env = {} } = options
  const place = await createTestDatabase(dialect)
  let now = Date.now()
  let service = await openService(place, options, () => now)
  let running = true
  const beside: WalletService[] = []
  const call: World['call'] = (method, url, options = {}) => callApp(service.app, method, url, options)
  const json = async (promise: Promise<Answer>): Promise<Answer['body']> => {
    const { status, body } = await promise
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const world: World = {
    get service() {
      return service
    },
    get app() {
      return service.app
    },
    get db() {
      return service.db
    },
    get node() {
      return service.funding as unknown as SimulatedNode
    },
    nowSeconds: () => Math.floor(now / 1000),
    advance: (seconds) => {
      now += seconds * 1000
    },
    openWallet: (balanceSat = 0) => addWallet(service, balanceSat, Math.floor(now / 1000)),
    call,
    invoice: (wallet, amount, more = {}) =>
      json(call('POST', '/api/v1/payments', { key: wallet.invoiceKey, body: { out: false, amount, ...more } })),
    send: (wallet, bolt11, more = {}) =>
      call('POST', '/api/v1/payments', { key: wallet.adminKey, body: { out: true, bolt11, ...more } }),
    async foreignInvoice(amountMsat, more = {}) {
      const asked = { amount_msat: amountMsat, key: 'foreign', ...more }
      return (await world.node.sendControl('POST /invoice', asked)).body as never
    },
    balanceMsat: async (wallet) => (await json(call('GET', '/api/v1/wallet', { key: wallet.invoiceKey }))).balance,
    tick: () => service.tick(),
    violations: () => checkBooks(service.db),
    async restart(changed = {}, meanwhile = () => undefined) {
      // Undefined after a restart that failed.
      if (running) {
        await service.app.close()
        await service.stop()
      }
      running = false
      await meanwhile(place)
      service = await openService(place, { ...options, env: { ...env, ...changed } }, () => now)
      running = true
      await service.checkBooks()
      await service.recover()
    },
    async openBeside() {
      beside.push(await openService(place, options, () => now))
      return beside.at(-1) as WalletService
    },
    async close() {
      for (const each of [...beside, service]) {
        await each.app.close()
        await each.stop()
      }
      await place.drop()
    },
  }
  return world
}

/** A hash of full cost takes a tenth of a second of a whole core. */
/** The cost of passwords, for tests. */
export const CHEAP = { memoryCost: 64, timeCost: 1 }

async function openService(
  place: TestDatabase,
  {
    env = {},
    builtIns = [],
    webAppFolder,
    exactBalance = inject('exactBalance') ?? true,
    passwordCost = CHEAP,
    log = SILENT_LOG,
  }: WorldOptions,
  clock: () => number,
): Promise<WalletService> {
  const environment = {
    SERVICE_DATA_FOLDER: place.folder,
    SERVICE_DATABASE_URL: place.url,
    AUTH_SECRET_KEY: TEST_AUTH_SECRET,
    SERVICE_RATE_LIMIT_NO: '0',
    SERVICE_PAY_WAIT_MS: '300',
    ACCESS_LOG: 'off',
    ...env,
  }
  const read = readConfig(environment)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const service = await createWalletService({
    config: read.config,
    log,
    clock,
    processMetrics: false,
    passwordCost,
    builtIns: await asPackages(builtIns, clock),
    webAppFolder,
    env: environment,
  })
  if (!exactBalance) hideExactBalance(service.funding)
  await service.app.ready()
  return service
}

async function addWallet(service: WalletService, balanceSat: number, at: number): Promise<WorldWallet> {
  const { db, vault } = service
  const userId = newId()
  const wallet = prepareWallet(vault, userId, 'Test', at)
  await db.transact(createUser, {
    user: { id: userId, username: `user-${userId}`, email: '', passwordHash: null, role: 'user', at },
    wallet,
    note: { actor: { id: userId, address: '' }, action: 'account-opened', subject: userId, at },
  })
  if (balanceSat > 0) {
    const amountMsat = satToMsat(sat(balanceSat))
    await db.transact(adjustBalance, {
      id: newId(),
      walletId: wallet.id,
      amountMsat,
      madeBy: 'test',
      at,
      claim: undefined,
    })
  }
  return { id: wallet.id, userId, ...(await keysOf(db, vault, wallet.id)) }
}

async function keysOf(db: Database, vault: KeyVault, id: string) {
  const wallet = await findWallet(db, vault, id)
  if (wallet === undefined) throw new Error('the wallet was not made')
  return { adminKey: wallet.adminKey, invoiceKey: wallet.invoiceKey }
}

export async function callApp(app: HttpApp, method: Verb, url: string, options: CallOptions) {
  const { key, token, body, headers } = options
  const answer = await app.inject({
    method,
    url,
    headers: {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { payload: body as object }),
  })
  return { status: answer.statusCode, headers: answer.headers, body: parse(answer.body) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
