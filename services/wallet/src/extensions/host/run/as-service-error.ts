import { Rejection } from '@satchel/extension-sdk/rejection'
import { invalid, rateLimited, ServiceError } from '@satchel/http/service-error'
import type { ValidationProblem } from '@satchel/http/validation-problem'
import { splitPlace } from '@satchel/page/split-place'

/**
 * Converts a rejection by an extension or a quota to the caller's answer, which keeps it as its cause; other errors stay
 * unchanged.
 */
export function asServiceError(error: unknown): unknown {
  return error instanceof Rejection ? Object.assign(toServiceError(error), { cause: error }) : error
}

function toServiceError({ status, detail, retryAfterSeconds = MINUTE_SECONDS }: Rejection): ServiceError {
  if (status === 422) return invalid(toProblem(detail))
  if (status !== 429) return new ServiceError({ status, detail })
  return rateLimited(detail, { headers: { 'Retry-After': String(retryAfterSeconds) } })
}

/** Quotas count by the minute. */
const MINUTE_SECONDS = 60

/** `body.budgets: …` in the form of all validation errors. */
function toProblem(detail: string): ValidationProblem {
  const [place, msg] = splitPlace(detail)
  return { type: 'value_error', loc: (place === '' ? 'body' : place.slice(0, -2)).split('.'), msg }
}
