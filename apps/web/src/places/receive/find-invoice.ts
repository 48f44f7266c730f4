import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/routes.ts'

export type Invoice = AnswerOf<'GET /api/v1/payments/{checking_id}'>

/** Searches the named wallet, then the others: after a reload the chosen wallet is unknown. */
export async function findInvoice(hash: string, walletIds: readonly string[], signal: AbortSignal): Promise<Invoice> {
  for (const [at, walletId] of walletIds.entries()) {
    try {
      return await call(
        'GET /api/v1/payments/{checking_id}',
        { path: { checking_id: hash }, query: { wallet_id: walletId } },
        { signal },
      )
    } catch (error) {
      const isMissing = error instanceof ApiError && error.status === 404
      if (!isMissing || at === walletIds.length - 1) throw error
    }
  }
  throw new ApiError(404, undefined)
}
