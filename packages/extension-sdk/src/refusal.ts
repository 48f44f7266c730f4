/** What an extension says no with: the caller reads the detail under this status. Nothing of the run is kept. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 503
  readonly detail: string

  constructor(status: Refusal['status'], detail: string) {
    super(detail)
    this.status = status
    this.detail = detail
  }
}

export const refuse = (detail: string, status: Refusal['status'] = 400): Refusal => new Refusal(status, detail)
