import { formatAmount } from './format-amount.ts'
import type { FixedText } from './text.ts'

/** Marks a rejection of any copy of this module. */
const REJECTION = Symbol.for('satchel.rejection')

/** An error response: the caller gets this status and detail. Nothing of the run is committed. */
export class Rejection extends Error {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 503
  readonly detail: string
  /** For a visitor: the same in the visitor's language, if `locales/` has it. */
  readonly text: FixedText | undefined
  /** For 429: when to retry; default 60. */
  readonly retryAfterSeconds: number | undefined
  override readonly name = 'Rejection'
  readonly [REJECTION] = true

  /** By this mark: in the sandbox, a rejection by the host is not created by this module. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && REJECTION in value
  }

  constructor(status: Rejection['status'], why: Why, retryAfterSeconds?: number) {
    const detail = typeof why === 'string' ? why : inEnglish(why)
    super(detail)
    this.status = status
    this.detail = detail
    this.text = typeof why === 'string' ? undefined : why
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A sentence; with values, as from `fixed`. */
type Why = string | FixedText

const inEnglish = ({ fixed, values }: FixedText): string =>
  fixed.replaceAll(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name] ?? all
    if (typeof value !== 'object') return String(value)
    if ('fixed' in value) return inEnglish(value)
    return 'amount' in value ? formatAmount(Number(value.amount), value.currency) : new Date(value.at).toISOString()
  })

/** `throw reject('There is no such link.', 404)` */
export const reject = (why: Why, status: Rejection['status'] = 400, retryAfterSeconds?: number): Rejection =>
  new Rejection(status, why, retryAfterSeconds)
