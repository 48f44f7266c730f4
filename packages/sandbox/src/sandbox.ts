import { type CallPace, createCallPace, NO_PACE } from './call-pace.ts'
import { createGuestUses, type GuestUse, type OnBreach } from './guest-uses.ts'
import { createHeavyList } from './heavy-list.ts'
import type { HostSide } from './host-side.ts'
import { openLane } from './lane.ts'
import { LIMITS } from './limits.ts'
import type { GuestCode } from './load-code.ts'
import type { GuestCall, Json } from './messages.ts'

export interface SandboxOptions {
  /** The sandbox has ended a run of this extension. */
  readonly onBreach: OnBreach
  readonly restMs?: number
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

export interface Sandbox {
  /**
   * Resolves with what the function returns. Rejects with `SandboxEnded`, `GuestFailure` or an error of the host.
   * `forMs`: the time limit.
   */
  run(code: GuestCode, call: GuestCall, host: HostSide, forMs: number): Promise<Json | undefined>
  /** By extension. */
  uses(): ReadonlyMap<string, Readonly<GuestUse>>
  /** The processes that run now. */
  pids(): readonly number[]
  stop(): Promise<void>
}

/**
 * Runs the code of packages in separate processes, started on demand. Most packages share one. Packages that would
 * delay others share a second one, where they delay and end mostly one another's runs. Packages that use much CPU time,
 * or whose runs were ended, also get fewer calls of the host.
 */
export function openSandbox({ onBreach, restMs = LIMITS.restMs, now = monotonicMs }: SandboxOptions): Sandbox {
  const heavyList = createHeavyList(now)
  const uses = createGuestUses(heavyList, onBreach)
  const pace = createCallPace(now, LIMITS.heavyCalls)
  const paceOf = (extension: string): CallPace => (heavyList.isHeavy(extension) ? pace : NO_PACE)
  const quick = openLane({ uses, restMs, pace: NO_PACE, isBehind: false, isLast: heavyList.delaysOthers })
  const slow = openLane({
    uses,
    restMs,
    isBehind: true,
    isLast: heavyList.isHeavy,
    pace: {
      take: (extension) => paceOf(extension).take(extension),
      peek: (extension) => paceOf(extension).peek(extension),
    },
  })
  const lanes = [quick, slow]
  return {
    run: (code, ...rest) => (heavyList.delaysOthers(code.extension) ? slow : quick).run(code, ...rest),
    uses: () => uses.all,
    pids: () => lanes.flatMap(({ pid }) => pid ?? []),
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

const monotonicMs = (): number => performance.now()
