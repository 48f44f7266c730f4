import type { PaymentStatus, Wallet } from '@satchel/client/operations'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

export interface FoundPayment {
  readonly payment: PaymentStatus
  readonly walletId: string
}

/** Finds a payment in its wallet; without a wallet in the URL, in each wallet of the person. */
export async function findPayment(
  id: string,
  walletId: string | undefined,
  wallets: readonly Wallet[],
  signal: AbortSignal,
): Promise<FoundPayment> {
  const ids = walletId === undefined ? wallets.map((wallet) => wallet.id) : [walletId]
  let problem: unknown
  for (const wallet of ids) {
    try {
      return { payment: await readPayment(id, wallet, signal), walletId: wallet }
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error
      problem = error
    }
  }
  throw problem ?? new ApiError(404, { code: 'not_found' })
}

const readPayment = (id: string, walletId: string, signal: AbortSignal): Promise<PaymentStatus> =>
  call(
    'GET /api/v1/payments/{checking_id}',
    { path: { checking_id: id }, query: { wallet_id: walletId, currency: 'own' } },
    { signal },
  )
