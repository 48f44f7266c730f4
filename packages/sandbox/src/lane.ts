import { runBehind } from '@satchel/worker/run-behind'
import type { CallPace } from './call-pace.ts'
import { answerNow, type FollowOptions, followRun, type OpenRun, resultOf } from './follow-run.ts'
import type { GuestUses } from './guest-uses.ts'
import type { HostSide } from './host-side.ts'
import { createLoader, type GuestCode } from './load-code.ts'
import type { Answered, GuestCall, Json } from './messages.ts'
import { createRunQueue } from './run-queue.ts'
import { openSandboxProcess, type SandboxProcess } from './sandbox-process.ts'

export interface LaneOptions {
  readonly uses: GuestUses
  readonly restMs: number
  /** The rate limit for the calls of its extensions. */
  readonly pace: CallPace
  /** Its process has a low CPU priority. */
  readonly isBehind: boolean
  /** The extension's runs here wait for those of all others. */
  isLast(extension: string): boolean
}

/** One process that runs the code of packages. It starts on first use, and ends after a time without runs. */
export interface Lane {
  run(code: GuestCode, call: GuestCall, host: HostSide, forMs: number): Promise<Json | undefined>
  /** Undefined while it has no process. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

export function openLane({ uses, restMs, pace, isBehind, isLast }: LaneOptions): Lane {
  let current: SandboxProcess | undefined
  let last = 0
  const open = new Map<number, OpenRun>()
  const queue = createRunQueue()

  const start = (): SandboxProcess => {
    const opened = openSandboxProcess({
      answer: (number, name, args) => answerIn(open.get(number), pace, name, args as Json[]),
      isLast,
      onGone(order, isStuck) {
        if (current !== opened) return
        current = undefined
        loader.forgetAll()
        if (order === undefined) return
        uses.end(order.extension, isStuck ? 'stuck' : 'crash', ENDED_PROCESS, order.host)
      },
    })
    if (isBehind) runBehind(opened.pid)
    return opened
  }
  const loader = createLoader({
    current: () => current,
    restMs,
    isRunning: queue.isRunning,
    onLoaded: uses.countLoad,
    onEmpty() {
      if (queue.isBusy()) return
      const rested = current
      current = undefined
      rested?.kill()
    },
  })

  const run = async (code: GuestCode, call: GuestCall, host: HostSide, forMs: number): Promise<Json | undefined> => {
    const { extension } = code
    const used = (current ??= start())
    const refused = await loader.load(used, code)
    if (refused !== undefined) throw uses.end(extension, refused.breach, refused.message, undefined)
    last += 1
    const one: OpenRun = { number: last, extension, host, errors: [] }
    open.set(one.number, one)
    uses.countRun(extension)
    try {
      const onSlice: FollowOptions['onSlice'] = (slice) => uses.countSlice(extension, slice)
      const ended = await followRun(used, one, { call, forMs, pace, onSlice })
      if ('breach' in ended) throw uses.end(extension, ended.breach, ended.message, host)
      return resultOf(ended, one)
    } finally {
      open.delete(one.number)
    }
  }
  return {
    run(code, call, ...rest) {
      const work = () => run(code, call, ...rest)
      // Runs without a context skip the queue: they make no calls, and a queued run may wait for one.
      return call.contextAt === undefined ? queue.runNow(code.extension, work) : queue.run(code.extension, work)
    },
    get pid() {
      return current?.pid
    },
    async stop() {
      loader.stop()
      const used = current
      current = undefined
      used?.kill()
      await used?.ended
    },
  }
}

const ENDED_PROCESS = 'it has ended the process of the sandbox'

/** A synchronous call is not delayed, because its process blocks; later calls are. */
function answerIn(run: OpenRun | undefined, pace: CallPace, name: string, args: readonly Json[]): Answered {
  if (run !== undefined) pace.take(run.extension)
  return answerNow(run, name, args)
}
