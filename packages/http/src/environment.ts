import type { RateLimit } from './limits/rate-limit.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type Reader = ReturnType<typeof createReader>

/** A variable that a reader reads. */
export interface AskedVariable {
  readonly name: string
  readonly kind: 'text' | 'integer' | 'flag' | 'choice' | 'list'
  readonly fallback?: string | undefined
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
}

/** Called for every variable that is read. `npm run config` prints the list; tests compare it with the table. */
export type NoteAsked = (asked: AskedVariable) => void

/** Reads one variable each and notes what is wrong with it; an empty variable counts as not set. */
export function createReader(env: Environment, problems: string[], note: NoteAsked = () => undefined) {
  const valueOf = (name: string): string | undefined => env[name]?.trim() || undefined
  const text = (name: string, fallback: string): string => valueOf(name) ?? fallback
  return {
    optional(name: string): string | undefined {
      note({ name, kind: 'text' })
      return valueOf(name)
    },
    text(name: string, fallback: string): string {
      note({ name, kind: 'text', fallback })
      return text(name, fallback)
    },
    integer(name: string, fallback: number, least: number, most: number): number {
      note({ name, kind: 'integer', fallback: String(fallback), min: least, max: most })
      const raw = text(name, String(fallback))
      const value = /^\d+(\.0*)?$/.test(raw) ? Number(raw) : Number.NaN
      if (value >= least && value <= most) return value
      problems.push(`${name}: must be a whole number from ${least} to ${most}, not "${raw}"`)
      return fallback
    },
    flag(name: string, fallback: boolean): boolean {
      note({ name, kind: 'flag', fallback: String(fallback) })
      const raw = text(name, String(fallback)).toLowerCase()
      if (['true', '1'].includes(raw)) return true
      if (!['false', '0'].includes(raw)) problems.push(`${name}: must be true, false, 1 or 0, not "${raw}"`)
      return false
    },
    choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
      note({ name, kind: 'choice', fallback, choices })
      const raw = text(name, fallback).toLowerCase()
      const found = choices.find((choice) => choice === raw)
      if (found === undefined) problems.push(`${name}: must be one of ${choices.join(', ')}, not "${raw}"`)
      return found ?? fallback
    },
    list(name: string): string[] {
      note({ name, kind: 'list' })
      return text(name, '')
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '')
    },
  }
}

export const RATE_LIMIT_UNITS = ['second', 'minute', 'hour', 'day'] as const

export const WINDOWS_MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

/** SERVICE_RATE_LIMIT_NO requests per SERVICE_RATE_LIMIT_UNIT (default minute); 0 is none (rule W30). */
export function readRateLimit(read: Reader, fallback: number): RateLimit | undefined {
  const requests = read.integer('SERVICE_RATE_LIMIT_NO', fallback, 0, 1_000_000_000)
  const unit = read.choice('SERVICE_RATE_LIMIT_UNIT', RATE_LIMIT_UNITS, 'minute')
  return requests === 0 ? undefined : { requests, windowMs: WINDOWS_MS[unit] }
}
