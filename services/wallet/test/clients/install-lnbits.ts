import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { reservePort } from '@satchel/outbound/world/reserve-port'

const run = promisify(execFile)

/** Pins the dependencies of the release: newer versions of them are incompatible. */
const LNBITS = ['lnbits==1.6.2', 'bitstring<5']
const INSTALL_MS = 600_000
const START_MS = 300_000

export interface InstalledLnbits {
  /** Undefined if PyPI is unreachable or Python is missing. */
  readonly python: string | undefined
  readonly missing: string | undefined
  remove(): Promise<void>
}

/** LNbits itself, in a new temporary folder; `LNBITS_PYTHON` is a Python that has it already, which spares minutes. */
export async function installLnbits(): Promise<InstalledLnbits> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-lnbits-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  const there = process.env['LNBITS_PYTHON']
  if (there !== undefined) return { python: there, missing: undefined, remove }
  const python = join(folder, 'bin', 'python')
  try {
    await run('python3', ['-m', 'venv', folder], { timeout: INSTALL_MS })
    await run(python, ['-m', 'pip', 'install', '-q', ...LNBITS], { timeout: INSTALL_MS })
    return { python, missing: undefined, remove }
  } catch (error) {
    return { python: undefined, missing: `LNbits: ${(error as Error).message.split('\n', 1)[0]}`, remove }
  }
}

export interface RunningLnbits {
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever LNbits answers
  call(method: string, path: string, asking?: Asking): Promise<{ readonly status: number; readonly body: any }>
  stop(): Promise<void>
}

interface Asking {
  readonly key?: string
  readonly token?: string
  readonly body?: object
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) kill(child)
})

/** Also ends the child process that runs the server. */
function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Starts an LNbits whose funding source is a wallet of the service. */
export async function startLnbits(python: string, endpoint: string, adminKey: string): Promise<RunningLnbits> {
  const data = await mkdtemp(join(tmpdir(), 'satchel-lnbits-data-'))
  const port = await reservePort()
  // It reads its pages from the folder in which it runs.
  const { stdout } = await run(python, ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])'])
  const child = spawn(
    python,
    ['-c', 'from lnbits.server import main; main()', '--host', '127.0.0.1', '--port', String(port)],
    {
      cwd: stdout.trim(),
      // A group of processes of its own, which can be ended as a whole.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: String(port),
        LNBITS_DATA_FOLDER: data,
        LNBITS_EXTENSIONS_PATH: data,
        LNBITS_ADMIN_UI: 'true',
        LNBITS_RATE_LIMIT_NO: '10000',
        LNBITS_BACKEND_WALLET_CLASS: 'LNbitsWallet',
        LNBITS_ENDPOINT: endpoint,
        LNBITS_ADMIN_KEY: adminKey,
      },
    },
  )
  running.add(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve(void running.delete(child))))
  const log = join(data, 'output.log')
  const output = createWriteStream(log)
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
  const base = `http://127.0.0.1:${port}`
  try {
    await untilReady(base, child)
  } catch (error) {
    kill(child)
    throw new Error(`${(error as Error).message}\n${(await readFile(log, 'utf8')).slice(-2000)}`, { cause: error })
  }
  return {
    call: (method, path, asking) => ask(base, method, path, asking),
    async stop() {
      kill(child)
      await ended
      await rm(data, { recursive: true, force: true })
    },
  }
}

async function untilReady(base: string, child: ChildProcess): Promise<void> {
  for (const began = performance.now(); performance.now() - began < START_MS; await delay(250)) {
    if (child.exitCode !== null) throw new Error(`LNbits ended with ${child.exitCode}`)
    const answer = await fetch(base, { redirect: 'manual' }).catch(() => undefined)
    if (answer !== undefined) return
  }
  throw new Error('LNbits does not answer')
}

async function ask(base: string, method: string, path: string, { key, token, body }: Asking = {}) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { 'x-api-key': key }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}
