import type { Payment, Wallet } from '@satchel/client/operations'
import { createStore } from '../store.ts'

/** What the person has seen last: only on a device on which they have asked for it, until they log out. */
export interface LastView {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly balanceMsat: number
  /** The balance is shown on demand only. */
  readonly hidden: boolean
  readonly payments: readonly LastPayment[]
}

/** Neither an invoice nor a hash, and no name of a person or wallet. */
export type LastPayment = Pick<Payment, 'amount_msat' | 'any_amount' | 'expired' | 'memo' | 'status' | 'time'>

/** Of the newest payments. */
export const KEPT_PAYMENTS = 20
const KEY = 'satchel.last-view'
/** Asked for, and nothing seen since. */
const NOTHING_YET = 'asked'

/** Whether this device keeps what was seen last. */
export const keepsLastView = createStore(localStorage.getItem(KEY) !== null)

/** From now on; what is on the screen next is kept. */
export function startLastView(): void {
  localStorage.setItem(KEY, NOTHING_YET)
  keepsLastView.set(true)
}

/** With the choice: the next person on this device begins without it. */
export function forgetLastView(): void {
  localStorage.removeItem(KEY)
  keepsLastView.set(false)
}

export function keepLastView(wallet: Wallet, payments: readonly Payment[], { hidden }: { hidden: boolean }): void {
  if (!keepsLastView.get()) return
  const view: LastView = {
    at: Date.now(),
    balanceMsat: wallet.balance,
    hidden,
    payments: payments.slice(0, KEPT_PAYMENTS).map(({ amount_msat, any_amount, expired, memo, status, time }) => ({
      amount_msat,
      ...(any_amount === true && { any_amount }),
      expired,
      memo,
      status,
      time,
    })),
  }
  localStorage.setItem(KEY, JSON.stringify(view))
}

/** Undefined: none was asked for, or nothing was seen since. */
export function readLastView(): LastView | undefined {
  const kept = localStorage.getItem(KEY)
  return kept === null || kept === NOTHING_YET ? undefined : (JSON.parse(kept) as LastView)
}
