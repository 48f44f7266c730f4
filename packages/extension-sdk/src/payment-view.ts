import type { Json } from './context.ts'
import type { WalletHandle } from './wallet-handle.ts'

export interface PaymentView {
  readonly paymentHash: string
  readonly paymentRequest: string
  readonly direction: 'in' | 'out'
  readonly status: 'pending' | 'success' | 'failed'
  readonly msat: number
  readonly feeMsat: number
  readonly memo: string
  readonly tag: string
  readonly extra: Json
  readonly preimage?: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly settledAt?: number
}

/** A payment of a wallet that has left it for good. */
export interface Sent extends PaymentView {
  readonly wallet: WalletHandle
}
