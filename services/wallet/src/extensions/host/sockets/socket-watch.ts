import { createWorker, type WorkerOptions } from '@satchel/worker/worker'
import type { PushHub } from '../stores/push-hub.ts'
import { SOCKETS_CHANNEL } from '../stores/watch-sockets.ts'

/** Whether a listener may stay connected; never rejects. */
type Check = () => Promise<void>

export interface SocketWatch {
  /** Registers a check that runs after each such step. Resolves, once registered, with a function that removes it. */
  add(extId: string, check: Check): Promise<() => void>
}

export function createSocketWatch(hub: PushHub, log: WorkerOptions['log']): SocketWatch {
  const watched = new Map<string, { readonly checks: Set<Check>; readonly forget: Promise<() => void> }>()
  return {
    async add(extId, check) {
      let one = watched.get(extId)
      if (one === undefined) {
        const checks = new Set<Check>()
        const runChecks = async (): Promise<void> => {
          for (const check of checks) await check()
        }
        const worker = createWorker({ work: runChecks, what: 'checking who may listen', log })
        one = { checks, forget: hub.listen(extId, SOCKETS_CHANNEL, undefined, worker.wake) }
        watched.set(extId, one)
      }
      const { checks, forget } = one
      checks.add(check)
      const end = await forget
      return () => {
        checks.delete(check)
        if (checks.size > 0 || watched.get(extId)?.checks !== checks) return
        watched.delete(extId)
        end()
      }
    },
  }
}
