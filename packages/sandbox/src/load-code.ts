import { LIMITS } from './limits.ts'
import type { Breach, Reply } from './messages.ts'
import { SandboxEnded } from './sandbox-ended.ts'
import { SandboxGone, type SandboxProcess } from './sandbox-process.ts'

/** One version of a package. */
export interface GuestCode {
  readonly extension: string
  /** Changes with the source. */
  readonly version: string
  /** Read when it is needed. */
  source(): Promise<string>
}

interface Loaded {
  readonly version: string
  readonly loading: Promise<Reply>
}

export interface LoaderOptions {
  current(): SandboxProcess | undefined
  readonly restMs: number
  isRunning(extension: string): boolean
  /** No code is loaded any more. */
  onEmpty(): void
  /** CPU time of loading. */
  onLoaded(extension: string, milliseconds: number): void
}

/** Which versions are loaded in the process of the sandbox. One without a run for a while is unloaded. */
export function createLoader({ current, restMs, isRunning, onEmpty, onLoaded }: LoaderOptions) {
  const loaded = new Map<string, Loaded>()
  const lastUsed = new Map<string, number>()
  const forget = (extension: string, one: Loaded): void => {
    if (loaded.get(extension) === one) loaded.delete(extension)
  }
  const resting = setInterval(() => {
    const before = Date.now() - restMs
    for (const [extension, at] of lastUsed) {
      if (at > before || isRunning(extension)) continue
      lastUsed.delete(extension)
      if (loaded.delete(extension)) {
        current()
          ?.send({ do: 'unload', extension }, { extension, stuckMs: LIMITS.stuckMs })
          .catch(() => undefined)
      }
    }
    if (loaded.size === 0) onEmpty()
  }, restMs)
  resting.unref()
  return {
    /** Resolves with the reason why the code cannot be loaded; undefined = it is loaded. */
    async load(
      used: SandboxProcess,
      { extension, version, source }: GuestCode,
    ): Promise<{ readonly breach: Breach; readonly message: string } | undefined> {
      lastUsed.set(extension, Date.now())
      let known = loaded.get(extension)
      if (known?.version !== version) {
        const load = async (): Promise<Reply> => {
          const order = { do: 'load', extension, source: await source() } as const
          const reply = await used.send(order, { extension, stuckMs: LIMITS.stuckLoadingMs })
          if (reply.reply === 'loaded') onLoaded(extension, reply.milliseconds)
          return reply
        }
        known = { version, loading: load() }
        loaded.set(extension, known)
      }
      const one = known
      const reply = await one.loading.catch((error: unknown) => {
        forget(extension, one)
        throw error instanceof SandboxGone ? new SandboxEnded('lost', error.message) : error
      })
      if (reply.reply !== 'refused') return undefined
      forget(extension, one)
      return { breach: reply.breach, message: `its code cannot be loaded: ${reply.message}` }
    },
    /** The process has ended. */
    forgetAll: () => loaded.clear(),
    stop: () => clearInterval(resting),
  }
}
