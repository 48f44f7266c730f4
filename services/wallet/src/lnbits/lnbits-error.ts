/** An error of this service's own API. */
interface OwnError {
  readonly detail?: unknown
  readonly status?: unknown
  readonly errors?: unknown
}

export interface LnbitsAnswer {
  readonly status: number
  readonly body: unknown
}

/** The subject of the request, if LNbits has its own errors for it. */
export type About = 'paying' | 'payment' | 'other'

/**
 * An error as LNbits answers it: 404 for an unknown key, 400 with a list for a value that is wrong, 520 with `status`
 * for a payment that was not made. Other errors stay unchanged.
 */
export function toLnbitsError(status: number, own: OwnError, about: About, hasKey: boolean): LnbitsAnswer {
  if (status === 401 && hasKey) return { status: 404, body: { detail: 'Wallet not found.' } }
  if (status === 404 && about === 'payment') return { status, body: { detail: 'Payment does not exist.' } }
  if (status === 429) return { status, body: { error: own.detail, detail: own.detail } }
  const state = own.status === undefined ? {} : { status: own.status }
  if (status === 422) return { status: 400, body: { detail: own.errors ?? own.detail, ...state } }
  const isRefused = about === 'paying' && (status === 400 || (status >= 500 && own.status !== undefined))
  return { status: isRefused ? 520 : status, body: { detail: own.detail, ...state } }
}
