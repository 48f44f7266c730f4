import { type Rejection, reject } from '@satchel/extension-sdk/rejection'
import { unavailable } from '@satchel/http/service-error'
import { GuestFailure } from '@satchel/sandbox/guest-failure'
import { SandboxEnded } from '@satchel/sandbox/sandbox-ended'

const STATUSES: ReadonlySet<unknown> = new Set([400, 401, 402, 403, 404, 409, 422, 429, 503])
const MAX_DETAIL = 1000

/** Converts an error of a sandbox run to the one that a built-in would throw. */
export function fromGuest(error: unknown): unknown {
  if (error instanceof SandboxEnded) {
    const answer = unavailable('The extension does not answer; try again later.', {
      code: 'extension_unavailable',
      headers: { 'Retry-After': '10' },
    })
    return Object.assign(answer, { cause: error })
  }
  if (!(error instanceof GuestFailure)) return error
  const { error: thrown } = error
  if (thrown.kind === 'rejection') return toRejection(thrown)
  // The package's own stack, for the log.
  return Object.assign(new Error(`the package has thrown: ${thrown.message}`), { stack: thrown.stack })
}

function toRejection({
  status,
  detail,
  retryAfterSeconds,
}: Extract<GuestFailure['error'], { kind: 'rejection' }>): Rejection {
  const isStatus = STATUSES.has(status)
  const text: unknown = detail
  const seconds = Number.isSafeInteger(retryAfterSeconds) ? retryAfterSeconds : undefined
  return reject(
    typeof text === 'string' ? text.slice(0, MAX_DETAIL) : 'Rejected.',
    isStatus ? (status as Rejection['status']) : 400,
    seconds,
  )
}
