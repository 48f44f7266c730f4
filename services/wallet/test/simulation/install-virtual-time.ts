import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { ScheduledEvent, VirtualTime } from './virtual-time.ts'

/** The source of a run's time and random numbers. */
export interface Nature {
  readonly time: VirtualTime
  readonly chance: Chance
}

let nature: Nature | undefined
let installed = false

/**
 * Replaces timers, clocks and randomness of the process by those of the run; `undefined` restores the real ones.
 * A timer belongs to the process that runs when it is set: when that process is killed, its timers are gone.
 */
export function setNature(given: Nature | undefined): void {
  nature = given
  if (!installed) install()
}

class VirtualTimer {
  readonly event: ScheduledEvent
  constructor(event: ScheduledEvent) {
    this.event = event
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
  refresh(): this {
    throw new Error('the simulation has no refresh of timers')
  }
}

function install(): void {
  installed = true
  const real = {
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
    setImmediate: globalThis.setImmediate,
    clearTimeout: globalThis.clearTimeout,
    dateNow: Date.now,
    performanceNow: performance.now.bind(performance),
    randomBytes: crypto.randomBytes,
    randomUUID: crypto.randomUUID,
    random: Math.random,
    pause: timersPromises.setTimeout,
  }
  const start = (delayMs: number, act: () => void): VirtualTimer => {
    const { time } = nature as Nature
    return new VirtualTimer(time.schedule(time.actor(), delayMs, act))
  }
  const clear = (timer: unknown): void => {
    if (timer instanceof VirtualTimer) timer.event.cancelled = true
    else real.clearTimeout(timer as never)
  }
  const patched = {
    setTimeout: (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): unknown =>
      nature === undefined ? real.setTimeout(act, ms, ...given) : start(ms, () => act(...given)),
    setImmediate: (act: (...given: unknown[]) => void, ...given: unknown[]): unknown =>
      nature === undefined ? real.setImmediate(act, ...given) : start(0, () => act(...given)),
    setInterval: (act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): unknown =>
      nature === undefined ? real.setInterval(act, ms, ...given) : repeat(start, ms, () => act(...given)),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  }
  Object.assign(globalThis, patched)
  Date.now = () => (nature === undefined ? real.dateNow() : nature.time.wallClock(nature.time.actor()))
  performance.now = () => (nature === undefined ? real.performanceNow() : nature.time.now())
  Math.random = () => (nature === undefined ? real.random() : nature.chance.between(0, 1))
  crypto.randomBytes = ((count: number) =>
    nature === undefined ? real.randomBytes(count) : nature.chance.bytes(count)) as typeof crypto.randomBytes
  crypto.randomUUID = (() =>
    nature === undefined ? real.randomUUID() : toUuid(nature.chance.bytes(16))) as typeof crypto.randomUUID
  timersPromises.setTimeout = ((ms: number, value: unknown, options?: { signal?: AbortSignal }) =>
    nature === undefined
      ? real.pause(ms, value, options)
      : new Promise<unknown>((resolve, reject) => {
          const timer = start(ms, () => resolve(value))
          options?.signal?.addEventListener('abort', () => {
            timer.event.cancelled = true
            reject(new Error('aborted'))
          })
        })) as unknown as typeof timersPromises.setTimeout
  syncBuiltinESMExports()
}

function repeat(start: (ms: number, act: () => void) => VirtualTimer, ms: number, act: () => void): VirtualTimer {
  const again = (): void => {
    if (first.event.cancelled) return
    start(ms, again)
    act()
  }
  const first = start(ms, again)
  return first
}

function toUuid(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
