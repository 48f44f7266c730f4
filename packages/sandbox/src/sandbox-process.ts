import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { NOT_TWO_DIGITS } from '@satchel/money/minor-digits'
import { cpuTimeOf } from './cpu-time-of.ts'
import { createFrameReader, toFrame } from './frames.ts'
import type { HostSide } from './host-side.ts'
import { LIMITS } from './limits.ts'
import type { Answered, Order, Reply, SyncAnswer } from './messages.ts'
import { createTurns } from './turns.ts'

/** It has ended, or was ended because it did not reply. */
export class SandboxGone extends Error {}

/** The order is longer than the process accepts. It was not sent. */
class OrderTooLong extends Error {}

export interface SendOptions {
  /** The extension whose code executes the order. */
  readonly extension: string
  /** The host of the run; undefined: the order loads code. */
  readonly host?: HostSide
  readonly stuckMs: number
}

export interface SandboxProcess {
  readonly pid: number | undefined
  /**
   * Executes orders of one extension in sequence; several extensions take turns. Rejects with `SandboxGone` or
   * `OrderTooLong`.
   */
  send(order: Order, options: SendOptions): Promise<Reply>
  kill(): void
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
}

export interface SandboxProcessOptions {
  /** Answers a synchronous call of a guest. */
  answer(run: number, name: string, args: readonly unknown[]): Answered
  /** Whether the extension's orders wait for those of all others. */
  isLast(extension: string): boolean
  /** The order that was executed when the process ended, and whether the process was killed because of it. */
  onGone(order: SendOptions | undefined, isStuck: boolean): void
}

interface Sent extends SendOptions {
  readonly order: Order
  readonly frame: Buffer
  resolve(reply: Reply): void
  reject(error: Error): void
}

const MAX_BYTES = 4 * 1024 * 1024
/**
 * Orders sent ahead to the process: enough that it never idles, few enough that other extensions' orders do not wait
 * long.
 */
const AHEAD = 2
const MAIN = fileURLToPath(new URL('guest/main.ts', import.meta.url))
const HEAP_MB = 256
/** A process is killed after this multiple of its limit in wall-clock time, even if it got no CPU time. */
const STARVED_FACTOR = 30
const LOOK_MS = 20

/**
 * The process may read only the engine, its own code and the reader of JSON. It has no environment, and only one descriptor of ours, for
 * messages. From Node 25 `--permission` also denies it the network; Node 22 and 24 have no flag for that.
 */
function startProcess(): ChildProcess {
  const engine = folderOf('quickjs-wasi/package.json')
  // The package is found by its link, and read where the link leads.
  const reader = [join(dirname(engine), '@satchel/json'), folderOf('@satchel/json/parse-json')]
  const readable = [dirname(dirname(MAIN)), engine, ...reader]
  const args = [
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${HEAP_MB}`,
    '--disable-proto=delete',
    '--no-warnings',
    MAIN,
    JSON.stringify([...NOT_TWO_DIGITS]),
  ]
  return spawn(process.execPath, args, { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
}

const folderOf = (name: string): string => dirname(fileURLToPath(import.meta.resolve(name)))

export function openSandboxProcess({ answer, isLast, onGone }: SandboxProcessOptions): SandboxProcess {
  const child = startProcess()
  const line = child.stdio[3] as Duplex
  const reader = createFrameReader(MAX_BYTES)
  const orders = createOrders(isLast, (frame) => void line.write(frame))
  let [isGone, isStuck] = [false, false]
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
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
    const lost = orders.clear()
    onGone(lost[0], isStuck)
    for (const { reject } of lost) reject(new SandboxGone('the process of the sandbox has ended'))
    end()
  }
  let asked = 0
  /** Throws for messages that only a compromised process sends; the process is then killed. */
  const take = (reply: Reply): void => {
    const now = orders.now()
    if (now === undefined) throw new Error('a reply to nothing')
    if (reply.reply === 'ask') {
      asked += 1
      requireOwn(now.order, reply.run, asked)
      return void line.write(toAnswer(answer(reply.run, reply.name, reply.args)))
    }
    asked = 0
    orders.done()
    now.resolve(reply)
    watch(orders.now())
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
    send: (order, options) =>
      new Promise((resolve, reject) => {
        if (isGone) return reject(new SandboxGone('the process of the sandbox has ended'))
        const frame = toFrame(order)
        if (frame.length > LIMITS.answerBytes) return reject(new OrderTooLong('what is for the sandbox is too long'))
        const one: Sent = { order, frame, ...options, resolve, reject }
        orders.add(one)
        if (orders.now() === one) watch(one)
      }),
    kill() {
      child.ref()
      child.kill('SIGKILL')
    },
  }
}

/** The orders sent to the process, in order, and the waiting ones. */
function createOrders(isLast: (extension: string) => boolean, write: (frame: Buffer) => void) {
  const sent: Sent[] = []
  const turns = createTurns<Sent>(isLast)
  const sendNext = (): void => {
    while (sent.length < AHEAD) {
      const next = turns.next(sent.length === 0 ? 'any' : 'first')
      if (next === undefined) return
      sent.push(next)
      write(next.frame)
    }
  }
  return {
    /** The order that the process executes. */
    now: (): Sent | undefined => sent[0],
    add(one: Sent): void {
      turns.add(one.extension, one)
      sendNext()
    },
    /** The process has executed it. */
    done(): void {
      sent.shift()
      sendNext()
    },
    clear: (): Sent[] => [...sent.splice(0), ...turns.clear()],
  }
}

const toAnswer = (answer: Answered): Buffer => toFrame({ do: 'tell', answer } satisfies SyncAnswer)

/** Accept a call only for the current run, and within the limits of a run. */
function requireOwn(order: Order, run: number, asked: number): void {
  const isOfRun = 'run' in order && order.run === run
  if (!isOfRun || asked > LIMITS.calls) throw new Error('a question that is not its own')
}

/** Watches the running order. Only the CPU time of the process counts, because a busy machine delays it. */
function createWatch(child: ChildProcess, onStuck: () => void): (order: Sent | undefined) => void {
  let timer: NodeJS.Timeout | undefined
  return (order) => {
    clearTimeout(timer)
    if (order === undefined) return
    const { stuckMs } = order
    const [since, cpuBefore] = [performance.now(), cpuTimeOf(child.pid)]
    const check = (): void => {
      const cpu = cpuTimeOf(child.pid)
      const used = cpu === undefined || cpuBefore === undefined ? Number.POSITIVE_INFINITY : cpu - cpuBefore
      if (used >= stuckMs || performance.now() - since >= stuckMs * STARVED_FACTOR) return onStuck()
      timer = setTimeout(check, Math.max(LOOK_MS, stuckMs - used)).unref()
    }
    timer = setTimeout(check, stuckMs).unref()
  }
}
