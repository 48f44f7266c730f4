import { answerNow, followRun, type OpenRun, resultOf } from './follow-run.ts'
import type { HostSide } from './host-side.ts'
import { LIMITS } from './limits.ts'
import { createLoader, type GuestCode } from './load-code.ts'
import type { Breach, GuestCall, Json } from './messages.ts'
import { createRunQueue } from './run-queue.ts'
import { SandboxEnded } from './sandbox-ended.ts'
import { openSandboxProcess, type SandboxProcess } from './sandbox-process.ts'

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
  readonly restMs?: number
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

const MAX_MESSAGE = 300

/** Runs the code of packages in a process of its own, which starts when it is first needed. */
export function openSandbox({ onBreach, restMs = LIMITS.restMs }: SandboxOptions): Sandbox {
  let current: SandboxProcess | undefined
  let last = 0
  const open = new Map<number, OpenRun>()
  const { uses, useOf, end } = createUses(onBreach)
  const queue = createRunQueue()

  const start = (): SandboxProcess => {
    const opened = openSandboxProcess({
      answer: (run, name, args) => answerNow(open.get(run), name, args as Json[]),
      onGone(extension, isStuck) {
        if (current !== opened) return
        current = undefined
        loader.forgetAll()
        if (extension !== undefined)
          end(extension, isStuck ? 'stuck' : 'crash', 'it has ended the process of the sandbox')
      },
    })
    return opened
  }
  const loader = createLoader({
    current: () => current,
    restMs,
    isRunning: queue.isRunning,
    onEmpty() {
      if (queue.isBusy()) return
      const rested = current
      current = undefined
      rested?.kill()
    },
  })

  return {
    run: (code, call, host, forMs) =>
      queue.run(code.extension, async () => {
        const { extension } = code
        current ??= start()
        const used = current
        const refused = await loader.load(used, code)
        if (refused !== undefined) throw end(extension, refused.breach, refused.message)
        last += 1
        const run: OpenRun = { number: last, extension, host, errors: [] }
        open.set(run.number, run)
        const use = useOf(extension)
        use.runs += 1
        try {
          const ended = await followRun(used, run, { call, forMs, onSlice: (slice) => count(use, slice) })
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
      loader.stop()
      const used = current
      current = undefined
      used?.kill()
      await used?.ended
    },
  }
}

type Slice = Parameters<Parameters<typeof followRun>[2]['onSlice']>[0]

function count(use: GuestUse, { milliseconds, calls }: Slice): void {
  use.milliseconds += milliseconds
  use.calls += calls.length
}

function createUses(onBreach: SandboxOptions['onBreach']) {
  const uses = new Map<string, GuestUse>()
  const useOf = (extension: string): GuestUse => {
    const use = uses.get(extension) ?? { runs: 0, milliseconds: 0, calls: 0, ended: 0 }
    uses.set(extension, use)
    return use
  }
  return {
    uses,
    useOf,
    end(extension: string, breach: Breach, said: string): SandboxEnded {
      // The guest may have a say in it.
      const message = said.slice(0, MAX_MESSAGE)
      useOf(extension).ended += 1
      onBreach(extension, breach, message)
      return new SandboxEnded(breach, message)
    },
  }
}
