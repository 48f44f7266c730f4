import type { Snapshot } from 'quickjs-wasi'
import { LIMITS } from '../limits.ts'
import type { Answered, Facts, GuestCall, Reply } from '../messages.ts'
import { type Breached, breachOf } from './breach.ts'
import { cpuMs } from './cpu-ms.ts'
import { type Engine, Instance } from './engine.ts'
import { createGuestPort, type GuestPort } from './guest-port.ts'

/** Asks the host, and blocks this process until it has answered. */
export type AskHost = (run: number, name: string, args: readonly unknown[]) => Answered

interface Run {
  readonly extension: string
  /** The package of its instance: another version may be loaded before the run ends. */
  readonly image: Snapshot
  readonly instance: Instance
  readonly port: GuestPort
}

/** Everything that is loaded or runs in this process. */
export function createRuns(engine: Engine, askHost: AskHost) {
  const images = new Map<string, Snapshot>()
  const pool = createInstancePool()
  const runs = new Map<number, Run>()

  const slice = (number: number, run: Run, began: number, work: () => void): Reply => {
    const { breach, ended } = goOn(run, work)
    if (ended !== undefined) {
      runs.delete(number)
      // After a breach its memory may be inconsistent.
      if (breach === undefined && images.get(run.extension) === run.image) pool.give(run.extension, run.instance)
      else run.instance.dispose()
    }
    return { reply: 'slice', run: number, ...run.port.take(), ended, milliseconds: cpuMs() - began }
  }
  return {
    async load(extension: string, source: string): Promise<Reply> {
      pool.clear(extension)
      images.delete(extension)
      try {
        if (Buffer.byteLength(source) > LIMITS.sourceBytes) throw new Error('the code is too long')
        const began = cpuMs()
        images.set(extension, await Instance.load(engine, source))
        return { reply: 'loaded', milliseconds: cpuMs() - began }
      } catch (error) {
        return { reply: 'refused', ...breachOf(error) }
      }
    },
    unload(extension: string): Reply {
      images.delete(extension)
      pool.clear(extension)
      return { reply: 'done' }
    },
    async run(
      number: number,
      extension: string,
      order: { readonly call: GuestCall; readonly facts: Facts },
    ): Promise<Reply> {
      const port = createGuestPort((name, args) => askHost(number, name, args))
      const began = cpuMs()
      const image = images.get(extension)
      if (image === undefined) throw new Error(`${extension} is not loaded`)
      const instance = pool.take(extension) ?? (await Instance.open(engine, image))
      const run: Run = { extension, image, instance, port }
      runs.set(number, run)
      const { call, facts } = order
      return slice(number, run, began, () => run.instance.enter(port, facts.now, JSON.stringify({ call, facts })))
    },
    answer(
      number: number,
      { now, ...given }: { readonly call: number; readonly now: number; readonly answer: Answered },
    ): Reply {
      const run = runs.get(number)
      if (run === undefined) return { reply: 'done' }
      run.port.answered()
      return slice(number, run, cpuMs(), () => run.instance.answer(now, JSON.stringify(given)))
    },
    drop(number: number): Reply {
      runs.get(number)?.instance.dispose()
      runs.delete(number)
      return { reply: 'done' }
    },
  }
}

/** Runs the guest until it waits for the host or has ended. */
function goOn({ port }: Run, work: () => void) {
  let breach: Breached | undefined
  try {
    work()
  } catch (error) {
    breach = breachOf(error)
  }
  breach = port.breach ?? breach
  return { breach, ended: breach ?? port.ended }
}

/** Reset instances that wait for the next run of their extension, the most recently used first. */
function createInstancePool() {
  const idle: { readonly extension: string; readonly instance: Instance }[] = []
  const remove = (at: number): Instance | undefined => idle.splice(at, 1)[0]?.instance
  return {
    take(extension: string): Instance | undefined {
      const at = idle.findIndex((one) => one.extension === extension)
      return at < 0 ? undefined : remove(at)
    },
    give(extension: string, instance: Instance): void {
      if (!instance.reset()) return instance.dispose()
      idle.unshift({ extension, instance })
      const own = idle.filter((one) => one.extension === extension).length
      if (own > LIMITS.idleOfExtension) remove(idle.findLastIndex((one) => one.extension === extension))?.dispose()
      if (idle.length > LIMITS.idle) remove(idle.length - 1)?.dispose()
    },
    clear(extension: string): void {
      for (let at = idle.length - 1; at >= 0; at -= 1) if (idle[at]?.extension === extension) remove(at)?.dispose()
    },
  }
}
