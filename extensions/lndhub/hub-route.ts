import type { Json } from '@satchel/extension-sdk/context'
import type { NoFields, Reply, Route } from '@satchel/extension-sdk/extension'
import { Rejection } from '@satchel/extension-sdk/rejection'
import type { Shape } from '@satchel/extension-sdk/shape'
import type { FIELDS, HubCtx } from './fields.ts'

type HubRoute<P, Q extends Shape, B extends Shape> = Route<typeof FIELDS, HubCtx, P, Q, B>

/** LndHub's error codes, by the HTTP status of the error. */
const CODES: Record<Rejection['status'], number> = {
  400: 8,
  401: 1,
  402: 2,
  403: 1,
  404: 8,
  409: 9,
  422: 4,
  429: 6,
  503: 6,
}
export const PAYMENT_FAILED = 10
/** LndHub's error of a server without registration. */
export const CLOSED = 11
const SERVER_ERROR = 6
/** Errors from before the handler: an unreadable body is not an invalid invoice. */
const OUTER_CODES: Readonly<Record<number, number>> = { 400: 8, 404: 8, 413: 8, 415: 8, 422: 8 }

/** The status is 200, because clients read only the body. */
export const hubError = (code: number, message: string): { readonly json: Json } => ({
  json: { error: true, code, message },
})

/**
 * A route of the protocol. A rejection becomes a normal answer, so earlier changes are committed: handlers must check
 * before they write.
 */
export const hubRoute = <P = never, const Q extends Shape = NoFields, const B extends Shape = NoFields>(
  route: Omit<HubRoute<P, Q, B>, 'access'>,
): HubRoute<P, Q, B> => ({
  access: 'public',
  perMinute: 600,
  ...route,
  description: `${route.description ?? ''} Errors are HTTP 200 with \`{error: true, code, message}\`.`.trim(),
  formatError: (status, detail) => hubError(OUTER_CODES[status] ?? SERVER_ERROR, detail).json,
  handle: (request, ctx) => answering(() => route.handle(request, ctx)),
})

async function answering(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Rejection) return hubError(CODES[error.status], error.detail)
    throw error
  }
}
