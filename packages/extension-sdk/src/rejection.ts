/** The mark of every rejection, whichever copy of this module has made it. */
const REJECTION = Symbol.for('satchel.rejection')

/** An error response: the caller gets this status and detail. Nothing of the run is committed. */
export class Rejection extends Error {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 503
  readonly detail: string
  /** For 429: when to retry; default 60. */
  readonly retryAfterSeconds: number | undefined
  override readonly name = 'Rejection'
  readonly [REJECTION] = true

  /** By this mark: in the sandbox, what the host rejects is not made by this module. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && REJECTION in value
  }

  constructor(status: Rejection['status'], detail: string, retryAfterSeconds?: number) {
    super(detail)
    this.status = status
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** `throw reject('There is no such link.', 404)` */
export const reject = (detail: string, status: Rejection['status'] = 400, retryAfterSeconds?: number): Rejection =>
  new Rejection(status, detail, retryAfterSeconds)
