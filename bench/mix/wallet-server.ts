import { fileURLToPath } from 'node:url'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import type { Dialect } from '../../services/wallet/src/db/database.ts'
import { eventually } from '../../services/wallet/test/campaigns/eventually.ts'
import { COMPILE_CACHE } from '../../services/wallet/test/world/compile-cache.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { shippedProgram } from '../shipped-program.ts'
import { openNode, type SimulatedNode } from './simulated-node.ts'

/** Where a service keeps its data. */
export interface Place {
  readonly dialect: Dialect
  readonly folder: string
  readonly url: string
}

export type Environment = Readonly<Record<string, string>>

export interface WalletServer extends Omit<ServerProcess, 'stop'> {
  readonly node: SimulatedNode
  /** From the start of the process to its first answer. */
  readonly startMs: number
  /** Resolves when the port is free again. */
  stop(): Promise<void>
}

/** This checkout. */
export const OWN_ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const REPORT_CPU = new URL('../report-cpu.ts', import.meta.url).href

const AUDITED_WITHIN_MS = 300_000

/** Starts the service of a checkout as shipped, but without the rate limit, unless `env` sets one. */
export async function startWalletServer(
  { url, folder }: Place,
  env: Environment = {},
  root = OWN_ROOT,
): Promise<WalletServer> {
  const shipped = await shippedProgram(root, 'wallet')
  const control = await reservePort()
  const startedAt = performance.now()
  const server = await startServer(
    {
      name: 'wallet service',
      command: process.execPath,
      args: ['--import', REPORT_CPU, ...shipped.args],
      env: {
        ...shipped.env,
        // As the unit and the image set it.
        ...COMPILE_CACHE,
        SERVICE_DATA_FOLDER: folder,
        SERVICE_DATABASE_URL: url,
        AUTH_SECRET_KEY: 'a secret for the bench of more than 32 bytes',
        SUPER_USER_USERNAME: LOGIN.username,
        SUPER_USER_PASSWORD: LOGIN.password,
        SERVICE_RATE_LIMIT_NO: '0',
        SERVICE_SIM_CONTROL: `127.0.0.1:${control}`,
        // The control interface of the node is closed in production.
        NODE_ENV: 'test',
        ...env,
      },
      readyPath: '/api/v1/health',
    },
    folder,
  )
  const stop = async (): Promise<void> => {
    server.stop()
    const answers = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${server.port}/`).then(
        () => true,
        () => false,
      )
    while (await answers()) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { ...server, node: openNode(control), startMs: performance.now() - startedAt, stop }
}

/** A process audits the books after its start, and later for a fiftieth of the time: figures exclude the first audit. */
export async function untilBooksAreChecked(port: number): Promise<void> {
  await eventually(
    'the first audit has ended',
    async () =>
      /^satchel_books_checked_age_seconds /m.test(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
    AUDITED_WITHIN_MS,
  )
}

export interface BenchWallet {
  readonly id: string
  readonly adminkey: string
  readonly inkey: string
}

export const LOGIN = { username: 'bench', password: 'a password for the bench' }

/** A session of a user, by default of the super user. */
export async function logIn(port: number, login = LOGIN) {
  const ask = async <T>(method: string, path: string, headers: Environment, body?: unknown): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const { access_token } = await ask<{ access_token: string }>('POST', '/api/v1/auth', {}, login)
  const auth = { authorization: `Bearer ${access_token}` }
  const me = await ask<{ id: string }>('GET', '/api/v1/auth', auth)
  return {
    ask,
    auth,
    askAsUser: <T>(method: string, path: string, body?: unknown) => ask<T>(method, path, auth, body),
    openWallet: (name: string) => ask<BenchWallet>('POST', '/api/v1/wallet', auth, { name }),
    defaultWallet: () => ask<BenchWallet>('GET', '/api/v1/wallet', auth),
    topUp: (amount: number) => ask('PUT', `/users/api/v1/user/${me.id}/balance`, auth, { amount }),
  }
}
