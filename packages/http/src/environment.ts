import type { RateLimit } from './limits/rate-limit.ts'
import { ACCESS_LOGS } from './reports/access-log.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type Reader = ReturnType<typeof createReader>

/** The declaration of a variable for its reader; `packages/configuration` helps to declare them. */
export interface DeclaredVariable {
  readonly name: string
  readonly kind: 'text' | 'integer' | 'flag' | 'choice' | 'list'
  readonly default?: string
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
}

/** A variable that a reader reads, with its default. */
export interface AskedVariable extends Omit<DeclaredVariable, 'default'> {
  readonly fallback?: string | undefined
}

export type ValueOf<V extends DeclaredVariable> = V extends { readonly kind: 'integer' }
  ? number
  : V extends { readonly kind: 'flag' }
    ? boolean
    : V extends { readonly kind: 'choice'; readonly choices: readonly (infer T)[] }
      ? T
      : V extends { readonly kind: 'list' }
        ? string[]
        : V extends { readonly default: string }
          ? string
          : string | undefined

/** Called for every variable that is read. `npm run config` prints the list; tests compare it with the declarations. */
export type NoteAsked = (asked: AskedVariable) => void

/** Reads one variable each and notes what is wrong with it; an empty variable counts as not set. */
export function createReader(env: Environment, problems: string[], note: NoteAsked = () => undefined) {
  const valueOf = (name: string): string | undefined => env[name]?.trim() || undefined
  const text = (name: string, fallback: string): string => valueOf(name) ?? fallback
  const by = {
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
  const read = (variable: DeclaredVariable, usual: Usual = variable.default): unknown => {
    const { name, kind, min = 0, max = 0, choices = [] } = variable
    const fallback = String(usual)
    if (kind === 'list') return by.list(name)
    if (usual === undefined) return by.optional(name)
    if (kind === 'integer') return by.integer(name, Number(fallback), min, max)
    if (kind === 'flag') return by.flag(name, fallback === 'true')
    return kind === 'choice' ? by.choice(name, choices, fallback) : by.text(name, fallback)
  }
  return Object.assign(read as ReadDeclared, by)
}

type Usual = string | number | boolean | undefined

/** `usual`: the default, if it varies. */
interface ReadDeclared {
  <V extends DeclaredVariable>(variable: V, usual: NonNullable<ValueOf<V>>): NonNullable<ValueOf<V>>
  <V extends DeclaredVariable>(variable: V, usual?: ValueOf<V>): ValueOf<V>
}

interface Declared {
  readonly [key: string]: DeclaredVariable | Declared
}
type ValuesOf<D> = D extends DeclaredVariable ? ValueOf<D> : { readonly [Key in keyof D]: ValuesOf<D[Key]> }

export const isDeclared = (one: DeclaredVariable | Declared): one is DeclaredVariable => typeof one.name === 'string'

/** The values of several variables, by their keys; `usual`: the defaults that are not the same for all. */
export function readAll<D extends Declared>(
  read: Reader,
  declared: D,
  usual: Readonly<Record<string, Usual>> = {},
): ValuesOf<D> {
  const values = Object.entries(declared).map(([key, one]) => [
    key,
    isDeclared(one) ? read<DeclaredVariable>(one, usual[key] as string) : readAll(read, one),
  ])
  return Object.fromEntries(values) as ValuesOf<D>
}

const WINDOWS_MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

export type RateLimitUnit = keyof typeof WINDOWS_MS

const BOTH = { by: ['wallet', 'prices'] } as const

/** Variables that both services read. */
export const HTTP_VARIABLES = {
  host: { ...BOTH, name: 'HOST', kind: 'text', default: '127.0.0.1', about: 'Address to listen at.' },
  accessLog: {
    ...BOTH,
    name: 'ACCESS_LOG',
    kind: 'choice',
    choices: ACCESS_LOGS,
    default: 'sampled',
    about: 'Answers in the log; `sampled`: server errors and every hundredth one.',
  },
  trustedProxies: {
    ...BOTH,
    name: 'SERVICE_TRUSTED_PROXIES',
    kind: 'list',
    about: 'Addresses or ranges whose `X-Forwarded-For` is trusted.',
  },
  rateLimitUnit: {
    ...BOTH,
    name: 'SERVICE_RATE_LIMIT_UNIT',
    kind: 'choice',
    choices: Object.keys(WINDOWS_MS) as RateLimitUnit[],
    default: 'minute',
    about: 'The unit of the request limit.',
  },
} as const

/** 0 requests: no limit (rule W30). */
export const toRateLimit = (requests: number, unit: RateLimitUnit): RateLimit | undefined =>
  requests === 0 ? undefined : { requests, windowMs: WINDOWS_MS[unit] }
