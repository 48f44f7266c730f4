import { LIMITS } from '../limits.ts'
import type { Instance } from './engine.ts'

/** Reset instances that wait for the next run of their extension, the most recently used first. */
export function createInstancePool() {
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
