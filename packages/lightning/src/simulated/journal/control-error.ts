/** A control call that cannot be answered, and why. */
export class ControlError extends Error {
  readonly status: number

  constructor(code: keyof typeof STATUS_OF, detail: string) {
    super(detail)
    this.status = STATUS_OF[code]
  }
}

const STATUS_OF = { bad_request: 400, not_found: 404 } as const
