/** What an extension says no with: the caller reads the detail under this status. Nothing of the run is kept. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 503
  readonly detail: string
  /** For 429: when the caller may retry. Unset = in a minute. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: Refusal['status'], detail: string, retryAfterSeconds?: number) {
    super(detail)
    this.status = status
    this.detail = detail
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const refuse = (detail: string, status: Refusal['status'] = 400, retryAfterSeconds?: number): Refusal =>
  new Refusal(status, detail, retryAfterSeconds)
