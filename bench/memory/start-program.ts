import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { processesOf } from '../mix/process-cpu.ts'
import { statusOf } from '../server-process.ts'

/** A program as its users start it. It may start child processes. */
export interface Program {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  /** `folder`: an empty folder, removed when the program stops. */
  readonly env: (folder: string) => Readonly<Record<string, string>>
  /** Each answers 200 once the program is ready. */
  readonly readyUrls: readonly string[]
}

export interface RunningProgram {
  readonly pid: number
  stop(): Promise<void>
}

/** The environment without variables of npm, of Node and of the services: they would change the measured program. */
const OWN_ENV = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_|SERVICE_|PRICES_)/.test(name)),
)
const READY_WITHIN_MS = 120_000
const ASK_EVERY_MS = 25

/** Resolves when every ready URL has answered 200. */
export async function startProgram(program: Program): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-memory-'))
  const log = join(folder, 'output.log')
  const output = openSync(log, 'a')
  const child = spawn(program.command, program.args, {
    cwd: program.cwd ?? folder,
    env: { ...OWN_ENV, ...program.env(folder) },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  const pid = child.pid ?? 0
  const stop = async (): Promise<void> => {
    for (const each of processesOf(pid)) process.kill(each, 'SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const endsAt = performance.now() + READY_WITHIN_MS
  const waiting = new Set(program.readyUrls)
  while (waiting.size > 0) {
    if (performance.now() > endsAt || child.exitCode !== null) {
      const said = readFileSync(log, 'utf8').slice(-2000)
      await stop()
      throw new Error(`${program.name} does not answer:\n${said}`)
    }
    for (const url of waiting) if ((await statusOf(url)) === 200) waiting.delete(url)
    await delay(ASK_EVERY_MS)
  }
  return { pid, stop }
}

/** The memory of a program and its descendants. Shared pages count once in total (PSS). Linux only. */
export function proportionalMb(pid: number): number {
  const kilobytes = processesOf(pid).map((each) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1]),
  )
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}
