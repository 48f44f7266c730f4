import { type ChildProcess, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { cpuTimeOf } from './cpu-time-of.ts'
import { createFrameReader, toFrame } from './frames.ts'
import { LIMITS } from './limits.ts'
import type { Answered, Order, Reply, SyncAnswer } from './messages.ts'
import { createTurns } from './turns.ts'

/** It has ended, by itself or because it did not reply. */
export class SandboxGone extends Error {}

/** What the host wants to send is more than the process takes. It is not sent. */
class OrderTooLong extends Error {}

export interface SendOptions {
  /** Whose code obeys. */
  readonly extension: string
  readonly stuckMs: number
}

export interface SandboxProcess {
  readonly pid: number | undefined
  /** Orders of an extension are obeyed one after another; those of several extensions take turns. Rejects with `SandboxGone` or `OrderTooLong`. */
  send(order: Order, options: SendOptions): Promise<Reply>
  kill(): void
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
}

export interface SandboxProcessOptions {
  /** Answers a guest that blocks its process meanwhile. */
  answer(run: number, name: string, args: readonly unknown[]): Answered
  /** Its orders wait for those of all others. */
  isLast(extension: string): boolean
  /** Whose order was being obeyed when it ended, and whether it was killed because that took too long. */
  onGone(extension: string | undefined, isStuck: boolean): void
}

interface Sent extends SendOptions {
  readonly order: Order
  readonly frame: Buffer
  resolve(reply: Reply): void
  reject(error: Error): void
}

const MAX_BYTES = 4 * 1024 * 1024
/** So many orders are with the process: it need not wait for the next one, and an order of another extension waits for few. */
const AHEAD = 2
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
    onGone(lost[0]?.extension, isStuck)
    for (const { reject } of lost) reject(new SandboxGone('the process of the sandbox has ended'))
    end()
  }
  let asked = 0
  /** Throws for what no process sends whose engine holds: it is ended then. */
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

/** The orders that are with the process, in their order, and those that wait for their turn. */
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
    /** The one that the process obeys. */
    now: (): Sent | undefined => sent[0],
    add(one: Sent): void {
      turns.add(one.extension, one)
      sendNext()
    },
    /** It is obeyed. */
    done(): void {
      sent.shift()
      sendNext()
    },
    clear: (): Sent[] => [...sent.splice(0), ...turns.clear()],
  }
}

const toAnswer = (answer: Answered): Buffer => toFrame({ do: 'tell', answer } satisfies SyncAnswer)

/** The process asks for the run that it is at, and no more than a run may. */
function requireOwn(order: Order, run: number, asked: number): void {
  const isOfRun = 'run' in order && order.run === run
  if (!isOfRun || asked > LIMITS.calls) throw new Error('a question that is not its own')
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
