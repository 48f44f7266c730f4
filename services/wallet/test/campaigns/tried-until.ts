import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from './eventually.ts'

const TRY_EVERY_MS = 200
const GIVE_UP_MS = 120_000

/**
 * Tries repeatedly, and returns how many milliseconds after `since` a try first worked. A try without an answer does
 * not hold up the next one. Resolves when every try has ended.
 */
export async function triedUntil(works: () => Promise<boolean>, since: number): Promise<number> {
  let workedAt: number | undefined
  const tries: Promise<void>[] = []
  const tryOnce = async (): Promise<void> => {
    if (await works().catch(() => false)) workedAt ??= performance.now()
  }
  const oneMore = async (): Promise<boolean> => {
    tries.push(tryOnce())
    await delay(TRY_EVERY_MS)
    return workedAt !== undefined
  }
  await eventually('a try works', oneMore, GIVE_UP_MS)
  await Promise.all(tries)
  return (workedAt ?? Number.NaN) - since
}
