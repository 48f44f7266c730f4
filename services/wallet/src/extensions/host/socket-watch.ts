import type { Change } from '../../db/database.ts'
import type { PushHub } from './push-hub.ts'

/** No extension pushes there. */
const CHANNEL = '*sockets'

/** Belongs into every step after which somebody may listen who may not any more: each process looks at who does. */
export const watchSockets = (extId: string, at: number): Change => ({
  sql: 'INSERT INTO extension_pushes (ext_id, channel, body, at) VALUES ($1, $2, $3, $4)',
  params: [extId, CHANNEL, 'true', at],
  rows: 1,
})

/** Whether a listener may go on; never rejects. */
type Check = () => Promise<void>

export interface SocketWatch {
  /** Checks again after such a step. Resolves, when that is so, with the way out. */
  add(extId: string, check: Check): Promise<() => void>
}

export function createSocketWatch(hub: PushHub): SocketWatch {
  const watched = new Map<string, { readonly checks: Set<Check>; readonly forget: Promise<() => void> }>()
  return {
    async add(extId, check) {
      let one = watched.get(extId)
      if (one === undefined) {
        const checks = new Set<Check>()
        one = { checks, forget: hub.listen(extId, CHANNEL, undefined, createRounds(checks)) }
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

/** One check after another, and one round at a time, however many steps there were. */
function createRounds(checks: ReadonlySet<Check>): () => void {
  let isRunning = false
  let again = false
  const run = async (): Promise<void> => {
    isRunning = true
    do {
      again = false
      for (const check of checks) await check()
    } while (again)
    isRunning = false
  }
  return () => {
    again = true
    if (!isRunning) void run()
  }
}
