import { fileURLToPath } from 'node:url'
import type { Dialect } from '../../services/wallet/src/db/database.ts'
import { COMPILE_CACHE } from '../../services/wallet/world/compile-cache.ts'
import { type ServerCommand, type ServerProcess, startServer } from '../server-process.ts'
import { shippedProgram } from '../shipped-program.ts'

export interface Place {
  readonly dialect: Dialect
  readonly folder: string
  readonly url: string
}

export const CONTROL_PORT = 15_056
const USERNAME = 'bench'
const PASSWORD = 'a password for the bench'

export interface BenchWallet {
  readonly id: string
  readonly adminkey: string
  readonly inkey: string
}

/** This checkout. */
export const OWN_ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The service as shipped, but for the rate limit, which one client would hit, unless `env` sets one. `root`: the checkout
 * whose service it is.
 */
export async function startWalletServer(
  { url, folder }: Place,
  env: Readonly<Record<string, string>> = {},
  root = OWN_ROOT,
): Promise<ServerProcess> {
  const preload = new URL('../report-cpu.ts', import.meta.url).href
  const shipped = await shippedProgram(root, 'wallet')
  const command: ServerCommand = {
    name: 'wallet service',
    command: process.execPath,
    args: ['--import', preload, ...shipped.args],
    env: {
      ...shipped.env,
      // As the unit and the image set it.
      ...COMPILE_CACHE,
      SERVICE_DATA_FOLDER: folder,
      SERVICE_DATABASE_URL: url,
      AUTH_SECRET_KEY: 'a secret for the bench of more than 32 bytes',
      SUPER_USER_USERNAME: USERNAME,
      SUPER_USER_PASSWORD: PASSWORD,
      SERVICE_RATE_LIMIT_NO: '0',
      SERVICE_PAY_WAIT_MS: '500',
      SERVICE_SIM_CONTROL: `127.0.0.1:${CONTROL_PORT}`,
      // Only on loopback, only for the bench.
      NODE_ENV: 'test',
      ...env,
    },
    readyPath: '/api/v1/health',
  }
  return startServer(command, folder)
}

/** Resolves when the port is free again. */
export async function stopWalletServer(server: ServerProcess): Promise<void> {
  server.stop()
  const gone = async (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${server.port}/`).then(
      () => false,
      () => true,
    )
  while (!(await gone())) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** What the bench logs in with. */
export const LOGIN = { username: USERNAME, password: PASSWORD }

/** The bench as a user of the service. */
export async function logIn(port: number, login = LOGIN) {
  const ask = async <T>(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<T> => {
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
    addUser: (user: typeof LOGIN) => ask('POST', '/users/api/v1/user', auth, user),
    topUp: (amount: number) => ask('PUT', `/users/api/v1/user/${me.id}/balance`, auth, { amount }),
  }
}
