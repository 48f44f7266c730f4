import { Rejection } from '@satchel/extension-sdk/rejection'
import { splitPlace } from '@satchel/page/split-place'
import { type ErrorCode, invalid, ServiceError } from '@satchel/http/service-error'
import type { ValidationProblem } from '@satchel/http/validation-problem'

/**
 * Converts a rejection by an extension or a quota to the caller's answer, which keeps it as its cause; other errors stay
 * unchanged.
 */
export function asServiceError(error: unknown): unknown {
  return error instanceof Rejection ? Object.assign(toServiceError(error), { cause: error }) : error
}

function toServiceError({ status, detail, retryAfterSeconds = MINUTE_SECONDS }: Rejection): ServiceError {
  if (status === 422) return invalid(toProblem(detail))
  if (status !== 429) return new ServiceError(CODES[status], detail)
  return new ServiceError('rate_limited', detail, [], { headers: { 'Retry-After': String(retryAfterSeconds) } })
}

/** Quotas count by the minute. */
const MINUTE_SECONDS = 60

const CODES: Record<Exclude<Rejection['status'], 422 | 429>, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthenticated',
  402: 'payment_required',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  503: 'unavailable',
}

/** `body.budgets: …` in the form of all validation errors. */
function toProblem(detail: string): ValidationProblem {
  const [place, msg] = splitPlace(detail)
  return { type: 'value_error', loc: (place === '' ? 'body' : place.slice(0, -2)).split('.'), msg }
}
