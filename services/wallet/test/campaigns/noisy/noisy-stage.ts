import { openRelay, type TestRelay } from '@satchel/lightning/world/peers/nwc/test-relay'
import type { Dialect } from '../../../src/db/database.ts'
import type { Answer, CallOptions } from '../../world/open-world.ts'
import { runOnServer } from '../../world/postgres/postgres-template.ts'
import { createTestDatabase } from '../../world/test-database.ts'
import { writeSqliteFile } from '../../world/write-directly.ts'
import { eventually } from '../eventually.ts'
import { type ServiceProcess, startService } from '../stages/service-process.ts'
import type { StageWallet } from '../stages/stage-client.ts'
import { type HostilePeer, openSilentPeer } from './hostile-peers.ts'

type Method = Parameters<ServiceProcess['call']>[0]

/** An account, used through any process. */
export interface StageAccount {
  readonly userId: string
  /** The first wallet, which the account was opened with. */
  readonly wallet: StageWallet
  openWallet(balanceSat: number): Promise<StageWallet>
  /** With the wallet's admin key; rejects unless the answer is a success. */
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies are read as they come
  ask(method: Method, path: string, body?: object, wallet?: StageWallet): Promise<any>
  /** An unpaid invoice: its payment hash. */
  invoice(amountSat: number, more?: object, wallet?: StageWallet): Promise<string>
}

/** One process on SQLite or two on PostgreSQL, with their request limits, and a relay that apps meet them at. */
export interface NoisyStage {
  readonly services: readonly ServiceProcess[]
  readonly relay: TestRelay
  /** The operator's mail server: it accepts every connection and never sends its greeting. */
  readonly mailServer: HostilePeer
  openAccount(username: string, address: () => string): Promise<StageAccount>
  /** A request of a visitor without credentials. */
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies are read as they come
  visit(address: string, method: Method, path: string, body?: object): Promise<any>
  /** Resolves with any answer, of any process. */
  status(address: string, method: Method, path: string, options?: CallOptions): Promise<number>
  answer(address: string, method: Method, path: string, options?: CallOptions): Promise<Answer>
  /** An address that has sent nothing yet. */
  newAddress(): string
  /** An external payer pays these invoices. */
  receive(hashes: readonly string[]): Promise<void>
  foreignInvoice(): Promise<{ readonly bolt11: string; readonly hash: string }>
  /** Past the services. */
  write(sql: string): Promise<void>
  /** Pieces of background work that run in all processes, by lane. */
  running(): Promise<ReadonlyMap<string, number>>
  readonly dialect: Dialect
  close(): Promise<void>
}

export const PASSWORD = 'a password of these accounts'
/** A high request limit, so that the attacks reach the mechanisms behind it. */
const REQUESTS_A_MINUTE = '100000'
/** Enough for an honest account that repeats every call. */
const VISITOR_REQUESTS = '1000'
const EXTENSIONS = 'events,lnurlp,nwcprovider,paywall,scheduler,scrub,withdraw'
/** The public URL of both processes. The service does not send requests to it over the network. */
const PUBLIC_URL = 'https://pay.example'

export async function openNoisyStage(dialect: Dialect): Promise<NoisyStage> {
  const [place, relay, mailServer] = [await createTestDatabase(dialect), await openRelay(), await openSilentPeer()]
  const env = {
    SERVICE_RATE_LIMIT_NO: REQUESTS_A_MINUTE,
    SERVICE_TRUSTED_PROXIES: '127.0.0.1',
    SERVICE_NOSTR_RELAYS: relay.url,
    SERVICE_PUBLIC_URL: PUBLIC_URL,
    SERVICE_VISITOR_REQUESTS: VISITOR_REQUESTS,
    SERVICE_SMTP_URL: `smtp://${mailServer.host}`,
    SERVICE_MAIL_FROM: 'service@pay.example',
    SERVICE_USER_DEFAULT_EXTENSIONS: EXTENSIONS,
  }
  const services: ServiceProcess[] = []
  for (let count = dialect === 'sqlite' ? 1 : 2; count > 0; count -= 1)
    services.push(await startService({ place, env }))
  let turn = 0
  const next = (): ServiceProcess => services[(turn += 1) % services.length] as ServiceProcess
  const ask: NoisyStage['answer'] = (address, method, path, options) =>
    next().call(method, path, { ...options, headers: { 'x-forwarded-for': address } })
  const call = async (method: Method, path: string, address: string, options: object) => {
    const answer = await ask(address, method, path, options)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  let visitors = 0
  const stage: NoisyStage = {
    dialect,
    mailServer,
    status: async (...request) => (await ask(...request)).status,
    answer: ask,
    newAddress: () => `10.1.${(visitors += 1) >> 8}.${visitors & 255}`,
    services,
    relay,
    async openAccount(username, address) {
      const registered = { username, password: PASSWORD }
      const { access_token: token, id } = await call('POST', '/api/v1/auth/register', address(), { body: registered })
      const [first] = await call('GET', '/api/v1/wallets', address(), { token })
      return openAccount(stage, { call, token, address, userId: id, wallet: toWallet(first) })
    },
    visit: (address, method, path, body) => call(method, path, address, { body }),
    async receive(hashes) {
      await Promise.all(hashes.map((hash) => next().sendControl('POST /receive', { hash })))
    },
    foreignInvoice: () => next().sendControl('POST /invoice', { amount_msat: 1000 }),
    async write(sql) {
      if (dialect === 'sqlite') writeSqliteFile(place.url.slice('sqlite://'.length), sql)
      else await runOnServer(place.url, sql)
    },
    running: () => readRunning(services),
    async close() {
      await Promise.all(services.map((service) => service.kill()))
      await relay.close()
      await mailServer.end()
      await place.drop()
    },
  }
  return stage
}

interface AccountParts {
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies are read as they come
  readonly call: (method: Method, path: string, address: string, options: object) => Promise<any>
  readonly token: string
  readonly address: () => string
  readonly userId: string
  readonly wallet: StageWallet
}

function openAccount(stage: NoisyStage, { call, token, address, userId, wallet }: AccountParts): StageAccount {
  const account: StageAccount = {
    userId,
    wallet,
    async openWallet(balanceSat) {
      const opened = toWallet(await call('POST', '/api/v1/wallet', address(), { token, body: {} }))
      await stage.receive([await account.invoice(balanceSat, {}, opened)])
      const isFilled = async () => (await account.ask('GET', '/api/v1/wallet', undefined, opened)).balance > 0
      await eventually('the wallet is filled', isFilled)
      return opened
    },
    ask: (method, path, body, used = wallet) => call(method, path, address(), { key: used.adminKey, body }),
    async invoice(amount, more = {}, used = wallet) {
      const body = { out: false, amount, ...more }
      return (await account.ask('POST', '/api/v1/payments', body, used)).payment_hash
    },
  }
  return account
}

const toWallet = (body: { id: string; adminkey: string; inkey: string }): StageWallet => ({
  id: body.id,
  adminKey: body.adminkey,
  invoiceKey: body.inkey,
})

async function readRunning(services: readonly ServiceProcess[]): Promise<Map<string, number>> {
  const running = new Map<string, number>()
  for (const service of services) {
    const text = String((await service.call('GET', '/metrics')).body)
    for (const [, lane = '', count] of text.matchAll(/^satchel_lane_running\{lane="(\w+)"\} (\d+)/gm)) {
      running.set(lane, (running.get(lane) ?? 0) + Number(count))
    }
  }
  return running
}
