import { LIMITS } from './limits.ts'
import { SandboxEnded } from './sandbox-ended.ts'

/** Limits concurrent runs per extension and in total, first come, first served. */
export function createRunQueue() {
  const running = new Map<string, number>()
  const waiting: { readonly extension: string; begin(): void }[] = []
  let total = 0
  const fits = (extension: string): boolean =>
    total < LIMITS.runs && (running.get(extension) ?? 0) < LIMITS.runsOfExtension
  const begin = (extension: string): void => {
    total += 1
    running.set(extension, (running.get(extension) ?? 0) + 1)
  }
  const end = (extension: string): void => {
    total -= 1
    const left = (running.get(extension) ?? 1) - 1
    if (left === 0) running.delete(extension)
    else running.set(extension, left)
    const at = waiting.findIndex((one) => fits(one.extension))
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    next?.begin()
  }
  return {
    isRunning: (extension: string): boolean => running.has(extension),
    /** Whether any run is in flight. */
    isBusy: (): boolean => total > 0,
    /** Starts immediately, whatever the limits. */
    async runNow<T>(extension: string, work: () => Promise<T>): Promise<T> {
      begin(extension)
      try {
        return await work()
      } finally {
        end(extension)
      }
    },
    async run<T>(extension: string, work: () => Promise<T>): Promise<T> {
      if (fits(extension)) begin(extension)
      else {
        const own = waiting.filter((one) => one.extension === extension).length
        if (own >= LIMITS.waitingOfExtension) throw new SandboxEnded('busy', 'too many runs of it wait already')
        await new Promise<void>((resolve) => {
          const wait = {
            extension,
            begin(): void {
              begin(extension)
              resolve()
            },
          }
          waiting.push(wait)
        })
      }
      try {
        return await work()
      } finally {
        end(extension)
      }
    },
  }
}
