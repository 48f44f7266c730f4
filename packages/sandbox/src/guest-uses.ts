import type { HeavyList } from './heavy-list.ts'
import type { HostSide } from './host-side.ts'
import type { Breach } from './messages.ts'
import type { SliceReply } from './read-slice.ts'
import { SandboxEnded } from './sandbox-ended.ts'

/** Resources that one extension has used since the start. */
export interface GuestUse {
  runs: number
  /** CPU time inside the sandbox. */
  milliseconds: number
  calls: number
  /** Runs that the sandbox has ended. */
  ended: number
}

export interface GuestUses {
  /** By extension. */
  readonly all: ReadonlyMap<string, Readonly<GuestUse>>
  countRun(extension: string): void
  countLoad(extension: string, milliseconds: number): void
  countSlice(extension: string, slice: Pick<SliceReply, 'milliseconds' | 'calls' | 'size'>): void
  /** The sandbox ends a run of it. `host`: that of the run; undefined: its code could not be loaded. */
  end(extension: string, breach: Breach, reason: string, host: HostSide | undefined): SandboxEnded
}

/** `host`: of the ended run; undefined: the code could not be loaded. */
export type OnBreach = (extension: string, breach: Breach, message: string, host: HostSide | undefined) => void

const MAX_MESSAGE = 300

export function createGuestUses(heavy: HeavyList, onBreach: OnBreach): GuestUses {
  const all = new Map<string, GuestUse>()
  const useOf = (extension: string): GuestUse => {
    const use = all.get(extension) ?? { runs: 0, milliseconds: 0, calls: 0, ended: 0 }
    all.set(extension, use)
    return use
  }
  return {
    all,
    countRun(extension) {
      useOf(extension).runs += 1
    },
    countLoad(extension, milliseconds) {
      useOf(extension).milliseconds += milliseconds
      heavy.countLoad(extension, milliseconds)
    },
    countSlice(extension, { milliseconds, calls, size }) {
      const use = useOf(extension)
      use.milliseconds += milliseconds
      use.calls += calls.length
      heavy.countSlice(extension, { milliseconds, size })
    },
    end(extension, breach, reason, host) {
      // The guest can influence this text.
      const message = reason.slice(0, MAX_MESSAGE)
      useOf(extension).ended += 1
      heavy.countEnded(extension)
      onBreach(extension, breach, message, host)
      return new SandboxEnded(breach, message)
    },
  }
}
