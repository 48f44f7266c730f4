import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { reservePort } from '@satchel/outbound/world/reserve-port'

export interface ServerCommand {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Answers 200 once the server is ready. */
  readonly readyPath: string
}

export interface ServerProcess {
  readonly name: string
  readonly pid: number
  readonly port: number
  /** User and system time of the whole process since its start. */
  cpuMicroseconds(): Promise<number>
  /** Truncates the log file. */
  forgetOutput(): void
  stop(): void
}

const READY_WITHIN_MS = 60_000
const running = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a server in its own process, its output in a file as under a supervisor, and waits until it answers. */
export async function startServer(server: ServerCommand, folder: string): Promise<ServerProcess> {
  const port = await reservePort()
  const outputFile = join(folder, `${server.name.replace(/\W+/g, '-')}.log`)
  const output = openSync(outputFile, 'a')
  const speaksIpc = server.command === process.execPath
  const child = spawn(server.command, server.args, {
    cwd: folder,
    // Without the caller's variables, which would change what is measured.
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', HOST: '127.0.0.1', PORT: `${port}`, ...server.env },
    stdio: ['pipe', output, output, ...(speaksIpc ? (['ipc'] as const) : [])],
  })
  closeSync(output)
  running.add(child)
  child.once('exit', () => running.delete(child))
  try {
    await untilItAnswers(child, port, server.readyPath)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${server.name}: ${String(error)}\n${readFileSync(outputFile, 'utf8').slice(-2000)}`)
  }
  return {
    name: server.name,
    pid: child.pid ?? 0,
    port,
    cpuMicroseconds: speaksIpc ? () => askForCpu(child) : async () => readCpu(child.pid ?? 0),
    forgetOutput: () => truncateSync(outputFile),
    stop: () => void child.kill('SIGKILL'),
  }
}

async function untilItAnswers(child: ChildProcess, port: number, path: string): Promise<void> {
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`ended with exit code ${code}`)))
  })
  failed.catch(() => undefined)
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const status = await Promise.race([failed, statusOf(`http://127.0.0.1:${port}${path}`)])
    if (status === 200) return
    if (Date.now() > deadline) throw new Error(`does not answer, last status ${status}`)
    await delay(50)
  }
}

/** Undefined if there is no answer. */
export async function statusOf(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(url, { headers: { connection: 'close' } })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return undefined
  }
}

/** `report-cpu.ts` in the child answers. */
async function askForCpu(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message')
  child.send('cpu')
  const [microseconds] = (await answer) as [number]
  return microseconds
}

/** For a process without `report-cpu.ts`: Linux counts in hundredths of a second, which is exact enough for a round. */
function readCpu(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? ''
  const [user = 0, system = 0] = afterName.split(' ').slice(11, 13).map(Number)
  return (user + system) * 10_000
}
