import { type ChildProcess, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { cpuTimeOf } from './cpu-time-of.ts'
import { createFrameReader, toFrame } from './frames.ts'
import type { Answered, Order, Reply, SyncAnswer } from './messages.ts'

/** It has ended, by itself or because it did not reply. */
export class SandboxGone extends Error {}

export interface SandboxProcess {
  readonly pid: number | undefined
  /** Orders are obeyed one after another. Rejects with `SandboxGone`. */
  send(order: Order, stuckMs: number): Promise<Reply>
  kill(): void
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
}

export interface SandboxProcessOptions {
  /** Answers a guest that blocks its process meanwhile. */
  answer(run: number, name: string, args: readonly unknown[]): Answered
  /** The order that was being obeyed when it ended, and whether it was killed because that took too long. */
  onGone(order: Order | undefined, isStuck: boolean): void
}

interface Sent {
  readonly order: Order
  readonly stuckMs: number
  resolve(reply: Reply): void
  reject(error: Error): void
}

const MAX_BYTES = 4 * 1024 * 1024
const MAIN = fileURLToPath(new URL('guest/main.ts', import.meta.url))
const HEAP_MB = 256
/** A process that gets no CPU time for so many times its limit is ended all the same. */
const STARVED_FACTOR = 30
const LOOK_MS = 20

/**
 * What it may read is the engine and its own code. Node has no flag yet that takes the network from a process; it has no
 * descriptor of ours but the one to talk over, and no environment.
 */
function startProcess(): ChildProcess {
  const readable = [dirname(dirname(MAIN)), dirname(fileURLToPath(import.meta.resolve('quickjs-wasi/package.json')))]
  const args = [
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${HEAP_MB}`,
    '--disable-proto=delete',
    '--no-warnings',
    MAIN,
  ]
  return spawn(process.execPath, args, { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
}

export function openSandboxProcess({ answer, onGone }: SandboxProcessOptions): SandboxProcess {
  const child = startProcess()
  const line = child.stdio[3] as Duplex
  const reader = createFrameReader(MAX_BYTES)
  const sent: Sent[] = []
  let isGone = false
  let isStuck = false
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })

  const watch = createWatch(child, () => {
    isStuck = true
    child.kill('SIGKILL')
  })
  const gone = (): void => {
    if (isGone) return
    isGone = true
    watch(undefined)
    child.kill('SIGKILL')
    line.destroy()
    const lost = sent.splice(0)
    onGone(lost[0]?.order, isStuck)
    for (const { reject } of lost) reject(new SandboxGone('the process of the sandbox has ended'))
    end()
  }
  const take = (reply: Reply): void => {
    if (reply.reply === 'ask') {
      const answered: SyncAnswer = { do: 'tell', answer: answer(reply.run, reply.name, reply.args) }
      line.write(toFrame(answered))
      return watch(sent[0])
    }
    sent.shift()?.resolve(reply)
    watch(sent[0])
  }
  line.on('data', (chunk: Buffer) => {
    try {
      for (const message of reader.take(chunk)) take(message as Reply)
    } catch {
      gone()
    }
  })
  line.on('error', gone)
  child.on('error', gone)
  child.on('exit', gone)
  child.unref()
  return {
    pid: child.pid,
    ended,
    send: (order, stuckMs) =>
      new Promise((resolve, reject) => {
        if (isGone) return reject(new SandboxGone('the process of the sandbox has ended'))
        sent.push({ order, stuckMs, resolve, reject })
        line.write(toFrame(order))
        if (sent.length === 1) watch(sent[0])
      }),
    kill() {
      child.ref()
      child.kill('SIGKILL')
    },
  }
}

/**
 * Watches the order that is obeyed now. Only the CPU time of the process counts: on a busy machine it has to wait for
 * that.
 */
function createWatch(child: ChildProcess, onStuck: () => void): (order: Sent | undefined) => void {
  let timer: NodeJS.Timeout | undefined
  return (order) => {
    clearTimeout(timer)
    if (order === undefined) return
    const { stuckMs } = order
    const [since, cpuBefore] = [performance.now(), cpuTimeOf(child.pid)]
    const look = (): void => {
      const cpu = cpuTimeOf(child.pid)
      const used = cpu === undefined || cpuBefore === undefined ? Number.POSITIVE_INFINITY : cpu - cpuBefore
      if (used >= stuckMs || performance.now() - since >= stuckMs * STARVED_FACTOR) return onStuck()
      timer = setTimeout(look, Math.max(LOOK_MS, stuckMs - used)).unref()
    }
    timer = setTimeout(look, stuckMs).unref()
  }
}
