import { Rejection } from '@satchel/extension-sdk/rejection'
import { type ErrorCode, invalid, ServiceError } from '@satchel/http/service-error'
import type { ValidationProblem } from '@satchel/http/validation-problem'

/** Converts a rejection by an extension or a quota to the caller's answer; other errors stay unchanged. */
export function asServiceError(error: unknown): unknown {
  if (!(error instanceof Rejection)) return error
  const { status, detail, retryAfterSeconds = MINUTE_SECONDS } = error
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
  const [, place = 'body', msg = detail] = /^((?:body|query|path)(?:\.\w+)*): (.*)$/s.exec(detail) ?? []
  return { type: 'value_error', loc: place.split('.'), msg }
}
