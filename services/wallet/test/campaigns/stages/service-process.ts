import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import type { Answer, CallOptions } from '../../world/open-world.ts'
import type { TestDatabase } from '../../world/test-database.ts'

export interface ServiceState {
  readonly halted: boolean
  /** Why payments are halted. */
  readonly reason: string | null
  readonly alarms: readonly { readonly kind: string; readonly reference: string }[]
  readonly pending_outgoing: number
  readonly check: unknown
}

/** The service in a separate process, as an operator starts it. */
export interface ServiceProcess {
  readonly pid: number
  readonly url: string
  /** From the start of the process to its first answer. */
  readonly readyMs: number
  /** Rejects if the process is gone or does not answer: the outcome of the call is then unknown. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<Answer>
  /** The node's control interface; a refusal is an error. */
  sendControl<Body = never>(call: string, body?: unknown): Promise<Body>
  state(): Promise<ServiceState>
  signal(signal: NodeJS.Signals): void
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** For `CRASHING_SERVICE`: at which call. */
  armed(at: string): Promise<void>
  /** With its exit code; null after a signal. */
  readonly ended: Promise<number | null>
  /** The last lines of its log. */
  said(): string
}

export interface StartOptions {
  readonly place: Pick<TestDatabase, 'url' | 'folder'>
  readonly env?: Readonly<Record<string, string>>
  /** The program that runs it; unset = the Node of the tests. */
  readonly node?: string
  /** Its URL; unset = the bundle of the wallet service. */
  readonly entry?: string
  /** Called with its output. */
  readonly onOutput?: (text: string) => void
  /** Called immediately, so that a test can kill a process during its start. */
  readonly onSpawn?: (child: ChildProcess) => void
}

export const SUPER_USER = { username: 'root', password: 'a password for campaigns' }

/** Both are built by the global set-up of the tests. */
const MAIN = new URL('../../../../dist/wallet.js', import.meta.url).href
/** The URL of the bundled `crashing-service.ts`. */
export const CRASHING_SERVICE = new URL('../../../../dist-crashing/crashing-service.js', import.meta.url).href
/** Compiled code is kept between starts: a campaign starts the same program hundreds of times. */
const COMPILE_CACHE = join(tmpdir(), 'satchel-campaign-compile-cache')
const START_MS = 60_000
const KEPT_TEXT = 4000
const ANSWER_MS = 20_000
const running = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export async function startService(options: StartOptions): Promise<ServiceProcess> {
  const since = performance.now()
  const [port, controlPort] = await Promise.all([reservePort(), reservePort()])
  const child = spawnService(options, port, controlPort)
  running.add(child)
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  options.onSpawn?.(child)
  const { onOutput } = options
  if (onOutput !== undefined) {
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput)
  }
  const log = { said: '' }
  await becomeReady(child, log)
  const url = `http://127.0.0.1:${port}`
  const sendControl = async <Body>(call: string, body?: unknown): Promise<Body> => {
    const [method, path] = call.split(' ') as [string, string]
    const answer = await ask(`http://127.0.0.1:${controlPort}${path}`, method, {}, body)
    if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as Body
  }
  return {
    pid: child.pid ?? 0,
    url,
    readyMs: performance.now() - since,
    call: callAt(url),
    sendControl,
    state: () => sendControl<ServiceState>('GET /state'),
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    armed: (at) =>
      new Promise((resolve, reject) => {
        child.once('message', () => resolve())
        child.send(at, (error) => error && reject(error))
      }),
    ended,
    said: () => log.said,
  }
}

/** Sends requests to the service at this address, or to the balancer in front of it. */
export function callAt(url: string): ServiceProcess['call'] {
  return (method, path, { key, token, body, headers } = {}) =>
    ask(
      url + path,
      method,
      {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body,
    )
}

function spawnService(
  { place, env = {}, node = process.execPath, entry = MAIN }: StartOptions,
  port: number,
  controlPort: number,
): ChildProcess {
  return spawn(node, [fileURLToPath(entry)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      EXTENSIONS: process.env['EXTENSIONS'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? COMPILE_CACHE,
      SERVICE_CONFIG_FOLDER: place.folder,
      PORT: String(port),
      SERVICE_SIM_CONTROL: `127.0.0.1:${controlPort}`,
      SERVICE_DATA_FOLDER: place.folder,
      SERVICE_DATABASE_URL: place.url,
      AUTH_SECRET_KEY: 'a secret for campaigns that has more than 32 bytes',
      SUPER_USER_USERNAME: SUPER_USER.username,
      SUPER_USER_PASSWORD: SUPER_USER.password,
      SERVICE_RATE_LIMIT_NO: '0',
      SERVICE_PAY_WAIT_MS: '150',
      SERVICE_RECONCILE_MS: '100',
      ACCESS_LOG: 'off',
      ...env,
    },
  })
}

/** Resolves when the service reports that it listens; rejects with its output if it ends before. */
function becomeReady(child: ChildProcess, log: { said: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (problem: string): void => reject(new Error(`${problem}:\n${log.said}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail('the service does not get ready')
    }, START_MS)
    const listen = (chunk: Buffer | string): void => {
      log.said = log.said.slice(-KEPT_TEXT) + String(chunk)
      if (!log.said.includes('wallet service listens on')) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      fail(`the service ended while it started (${signal ?? code})`)
    })
  })
}

async function ask(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: Object.fromEntries(response.headers), body: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
