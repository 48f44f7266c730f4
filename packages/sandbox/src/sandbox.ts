import { answerNow, followRun, type OpenRun, resultOf } from './follow-run.ts'
import type { HostSide } from './host-side.ts'
import { LIMITS } from './limits.ts'
import type { Breach, GuestCall, Json, Order, Reply } from './messages.ts'
import { createRunQueue } from './run-queue.ts'
import { SandboxEnded } from './sandbox-ended.ts'
import { openSandboxProcess, SandboxGone, type SandboxProcess } from './sandbox-process.ts'

/** One version of a package. */
export interface GuestCode {
  readonly extension: string
  /** Changes with the source. */
  readonly version: string
  /** Read when it is needed. */
  source(): Promise<string>
}

/** What one extension has used since the start. */
export interface GuestUse {
  runs: number
  /** CPU time inside the sandbox. */
  milliseconds: number
  calls: number
  /** Runs that the sandbox has ended. */
  ended: number
}

export interface SandboxOptions {
  /** The sandbox has ended a run of this extension. */
  onBreach(extension: string, breach: Breach, message: string): void
}

export interface Sandbox {
  /**
   * Resolves with what the function returns. Rejects with `SandboxEnded`, with `GuestFailure`, or with what the host has
   * thrown. `forMs`: for how long it may take.
   */
  run(code: GuestCode, call: GuestCall, host: HostSide, forMs: number): Promise<Json | undefined>
  /** By extension. */
  uses(): ReadonlyMap<string, Readonly<GuestUse>>
  /** The process; undefined while none is needed. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

interface Loaded {
  readonly version: string
  readonly loading: Promise<Reply>
}

/** Runs the code of packages in a process of its own, which starts when it is first needed. */
export function openSandbox({ onBreach }: SandboxOptions): Sandbox {
  let current: SandboxProcess | undefined
  let loaded = new Map<string, Loaded>()
  let last = 0
  const open = new Map<number, OpenRun>()
  const uses = new Map<string, GuestUse>()
  const lastUsed = new Map<string, number>()
  const queue = createRunQueue()

  const useOf = (extension: string): GuestUse => {
    const use = uses.get(extension) ?? { runs: 0, milliseconds: 0, calls: 0, ended: 0 }
    uses.set(extension, use)
    return use
  }
  const end = (extension: string, breach: Breach, message: string): SandboxEnded => {
    useOf(extension).ended += 1
    onBreach(extension, breach, message)
    return new SandboxEnded(breach, message)
  }
  const start = (): SandboxProcess => {
    const opened = openSandboxProcess({
      answer: (run, name, args) => answerNow(open.get(run), name, args as Json[]),
      onGone(order, isStuck) {
        if (current !== opened) return
        current = undefined
        loaded = new Map()
        const extension = order === undefined ? undefined : extensionOf(order, open)
        if (extension !== undefined)
          end(extension, isStuck ? 'stuck' : 'crash', 'it has ended the process of the sandbox')
      },
    })
    return opened
  }
  const load = async (used: SandboxProcess, { extension, version, source }: GuestCode): Promise<void> => {
    let known = loaded.get(extension)
    if (known?.version !== version) {
      const loading = source().then((text) => used.send({ do: 'load', extension, source: text }, LIMITS.stuckLoadingMs))
      known = { version, loading }
      loaded.set(extension, known)
    }
    const reply = await known.loading.catch((error: unknown) => {
      if (loaded.get(extension) === known) loaded.delete(extension)
      throw error instanceof SandboxGone ? new SandboxEnded('lost', error.message) : error
    })
    if (reply.reply !== 'refused') return
    if (loaded.get(extension) === known) loaded.delete(extension)
    throw end(extension, reply.breach, `its code cannot be loaded: ${reply.message}`)
  }
  const resting = setInterval(() => {
    const before = Date.now() - LIMITS.restMs
    for (const [extension, at] of lastUsed) {
      if (at > before) continue
      lastUsed.delete(extension)
      if (loaded.delete(extension)) current?.send({ do: 'unload', extension }, LIMITS.stuckMs).catch(() => undefined)
    }
  }, LIMITS.restMs)
  resting.unref()

  return {
    run: (code, call, host, forMs) =>
      queue.run(code.extension, async () => {
        const { extension } = code
        current ??= start()
        const used = current
        lastUsed.set(extension, Date.now())
        await load(used, code)
        last += 1
        const run: OpenRun = { number: last, extension, host, errors: [] }
        open.set(run.number, run)
        const use = useOf(extension)
        use.runs += 1
        try {
          const ended = await followRun(used, run, {
            call,
            forMs,
            onSlice({ milliseconds, calls }) {
              use.milliseconds += milliseconds
              use.calls += calls.length
            },
          })
          if ('breach' in ended) throw end(extension, ended.breach, ended.message)
          return resultOf(ended, run)
        } finally {
          open.delete(run.number)
        }
      }),
    uses: () => uses,
    get pid() {
      return current?.pid
    },
    async stop() {
      clearInterval(resting)
      const used = current
      current = undefined
      used?.kill()
      await used?.ended
    },
  }
}

const extensionOf = (order: Order, open: ReadonlyMap<number, OpenRun>): string | undefined =>
  order.do === 'run' || order.do === 'load'
    ? order.extension
    : 'run' in order
      ? open.get(order.run)?.extension
      : undefined
